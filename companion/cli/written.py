"""Views as scripts and people write them: seats and stands count from one."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from companion.ports import Seat, Stand


def as_written(value: object) -> Any:  # noqa: ANN401 - whatever JSON has
    """Return *value*, a dataclass or plain, as JSON types; each Seat and Stand from one on."""
    if not is_dataclass(value) or isinstance(value, type):
        return msgspec.to_builtins(value)
    hints = get_type_hints(type(value))
    return {
        field.name: _written(getattr(value, field.name), hints[field.name])
        for field in fields(value)
    }


def _written(value: Any, hint: Any) -> Any:  # noqa: ANN401 - a value and what its class says of it
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    match value:
        case bool() | None | str():
            return value
        case int():
            return value + 1 if {Seat, Stand} & {*kinds} else value
        case tuple() | list():
            inner = next(
                (kind for kind in kinds if get_origin(kind) in (tuple, list)), None
            )
            return [
                _written(each, of)
                for each, of in zip(value, _inner(inner, value), strict=True)
            ]
        case Mapping():
            inner = next(
                (kind for kind in kinds if len(get_args(kind)) > 1), dict[Any, Any]
            )
            key, of = get_args(inner)
            return {_written(at, key): _written(each, of) for at, each in value.items()}
        case _:
            return as_written(value)


def _inner(hint: Any, value: Any) -> list[Any]:  # noqa: ANN401 - as above
    """Return what is said of each of the items of *value*."""
    said = [each for each in get_args(hint) if each is not Ellipsis]
    return (
        said if len(said) == len(value) > 1 else said[:1] * len(value) or [Any] * len(value)
    )
