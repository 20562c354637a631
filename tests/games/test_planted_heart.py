"""Faults in the heart of a game, planted in the guide's, are found each by its sentence."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.game import AnyGame
from tests.depth import by_default
from tests.games.example import example, installed
from tests.games.test_planted_faults import Fault, fault, planted
from tests.heart_faults import heart_faults
from tests.plain_faults import (
    Stored,
    alike,
    idle_choices,
    schema,
    uncounted,
    uncovered,
    unread,
)

SAYS = "return [WordSet(seat, state.asked.read(word, known))]"
SET_TURN = "    if table.turn == view.seat and table.phase is r.Phase.SET:"
GAME = "game.py"
RULES = "rules.py"
END = "        finished="
COURSE = '''

def course(before: r.Table, after: r.Table) -> "Course | None":
    """Return the show of a word that lies open."""
    if {when}:
        return None
    frames = tuple(CourseFrame(at, {{}}) for at in {times})
    return Course(step=table_step(after), ends_ms={ends}, frames=frames)
'''
LONG = 'lambda say: {CENTRE: LinesFace(("", say(Message("ga.step.set-word.explain"))))}'
IMPORTS = "from companion.engine.offers import Choice"
ROUND = "after.round == before.round"
BOT = '''

def act(view: SeatView, offers: Sequence[Offer], strength: str, seed: int) -> "r.Command | None":
    """Return what a bot does."""
    {does}
'''


def show(times: str, ends: int, when: str = ROUND) -> tuple[tuple[str, str], ...]:
    """Return the changes that give the game a show."""
    course = COURSE.format(when=when, times=times, ends=ends)
    return (
        (END, f"        course=course,\n{END}"),
        ("", course),
        (IMPORTS, f"from companion.engine.course import Course, CourseFrame\n{IMPORTS}"),
    )


def bot(does: str) -> tuple[tuple[str, str], ...]:
    """Return the changes that give the game a bot."""
    return (
        (END, f'        bots=BotPlay(strengths=("weak",), act=act),\n{END}'),
        ("", BOT.format(does=does)),
        ("import Deadline, Game,", "import BotPlay, Deadline, Game,"),
    )


HEART = {
    # -- secrets --
    "a view shows the word to whoever guesses last": fault(
        GAME,
        r"differs in a fresh twin",
        (
            "own = state.phase is r.Phase.GUESS and seat == state.setter",
            "own = state.phase is r.Phase.GUESS and (seat == state.setter or state.misses > 5)",
        ),
    ),
    "all see that the word has an E, once a letter is found": fault(
        GAME,
        r"differs in a fresh twin",
        (
            "    return part_of(r.Table, state)",
            (
                '    e = "E" in state.word and any(state.slots)\n'
                "    return replace(part_of(r.Table, state), round=state.round + e)"
            ),
        ),
        ("import dataclass\n", "import dataclass, replace\n"),
    ),
    "a command that was not offered probes the word": fault(
        RULES,
        r"Solve that was not offered is answered",
        (
            "    if command.seat != state.turn:\n",
            (
                "    if isinstance(command, Solve) and command.word == state.word:\n"
                '        raise refuse("tried", letter=command.word[:1])\n'
                "    if command.seat != state.turn:\n"
            ),
        ),
    ),
    "a refusal says that the word is another's": fault(
        RULES,
        r"SetWord that was not offered is answered|SetWord is answered",
        (
            "    if command.seat != state.turn:\n",
            (
                "    if isinstance(command, SetWord) and any(\n"
                "        command.word in drawn for drawn in state.drawn\n"
                "    ):\n"
                '        raise refuse("tried", letter=command.word[:1])\n'
                "    if command.seat != state.turn:\n"
            ),
        ),
    ),
    "what is told depends on the others' words": fault(
        f"{RULES} {GAME}",
        r"tells seat \d what lies hidden",
        (
            '@event(undo=Undo.ASIDE, tells=False, public="seat", moment="")',
            '@event(undo=Undo.ASIDE, tells=False, public="seat odd", moment="")',
        ),
        (
            '"""The seat\'s stand points at the next letter."""\n',
            '"""The seat\'s stand points at the next letter."""\n\n    odd: bool = False\n',
        ),
        ("return [Dialled(seat)]", 'return [Dialled(seat, "E" in state.word)]'),
    ),
    "the own word stands beside the cover": fault(
        "pages/phone.html",
        r"which seat \d alone knows, stands uncovered",
        ('<p class="private">', "<p>"),
    ),
    "the proposals stand beside the cover": fault(
        "pages/phone.html",
        r"which seat \d alone knows, stands uncovered",
        ('class="card stack private"', 'class="card stack"'),
    ),
    "a card is empty": fault(
        "pages/phone.html",
        r"section 'word' is an empty card",
        ("", '<section id="word" class="card"><p> </p></section>\n'),
    ),
    # -- what raises where it is rare --
    "a digit raises": fault(
        RULES,
        r"Guess with '1' raises|SetWord with '1' raises",
        (
            SAYS,
            f"{SAYS} if not word.isdigit() else [1 / 0]",
        ),
    ),
    "a blank raises": fault(
        RULES,
        r"with ' ' raises",
        (
            "return [Guessed(seat, state.asked.read(word, known))]",
            "return [Guessed(seat, state.asked.read(word.split()[0], known))]",
        ),
    ),
    "a long text raises": fault(
        RULES,
        r"with 'x+' raises",
        (
            SAYS,
            f"{SAYS} if len(word) < 99 else [{{}}[word]]",
        ),
    ),
    "a right word raises": fault(
        RULES,
        r"a match ends with ZeroDivisionError",
        (
            "    hits = state.slots",
            "    _ = 1 / (text != state.word)\n    hits = state.slots",
        ),
    ),
    "a second right letter raises": fault(
        GAME,
        r"faces raises ZeroDivisionError|a match ends with ZeroDivisionError",
        (
            '    word = " ".join(',
            '    _ = 1 / (sum(map(bool, table.slots)) != 2)\n    word = " ".join(',
        ),
    ),
    "a step raises late": fault(
        GAME,
        r"step raises|table_step raises|a match ends with",
        ("    waits = () if", "    _ = 1 / (table.round != 2)\n    waits = () if"),
    ),
    "the result raises for one winner": fault(
        GAME,
        r"result raises|table_step raises|a match ends with",
        ('of_players("ga.step.end", names)', 'of_players("ga.step.end", names[3])'),
    ),
    "the result has no sentence": fault(
        "pages/messages.de.toml",
        r"ga.step.end.ask has no sentence in de",
        ('ga.step.end.ask.one = "{names} gewinnt"\n', ""),
        ('ga.step.end.ask.other = "{names} teilen sich den ersten Platz"\n', ""),
    ),
    # -- offers and waits --
    "what is offered to all is refused to most": fault(
        RULES,
        r"Leave is offered to seat \d, and refused",
        (
            "        case people.Leave() | people.ComeBack():\n            return",
            (
                "        case people.Leave() if command.seat != state.setter:\n"
                '            raise refuse("not-now")\n'
                "        case people.Leave() | people.ComeBack():\n            return"
            ),
        ),
    ),
    "whoever has left is waited for": fault(
        RULES,
        r"the middle waits for \w+, who has nothing to do",
        (
            "next((seat for seat in order if self.players[seat].present), None)",
            "next(order, None)",
        ),
    ),
    "who guesses is offered nothing": fault(
        GAME,
        r"the middle waits for \w+, who has nothing to do",
        (
            SET_TURN,
            (
                "    if table.misses == 3:\n"
                "        return people.and_leave(table.players[view.seat], own)\n"
                f"{SET_TURN}"
            ),
        ),
    ),
    "the clock runs where it is off": fault(
        GAME,
        r"is waited for no time",
        (" or not seconds:", " or seconds:"),
    ),
    # -- shows --
    "frames of a show are out of order": fault(
        GAME, r"frames of a show begin at \[900, 0\]", *show("(900, 0)", 2000)
    ),
    "a show is over before its last frame": fault(
        GAME, r"the last frame of a show is at 2500", *show("(0, 2500)", 2000)
    ),
    "a show holds the table up": fault(
        GAME, r"holds the table up for 52000 ms", *show("(0, 2500)", 52000)
    ),
    "a sentence of a show is too long for the glass": fault(
        GAME,
        r"centre in en cuts off 'Tap a proposal",
        *show("(0,)", 2000),
        ("CourseFrame(at, {}) for", f"CourseFrame(at, worded={LONG}) for"),
    ),
    "what follows a show holds the table up": fault(
        GAME,
        r"what follows a show is another one",
        *show("(0,)", 2000),
        ("ends_ms=2000, ", "ends_ms=2000, then=Course(table_step(after), 900), "),
    ),
    "coming and going begin a show": fault(
        GAME,
        r"(Leave|ComeBack) begins a show",
        *show(
            "(0, 500)",
            2000,
            "[p.present for p in before.players] == [p.present for p in after.players]",
        ),
    ),
    "a show raises": fault(
        GAME, r"course raises ZeroDivisionError", *show("(1 // 0,)", 2000)
    ),
    # -- bots --
    "a bot raises": fault(GAME, r"a weak bot raises", *bot("return offers[99].kind")),
    "a bot does what it was not offered": fault(
        GAME,
        r"a weak bot gives Guess, which it was not offered",
        *bot('return r.Guess(view.seat, "E")'),
    ),
    "a bot's word is refused": fault(
        GAME,
        r"a weak bot's Solve is refused",
        *bot(
            'return r.Solve(view.seat, "QQQQ") if any(o.kind == "Solve" for o in offers) else None'
        ),
    ),
    # -- the glass --
    "a sentence is too long for the middle": fault(
        "pages/messages.de.toml",
        r"centre in de cuts off",
        (
            'misses = "{n} von {of} Fehlern"',
            'misses = "{n} von {of} Fehlern sind jetzt hier gemacht worden"',
        ),
    ),
}
"""What lucky play meets."""

WRITTEN = {
    "English in the German catalogue": fault(
        "pages/messages.de.toml",
        r"refused.tried is .* in two languages",
        (
            '"{letter} wurde schon gefragt oder ist kein Buchstabe."',
            '"{letter} was asked for already, or is no letter."',
        ),
    ),
    "a short sentence left in English": fault(
        "pages/messages.de.toml",
        r"do.Solve is 'Say the word' in two languages",
        ('Solve = "Das Wort sagen"', 'Solve = "Say the word"'),
    ),
    "a number without plural forms": fault(
        "pages/messages.en.toml",
        r"face.misses counts, and has no plural forms",
        ('misses = "{n} of {of} misses"', 'misses = "{n} misses of {of}"'),
    ),
    "a choice that does nothing": fault(
        GAME,
        r"the choice 'seconds' changes nothing",
        ("    seconds = state.options.seconds", "    seconds = 60"),
    ),
    "a choice between two equals": fault(
        f"{RULES}",
        r"the choice 'hard' changes nothing",
        (
            '"""For a guess; 0: as long as it takes."""',
            '"""For a guess; 0: as long as it takes."""\n    hard: bool = False',
        ),
    ),
    "an event has another name": fault(
        f"{RULES} {GAME}",
        r"Dialled is gone",
        ("class Dialled(", "class Turned("),
        ("Dialled |", "Turned |"),
        ("Dialled(seat)]", "Turned(seat)]"),
        ("case Dialled()", "case Turned()"),
        ("r.Dialled()", "r.Turned()"),
    ),
    "a field of an event is lost": fault(
        f"{RULES}",
        r"MatchStarted has lost \['drawn'\]",
        (
            "    options: Options\n    drawn: tuple[tuple[str, ...], ...]\n\n\n@event",
            "    options: Options\n    pile: tuple[tuple[str, ...], ...]\n\n\n@event",
        ),
    ),
    "a field of an event comes without a default": fault(
        f"{RULES}",
        r"RoundEnded has the new field 'why' without a default",
        (
            '    """The word lies open."""\n',
            '    """The word lies open."""\n\n    why: str\n',
        ),
        ("RoundEnded()] if", 'RoundEnded("x")] if'),
    ),
}
"""What is found in what is written down."""


def found_in_play(game: AnyGame) -> Iterator[str]:
    """Yield what lucky play finds."""
    yield from heart_faults(game, range(4), 150, every=3)
    for seed in range(2):
        yield from uncovered(game, seed, 80)


def found_in_writing(game: AnyGame, stored: Stored) -> Iterator[str]:
    """Yield what is found in what is written down."""
    yield from alike(game)
    yield from uncounted(game)
    yield from unread(game, stored)
    yield from idle_choices(game, 4, 60)


def told(fault: Fault, found: Iterator[str]) -> str:
    """Return the sentence that is expected; else all that was found."""
    sentences = []
    for each in found:
        if re.search(fault.told, each):
            return each
        sentences.append(each)
    return f"not found: {sentences[:5]}"


@pytest.fixture(scope="module", name="stored")
def _stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    with installed(example(), tmp_path_factory.mktemp("games")) as game:
        return schema(game)


def test_nothing_is_found_where_nothing_is_planted(tmp_path: Path, stored: Stored) -> None:
    with installed(example(), tmp_path) as game:
        assert [*found_in_play(game), *found_in_writing(game, stored)] == []


@pytest.mark.parametrize(
    "kind", by_default("frames of a show are out of order", "a digit raises", of=HEART)
)
def test_a_fault_in_the_heart_is_found(kind: str, tmp_path: Path) -> None:
    with installed(planted(HEART[kind]), tmp_path) as game:
        sentence = told(HEART[kind], found_in_play(game))
    assert re.search(HEART[kind].told, sentence)


@pytest.mark.parametrize("kind", WRITTEN)
def test_a_fault_in_what_is_written_is_found(
    kind: str, tmp_path: Path, stored: Stored
) -> None:
    with installed(planted(WRITTEN[kind]), tmp_path) as game:
        sentence = told(WRITTEN[kind], found_in_writing(game, stored))
    assert re.search(WRITTEN[kind].told, sentence)
