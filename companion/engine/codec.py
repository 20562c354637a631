"""Commands and events to plain JSON objects and back, strictly, by class name."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from typing import Any

import msgspec

from companion.errors import DataError

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Makes of an object as an older version stored it, type included, what it is called now."""


class Codec:
    """Knows a closed set of dataclasses; anything else is a DataError."""

    def __init__(
        self, types: Iterable[type], upcasts: Mapping[str, Upcast] | None = None
    ) -> None:
        """*upcasts* by the stored type: what was renamed, and what lost or changed a field."""
        self._types: dict[str, Any] = {each.__name__: each for each in types}
        self._upcasts = upcasts or {}

    def dump(self, item: object) -> dict[str, Any]:
        """Return *item* as ``{"type": class name, field: value, …}``."""
        fields: dict[str, Any] = msgspec.to_builtins(item)
        return {"type": type(item).__name__, **fields}

    def load(self, data: Mapping[str, Any]) -> Any:  # noqa: ANN401 - one of the given types
        """Return the item that *data* describes."""
        data = self._present(data)
        name = data.get("type")
        if not isinstance(name, str) or name not in self._types:
            known = ", ".join(sorted(self._types))
            raise DataError(f"“type” is {name!r}; it must be one of: {known}.")
        kind = self._types[name]
        fields = {key: value for key, value in data.items() if key != "type"}
        if unknown := fields.keys() - {each.name for each in dataclasses.fields(kind)}:
            raise DataError(f"{name} has no field {', '.join(map(repr, sorted(unknown)))}.")
        try:
            return msgspec.convert(fields, kind)
        except msgspec.ValidationError as error:
            raise DataError(f"{name} cannot be read: {error}.") from error

    def _present(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return *data* as this version would have stored it: one step a change, oldest first."""
        done: set[str] = set()
        while (
            upcast := self._upcasts.get(name := str(data.get("type")))
        ) and name not in done:
            done.add(name)
            try:
                data = upcast(deepcopy(dict(data)))
            except (KeyError, TypeError, ValueError) as error:
                raise DataError(
                    f"{name} of an older version cannot be read: {error!r}."
                ) from error
        return data
