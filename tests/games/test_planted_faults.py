"""A fault of each kind, planted in the guide's game, is found by the checks of every game."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from companion.engine.game import AnyGame
from tests.game_faults import faults, hopeless
from tests.games.example import example, installed
from tests.lucky import lucky_steps
from tests.page_faults import Drawn
from tests.perception import idle_twins, leaks, telling_sentences, telling_waits

STEPS = 60
SETUP = '<label>Fast<input type="checkbox" name="{name}"></label>\n'


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
    "drawn": fault(
        "game.py",
        r"has no attribute 'drawn'",
        (
            "        case r.MatchStarted() | r.Dialled():\n",
            """        case r.MatchStarted():
            return Message("told.word", {"word": str(event.drawn)})
        case r.Dialled():
""",
        ),
    ),
    "word": fault(
        "game.py",
        r"has no attribute 'word'",
        ("n=len(after.slots)", "n=len(event.word)"),
    ),
}
"""A field that is not public: no sentence can be made of it."""

SET = '@event(undo=Undo.CONSENT, tells=True, public="seat", moment="laid")'
TIME = "        finished="

PLANTED = {
    # -- a secret finds a way out --
    "the stands show what lies covered": fault(
        "game.py",
        r"perceives differs",
        (
            "        faces=faces,",
            "        faces=faces,\n        glass_view=lambda state: state,",
        ),
        ("for each in table.slots)", "for each in table.word)"),
    ),
    "a secret is called public in an event that tells something": fault(
        "rules.py game.py",
        r"MatchStarted is told as",
        ('public="names options"', 'public="names options drawn"'),
        *FORBIDDEN["drawn"].changes,
    ),
    "a secret is called public": fault(
        "rules.py",
        r"WordSet is told as",
        (SET, SET.replace('"seat"', '"seat word"')),
    ),
    "a secret is called public, and told": fault(
        "rules.py game.py",
        r"WordSet is told as",
        (SET, SET.replace('"seat"', '"seat word"')),
        ("n=len(after.slots)", "n=sum(map(ord, event.word))"),
    ),
    "a secret deed sounds": fault(
        "rules.py game.py",
        r"Dialled sounds as card where nothing is seen or told",
        (
            '@event(undo=Undo.ASIDE, tells=False, public="seat", moment="")',
            '@event(undo=Undo.ASIDE, tells=False, moment="card")',
        ),
        ("return [WordSet(", "return [Dialled(seat), WordSet("),
        ("return replace(state, dial=(state.dial + 1) % len(state.left))", "return state"),
    ),
    "a secret is called public, and sounds": fault(
        "rules.py",
        r"is announced differently|WordSet is told as",
        (
            SET,
            SET.replace('"seat"', '"seat word"').replace(
                '"laid"', 'lambda laid: "laid" if "E" in laid.word else "card"'
            ),
        ),
    ),
    "a lazy twin leaves alone what it has to change": fault(
        "for_tests.py",
        r"Guessed is said to tell something",
        ("random.choice(state.left)", "state.word[at]"),
        ("for each in state.slots)", "for at, each in enumerate(state.slots))"),
    ),
    "a view shows the others' words": fault(
        "game.py",
        r"perceives differs",
        ("state.drawn[seat])", "state.drawn[0])"),
    ),
    "an offer knows more than its view": fault(
        "game.py",
        r"perceives differs",
        ("return part_of(r.Table, state)", "return state"),
        (
            'Choice("word", table.left)',
            'Choice("word", tuple(set(table.left) & set(table.word)) or table.left)',
        ),
    ),
    "a refusal tells": fault(
        "rules.py",
        r"is answered",
        (
            "if letter not in state.left:",
            "if letter not in state.left or letter in state.word:",
        ),
    ),
    "a button answers by a hidden letter": fault(
        "game.py",
        r"learns something by a",
        (
            "if touch.gesture is Gesture.HOLD:",
            "if touch.gesture is Gesture.HOLD and state.left[state.dial] in state.word:",
        ),
    ),
    "a deadline is longer for a hard word": fault(
        "game.py",
        r"learns something by Deadline",
        ("(nth(state), seconds)", "(nth(state), seconds + len(set(state.word)))"),
    ),
    "a reveal is taken back freely where a letter is said": fault(
        "rules.py",
        r"Guessed tells something and is taken back freely",
        (
            '@event(undo=Undo.NEVER, tells=True, public="seat text"',
            (
                "@event(undo=lambda each: Undo.FREE if each.text else Undo.NEVER,"
                ' tells=True, public="seat text"'
            ),
        ),
    ),
    # -- buttons and clocks --
    "control raises": fault(
        "game.py",
        r"control of .* raises KeyError",
        (
            "    turn = state.turn if",
            "    raise KeyError(touch.place)\n    turn = state.turn if",
        ),
    ),
    "any stand plays for whoever guesses": fault(
        "game.py",
        r"is the same move of seat",
        ("if turn is None or turn != seat_at(state, touch.place):", "if turn is None:"),
    ),
    "a stand gives a command that nobody knows": fault(
        "game.py",
        r"does not list",
        ("return r.Dial(turn)", "return r.Dialled(turn)"),
    ),
    "a deadline raises": fault(
        "game.py",
        r"deadline or time_up raises",
        ("state.turn is None or not seconds", "state.trun is None or not seconds"),
    ),
    "nothing is said when time is up": fault(
        "game.py",
        r"time_up says nothing",
        (TIME, f"        time_up=lambda *_: None,\n{TIME}"),
    ),
    "the command of a deadline fails": fault(
        "rules.py",
        r"TimeUp of .* raises",
        ('[Guessed(state.turn, "")]', '[Guessed(state.trun, "")]'),
    ),
    # -- functions that fail --
    "faces raise": fault(
        "game.py",
        r"faces raise",
        ("texts = [str(each.points)", 'texts = [each.points + ""'),
    ),
    "the result raises": fault(
        "game.py",
        r"result raises",
        ("result=lambda state: table_step(", "result=lambda state: state.winner("),
    ),
    # -- pages --
    "a page asks for a sentence that is not there": fault(
        "pages/table.html",
        r"the page says 'ga.pionts'",
        ('t("ga.points")', 't("ga.pionts")'),
    ),
    "a choice of the host's has no name": fault(
        "pages/messages.en.toml",
        r"the page says 'setup.seconds'",
        ('setup.seconds = "Time for a guess"\n', ""),
    ),
    "a field of a form has no name": fault(
        "pages/messages.en.toml",
        r"the page says 'field.word'",
        ('field.word = "A word"\n', ""),
    ),
    "a setup option is misspelt": fault(
        "pages/setup.html",
        r"choice 'timmed' is no field",
        ("", SETUP.format(name="timmed")),
    ),
    "a button sends a kind that is none": fault(
        "pages/phone.html", r"names 'SetWrod'", ('"SetWord", "word"', '"SetWrod", "word"')
    ),
    "a button sends a field that is none": fault(
        "pages/phone.html",
        r"no field .*wrod",
        ('"word": word} | tojson', '"wrod": word} | tojson'),
    ),
    "what is offered stands nowhere": fault(
        "pages/phone.html",
        r"Solve is offered",
        ("{{ form(offers.Solve) }}", ""),
    ),
    "a section has a name of the shell's": fault(
        "pages/table.html",
        r"'undo' has a name of the shell's",
        ('id="points"', 'id="undo"'),
    ),
    "a section has no name": fault("pages/table.html", r"has no id", ('id="points" ', "")),
    "rules in one language cannot be drawn": fault(
        "pages/rules.de.html",
        r"rules.de.html .* raises",
        ("Eine Person", "{% if %}Eine Person"),
    ),
    "rules in one language are missing": fault(
        "pages/rules.de.html", r"there is no rules.de.html"
    ),
    "the table's page cannot be drawn": fault(
        "pages/table.html",
        r"table.html .* raises",
        (
            '{{ t("ga.points") }}',
            "{{ t('ga.points') if view is defined else table.wrod.x }}",
        ),
    ),
}


def found_in_rules(game: AnyGame) -> Iterator[str]:
    """Yield what the checks without pages find."""
    for seed in range(3):
        yield from leaks(game, 3 + seed, seed, STEPS)
        yield from faults(game, 3 + seed % 2, seed, 3 * STEPS)
    yield from telling_sentences(game, 20)
    yield from idle_twins(game, 3)
    yield from telling_waits(game, 3)


def found_in_pages(game: AnyGame) -> Iterator[str]:
    """Yield what the checks of the pages find."""
    drawn = Drawn(game, 3)
    for seed in range(2):
        yield from drawn.faults(seed, 3 * STEPS)
    yield from drawn.unanswered()


def found(game: AnyGame) -> Iterator[str]:
    """Yield what any of the checks finds."""
    yield from found_in_rules(game)
    yield from found_in_pages(game)


def first(game: AnyGame, files: str) -> str:
    """Return what is found first with a fault in *files*; "" for nothing."""
    check = found_in_pages if files.startswith("pages/") else found_in_rules
    try:
        return next(check(game), "")
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


BEGINS = fault(
    "rules.py for_tests.py",
    r"SetWord is refused \d+ times of \d+, at last as .*tried.*: say by fits",
    (
        "            return [WordSet(seat, state.asked",
        """            if word[:2] != state.drawn[seat][0][:2]:
                raise refuse("tried", letter=word[:1])
            return [WordSet(seat, state.asked""",
    ),
)
"""A rule that hardly any word meets: random play comes no further than the first one."""
FITS = (
    "FOR_TESTS = ForTests(\n",
    """FOR_TESTS = ForTests(
    fits=lambda state, seat, kind, _random: (
        {"word": state.drawn[seat][0]} if kind == "SetWord" else None
    ),
""",
)


def test_a_game_that_random_play_cannot_go_on_in_is_found_and_is_told_how(
    tmp_path: Path,
) -> None:
    with installed(planted(BEGINS), tmp_path / "without") as game:
        assert re.search(BEGINS.told, next(hopeless(game, 8, STEPS)))
    knows = replace(BEGINS, changes=(*BEGINS.changes, FITS))
    with installed(planted(knows), tmp_path / "with") as game:
        assert list(hopeless(game, 8, STEPS)) == []
        met = {type(each) for _, each, events in lucky_steps(game, 0, STEPS) if events}
    assert "Guess" in {each.__name__ for each in met}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_fault_is_found(kind: str, tmp_path: Path) -> None:
    with installed(planted(PLANTED[kind]), tmp_path) as game:
        assert re.search(PLANTED[kind].told, first(game, PLANTED[kind].files))


MOMENTS = {
    "is missing": fault(
        "rules.py",
        r"missing .* 'moment'",
        (SET, SET.replace(', moment="laid"', "")),
    ),
    "knows a secret": fault(
        "rules.py",
        r"no attribute 'word'",
        (SET, SET.replace('"laid"', 'lambda laid: "laid" if laid.word else ""')),
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
