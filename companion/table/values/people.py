"""Who is at the table, as everybody may know it."""

from collections.abc import Iterable
from dataclasses import replace

from companion.table.values.player_signs import colour_at
from companion.table.values.projection import PersonView
from companion.table.values.seating import Person, Seating
from companion.table.values.table_config import TableConfig


def people_of(seating: Seating, config: TableConfig) -> tuple[PersonView, ...]:
    """Return everybody at the table, as everybody may know them.

    A bot is as strong as the present game has it: what was wished for stays with it.
    """
    return tuple(
        replace(_person_of(seating, each), bot=config.game(seating).bots.strength(each.bot))
        if each.bot
        else _person_of(seating, each)
        for each in seating.people
    )


def signs_of(people: Iterable[PersonView]) -> dict[str, tuple[str, int]]:
    """Return sign and colour of everybody who has one, by name."""
    return {each.name: (each.sign, each.colour) for each in people if each.sign}


def _person_of(seating: Seating, person: Person) -> PersonView:
    return PersonView(
        id=person.id,
        name=person.name,
        seat=seating.seat(person.id),
        last_seat=seating.last_seat(person.id),
        has_phone=person.has_phone,
        is_host=seating.is_host(person),
        on_loan=person.on_loan,
        may_borrow=person.id in seating.plain and not person.has_phone,
        sign=person.sign,
        colour=colour_at(person.id, seating.by_seat),
    )
