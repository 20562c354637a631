"""A fault of each kind, planted in the guide's game, is found by the checks of every game."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.game_faults import faults
from tests.games.example import example, installed
from tests.page_faults import Drawn
from tests.perception import idle_twins, leaks, telling_sentences, telling_waits
from tests.play import AnyGame

STEPS = 60
SETUP = '<label>Fast<input type="checkbox" name="{name}"></label>\n'
CLOCK = (
    "        finished=lambda state: state.phase is Phase.END,\n",
    """        finished=lambda state: state.phase is Phase.END,
        table_commands=(Ring,),
        deadline=lambda state: (
            Deadline(f"turn {{state.round}}", 60) if state.phase is Phase.LAY else None
        ),
        time_up=lambda state, held: {command},
""",
)
BY_HAND = (
    'ComeBack(Seat(0)) if _touch.place == "stand-1"'
    " and sum(_state.players[1].hand) > 30 else None"
)
PEOPLE = "\n    PlayerCameBack,\n    PlayerLeft,"
IMPORTS = (
    "from companion.engine.game import Game\n",
    """from dataclasses import dataclass
from companion.engine.game import Deadline, Game


@dataclass(frozen=True)
class Ring:
    '''Time is up.'''

""",
)


@dataclass(frozen=True)
class Fault:
    """In the *files* each text is replaced by the one beside it; none: the file is gone."""

    files: str
    told: str
    """What the check says, as a pattern."""
    changes: tuple[tuple[str, str], ...]


def fault(name: str, told: str, *changes: tuple[str, str]) -> Fault:
    return Fault(name, told, changes)


FORBIDDEN = {
    "hands": fault(
        "show.py",
        r"has no attribute 'hands'",
        ('{"n": len(names)}', '{"n": len(names), "best": str(event.hands)}'),
    ),
    "number": fault(
        "show.py",
        r"has no attribute 'number'",
        (
            'of_player(after, "told.laid", seat)',
            'of_player(after, "told.laid", seat, number=event.number)',
        ),
    ),
}
"""A field that is not public: no sentence can be made of it."""

PLANTED = {
    # -- a secret finds a way out --
    "the stands show what lies face down": fault(
        "game.py show.py",
        r"perceives differs",
        (
            "        faces=faces,",
            "        faces=faces,\n        glass_view=lambda state: state,",
        ),
        (
            'WordFace("…" if each.laid else str(each.turned or "–")',
            "WordFace(str(each.laid)",
        ),
        ('"of": table.rounds', '"of": ROUNDS'),
    ),
    "a secret is called public in an event that tells something": fault(
        "moves.py show.py",
        r"MatchStarted is told as",
        ('tells=True, public="names"', 'tells=True, public="names hands"'),
        *FORBIDDEN["hands"].changes,
    ),
    "a secret is called public": fault(
        "moves.py",
        r"Laid is told as",
        ('tells=False, public="seat"', 'tells=False, public="seat number"'),
    ),
    "a secret is called public, and told": fault(
        "moves.py show.py",
        r"Laid is told as",
        ('tells=False, public="seat"', 'tells=False, public="seat number"'),
        *FORBIDDEN["number"].changes,
    ),
    "a secret deed sounds": fault(
        "moves.py show.py",
        r"Laid sounds as laid where nothing is seen or told",
        (
            '            return of_player(after, "told.laid", seat)',
            "            return None",
        ),
        ("            player.laid is not None,\n", "            False,\n"),
        ("            len(player.hand),\n", "            ROUNDS,\n"),
    ),
    "a secret is called public, and sounds": fault(
        "moves.py",
        r"is announced differently|Laid is told as",
        (
            'tells=False, public="seat", moment="laid")',
            (
                'tells=False, public="seat number",'
                ' moment=lambda laid: "laid" if laid.number > 9 else "card")'
            ),
        ),
    ),
    "a lazy twin leaves alone what it has to change": fault(
        "secrecy.py",
        r"Turned is said to tell something",
        ("    many = len(player.hand) + (player.laid is not None)\n", ""),
        ("random.sample(NUMBERS, many)", "random.sample(NUMBERS, len(player.hand))"),
        ("laid = None if player.laid is None else numbers.pop()", "laid = player.laid"),
    ),
    "a view shows the others' hands": fault(
        "show.py",
        r"perceives differs",
        (
            "SeatView(seat, table_view(state), player.hand, player.laid)",
            "SeatView(seat, table_view(state), state.players[0].hand, player.laid)",
        ),
    ),
    "an offer knows more than its view": fault(
        "show.py",
        r"perceives differs",
        ("            len(player.hand),\n", "            sum(player.hand),\n"),
    ),
    "a refusal tells": fault(
        "rules.py",
        r"is answered",
        (
            "    if state.players[seat].laid is not None:",
            "    if state.players[seat].laid is not None or 1 in state.players[seat - 1].hand:",
        ),
    ),
    "a button answers by a hidden number": fault(
        "show.py",
        r"learns something by a",
        ("return None\n\n\ndef describe", f"return {BY_HAND}\n\n\ndef describe"),
        (PEOPLE, f"    ComeBack,{PEOPLE}"),
    ),
    "a deadline is longer for a good hand": fault(
        "game.py",
        r"learns something by Deadline",
        (
            CLOCK[0],
            CLOCK[1]
            .format(command="Leave(state.present[0])")
            .replace("{state.round}", "{state.round} {len(state.present)}")
            .replace(", 60)", ", 60 + sum(state.players[0].hand))")
            .replace("Phase.LAY else", "Phase.LAY and state.present else"),
        ),
        IMPORTS,
        ("class Ring:", "class Ring(Leave):"),
        ("from dataclasses", "from companion.engine.people import Leave\nfrom dataclasses"),
    ),
    "a reveal is taken back freely where somebody scores": fault(
        "moves.py",
        r"Turned tells something and is taken back freely",
        (
            '@event(undo=Undo.NEVER, tells=True, public="winner"',
            (
                "@event(undo=lambda each: Undo.NEVER if each.winner is None else Undo.FREE,"
                ' tells=True, public="winner"'
            ),
        ),
    ),
    # -- buttons and clocks --
    "control raises": fault(
        "show.py",
        r"control of .* raises KeyError",
        (
            "    return None\n\n\ndef describe",
            "    raise KeyError(_touch.place)\n\n\ndef describe",
        ),
    ),
    "any stand plays for the first seat": fault(
        "show.py",
        r"is the same move of seat 0",
        (
            "    return None\n\n\ndef describe",
            "    return Leave(Seat(0)) if _state.phase is Phase.LAY else None\n\n\ndef describe",
        ),
        (PEOPLE, f"    Leave,{PEOPLE}"),
    ),
    "a stand gives a command that nobody knows": fault(
        "show.py",
        r"does not list",
        (
            "    return None\n\n\ndef describe",
            "    return Laid(Seat(0), 1)\n\n\ndef describe",
        ),
    ),
    "a deadline raises": fault(
        "game.py",
        r"deadline or time_up raises",
        (CLOCK[0], CLOCK[1].format(command="None").replace("state.round}", "state.turn}")),
        IMPORTS,
    ),
    "nothing is said when time is up": fault(
        "game.py",
        r"time_up says nothing",
        (CLOCK[0], CLOCK[1].format(command="None")),
        IMPORTS,
    ),
    "the command of a deadline fails": fault(
        "game.py",
        r"Ring of turn 1 raises",
        (CLOCK[0], CLOCK[1].format(command="Ring()")),
        IMPORTS,
    ),
    # -- functions that fail --
    "faces raise": fault(
        "show.py", r"faces raise", ('str(each.turned or "–")', "str(each.turned + 0)")
    ),
    "the result raises": fault(
        "game.py",
        r"result raises",
        ("finished=lambda", "result=lambda state: state.winner,\n        finished=lambda"),
    ),
    # -- pages --
    "a page asks for a sentence that is not there": fault(
        "pages/phone.html",
        r"the page says 'ln.pionts'",
        ('t("ln.points")', 't("ln.pionts")'),
    ),
    "a setup option is misspelt": fault(
        "pages/setup.html",
        r"choice 'timmed' is no field",
        ("", SETUP.format(name="timmed")),
    ),
    "a button sends a kind that is none": fault(
        "pages/phone.html", r"names 'Lya'", ('{"type": "Lay", ', '{"type": "Lya", ')
    ),
    "a button sends a field that is none": fault(
        "pages/phone.html",
        r"no field .*numbr",
        ('"number": number} | tojson', '"numbr": number} | tojson'),
    ),
    "what is offered stands nowhere": fault(
        "pages/phone.html",
        r"Lay is offered",
        ("""data-do='{{ {"type": "Lay", "number": number} | tojson }}'""", "disabled"),
    ),
    "a section has a name of the shell's": fault(
        "pages/phone.html",
        r"'undo' has a name of the shell's",
        ('id="points"', 'id="undo"'),
    ),
    "a section has no name": fault("pages/phone.html", r"has no id", ('id="points" ', "")),
    "rules in one language cannot be drawn": fault(
        "pages/rules.de.html",
        r"rules.de.html .* raises",
        ("Alle legen", "{% if %}Alle legen"),
    ),
    "rules in one language are missing": fault(
        "pages/rules.de.html", r"there is no rules.de.html"
    ),
    "the table's page cannot be drawn": fault(
        "pages/table.html", r"table.html .* raises", ("table.players", "table.playrs")
    ),
}


def found(game: AnyGame) -> Iterator[str]:
    """Yield what any of the checks finds."""
    for seed in range(4):
        yield from leaks(game, 2 + seed % 3, seed, STEPS)
        yield from faults(game, 2 + seed % 3, seed, 4 * STEPS)
    yield from telling_sentences(game, 40)
    yield from idle_twins(game, 4)
    yield from telling_waits(game, 6)
    drawn = Drawn(game, 3)
    for seed in range(3):
        yield from drawn.faults(seed, 4 * STEPS)
    yield from drawn.unanswered()


def first(game: AnyGame) -> str:
    """Return what is found first; "" for nothing."""
    try:
        return next(found(game), "")
    except TypeError as error:  # faces are drawn by every check: it ends there
        return f"faces raise {error}"


def test_nothing_is_found_where_nothing_is_planted(tmp_path: Path) -> None:
    with installed(example(), tmp_path) as game:
        assert list(found(game)) == []


def planted(fault: Fault) -> dict[str, str]:
    """Return the files of the guide with *fault* in them."""
    files, names = example(), fault.files.split()
    if not fault.changes:
        del files[fault.files]
    for old, new in fault.changes:
        name = next(each for each in names if old in files.get(each, ""))
        text = files.get(name, "")
        files[name] = text.replace(old, new) if old else text + new
    return files


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_fault_is_found(kind: str, tmp_path: Path) -> None:
    with installed(planted(PLANTED[kind]), tmp_path) as game:
        assert re.search(PLANTED[kind].told, first(game))


MOMENTS = {
    "is missing": fault(
        "moves.py",
        r"missing .* 'moment'",
        ('tells=False, public="seat", moment="laid")', 'tells=False, public="seat")'),
    ),
    "knows a secret": fault(
        "moves.py",
        r"no attribute 'number'",
        ('moment="laid"', 'moment=lambda laid: "laid" if laid.number > 1 else ""'),
    ),
}
"""What is wrong with a moment, and ends every check at once."""


@pytest.mark.parametrize("kind", MOMENTS)
def test_a_moment_that_is_missing_or_leaks_is_found(kind: str, tmp_path: Path) -> None:
    with (
        pytest.raises((TypeError, AttributeError), match=MOMENTS[kind].told),
        installed(planted(MOMENTS[kind]), tmp_path) as game,
    ):
        list(found(game))


@pytest.mark.parametrize("field", FORBIDDEN)
def test_no_sentence_can_be_made_of_a_secret_field(field: str, tmp_path: Path) -> None:
    told = FORBIDDEN[field].told
    with (
        installed(planted(FORBIDDEN[field]), tmp_path) as game,
        pytest.raises(AttributeError, match=told),
    ):
        list(telling_sentences(game, 1))
