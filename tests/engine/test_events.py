"""What stands at an event's class: checked when it is defined, read by table and tests."""

from dataclasses import FrozenInstanceError

import pytest

from companion.engine.codec import Codec
from companion.engine.events import Undo, event, moment_of, public_part, tells, undo_of
from companion.engine.people import OfSeat, PlayerLeft
from companion.games import GAMES
from companion.ports import Seat


@event(
    undo=lambda laid: Undo.CONSENT if laid.open else Undo.FREE,
    tells=lambda laid: laid.open,
    public="seat open",
    moment=lambda laid: "laid" if laid.open else "",
)
class Laid(OfSeat):
    """A card lies."""

    card: str
    open: bool = False


HIDDEN, OPEN = Laid(Seat(1), "Q"), Laid(Seat(1), "Q", open=True)


def test_a_mark_may_depend_on_what_is_public() -> None:
    assert (undo_of(HIDDEN), tells(HIDDEN), moment_of(HIDDEN)) == (Undo.FREE, False, "")
    assert (undo_of(OPEN), tells(OPEN), moment_of(OPEN)) == (Undo.CONSENT, True, "laid")


def test_an_event_is_a_frozen_slotted_dataclass() -> None:
    assert Laid(Seat(1), card="Q") == HIDDEN
    assert len({HIDDEN, OPEN, Laid(Seat(1), "Q")}) == 2
    assert not hasattr(HIDDEN, "__dict__")
    with pytest.raises(FrozenInstanceError):
        HIDDEN.card = "K"  # type: ignore[misc]  # that is what is tried


def test_a_public_part_has_the_kind_and_the_public_fields_and_no_other() -> None:
    part = public_part(HIDDEN)
    assert isinstance(part, Laid)
    assert (part.seat, part.open) == (Seat(1), False)
    with pytest.raises(AttributeError, match="card"):
        _ = part.card
    match part:
        case Laid(card=_):
            pytest.fail("a pattern has read what is not there")
        case Laid(seat=seat):
            assert seat == Seat(1)


def test_what_has_no_secret_is_its_own_public_part() -> None:
    left = PlayerLeft(Seat(0))
    assert public_part(left) is left


def test_a_mark_that_asks_for_a_secret_fails() -> None:
    @event(undo=Undo.FREE, tells=lambda dealt: "Q" in dealt.hand, moment="")
    class Dealt:
        """Cards are dealt."""

        hand: str

    with pytest.raises(AttributeError, match="hand"):
        tells(Dealt("KQ"))


def test_no_event_leaves_out_how_it_is_undone_whether_it_tells_and_its_moment() -> None:
    with pytest.raises(TypeError, match="tells"):
        event(undo=Undo.FREE, moment="")  # type: ignore[call-arg]  # that is what is tried
    with pytest.raises(TypeError, match="undo"):
        event(tells=False, moment="")  # type: ignore[call-arg]  # as above
    with pytest.raises(TypeError, match="moment"):
        event(undo=Undo.FREE, tells=False)  # type: ignore[call-arg]  # as above


@pytest.mark.parametrize("undo", [Undo.FREE, Undo.BAR, Undo.ASIDE, Undo.STAYS])
def test_what_tells_something_cannot_be_taken_back_freely(undo: Undo) -> None:
    with pytest.raises(TypeError, match="tells something"):
        event(undo=undo, tells=True, moment="")


def test_a_public_field_that_is_none_is_found_at_the_definition() -> None:
    with pytest.raises(TypeError, match="Turned has no field crad"):

        @event(undo=Undo.NEVER, tells=True, public="crad", moment="")
        class Turned:
            """A card lies open."""

            card: str


def test_a_class_that_inherits_a_mark_has_none() -> None:
    class Again(PlayerLeft):
        """Nothing says what this tells."""

    with pytest.raises(TypeError, match="Again does not say"):
        undo_of(Again(Seat(0)))


@pytest.mark.parametrize("name", GAMES)
def test_every_event_is_marked_and_stored_under_its_own_name(name: str) -> None:
    events = GAMES[name]().events
    names = [each.__name__ for each in events]
    assert len({*names}) == len(names)
    assert {"PlayerLeft", "PlayerCameBack"} <= {*names}
    left = next(each for each in events if each.__name__ == "PlayerLeft")
    stored = {"type": "PlayerLeft", "seat": 1}
    assert Codec(events).load(stored) == left(Seat(1))
    dumped = Codec(events).dump(left(Seat(1)))
    assert stored.items() <= dumped.items()
    assert Codec(events).load(dumped) == left(Seat(1))
