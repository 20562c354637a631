"""Every reason to refuse every command: the right code, and the state as it was.

``Table.refused`` looks each time whether the refusal has left a trace.
"""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from companion.engine.people import ComeBack, Leave
from companion.errors import Rejected
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.commands import SEAT_COMMANDS, SeatCommand
from companion.games.letter_jam.decide import PHASES
from companion.games.letter_jam.state import Figures, Phase
from companion.ports import Seat
from tests.games.letter_jam.few_words import FewWords
from tests.games.letter_jam.table import NAMES, Table, set_table, table

CONSTANTS = Figures(4, 2, 1, 0, wildcard=False)

ANY: dict[type[SeatCommand], dict[str, Any]] = {
    cmd.MakeWord: {"word": "HORSE"},
    cmd.TakeWordBack: {},
    cmd.PullFor: {"whose": "Cleo"},
    cmd.CardsPulled: {"whose": "Bob"},
    cmd.NameCard: {"stand": "4", "letter": "E"},
    cmd.CountClue: {"giver": "Ann"},
    cmd.TellEarned: {"stand": "4"},
    cmd.EndClues: {},
    cmd.TellFigures: {"figures": CONSTANTS},
    cmd.TellNone: {},
    cmd.TellNothing: {},
    cmd.TellSure: {"sure": True},
    cmd.ChooseCluegiver: {"giver": "Ann"},
    cmd.LayChip: {"spot": "2"},
    cmd.TakeChip: {},
    cmd.LayClue: {"spots": ("2",)},
    cmd.GiveClue: {},
    cmd.MoveOn: {},
    cmd.Stay: {},
    cmd.TakeDecisionBack: {},
    cmd.GuessBonus: {"letter": "A"},
    cmd.WantEnd: {},
    cmd.Reserve: {"spot": "*"},
    cmd.Release: {"spot": "*"},
    cmd.LayFinalWord: {"tiles": ("1", "2", "3")},
    cmd.RevealWord: {},
    cmd.TurnWord: {"whose": "Ann"},
    cmd.JudgeWord: {"whose": "Ann", "accepted": True},
    Leave: {},
    ComeBack: {},
}


def making() -> Table:
    start = cmd.StartMatch(NAMES[:3], (5,) * 3, dealing="makers")
    return Table(start, words=FewWords())


def pulling() -> Table:
    return table(3, cards="box")


def counting() -> Table:
    return Table(cmd.StartMatch(NAMES[:3], (5,) * 3, cards="none"))


def clue() -> Table:
    """Return a table of three where Ann is chosen and Bob's row has three letters."""
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="NUTS")
    t.act("Ann", cmd.ChooseCluegiver, giver="Ann")
    return t


def deciding() -> Table:
    """Return a table of three where Ann's clue has helped Bob."""
    t = clue()
    t.give("Ann", "2")
    return t


def extra_letter() -> Table:
    """Return a table of three where Bob's row is done, his extra letter without a clue."""
    t = clue()
    for _ in range(3):
        t.round("Ann", "2", "Bob")
    t.give("Ann", "3")
    return t


def final() -> Table:
    """Return a table of three where Ann has reserved the wildcard."""
    t = table(3, words=("HORSE", "CAT", "DIG"))
    t.end_clues()
    t.act("Ann", cmd.Reserve, spot="*")
    return t


def revealed() -> Table:
    """Return a table of three where Ann's word is revealed and Bob's lies."""
    t = final()
    t.lay("Ann", "1 2 3 4 5*")
    t.lay("Bob", "1 2 3")
    t.reveal("Ann")
    return t


def scored() -> Table:
    t = final()
    for name in NAMES[:3]:
        t.lay(name, "")
        t.reveal(name)
    return t


TABLES: dict[Phase, Callable[[], Table]] = {
    Phase.MAKING: making,
    Phase.PULLING: pulling,
    Phase.COUNTING: counting,
    Phase.CLUE: clue,
    Phase.DECIDE: deciding,
    Phase.FINAL: final,
    Phase.SCORE: scored,
}


@pytest.mark.parametrize("phase", TABLES)
def test_a_command_at_the_wrong_time_is_refused(phase: Phase) -> None:
    t = TABLES[phase]()
    assert t.state.phase is phase
    for kind in {*SEAT_COMMANDS} - {*PHASES[phase], Leave}:
        code = "present" if kind is ComeBack else "not-now"
        assert t.refused("Ann", kind, **ANY[kind]) == code, kind


@pytest.mark.parametrize("phase", TABLES)
def test_who_left_can_only_come_back(phase: Phase) -> None:
    t = TABLES[phase]()
    t.act("Bob", Leave)
    assert t.offered("Bob") == {"ComeBack"}
    for kind in {*ANY} - {ComeBack}:
        assert t.refused("Bob", kind, **ANY[kind]) == "absent", kind


@pytest.mark.parametrize("kind", SEAT_COMMANDS)
@pytest.mark.parametrize("seat", [Seat(3), Seat(-1), Seat(99)])
def test_a_seat_that_nobody_has_is_refused(seat: Seat, kind: type[SeatCommand]) -> None:
    t = clue()
    command = replace(kind(Seat(0), **t.by_seat(ANY[kind])), seat=seat)
    assert t.refused_command(command) == "unknown-player"
    assert Table().refused_command(command) == "unknown-player"


def test_every_command_of_a_player_has_its_example_here() -> None:
    assert set(ANY) == set(SEAT_COMMANDS)
    offered = {kind for kinds in PHASES.values() for kind in kinds}
    assert offered | {Leave, ComeBack} == set(SEAT_COMMANDS)


REASONS: list[tuple[Callable[[], Table], str, type[SeatCommand], dict[str, Any], str]] = [
    (making, "Ann", cmd.MakeWord, {"word": "CAT"}, "word-length"),
    (making, "Ann", cmd.MakeWord, {"word": "HO SE"}, "not-a-letter"),
    (making, "Ann", cmd.MakeWord, {"word": "H4USL"}, "not-a-letter"),
    (making, "Ann", cmd.MakeWord, {"word": "QUEEN"}, "word-letters"),
    (making, "Ann", cmd.TakeWordBack, {}, "word-not-made"),
    (clue, "Ann", cmd.TellFigures, {"figures": Figures(0, 0, 0, 0, False)}, "figures"),  # noqa: FBT003
    (clue, "Bob", cmd.ChooseCluegiver, {"giver": "Dan"}, "unknown-player"),
    (clue, "Bob", cmd.ChooseCluegiver, {"giver": "Ann"}, "giver-chosen"),
    (clue, "Bob", cmd.LayChip, {"spot": "1"}, "not-cluegiver"),
    (clue, "Bob", cmd.LayClue, {"spots": ("1",)}, "not-cluegiver"),
    (clue, "Bob", cmd.TakeChip, {}, "not-cluegiver"),
    (clue, "Bob", cmd.GiveClue, {}, "not-cluegiver"),
    (clue, "Ann", cmd.LayChip, {"spot": "1"}, "own-letter"),
    (clue, "Ann", cmd.LayChip, {"spot": "7"}, "no-such-spot"),
    (clue, "Ann", cmd.LayChip, {"spot": ""}, "no-such-spot"),
    (clue, "Ann", cmd.LayChip, {"spot": "b1"}, "no-such-spot"),
    (clue, "Ann", cmd.LayClue, {"spots": ("2", "1")}, "own-letter"),
    (clue, "Ann", cmd.LayClue, {"spots": ("2", "0")}, "no-such-spot"),
    (clue, "Ann", cmd.LayClue, {"spots": ("2",) * 201}, "too-long"),
    (clue, "Ann", cmd.TakeChip, {}, "no-chips"),
    (clue, "Ann", cmd.GiveClue, {}, "no-chips"),
    (deciding, "Cleo", cmd.MoveOn, {}, "no-clue-yet"),
    (deciding, "Bob", cmd.MoveOn, {"guess": "c"}, "not-a-letter"),
    (deciding, "Bob", cmd.MoveOn, {"guess": "CA"}, "not-a-letter"),
    (deciding, "Bob", cmd.MoveOn, {"guess": ""}, "not-a-letter"),
    (deciding, "Cleo", cmd.Stay, {}, "not-asked"),
    (deciding, "Bob", cmd.TakeDecisionBack, {}, "not-decided"),
    (deciding, "Bob", cmd.GuessBonus, {"letter": "C"}, "row-not-done"),
    (extra_letter, "Bob", cmd.GuessBonus, {"letter": "C"}, "no-clue-yet"),
    (extra_letter, "Bob", cmd.MoveOn, {}, "row-done"),
    (final, "Bob", cmd.Reserve, {"spot": "*"}, "taken"),
    (final, "Ann", cmd.Reserve, {"spot": "*"}, "taken"),
    (final, "Bob", cmd.Reserve, {"spot": "b1"}, "no-such-spot"),
    (final, "Bob", cmd.Reserve, {"spot": "1"}, "no-such-spot"),
    (final, "Bob", cmd.Release, {"spot": "*"}, "not-reserved"),
    (final, "Ann", cmd.Release, {"spot": "b1"}, "not-reserved"),
    (final, "Bob", cmd.LayFinalWord, {"tiles": ("1", "2", "3*")}, "not-reserved"),
    (final, "Bob", cmd.LayFinalWord, {"tiles": ("1", "2")}, "tiles-missing"),
    (final, "Bob", cmd.LayFinalWord, {"tiles": ("1", "2", "2")}, "tile-twice"),
    (final, "Bob", cmd.LayFinalWord, {"tiles": ("1", "2", "4")}, "no-such-tile"),
    (final, "Bob", cmd.LayFinalWord, {"tiles": ("1", "2", "")}, "no-such-tile"),
    (final, "Bob", cmd.LayFinalWord, {"tiles": ("1", "2", "0")}, "no-such-tile"),
    (final, "Bob", cmd.LayFinalWord, {"tiles": ("C", "A", "T")}, "no-such-tile"),
    (final, "Ann", cmd.LayFinalWord, {"tiles": ("1*", *"2345", "*")}, "tile-twice"),
    (final, "Bob", cmd.LayFinalWord, {"tiles": (), "guesses": "CATS"}, "guesses-length"),
    (final, "Bob", cmd.LayFinalWord, {"tiles": (), "guesses": "C-T"}, "not-a-letter"),
    (final, "Bob", cmd.RevealWord, {}, "no-final-word"),
    (final, "Bob", cmd.JudgeWord, {"whose": "Ann", "accepted": True}, "not-revealed"),
    (final, "Bob", cmd.JudgeWord, {"whose": "Dan", "accepted": True}, "unknown-player"),
    (revealed, "Bob", cmd.RevealWord, {}, "judge-first"),
    (revealed, "Ann", cmd.RevealWord, {}, "already-revealed"),
    (revealed, "Ann", cmd.LayFinalWord, {"tiles": tuple("12345")}, "already-revealed"),
    (revealed, "Ann", cmd.Reserve, {"spot": "*"}, "already-revealed"),
    (revealed, "Ann", cmd.Release, {"spot": "*"}, "in-use"),
    (scored, "Ann", cmd.JudgeWord, {"whose": "Bob", "accepted": True}, "no-final-word"),
]


@pytest.mark.parametrize(("at", "name", "kind", "fields", "code"), REASONS)
def test_a_refusal_says_why(
    at: Callable[[], Table],
    name: str,
    kind: type[SeatCommand],
    fields: dict[str, Any],
    code: str,
) -> None:
    assert at().refused(name, kind, **fields) == code


def test_chips_want_a_chosen_giver() -> None:
    t = table(3)
    assert t.refused("Ann", cmd.LayChip, spot="2") == "no-giver"
    assert t.refused("Ann", cmd.LayClue, spots=("2",)) == "no-giver"
    assert t.refused("Ann", cmd.TakeChip) == "no-giver"
    assert t.refused("Ann", cmd.GiveClue) == "no-giver"


def test_nobody_who_left_is_chosen() -> None:
    t = clue()
    t.act("Bob", Leave)
    assert t.refused("Ann", cmd.ChooseCluegiver, giver="Bob") == "absent"


def test_a_decision_is_made_once() -> None:
    t = clue()
    t.give("Ann", "2 3")
    t.act("Bob", cmd.Stay)
    for kind, fields in (
        (cmd.MoveOn, {}),
        (cmd.Stay, {}),
        (cmd.GuessBonus, {"letter": "A"}),
    ):
        assert t.refused("Bob", kind, **fields) == "already-decided"


def test_the_reader_hears_what_the_refusal_is_about() -> None:
    t = clue()
    with pytest.raises(Rejected) as caught:
        t.act("Bob", cmd.GiveClue)
    assert str(caught.value) == "refused.not-cluegiver {'name': 'Ann'}"


def test_the_state_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        clue().state.leaves = 7  # type: ignore[misc]


# -- the beginning --


def test_a_match_begins_once() -> None:
    t = clue()
    assert t.refused_command(set_table(3)) == "not-now"
    assert t.refused_command(cmd.StartMatch(NAMES[:3], (5, 5, 5))) == "not-now"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (cmd.StartMatch(("Ann",), (5,)), "player-count"),
        (cmd.StartMatch((), ()), "player-count"),
        (cmd.StartMatch((*NAMES, "Gus"), (5,) * 7), "player-count"),
        (cmd.StartMatch(("Ann", " "), (5, 5)), "bad-name"),
        (cmd.StartMatch(("Ann", "Ann"), (5, 5)), "name-taken"),
        (cmd.StartMatch(("Ann", "B" * 21), (5, 5)), "bad-name"),
        (cmd.StartMatch(("Ann", "Bob"), (5,)), "lengths-people"),
        (cmd.StartMatch(("Ann", "Bob"), (5, 8)), "length"),
        (cmd.StartMatch(("Ann", "Bob"), (5, 5)), "no-deal"),
        (replace(set_table(4), words=("CAT",)), "lengths-people"),
        (replace(set_table(4), scrambles=("HORSE",)), "lengths"),
        (replace(set_table(2), scrambles=("HORSE", "BLOCK")), "scramble"),
        (replace(set_table(2), words=("OX", "CAT"), scrambles=("OX", "CAT")), "length"),
        (replace(set_table(2), stacks=()), "stacks"),
        (replace(set_table(6), stacks=(tuple("ABCDEFG"),)), "stacks"),
        (replace(set_table(2), deck=("Ä",)), "not-a-letter"),
        (replace(set_table(2), deck=("AB",)), "not-a-letter"),
        (replace(set_table(2), deck=("a",)), "not-a-letter"),
    ],
)
def test_a_table_that_cannot_be_set_is_refused(
    command: cmd.StartMatch | cmd.SetTable, code: str
) -> None:
    assert Table().refused_command(command) == code
