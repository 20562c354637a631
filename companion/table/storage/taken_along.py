"""What of the table goes along in a file, and how its people find their seats elsewhere.

Pure functions. This is the one place that says what stays here: what is of the moment, and, unless
it is asked for, whatever lets anybody in (the keys).
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.table.storage.backup import Backup
from companion.table.storage.load import everything
from companion.table.storage.without_secrets import without_secrets
from companion.table.values.ids import DeviceId, Handle
from companion.table.values.names import likeness
from companion.table.values.player_signs import free_sign
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState

OF_THE_MOMENT: Final[Mapping[str, str]] = {"undo": "[]", "wait": "[]", "screens": "{}"}
"""Documents that stay here, and what they say elsewhere: nothing is asked, no device is a stand."""


def backup_of(  # noqa: PLR0913 - each is a part of the file, or says which
    state: TableState,
    at: str,
    *,
    table_file: str,
    air: Callable[[], str] = str,
    match: bool,
    keys: bool,
) -> Backup:
    """Return what goes along; *match*: the running one, too; *air* is read only for *keys*."""
    whole = everything(state)
    running = whole if match and whole.match else None
    seating = state.seating if keys else without_keys(state.seating)
    if running is None:
        seating = between_matches(seating)
    documents = {
        name: text for name, text in whole.documents.items() if name not in OF_THE_MOMENT
    }
    return Backup(
        at=at,
        documents={**documents, "seating": seating.dump()},
        table_file=(table_file if keys else without_secrets(table_file))
        .encode("utf-8", "replace")
        .decode(),
        air=air() if keys else "",
        match=running and replace(running, documents={}),
    )


def without_keys(seating: Seating) -> Seating:
    """Return who sits where, and nothing that lets a device in."""
    people = tuple(
        replace(each, device=None, handle=None, before=None, on_loan=False)
        for each in seating.people
    )
    return replace(
        seating, people=people, host=None, pin="", granted={}, guests=(), closed=False
    )


def between_matches(seating: Seating) -> Seating:
    """Return what of *seating* outlives the match: who has no key is asked to come in anew.

    Where that is everybody, what was chosen by person is anybody's who takes the place.
    """
    ended = seating.end()
    people = tuple(each for each in ended.people if each.device and not each.bot)
    return replace(ended, people=people, sat=ended.sat if people else ())


def with_phones(kept: Seating, now: Seating) -> Seating:
    """Return the seats as they were *kept*, for those who are here *now* under their names.

    Whoever is not here yet plays on paper, and asks for the page later. A seating that was
    kept with its keys stays as it is.
    """
    if kept.host is not None:
        return kept
    here = {likeness(each.name): each for each in now.people if not each.bot}
    people = tuple(_seated(each, here) for each in kept.people)
    names = {likeness(each.name) for each in people}
    others = [each for name, each in here.items() if name not in names]
    return replace(
        now,
        people=(*people, *_with_own_signs(others, people)),
        playing=kept.playing,
        plain=tuple(
            each.id for each in people if each.id in kept.plain and each.device is None
        ),
        machines=kept.machines,
        game=kept.game,
        options=kept.options,
        alone_with=kept.alone_with,
        sat=kept.sat,
        guide=kept.guide,
        on_stands=kept.on_stands,
    )


def _with_own_signs(others: Sequence[Person], people: Sequence[Person]) -> Iterator[Person]:
    """Yield *others*, each with a picture that none of *people* has."""
    taken = {each.sign for each in people}
    free = taken | {each.sign for each in others}
    for each in others:
        sign = each.sign if each.sign not in taken else free_sign(free)
        free.add(sign)
        yield replace(each, sign=sign)


def _seated(person: Person, here: Mapping[str, Person]) -> Person:
    if person.bot:
        own = DeviceId(f"bot {secrets.token_hex(8)}")
        return replace(person, device=own, handle=Handle(secrets.token_urlsafe(12)))
    if (found := here.get(likeness(person.name))) is None:
        return person
    return replace(person, device=found.device, handle=found.handle)
