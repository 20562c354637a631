"""Every moment of a match, rendered in both languages from hand-written views."""

import json
import re
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.engine.offers import Choice, Flag, Items, Number, Offer, Text
from companion.engine.step import Step
from companion.games.letter_jam import steps, steps_round
from companion.games.letter_jam.commands import SEAT_COMMANDS
from companion.games.letter_jam.game import shipped
from companion.games.letter_jam.house import (
    EnterCards,
    HouseView,
    KeepList,
    change_house,
    house_view,
)
from companion.games.letter_jam.spots import STAND_SPOTS, Spot
from companion.games.letter_jam.state import Figures
from companion.games.letter_jam.tutorial import TUTORIAL
from companion.games.letter_jam.view import (
    ClueLine,
    GuessLine,
    LookBackLine,
    MakingView,
    MiddleView,
    PlayerView,
    PullTask,
    PullView,
    ScoreLine,
    ScoreView,
    SeatView,
    StandView,
    TableView,
)
from companion.languages import LANGUAGES, fold
from companion.messages import load
from companion.ports import STANDS, Message, Seat
from companion.table.values.ids import PersonId
from companion.table.values.projection import PersonView
from tests.depth import by_default
from tests.drawn import Drawn
from tests.e2e.phones import until
from web.pages import game_pages

PAGES = "companion.games.letter_jam.pages"
TEMPLATES = tuple(
    sorted(each.name for each in files(PAGES).iterdir() if each.name.endswith(".html"))
)
WILD = Spot("*")
B2 = Spot("b2")
NAMES = ("Anna", "Bernd-Alexander", "Chloë", "D<b>'\"&")
SIGNATURES = {kind.__name__: kind for kind in SEAT_COMMANDS}


# -- hand-written views --
FOLD = Path(game_pages.__file__).parents[1] / "static" / "fold.js"
ARRANGE = FOLD.with_name("arrange.js")


def player(seat: int, **changes: Any) -> PlayerView:
    plain = PlayerView(
        seat=Seat(seat),
        name=NAMES[seat],
        length=5,
        reds_owed=0,
        clues_given=1,
        present=True,
        may_give=True,
        figures=None,
        has_none=False,
        sure=None,
        wants_end=False,
        asked=False,
        decision=None,
        word_made=False,
        final_laid=False,
        revealed=None,
        listed=None,
        accepted=None,
        reserved=(),
    )
    return replace(plain, **changes)


def stands(
    own: int | None = 0, letters: str = "?TEKRN", **changes: Any
) -> tuple[StandView, ...]:
    made = [
        StandView(
            stand=stand,
            spot=STAND_SPOTS[stand],
            kind="own" if stand == own else "player" if stand < 4 else "nonplayer",
            name=NAMES[stand] if stand < 4 else "",
            letter=letters[stand] if own is not None else "?",
            chips=(),
            position=stand % 5 + 2 if stand < 4 else None,
            length=5 if stand < 4 else None,
            done=False,
            stack=None if stand < 4 else stand + 2,
            moving_on=False,
            card=0,
        )
        for stand in STANDS
    ]
    for stand, change in changes.items():
        made[int(stand[1:])] = replace(made[int(stand[1:])], **change)
    return tuple(made)


MIDDLE = MiddleView(
    red=2,
    leaves=5,
    centre=1,
    centre_open=False,
    under_stacks=2,
    wildcard_chips=(),
    bonus=(),
    deck=29,
)
BONUS = ((Spot("b1"), "S", (3, 6)), (B2, "E", ()))
FOUR = (player(0, reds_owed=1), player(1), player(2, reds_owed=1), player(3))
TABLE = TableView(
    phase="clue",
    language="en",
    level="normal",
    dealing="generator",
    cards="screen",
    round=4,
    players=FOUR,
    stands=stands(),
    middle=MIDDLE,
    giver=None,
    chips=0,
    clues_given=3,
    ended_by="",
    to_reveal=None,
    score=None,
    letters=tuple("ABCDEFGHIKLMNOPRSTUWY"),
)


def clue(number: int, reading: str, position: int | None, **changes: Any) -> ClueLine:
    plain = ClueLine(
        number=number,
        giver=Seat(1),
        giver_name=NAMES[1],
        token="leaf",  # noqa: S106 - a clue token is no password
        reading=reading,
        spots=(),
        helps="?" in reading,
        position=position,
        current=False,
        cards=(),
    )
    return replace(plain, **changes)


CLUES = (
    clue(1, "S?UNK", 1, giver_name=NAMES[2]),
    clue(2, "TREE", None),
    clue(3, "?E*TER", 2, current=True),
    clue(4, "NEKTER", None, giver_name=NAMES[2]),
)
SEAT = SeatView(
    seat=Seat(0),
    table=TABLE,
    clues=CLUES,
    clue="",
    spots=(),
    may_move_on=False,
    may_guess=False,
    length=5,
    position=2,
    guesses="R????",
    reservable=(),
    reserved=(),
    final_tiles=None,
    final_guesses="",
    final_word="",
    making=None,
)
SHEET = {
    "guess:1": "R",
    "note:3": "L? B?",
    "cross:2:A": "1",
    "cross:2:T": "1",
    "cross:1:E": "1",
}
FIGURES = Figures(letters=7, players=3, nonplayers=1, bonus=0, wildcard=False, good=True)
LETTERS = string.ascii_uppercase

TELL_SURE = Offer("TellSure", (Choice("sure", (None,)), Flag("sure")))
LEAVE = Offer("Leave")
FIGURE_OFFER = Offer(
    "TellFigures",
    (
        Number("figures.letters", 1, 60),
        Number("figures.players", 0, 3),
        Number("figures.nonplayers", 0, 2),
        Number("figures.bonus", 0, 0),
        Flag("figures.wildcard"),
        Flag("figures.good"),
    ),
)
TALK = (
    FIGURE_OFFER,
    Offer("TellNone"),
    TELL_SURE,
    Offer("WantEnd", (Flag("want"),)),
    LEAVE,
)
CHOOSE = Offer("ChooseCluegiver", (Choice("giver", (0, 1, 2)),))
DECIDE = (Offer("MoveOn", (Text("guess", 0, 1, LETTERS),)), Offer("Stay"), TELL_SURE, LEAVE)
FINAL = (
    Offer("LayFinalWord", (Items("tiles", ("1", "2"), 0, 9),)),
    Offer("Reserve", (Choice("spot", ("*", "b2")),)),
    Offer("Release", (Choice("spot", ("b1",)),)),
    LEAVE,
)
JUDGE = Offer("JudgeWord", (Choice("whose", (0, 1, 3)), Flag("accepted")))


@dataclass(frozen=True)
class Moment:
    view: SeatView
    offers: tuple[Offer, ...] = ()
    sheet: Mapping[str, str] = field(default_factory=lambda: SHEET)


def moment(
    phase: str,
    *offers: Offer,
    table: Mapping[str, Any] | None = None,
    sheet: Mapping[str, str] = SHEET,
    **changes: Any,
) -> Moment:
    around = replace(TABLE, phase=phase, **(table or {}))
    return Moment(replace(SEAT, table=around, **changes), offers, sheet)


def making(made: str | None, *offers: Offer, language: str = "en") -> Moment:
    share = tuple("AABCDEEFGHIKLMNO")
    view = MakingView(NAMES[1], 5, share, tuple("RSTUW"), made)
    players = (player(0, word_made=made is not None), *FOUR[1:])
    return moment(
        "making",
        *offers,
        table={"players": players, "stands": (), "round": 1, "language": language},
        sheet={"word": "BEACH"},
        clues=(),
        position=None,
        guesses="?????",
        making=view,
    )


TOLD = (
    player(0, reds_owed=1, figures=FIGURES, sure=True),
    player(1, has_none=True, sure=False),
    player(2, reds_owed=1, figures=replace(FIGURES, letters=11, wildcard=True, good=False)),
    player(3, may_give=False, wants_end=True),
)
LAID = stands(s1={"chips": (1, 4)}, s2={"chips": (2,)}, s5={"chips": (5,)})
WILDCARD_LAID = replace(MIDDLE, wildcard_chips=(3,))
DECIDING = (
    player(0, asked=True),
    player(1, decision="move-on", sure=True),
    player(2, decision="stay"),
    player(3, asked=True, sure=False),
)
DONE = stands(s0={"done": True, "position": None})
EXTRA = clue(9, "?EST", 6, current=True)
READY = tuple(player(seat, final_laid=True) for seat in range(4))
REVEALED = (
    player(0, final_laid=True),
    player(1, final_laid=True, revealed="CR*FT", listed=True, reserved=(Spot("*"),)),
    player(2, final_laid=True),
    player(3, final_laid=True, revealed="", accepted=False),
)
JUDGED = (
    player(0, final_laid=True, revealed="HEROES", listed=True, accepted=True),
    player(1, final_laid=True, revealed="QWRTZ", listed=False, accepted=False),
    player(2, final_laid=True, revealed="LAMP", listed=True, accepted=True),
    player(3, final_laid=True, revealed="", accepted=False),
)


def line(seat: int, dealt: str, word: str, **changes: Any) -> ScoreLine:
    plain = ScoreLine(
        seat=Seat(seat),
        name=NAMES[seat],
        dealt_word=dealt,
        word=word,
        accepted=True,
        guesses="?????",
        original=15,
        longer=0,
        tokens=2,
        letters=0,
        points=17,
    )
    return replace(plain, **changes)


LINES = (
    line(0, "HORSE", "HEROES", longer=1, points=18),
    line(1, "CRAFT", "QWRTZ", accepted=False, original=0, tokens=0, letters=1, points=1),
    line(2, "PALM", "LAMP", original=12, points=14),
    line(3, "STONE", "", accepted=False, original=0, tokens=0, letters=3, points=3),
)
LOOK_BACK = (
    LookBackLine(
        *(1, NAMES[2], "STUNK", "TRUNKS", 0.7),
        guesses=(
            GuessLine(NAMES[0], 1, "S", "S", right=True),
            GuessLine(NAMES[1], 2, "K", "T", right=False),
            GuessLine(NAMES[3], 2, "?", "T", right=False),
        ),
    ),
    LookBackLine(
        *(2, NAMES[1], "T*EE", None, 0.0),
        guesses=(
            GuessLine(NAMES[0], None, "T", "T", right=True),
            GuessLine(NAMES[1], None, "?", "E", right=False),
        ),
    ),
    LookBackLine(3, NAMES[1], "T*EE", None, 0.0, looked=False),
)
SCORE = ScoreView(LINES, 36, 2, (16, 32, 48, 64, 80), "EN1-N-4-7XK2-9QPD", LOOK_BACK)

NAME = Offer("NameCard", (Choice("stand", ("5", "6")), Choice("letter", tuple(LETTERS))))
UNNAMED = stands(letters="?TEKR·", s5={"unnamed": True})
PULLS = (
    PullView(Seat(0), NAMES[0], Seat(1), NAMES[1], done=True),
    PullView(Seat(1), NAMES[1], Seat(2), NAMES[2], done=False),
    PullView(Seat(3), NAMES[3], Seat(0), NAMES[0], done=False),
)

MOMENTS: Mapping[str, Moment] = {
    "making": making(
        None, Offer("MakeWord", (Text("word", 5, 5, LETTERS), Flag("sure"))), LEAVE
    ),
    "making-done": making("BEACH", Offer("TakeWordBack"), LEAVE),
    "clue-look": moment("clue", *TALK, CHOOSE),
    "clue-nudge": moment("clue", *TALK, CHOOSE, nudge=3),
    "clue-nudge-small": moment("clue", *TALK, CHOOSE, nudge=2),
    "clue-own-box": moment("clue", *TALK, CHOOSE, table={"letters": ("A", "E")}),
    "clue-first": moment("clue", *TALK, CHOOSE, clues=(), position=1, sheet={}),
    "clue-told": moment(
        "clue", *TALK, Offer("TellNothing"), CHOOSE, table={"players": TOLD}
    ),
    "clue-give": moment(
        "clue",
        Offer("LayChip", (Choice("spot", ("2", "3", "4", "5", "6", "*", "b1", "b2")),)),
        Offer("LayClue"),
        TELL_SURE,
        LEAVE,
        table={"giver": Seat(0), "middle": replace(MIDDLE, bonus=BONUS)},
        spots=(*STAND_SPOTS[1:], WILD, Spot("b1"), B2),
    ),
    "clue-giving": moment(
        "clue",
        Offer("LayChip", (Choice("spot", ("2", "3", "4", "5", "6", "*")),)),
        Offer("TakeChip"),
        Offer("LayClue"),
        Offer("GiveClue"),
        CHOOSE,
        LEAVE,
        table={
            "giver": Seat(0),
            "chips": 5,
            "stands": LAID,
            "middle": WILDCARD_LAID,
            "players": TOLD,
        },
        spots=(*STAND_SPOTS[1:], WILD),
        clue="TE*TN",
    ),
    "clue-watch": moment(
        "clue",
        TELL_SURE,
        CHOOSE,
        LEAVE,
        table={
            "giver": Seat(1),
            "chips": 12,
            "players": TOLD,
            "stands": stands(s0={"chips": (1, 8, 10, 12)}, s2={"letter": ""}),
            "middle": replace(WILDCARD_LAID, bonus=BONUS),
        },
        clue="?TE*RNS?E?R?",
    ),
    "decide": moment("decide", *DECIDE, table={"players": DECIDING}, may_move_on=True),
    "decide-last": moment(
        "decide",
        *DECIDE,
        table={"players": (DECIDING[0], *DECIDING[1:3], player(3, decision="guessed"))},
        may_move_on=True,
        sheet={"guess:2": "B"},
    ),
    "decide-end": moment(
        "decide",
        Offer("Stay"),
        LEAVE,
        table={"players": (player(0, asked=True), *FOUR[1:])},
    ),
    "decide-done": moment(
        "decide",
        Offer("TakeDecisionBack"),
        TELL_SURE,
        LEAVE,
        table={
            "players": (player(0, decision="move-on"), *DECIDING[1:]),
            "stands": stands(s0={"moving_on": True}),
        },
    ),
    "decide-aside": moment("decide", LEAVE, table={"players": (FOUR[0], *DECIDING[1:])}),
    "decide-bonus": moment(
        "decide",
        Offer("GuessBonus", (Choice("letter", tuple(LETTERS)),)),
        Offer("Stay"),
        TELL_SURE,
        LEAVE,
        table={"players": DECIDING, "stands": DONE, "middle": replace(MIDDLE, bonus=BONUS)},
        clues=(*CLUES, clue(8, "KE?T", 6), EXTRA),
        position=None,
        may_guess=True,
    ),
    "final": moment(
        "final",
        *FINAL,
        table={
            "ended_by": "tokens",
            "middle": replace(MIDDLE, leaves=0, red=0, bonus=BONUS, centre_open=True),
            "players": (*FOUR[:2], player(2, final_laid=True, reserved=(WILD,)), FOUR[3]),
        },
        sheet={
            "guess:1": "R",
            "guess:2": "S",
            "guess:4": "O",
            "guess:5": "E",
            "tiles": "4 1",
        },
        reservable=(B2,),
        reserved=(Spot("b1"),),
        final_guesses="?????",
    ),
    "final-laid": moment(
        "final",
        *FINAL,
        table={"ended_by": "consent"},
        final_tiles=("3", "1*", "2", "5", "4"),
        reserved=(WILD,),
    ),
    "final-reveal": moment(
        "final",
        Offer("RevealWord"),
        *FINAL,
        table={"ended_by": "tokens", "players": READY},
        final_tiles=(),
    ),
    "final-judge": moment(
        "final",
        JUDGE,
        LEAVE,
        table={"ended_by": "tokens", "players": REVEALED, "to_reveal": Seat(1)},
        final_tiles=("1", "2", "3", "4", "5"),
    ),
    "final-shown": moment(
        "final",
        JUDGE,
        table={"ended_by": "tokens", "players": (JUDGED[0], *REVEALED[1:])},
        final_tiles=("1", "2", "3", "4", "5"),
    ),
    "score": moment("score", JUDGE, table={"players": JUDGED, "score": SCORE}),
    "score-best": moment(
        "score", table={"players": JUDGED, "score": replace(SCORE, rank=5, total=101)}
    ),
    "left": moment(
        "clue",
        Offer("ComeBack"),
        table={"players": (player(0, present=False), player(1, present=False), *FOUR[2:])},
    ),
    "german-deck": moment("clue", *TALK, table={"language": "de"}),
    "box": moment(
        "clue",
        *TALK,
        NAME,
        table={"cards": "box", "stands": UNNAMED},
        nameable=(Spot("5"), Spot("6")),
    ),
    "box-own-unnamed": moment(
        "decide",
        Offer("Stay"),
        TELL_SURE,
        LEAVE,
        table={
            "cards": "box",
            "players": DECIDING,
            "stands": stands(s0={"done": True, "position": None, "unnamed": True}),
        },
        clues=(*CLUES, EXTRA),
        may_guess=True,
        position=None,
        namer=NAMES[1],
    ),
    "pulling": moment(
        "pulling",
        Offer("CardsPulled", (Choice("whose", (3,)),)),
        Offer("PullFor", (Choice("whose", (1,)),)),
        LEAVE,
        table={"cards": "box", "pulls": PULLS, "stands": (), "stacks": (7, 8)},
        clues=(),
        to_pull=(PullTask(Seat(3), NAMES[3], tuple("REHSO")),),
    ),
    "pulling-done": moment(
        "pulling",
        LEAVE,
        table={"cards": "box", "pulls": PULLS[:1], "stands": ()},
        clues=(),
    ),
    "counting": moment(
        "counting",
        Offer("CountClue", (Choice("giver", (0, 1, 2)),)),
        Offer("TellEarned", (Choice("stand", ("5", "6")),)),
        Offer("EndClues"),
        LEAVE,
        table={"cards": "none", "players": (*FOUR[:3], player(3, may_give=False))},
        clues=(),
    ),
    "counting-last": moment(
        "counting",
        Offer("TellEarned", (Choice("stand", ("5", "6")),)),
        Offer("EndClues"),
        LEAVE,
        table={
            "cards": "none",
            "players": tuple(player(seat, may_give=False) for seat in range(4)),
        },
        clues=(),
    ),
    "counted": moment("score", table={"cards": "none", "ended_by": "tokens"}, clues=()),
}
PEOPLE = tuple(
    PersonView(PersonId(f"p{n}"), name, Seat(n), has_phone=True, is_host=n == 0)
    for n, name in enumerate(NAMES)
)


# -- rendering --


def read(name: str) -> str:
    return files(PAGES).joinpath(name).read_text("utf-8")


DRAWN = Drawn(shipped())


def phone(moment: Moment, language: str = "en", *, on_stands: bool = False) -> str:
    return DRAWN.phone(
        moment.view, moment.offers, language, moment.sheet, on_stands=on_stands
    )


def public(table: TableView) -> TableView:
    hidden = tuple(
        replace(
            stand, letter="?", kind="nonplayer" if stand.kind == "nonplayer" else "player"
        )
        for stand in table.stands
    )
    return replace(table, stands=hidden)


def screen(moment: Moment, language: str = "en") -> str:
    return DRAWN.middle(public(moment.view.table), language)


def setup(
    language: str = "en", options: Mapping[str, Any] | None = None, house: Any = None
) -> str:
    return DRAWN.page(
        "game/setup.html", language, people=PEOPLE, options=options or {}, house=house
    )


def kept() -> HouseView:
    counts = dict.fromkeys("ABCDEFGHIKLMNOPRSTUWZ", 3) | {"E": 4}
    text = "Haus\nMaus\nHaus\nEi\nQuark\nzwei Worte\nBlorf\nAnanas\n" + "Donaudampfer\n" * 7
    house = change_house({}, EnterCards("de", counts))
    return house_view(change_house(house, KeepList("Oma", "de", text)))


HOUSE = kept()


@cache
def everything(language: str) -> dict[str, str]:
    made = {f"phone {name}": phone(moment, language) for name, moment in MOMENTS.items()}
    made |= {
        f"phone beside the stands {name}": phone(moment, language, on_stands=True)
        for name, moment in MOMENTS.items()
        if moment.view.table.phase in ("clue", "decide")
    }
    made |= {f"table {name}": screen(moment, language) for name, moment in MOMENTS.items()}
    made["setup"] = setup(language)
    made["setup again"] = setup(
        language, {"language": "de", "level": "hard", "lengths": [4, 7]}
    )
    made["setup own"] = setup(language, {"level": "own:Oma"}, HOUSE)
    made["house"] = DRAWN.page("game/house.html", language, house=HOUSE, options={})
    made["house untouched"] = DRAWN.page(
        "game/house.html", language, house=house_view({}), options={}
    )
    made["sheet"] = DRAWN.page("game/sheet.html", language)
    made["rules"] = read(f"rules.{language}.html")
    return made


def every_page(check: Callable[[str], None]) -> Callable[[str], None]:
    """Make a test that looks at every page in one language; a fault names its page."""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test(language: str) -> None:
        for name, html in everything(language).items():
            try:
                check(html)
            except AssertionError as fault:
                fault.add_note(name)
                raise

    return test


@dataclass
class Element:
    tag: str
    attrs: dict[str, str]
    parents: "tuple[Element, ...]"
    text: str = ""


class Tree(HTMLParser):
    VOID = ("input", "br", "circle", "rect", "img", "path", "ellipse")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.stray: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, "an element is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute of {tag} comes twice: {names}"
        element = Element(tag, {k: v or "" for k, v in attrs}, tuple(self.open))
        self.elements.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {k: v or "" for k, v in attrs}, tuple(self.open)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data
        if data.strip() and not self.open:
            self.stray.append(data)

    def first(self, id_: str) -> Element:
        return next(each for each in self.elements if each.attrs.get("id") == id_)

    def all(self, *tags: str) -> list[Element]:
        return [element for element in self.elements if element.tag in tags]


# -- the catalogues --


def catalogues() -> dict[str, Mapping[str, str]]:
    return {language: load((PAGES,), language).sentences for language in LANGUAGES}


def fields(sentence: str) -> set[str]:
    return {
        name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None
    }


def test_both_catalogues_have_the_same_ids() -> None:
    english, german = catalogues().values()
    assert set(english) == set(german)


def test_both_catalogues_have_the_same_parameters() -> None:
    english, german = catalogues().values()
    for id_ in english:
        base, _, form = id_.rpartition(".")
        one_less = {"n"} if form == "one" else set()
        allowed = fields(english[id_]) | one_less
        assert fields(german[id_]) <= allowed, id_
        assert fields(english[id_]) <= fields(german[id_]) | one_less, id_
        if form == "one":
            assert f"{base}.other" in english


def test_no_sentence_is_empty_or_left_in_english() -> None:
    english, german = catalogues().values()
    assert all(sentence.strip() for sentence in (*english.values(), *german.values()))
    words = {id_: re.sub(r"\{\w+\}", "", english[id_]) for id_ in english}
    assert not {
        id_ for id_ in english if english[id_] == german[id_] and len(words[id_]) > 10
    }


@cache
def used_ids() -> set[str]:
    literal = re.compile(r"""\bt\(\s*["']([a-z][\w.-]*[\w])["']\s*[,)]""")
    asked = "".join(
        Path(str(each.__file__)).read_text("utf-8") for each in (steps, steps_round)
    )
    labels = set(re.findall(r'"(lj\.[\w.-]+)"', asked))
    return labels | {id_ for name in TEMPLATES for id_ in literal.findall(read(name))}


def test_every_id_in_a_template_exists() -> None:
    english = catalogues()["en"]
    known = set(english) | {id_.rpartition(".")[0] for id_ in english}
    assert used_ids() <= known
    assert len(used_ids()) > 100


def test_every_sentence_of_the_pages_is_used() -> None:
    sources = " ".join(map(read, TEMPLATES))
    for id_ in catalogues()["en"]:
        base = re.sub(r"\.(one|other)$", "", id_)
        if base.startswith("lj.tutorial."):
            assert base in {each.text.id for each in TUTORIAL.marks("en")}
            continue
        of_step = base.startswith("lj.step.")  # tests/test_every_step.py knows those
        if base.startswith("lj.") and not of_step and base not in used_ids():
            stem = base.rpartition(".")[0] + "."
            assert f'"{stem}"' in sources or f'"{stem}%d"' in sources, id_


# -- every page --


@every_page
def test_no_untranslated_id_appears(html: str) -> None:
    assert not re.search(r"\b(lj|told|refused|face|token)\.[a-z]", html)


@every_page
def test_there_is_nothing_inline_and_no_live_region(html: str) -> None:
    tree = Tree(html)
    for element in tree.elements:
        assert element.tag not in ("script", "style", "link", "iframe", "img")
        assert not [name for name in element.attrs if name.startswith("on")]
        assert not {"style", "aria-live", "srcset"} & set(element.attrs)
        assert element.attrs.get("role") not in (
            "status",
            "alert",
            "log",
            "timer",
            "marquee",
        )


@every_page
def test_ids_are_unique_and_references_lead_somewhere(html: str) -> None:
    tree = Tree(html)
    ids = [element.attrs["id"] for element in tree.elements if "id" in element.attrs]
    assert len(ids) == len(set(ids))
    for element in tree.elements:
        for name in ("for", "aria-labelledby", "data-for"):
            assert element.attrs.get(name, ids[0] if ids else "") in ids


@every_page
def test_top_level_elements_are_sections_with_ids(html: str) -> None:
    tree = Tree(html)
    assert not tree.stray
    for element in tree.elements:
        if not element.parents:
            assert element.tag == "section"
            assert element.attrs["id"]


@every_page
def test_every_button_and_every_input_has_a_name(html: str) -> None:
    tree = Tree(html)
    labelled = {label.attrs.get("for") for label in tree.all("label") if label.text.strip()}
    for button in tree.all("button", "summary"):
        assert button.attrs.get("aria-label", button.text).strip()
    for control in tree.all("input", "select", "textarea"):
        if control.attrs.get("type") == "hidden":
            continue
        around = any(parent.tag == "label" for parent in control.parents)
        named = "aria-label" in control.attrs
        assert around or named or control.attrs.get("id") in labelled


@every_page
def test_headings_do_not_skip_a_level(html: str) -> None:
    level = 1
    for heading in Tree(html).all("h1", "h2", "h3", "h4"):
        assert int(heading.tag[1]) <= level + 1
        level = int(heading.tag[1])


def test_only_the_rules_have_a_main_heading() -> None:
    for language in LANGUAGES:
        for name, html in everything(language).items():
            assert len(Tree(html).all("h1")) == (name == "rules")


@every_page
def test_names_are_escaped(html: str) -> None:
    assert "D<b>" not in html


@every_page
def test_commands_are_known_and_have_their_fields(html: str) -> None:
    tree = Tree(html)
    for element in tree.elements:
        if (text := element.attrs.get("data-do")) is None:
            continue
        if element.tag == "form":
            assert text in SIGNATURES
            continue
        command = json.loads(text)
        known = SIGNATURES[command.pop("type")].__dataclass_fields__
        assert set(command) <= set(known) - {"seat"}


# -- the phone --


def buttons(html: str, kind: str) -> list[dict[str, Any]]:
    tree = Tree(html)
    commands = [
        json.loads(element.attrs["data-do"])
        for element in tree.all("button")
        if element.attrs.get("data-do", "").startswith("{")
    ]
    return [command for command in commands if command["type"] == kind]


def forms(html: str) -> list[str]:
    return [form.attrs["data-do"] for form in Tree(html).all("form")]


@pytest.mark.parametrize("name", MOMENTS)
def test_nothing_can_be_sent_that_is_not_offered(name: str) -> None:
    moment = MOMENTS[name]
    html = phone(moment)
    sent = {command["type"] for kind in SIGNATURES for command in buttons(html, kind)}
    assert (sent | set(forms(html))) <= {offer.kind for offer in moment.offers}


@pytest.mark.parametrize("name", MOMENTS)
def test_whatever_is_offered_can_be_sent(name: str) -> None:
    moment = MOMENTS[name]
    html = phone(moment)
    sent = {command["type"] for kind in SIGNATURES for command in buttons(html, kind)}
    by_state = {"TellFigures", "LayClue", "TellNone"}  # not always useful: see the template
    missing = {offer.kind for offer in moment.offers} - sent - set(forms(html)) - by_state
    assert missing <= ({"Reserve", "Release"} if name.startswith("final-") else set())


def test_the_giver_lays_chips_on_what_is_seen_and_nowhere_else() -> None:
    spots = [command["spot"] for command in buttons(phone(MOMENTS["clue-give"]), "LayChip")]
    assert spots == ["2", "3", "4", "5", "6", "*", "b1", "b2"]
    assert not buttons(phone(MOMENTS["clue-watch"]), "LayChip")


def test_only_who_may_give_can_be_chosen() -> None:
    givers = [c["giver"] for c in buttons(phone(MOMENTS["clue-told"]), "ChooseCluegiver")]
    assert givers == [0, 1, 2]


def test_a_note_belongs_to_each_clue_that_helps() -> None:
    tree = Tree(phone(MOMENTS["clue-look"]))
    keys = {
        element.attrs["data-sheet"]: element
        for element in tree.all("input")
        if "data-sheet" in element.attrs
    }
    assert keys["note:3"].attrs["value"] == "L? B?"
    assert {"note:1", "note:3"} == {key for key in keys if key.startswith("note:")}
    assert {key for key in keys if key.startswith("guess:")} == {
        f"guess:{n}" for n in range(1, 6)
    }
    assert "checked" in keys["cross:2:A"].attrs
    assert "checked" not in keys["cross:2:B"].attrs


def test_letters_that_are_not_in_the_deck_are_grey() -> None:
    tree = Tree(phone(moment("clue")))
    crossable = {
        element.attrs["data-sheet"][-1]
        for element in tree.all("input")
        if element.attrs.get("data-sheet", "").startswith("cross:")
    }
    assert crossable == set(LETTERS) - set("JQVXZ")


@pytest.mark.parametrize("letters", ["ABC", "HIJ"])
def test_the_host_is_offered_the_letters_of_the_deck_for_somebody_on_paper(
    letters: str,
) -> None:
    asked = replace(
        TABLE,
        phase="decide",
        players=(player(0, asked=True), *FOUR[1:]),
        stands=stands(None, s0={"done": True}),
        letters=tuple(letters),
    )
    guess = Step(about=Message("lj.step.decide-guess"))
    html = DRAWN.paper_of(asked, 0, guess)
    assert [each["letter"] for each in buttons(html, "GuessBonus")] == list(letters)


def test_the_german_deck_is_called_estimated_where_it_is_used() -> None:
    assert "estimated" in phone(MOMENTS["german-deck"])
    assert "estimated" not in phone(MOMENTS["clue-look"])


def test_a_reveal_a_leave_and_a_spoken_guess_ask_first() -> None:
    for name, kind in (
        ("final-reveal", "RevealWord"),
        ("clue-look", "Leave"),
        ("decide-bonus", "GuessBonus"),
    ):
        tree = Tree(phone(MOMENTS[name]))
        asked = [e for e in tree.elements if kind in e.attrs.get("data-do", "")]
        assert asked
        assert all(element.attrs["data-confirm"] for element in asked)


def test_the_last_to_decide_is_told_that_there_is_no_way_back() -> None:
    def question(name: str) -> str:
        tree = Tree(phone(MOMENTS[name]))
        return tree.all("form")[0].attrs.get("data-confirm", "")

    assert "last" in question("decide-last")
    assert question("decide") == ""


def test_letters_and_notes_can_be_covered() -> None:
    for name in ("clue-look", "clue-watch", "decide", "final", "making"):
        tree = Tree(phone(MOMENTS[name]))
        for element in tree.elements:
            classes = element.attrs.get("class", "").split()
            if "lj-reading" in classes or "data-sheet" in element.attrs:
                around = [
                    parent.attrs.get("class", "").split() for parent in element.parents
                ]
                revealed = any("lj-revealed" in c or "lj-line-word" in c for c in around)
                assert revealed or any("private" in c for c in around), element


def test_cards_to_pull_are_shown_after_a_tap_only_and_can_be_covered() -> None:
    tree = Tree(phone(MOMENTS["pulling"]))
    tiles = [e for e in tree.elements if "lj-small" in e.attrs.get("class", "").split()]
    assert "".join(tile.text for tile in tiles) == "REHSO"
    for tile in tiles:
        (folded,) = (parent for parent in tile.parents if parent.tag == "details")
        assert "open" not in folded.attrs
        assert "private" in folded.attrs["class"].split()
    assert not [
        e for e in Tree(screen(MOMENTS["pulling"])).elements if e.text in "REHSO" and e.text
    ]


def test_who_waits_for_a_name_is_told_who_names_and_ends_no_round() -> None:
    html = phone(MOMENTS["box-own-unnamed"])
    assert "Bernd-Alexander names it" in html
    assert not buttons(html, "NameCard")
    assert "End the round" not in html


def test_sections_keep_their_order_from_moment_to_moment() -> None:
    orders = [
        [e.attrs["id"] for e in Tree(phone(m)).elements if not e.parents]
        for m in MOMENTS.values()
    ]
    places: dict[str, set[str]] = {}
    for order in orders:
        for at, section in enumerate(order):
            places.setdefault(section, set()).update(order[at + 1 :])
    assert not [(a, b) for a in places for b in places[a] if a in places.get(b, set())]


# -- the public page --


@pytest.mark.parametrize("name", MOMENTS)
def test_the_public_page_prints_no_letter_of_a_stand(name: str) -> None:
    table = MOMENTS[name].view.table
    marked = replace(table, stands=tuple(replace(s, letter="Ω") for s in table.stands))
    assert "Ω" not in DRAWN.middle(marked)


def test_the_public_page_has_no_button_and_no_input() -> None:
    for moment in MOMENTS.values():
        tree = Tree(screen(moment))
        assert not tree.all("button", "input", "form", "select", "textarea")


def test_the_setup_page_offers_each_person_a_length() -> None:
    tree = Tree(setup(options={"lengths": [4]}))
    lengths = [e for e in tree.all("select") if e.attrs.get("name") == "lengths"]
    assert len(lengths) == len(PEOPLE)
    assert all(e.attrs["data-type"] == "numbers" for e in lengths)


# -- sentences the rules say --

SAID: Mapping[str, Mapping[str, str | int | Message]] = {
    "told.started": {"n": 4},
    "told.making": {},
    "told.word_made": {"name": "Anna"},
    "told.word_back": {"name": "Anna"},
    "told.dealt": {},
    "told.dealt_box": {},
    "told.counter": {},
    "told.pulls": {"name": "Anna", "whose": "Ben"},
    "told.pulled": {"name": "Anna", "whose": "Ben"},
    "told.stands_set": {},
    "told.counted": {"name": "Anna", "number": 3, "token": Message("token.red")},
    "told.figures": {
        "name": "Anna",
        "letters": 7,
        "players": 3,
        "nonplayers": 1,
        "bonus": 0,
        "wildcard": 1,
    },
    "told.none": {"name": "Anna"},
    "told.nothing": {"name": "Anna"},
    "told.sure": {"name": "Anna"},
    "told.unsure": {"name": "Anna"},
    "told.giver": {"name": "Anna"},
    "told.chip": {"n": 3},
    "told.chips_cleared": {},
    "told.clue": {"number": 5, "name": "Anna", "n": 7, "token": Message("token.red")},
    "told.moves_on": {"name": "Anna"},
    "told.stays": {"name": "Anna"},
    "told.thinks_again": {"name": "Anna"},
    "told.bonus_right": {"name": "Anna", "guess": "E"},
    "told.bonus_wrong": {"name": "Anna", "guess": "E", "letter": "S"},
    "told.round_over": {},
    "told.next_letter": {"name": "Anna", "position": 2, "length": 5},
    "told.row_done": {"name": "Anna"},
    "told.stand_next": {"stand": 5},
    "told.stand_from_deck": {"stand": 5},
    "told.stand_empty": {"stand": 5},
    "told.token_earned": {"stand": 5},
    "told.wants_end": {"name": "Anna"},
    "told.wants_clues": {"name": "Anna"},
    "told.clues_ended.tokens": {},
    "told.clues_ended.consent": {},
    "told.reserved": {"name": "Anna", "spot": Message("spot.wildcard")},
    "told.released": {"spot": Message("spot.bonus", {"number": 2})},
    "told.final_ready": {"name": "Anna"},
    "told.revealed": {"name": "Anna", "word": "HEROES"},
    "told.no_word": {"name": "Anna"},
    "told.accepted": {"name": "Anna", "word": "HEROES"},
    "told.rejected": {"name": "Anna", "word": "HEROES"},
    "told.left": {"name": "Anna"},
    "told.came_back": {"name": "Anna"},
    "told.match_ended": {"n": 36, "rank": 2},
    "told.centre_open": {},
    "token.leaf": {},
    "token.centre": {},
    "spot.stand": {"stand": 3},
    "refused.not-now": {},
    "refused.not-your-turn": {},
    "refused.own-letter": {},
    "refused.no-such-spot": {"spot": "b3"},
    "refused.empty-stand": {"spot": "3"},
    "refused.no-chips": {},
    "refused.too-long": {"most": 30},
    "refused.no-token": {"name": "Anna"},
    "refused.giver-chosen": {"name": "Anna"},
    "refused.not-cluegiver": {"name": "Anna"},
    "refused.no-clue-yet": {},
    "refused.not-asked": {},
    "refused.already-decided": {},
    "refused.not-decided": {},
    "refused.not-a-letter": {"letter": "4"},
    "refused.row-done": {},
    "refused.row-not-done": {},
    "refused.taken": {"spot": "*", "name": "Anna"},
    "refused.not-reserved": {"spot": "*"},
    "refused.tiles-missing": {"n": 1},
    "refused.tile-twice": {"tile": "3"},
    "refused.no-such-tile": {"tile": "9"},
    "refused.guesses-length": {"n": 5},
    "refused.no-final-word": {},
    "refused.already-revealed": {},
    "refused.judge-first": {"name": "Anna"},
    "refused.not-revealed": {"name": "Anna"},
    "refused.player-count": {"least": 2, "most": 6, "count": 7},
    "refused.lengths": {},
    "refused.lengths-people": {},
    "refused.length": {"n": 9},
    "refused.bad-name": {},
    "refused.word-length": {"n": 4, "length": 5},
    "refused.word-letters": {"letters": "Q Z"},
    "refused.word-unlisted": {"word": "QWRTZ"},
    "refused.word-not-made": {},
    "refused.no-deal": {"why": "…"},
    "refused.absent": {"name": "Anna"},
    "refused.present": {"name": "Anna"},
    "refused.unknown-player": {"n": 7},
    "refused.nothing-to-undo": {},
    "refused.undo-never": {},
    "refused.cards-count": {"n": 63},
    "refused.scramble": {"word": "SHORE"},
    "face.waiting": {},
    "face.making": {},
    "face.find_clue": {},
    "face.giver": {"name": "Anna"},
    "face.decide": {},
    "face.final": {},
    "face.reveal": {"name": "Anna"},
    "face.judge": {},
    "face.score": {"points": 36},
    "face.left_over": {"n": 3},
    "face.done": {},
    "face.empty": {},
    "face.left": {},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_can_say(language: str) -> None:
    catalogue = load((*game_pages.SHELL, PAGES), language)
    for id_, given in SAID.items():
        for n in (1, given.get("n", 2)):
            said = catalogue.say(Message(id_, {**given, "n": n} if "n" in given else given))
            assert said != id_
            assert not re.search(r"[{}]|\b(told|token|spot)\.\w", said), id_


def test_each_way_to_end_the_clues_and_each_token_has_a_sentence() -> None:
    english = catalogues()["en"]
    assert {"token.red", "token.leaf", "token.centre"} <= set(english)
    assert {f"lj.step.final-word.why.{why}" for why in ("tokens", "consent")} <= set(
        english
    )


def test_a_clue_without_the_own_letter_is_kept_apart_and_not_lost() -> None:
    html = phone(MOMENTS["clue-look"])
    apart = html.index('id="sheet-others"')
    assert 'id="line-2"' not in html[:apart]
    assert 'id="line-2"' in html[apart:]


@pytest.mark.parametrize("name", ["clue-look", "clue-watch", "decide"])
def test_where_cards_stand_on_the_table_the_sheet_is_the_stage(name: str) -> None:
    html = phone(MOMENTS[name], on_stands=True)
    sheet, letters = Tree(html).first("sheet"), Tree(html).first("letters")
    assert "pull" not in sheet.attrs.get("class", "")
    assert letters.tag == "details"
    assert "open" not in letters.attrs
    assert (
        html.index('id="sheet"') < html.index('id="letters"') < html.index('id="stand-1"')
    )
    assert 'data-stage="decide"' in html or 'data-stage="sheet"' in html


def test_who_gives_the_clue_has_the_letters_at_hand_wherever_the_cards_stand() -> None:
    html = phone(MOMENTS["clue-give"], on_stands=True)
    assert 'data-stage="stands"' in html
    assert 'id="letters"' not in html
    assert Tree(html).first("sheet").attrs["class"] == "pull"


def test_the_giver_ends_a_round_in_which_nobody_decides() -> None:
    html = phone(MOMENTS["decide-end"])
    assert "Nobody has anything to decide" in html
    assert "End the round" in html
    assert "Keep the letter" not in html


# -- the builder, in a real browser --

SHELL = """
import {start, updated} from "/phone.js";
window.sent = [];
start(document.body, {
  send: async () => ({ok: true}),
  sheet: (key, text) => window.sent.push([key, text]),
});
window.again = () => updated(document.body);
window.ready = true;
"""


def shell_css() -> str:
    """The shell's own looks, where this checkout has them."""
    sheet = Path(__file__).parents[3] / "web" / "static" / "app.css"
    hidden = ".sr { position: absolute; width: 1px; height: 1px; overflow: hidden; }"
    plain = f"* {{ box-sizing: border-box; }} {hidden}"
    return sheet.read_text("utf-8") if sheet.exists() else plain


@pytest.fixture
def open_page(browser: Any) -> Any:
    page = browser.new_page(viewport={"width": 360, "height": 740})
    served: dict[str, tuple[str, str]] = {
        "/phone.js": ("text/javascript", read("phone.js")),
        "/draft.js": ("text/javascript", read("draft.js")),
        "/static/fold.js": ("text/javascript", FOLD.read_text("utf-8")),
        "/static/arrange.js": ("text/javascript", ARRANGE.read_text("utf-8")),
        "/shell.js": ("text/javascript", SHELL),
        "/phone.css": ("text/css", shell_css() + read("phone.css")),
    }

    def answer(route: Any) -> None:
        path = "/" + route.request.url.split("/", 3)[3]
        kind, body = served.get(path, ("text/plain", ""))
        route.fulfill(status=200 if path in served else 404, content_type=kind, body=body)

    def show(html: str) -> Any:
        head = (
            '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/phone.css">'
        )
        tail = '<script type="module" src="/shell.js"></script>'
        served["/"] = ("text/html; charset=utf-8", head + html + tail)
        page.route("**/*", answer)
        page.goto("http://companion.test/")
        until(page, "window.ready")
        return page

    yield show
    page.close()


Show = Callable[[str], Any]


def tiles(page: Any) -> str:
    return str(page.locator("#final-tiles").input_value())


@pytest.mark.browser
def test_a_final_word_is_built_by_taps(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    assert tiles(page) == "4 1"
    assert "Your word so far: OR" in page.inner_text("#builder-ui")
    page.get_by_role("button", name="Card 5, E: add to the word").click()
    page.get_by_role("button", name="Use S").click()
    page.get_by_role("button", name="Cover card 1, R").click()
    assert tiles(page) == "4 1b1 5"
    page.get_by_role("button", name="Move one to the left: card 5, E").click()
    assert tiles(page) == "4 5 1b1"
    page.get_by_role("button", name="Take S off").click()
    page.get_by_role("button", name="Use S").click()
    page.get_by_role("button", name="Add as one more letter").click()
    assert tiles(page) == "4 5 1 b1"
    page.get_by_role("button", name="Card 4, O: take out of the word").click()
    assert "Not used yet: 2, 3, 4" in page.inner_text("#builder-ui")
    assert page.evaluate("window.sent.at(-1)") == ["tiles", "5 1 b1"]


@pytest.mark.browser
def test_a_final_word_is_built_with_the_keyboard_alone(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    page.get_by_role("button", name="Start again").focus()
    page.keyboard.press("Enter")
    assert tiles(page) == ""
    for _ in range(5):
        page.keyboard.press("Space")
    assert tiles(page) == "1 2 3 4 5"
    assert "All your cards are used." in page.inner_text("#builder-ui")


def dragged(page: Any, card: int, to: int, share: float) -> None:
    """Drag the laid card to where *share* of the other one's width lies on the left."""
    laid = page.locator("[data-build='placed']")
    start, end = laid.nth(card).bounding_box(), laid.nth(to).bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    left = end["x"] + share * end["width"]
    page.mouse.move(left, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


@pytest.mark.browser
def test_laid_cards_are_moved_by_dragging_and_by_keys(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    page.get_by_role("button", name="Start again").click()
    for _ in range(4):
        page.locator("[data-build='add']").first.click()
    assert tiles(page) == "1 2 3 4"
    page.wait_for_load_state("networkidle")
    dragged(page, 0, 2, 0.8)
    assert tiles(page) == "2 3 1 4"
    dragged(page, 3, 0, 0.2)
    assert tiles(page) == "4 2 3 1"
    assert page.evaluate("window.sent.at(-1)") == ["tiles", "4 2 3 1"]
    laid = page.locator("[data-build='placed']")
    laid.nth(1).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # there is nothing beyond
    assert tiles(page) == "4 3 1 2"
    page.keyboard.press("ArrowLeft")
    assert tiles(page) == "4 3 2 1"
    dragged(page, 1, 1, 0.6)  # no way at all: a tap, which takes it out
    assert tiles(page) == "4 2 1"


@pytest.mark.browser
def test_the_guesses_travel_with_the_final_word(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    page.locator("#guess-3").fill("h")
    values = page.eval_on_selector_all("[data-guesses]", "all => all.map(f => f.value)")
    assert values == ["RSHOE", "RSHOE"]


@pytest.mark.browser
def test_a_cover_that_was_given_back_leaves_the_word(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final-laid"]))
    assert tiles(page) == "3 1* 2 5 4"
    page.evaluate(
        "document.querySelector('#builder').dataset.reserved = ''; window.again()"
    )
    assert tiles(page) == "3 1 2 5 4"


@pytest.mark.browser
def test_moving_on_without_a_guess_asks_first(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["decide"]))
    assert page.get_attribute("#move-guess", "data-type") == "optional"
    assert "no guess" in page.get_attribute("#move-on", "data-confirm")
    page.locator("#move-guess").fill("b")
    assert page.locator("#move-guess").input_value() == "B"
    assert page.get_attribute("#move-on", "data-confirm") is None
    assert page.locator("#guess-2").input_value() == "B"


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_typed_is_folded_as_the_table_folds_it(
    open_page: Show, language: str
) -> None:
    page = open_page(phone(making(None, Offer("MakeWord"), language=language)))
    for word in ("süß", "Ca\u0308fé", "Łód"):
        page.locator("#word-input").fill(word)
        assert page.locator("#word-input").input_value() == fold(word, language)


@pytest.mark.browser
def test_letters_of_the_hand_are_typed_by_a_tap(open_page: Show) -> None:
    page = open_page(phone(making(None, Offer("MakeWord"))))
    page.locator("#word-input").fill("")
    page.locator('[data-key="share-1"]').click()
    page.locator('[data-key="share-3"]').click()
    assert page.locator("#word-input").input_value() == "AB"


@pytest.mark.browser
@pytest.mark.parametrize("width", by_default(320, of=(320, 360)))
def test_nothing_scrolls_sideways(open_page: Show, width: int) -> None:
    page = open_page("")
    page.set_viewport_size({"width": width, "height": 740})
    for language in LANGUAGES:
        for name, html in everything(language).items():
            if name == "sheet":  # made for paper
                continue
            unfolded = html.replace("<details", "<details open")
            page.evaluate("html => document.body.innerHTML = html", unfolded)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{language} {name} is {wide} wide"


# -- what the table itself adds --


def test_a_nudge_is_private_and_never_read_aloud() -> None:
    html = phone(MOMENTS["clue-nudge"])
    assert 'id="nudge" class="private"' in html
    assert "tells 3 or more" in html
    assert 'id="nudge"' not in phone(MOMENTS["clue-look"])
    assert "tells everybody else" in phone(MOMENTS["clue-nudge-small"])


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Others are possible."), ("de", "Andere sind möglich.")],
)
def test_likely_letters_never_pass_for_all(language: str, sentence: str) -> None:
    told = moment("clue", *TALK, CHOOSE, likely=(("A", 61), ("O", 30)))
    assert sentence in phone(told, language)
    assert sentence not in phone(MOMENTS["clue-look"], language)


def test_letters_that_are_not_in_the_own_box_are_grey() -> None:
    assert phone(MOMENTS["clue-own-box"]).count('class="lj-grey"') == 24


@pytest.mark.parametrize("language", LANGUAGES)
def test_own_lists_can_be_chosen_as_a_level(language: str) -> None:
    html = setup(language, {"level": "own:Oma"}, HOUSE)
    assert '<option value="own:Oma" selected>' in html
    assert "own:" not in setup(language)


def test_the_look_back_names_every_guess() -> None:
    html = phone(MOMENTS["score"])
    for sentence in (
        "Anna, letter 1: S, right",
        "Bernd-Alexander, letter 2: K, but it was T",
        "letter 2: no guess told; it was T",
        "Anna, extra letter: T, right",
        "Bernd-Alexander, extra letter: it was E",
        "still looks for the best one",
    ):
        assert sentence in html


def test_nobody_is_asked_who_is_surest_before_everybody_is_ready() -> None:
    early: dict[str, Any] = {"table": {"ended_by": "tokens"}, "final_tiles": ("1", "2")}
    html = phone(moment("final", Offer("RevealWord"), *FINAL, **early))
    assert "Your word lies face down" in html
    assert "Waiting for" in html
    assert "Who is surest?" not in html
    assert "Who is surest?" in phone(MOMENTS["final-reveal"])


def test_whoever_has_no_word_is_not_told_that_it_lies_there() -> None:
    none: dict[str, Any] = {"table": {"ended_by": "tokens"}, "final_tiles": ()}
    html = phone(moment("final", Offer("RevealWord"), *FINAL, **none))
    assert "You have no word" in html
    # The bar is spoken, and stands uncovered: there it is a word like any other's.
    assert "Your word lies face down" not in html
