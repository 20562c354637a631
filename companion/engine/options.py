"""The host's options of a game, each named in one class, which command, event or state extend."""

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

_VALUES = "values"


def options_of(kind: type, whole: object) -> dict[str, Any]:
    """Return the fields of the dataclass *kind* as they are in *whole*, an extension of it."""
    return {each.name: getattr(whole, each.name) for each in fields(kind)}


def one_of(usual: int, *values: int) -> Any:  # noqa: ANN401 - what a dataclass takes for an int
    """Return a field for a number of which the host's form offers *values*."""
    return field(default=usual, metadata={_VALUES: values})


@dataclass(frozen=True, slots=True)
class SetupField:
    """A choice in the host's form: one of *values*, or none of them: yes or no."""

    name: str
    usual: Any
    values: tuple[str | int, ...] = ()


def setup_fields(kind: type) -> dict[str, SetupField]:
    """Return what a form can ask of the fields of a setup command, by name, in their order."""
    return {each.name: each for each in _fields(kind)}


def _fields(kind: type) -> Iterator[SetupField]:
    types = get_type_hints(kind)
    for each in fields(kind):
        values = each.metadata.get(_VALUES, ())
        if get_origin(types[each.name]) is Literal:
            values = get_args(types[each.name])
        if each.default is not MISSING and (values or types[each.name] is bool):
            yield SetupField(each.name, each.default, values)
