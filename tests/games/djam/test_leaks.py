"""The cells of the leak matrix: who may see sealed words, votes and themes, where and when."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import msgspec
import pytest

from companion.engine.events import tells
from companion.games.djam import commands as cmd
from companion.games.djam.describe import describe
from companion.games.djam.game import djam
from companion.games.djam.state import Phase
from companion.ports import Seat
from companion.table.values.consent import price
from companion.table.values.match import Match
from tests.games.djam.table import BORVA, Table, catalogue, rolled
from tests.play import begin
from tests.test_every_page import World

WORD = "Bzyx"
"""A word that nothing else could bring into anybody's sight; it is worth one point."""


def phone(t: Table, name: str) -> str:
    view = t.view(name)
    lines = describe(t.state, t.seat(name), catalogue("en").say)
    return (msgspec.json.encode((view, t.game.offers(view))).decode()) + "\n".join(lines)


def others(t: Table) -> str:
    """Return what reaches every phone but Ann's, and the page for everybody."""
    public = msgspec.json.encode(t.game.table_view(t.state)).decode()
    names = ("Bob", "Cleo", "Dan")
    return public + "".join(phone(t, name) for name in names)


def displays(t: Table) -> str:
    return msgspec.json.encode(t.game.shown(t.state, catalogue("en").say)).decode()


def log(t: Table) -> str:
    return "\n".join(t.said())


def sealing() -> Table:
    """Return a table where Ann's word lies face down."""
    t = rolled(4, BORVA, pace="calm")
    t.act("Ann", cmd.Seal, word=WORD)
    return t


def waiting() -> Table:
    """Return a table where all are in, and a better word than Ann's is judged."""
    t = sealing()
    t.act("Bob", cmd.Seal, word="Bravo")
    t.act("Cleo", cmd.Pass)
    t.act("Dan", cmd.Pass)
    assert t.state.claim is not None
    assert t.state.claim.seat == t.seat("Bob")
    return t


def claimed() -> Table:
    """Return a table where it is the turn of Ann's word."""
    t = waiting()
    t.time_up()
    assert t.state.phase is Phase.CLAIM
    return t


@pytest.mark.parametrize("stage", [sealing, waiting])
def test_a_sealed_word_its_owner_sees(stage: Callable[[], Table]) -> None:
    assert WORD in phone(stage(), "Ann")


@pytest.mark.parametrize("stage", [sealing, waiting])
def test_a_sealed_word_no_other_phone_gets_before_its_claim(
    stage: Callable[[], Table],
) -> None:
    assert WORD not in others(stage())


@pytest.mark.parametrize("stage", [sealing, waiting])
def test_a_sealed_word_no_display_shows_before_its_claim(
    stage: Callable[[], Table],
) -> None:
    assert WORD not in displays(stage())


@pytest.mark.parametrize("stage", [sealing, waiting])
def test_a_sealed_word_no_sentence_tells_before_its_claim(
    stage: Callable[[], Table],
) -> None:
    assert WORD not in log(stage())


def test_a_sealed_word_all_see_and_hear_at_its_claim() -> None:
    t = claimed()
    for seen in (phone(t, "Ann"), others(t), displays(t), log(t)):
        assert WORD in seen


def voting(*, valid: bool) -> Table:
    """Return a table where Bob has voted on a word, and two others have not."""
    t = rolled(4)
    t.say("Ann", "Bono")
    t.object("Cleo", ("Bob", valid))
    return t


def test_a_vote_its_owner_sees() -> None:
    assert voting(valid=False).view("Bob").vote is False
    assert voting(valid=True).view("Bob").vote is True


@pytest.mark.parametrize("name", ["Ann", "Cleo", "Dan"])
def test_a_vote_no_other_phone_gets_before_all_are_in(name: str) -> None:
    yes, no = voting(valid=True), voting(valid=False)
    assert phone(yes, name) == phone(no, name)
    assert yes.game.table_view(yes.state) == no.game.table_view(no.state)


def test_a_vote_no_display_shows_before_all_are_in() -> None:
    assert displays(voting(valid=True)) == displays(voting(valid=False))


def test_a_vote_no_sentence_tells_before_all_are_in() -> None:
    yes, no = voting(valid=True), voting(valid=False)
    assert log(yes) == log(no)
    assert "Bob has voted" in log(yes)


def test_the_votes_all_phones_get_once_all_are_in() -> None:
    t = voting(valid=False)
    t.act("Cleo", cmd.Vote, valid=True)
    t.act("Dan", cmd.Vote, valid=True)
    found = t.view("Ann").table.spoken[0].votes
    assert found == (("Bob", False), ("Cleo", True), ("Dan", True))


def test_the_sentences_tell_the_counts_only_for_ever() -> None:
    logs = []
    for against in ("Bob", "Dan"):
        t = rolled(4)
        t.say("Ann", "Bono")
        names = ("Bob", "Cleo", "Dan")
        t.object("Cleo", *((name, name != against) for name in names))
        logs.append(log(t))
    assert logs[0] == logs[1]
    assert "Votes for the word: 2, against it: 1." in logs[0]


def test_the_dice_under_the_cup_nobody_sees() -> None:
    t = Table(4, BORVA)
    for seen in (phone(t, "Ann"), others(t), displays(t), log(t)):
        assert '"letters"' not in seen
    t.roll()
    for seen in (phone(t, "Ann"), others(t), displays(t)):
        assert '"letters":["B","O","R","V","A"]' in seen


def test_all_stands_show_the_roll_at_the_moment_it_is_spoken() -> None:
    t = Table(4, BORVA)
    before, told = displays(t), len(t.told)
    t.roll()
    assert t.said()[told:] == [
        "The theme: Celebrities.",
        "Celebrities. Start with B as in Bravo. Also O, R, V, A.",
    ]
    faces = t.game.shown(t.state, catalogue("en").say)
    assert before.count("BORVA") == 0
    assert len(faces) == 7
    assert all(getattr(face, "letters", ()) == BORVA.letters for face in faces.values())
    assert all(getattr(face, "start", None) == 0 for face in faces.values())


THEME = "Qyzzx"
"""A theme that nothing else could bring into anybody's sight."""


def hat(theme: str = THEME) -> Table:
    """Return a table where a theme of Ann's lies in the hat."""
    t = Table(4, BORVA, hat=True)
    t.act("Ann", cmd.PutTheme, theme=theme)
    return t


def empty_hat() -> Table:
    return Table(4, BORVA, hat=True)


def test_a_theme_in_the_hat_its_owner_sees() -> None:
    assert THEME in phone(hat(), "Ann")


@pytest.mark.parametrize("seen", [others, displays, log])
def test_a_theme_in_the_hat_nobody_else_gets_a_trace_of(
    seen: Callable[[Table], str],
) -> None:
    assert THEME not in seen(hat())
    assert seen(hat()) == seen(hat("Another one")) == seen(empty_hat())


@pytest.mark.parametrize("seen", [others, displays, log])
def test_a_drawn_theme_all_see_and_hear_when_the_cup_is_lifted(
    seen: Callable[[Table], str],
) -> None:
    t = hat()
    t.roll()
    assert THEME in seen(t)


@pytest.mark.parametrize("seen", [others, displays, log])
def test_who_wrote_a_drawn_theme_nobody_else_is_told(seen: Callable[[Table], str]) -> None:
    written = []
    for name in ("Ann", "Bob"):
        t = Table(4, BORVA, hat=True)
        t.act(name, cmd.PutTheme, theme=THEME)
        t.roll()
        # Bob is among "others": his own page may tell him what he wrote, and does not.
        written.append(seen(t).replace('"written":1', '"written":0'))
    assert written[0] == written[1]


@pytest.mark.parametrize("seen", [others, displays, log])
def test_the_themes_that_were_not_drawn_stay_secret(seen: Callable[[Table], str]) -> None:
    t = hat()
    t.act("Ann", cmd.PutTheme, theme="Wyqqj")
    t.roll()
    drawn = t.state.theme
    left = {"Wyqqj", THEME} - {drawn}
    assert len(left) == 1
    assert left.pop() not in seen(t)


def test_the_number_under_a_drawn_theme_is_told_by_an_objection_only() -> None:
    seen = []
    for number in (0, 3):
        t = Table(4, replace(BORVA, theme=number), hat=True)
        t.act("Ann", cmd.PutTheme, theme=THEME)
        t.roll()
        seen.append(others(t) + displays(t) + log(t))
    assert seen[0] == seen[1]
    t.act("Bob", cmd.RefuseTheme)
    assert all(tells(event) for event in t.events)


def test_no_other_phone_is_sent_anything_when_somebody_writes_a_theme() -> None:
    game = djam()
    events = begin(game, 3, Random(1), hat=True)
    match = Match.begin(game, "match").with_entries(events, "begin", None)
    world, ann, bob = World(game, 3), Seat(0), Seat(1)
    world.show(match)
    before = [world.bytes_for(seat) for seat in (ann, bob)]
    match = match.carry_out(cmd.PutTheme(ann, THEME), "put", ann, Random(1))
    world.show(match)
    assert world.bytes_for(ann) != before[0]
    assert world.bytes_for(bob) == before[1], "its version neither"
    assert price(match, bob) == price(match, ann), "nor is there a step to take back"
