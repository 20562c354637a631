"""Devices that are stands, as the open table tells them, or else the file of the matches."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import CompanionError, DataError, remedy
from companion.ports import Place
from companion.table.storage.event_log import LOG_FILE, EventLog
from companion.table.values.screens import ScreenRights
from hardware.workshop.doctor import Check


@dataclass(frozen=True, slots=True)
class KnownScreen:
    """A device that is the stand at *places*; *up* None: no table is open to say."""

    places: tuple[Place, ...]
    since: str = ""
    up: bool | None = None


def screens(said: Mapping[str, Any] | None, folder: Path) -> tuple[KnownScreen, ...]:
    """Return those of the open table, by what it *said*; None: those that *folder* has stored.

    Raises DataError.
    """
    if said is None:
        found = _stored(folder).screens
        return tuple(KnownScreen(each.places, each.since) for each in found)
    return tuple(
        KnownScreen(tuple(each["places"]), each["since"], each["up"])
        for each in said.get("screens", ())
    )


def checks(found: Sequence[KnownScreen]) -> Iterator[Check]:
    """Yield how each screen is: one that sleeps may be meant to."""
    for each in found:
        name = f"{', '.join(each.places) or 'no free stand:'} screen"
        since = f"a stand since {each.since}"
        if each.up is None:
            yield Check(name, "ok", f"{since}; no table is open to say whether it is awake")
        elif each.up:
            yield Check(name, "ok", f"awake; {since}")
        else:
            step = "tap it, or plug it in; if it is to be none any more: the host's page"
            yield Check(name, "warning", f"asleep or out of reach; {since}", step)


def _stored(folder: Path) -> ScreenRights:
    path = folder / LOG_FILE
    try:
        if not path.exists():
            return ScreenRights()
        with closing(EventLog(path, copied=True)) as log:
            text = log.document("screens")
        return msgspec.json.decode(text or "{}", type=ScreenRights)
    except (CompanionError, msgspec.DecodeError) as error:
        raise DataError(
            f"{path} cannot be used: keep the file, and bring back a copy"
        ) from error
    except OSError as error:
        raise DataError(f"{path} cannot be read: {remedy(error)}") from error
