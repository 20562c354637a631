"""The count and the truth round."""

import re
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.people import ComeBack, Leave
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.deck import JOKER_MINUS
from companion.games.buchstabenbluff.look_back import Award
from companion.games.buchstabenbluff.scoring import score
from companion.games.buchstabenbluff.state import Phase
from companion.languages import LANGUAGES, Language
from companion.messages import load
from companion.ports import CENTRE, STAND_PLACES, LinesFace, Message, Seat
from tests.drawn import Drawn
from tests.games.buchstabenbluff.table import Table, table
from web.pages.game_pages import game_pages


def played(**options: Any) -> Table:
    """Return a table at the truth: Ann was believed a bluff, Bob doubted with cause."""
    now = table(3, deck="", **options)
    now.lay("Ann", "OATS", "NOSE")
    now.gong()
    now.lay("Bob", "NOSE", "TEAS")
    now.doubt("Cleo")
    now.act("Ann", cmd.GoOn)
    now.lay("Cleo", "SEA", "SEA")
    now.gong()
    now.to_the_count()
    return now


def counted(**options: Any) -> Table:
    """Return the same table when all words lie open."""
    now = played(**options)
    now.act("Ann", cmd.OpenAll)
    return now


def test_the_pile_counts_for_the_hand_against_and_doubts_are_tens() -> None:
    now = counted()
    scores = {line.score.name: line.score for line in now.public.scores}
    ann, bob, cleo = scores["Ann"], scores["Bob"], scores["Cleo"]
    assert (ann.pile, ann.tens) == (4, 0)
    assert (bob.pile, bob.tens) == (0, 0)
    assert (cleo.pile, cleo.tens) == (3, 10)
    for each in scores.values():
        assert each.total == each.pile - each.hand + each.tens
    assert [line.total for line in now.public.scores] == sorted(
        (line.total for line in now.public.scores), reverse=True
    )


def test_a_joker_in_the_hand_costs_five_if_the_host_has_it_so() -> None:
    plain, dear = (
        {line.score.name: line.score.hand for line in each.public.scores}["Cleo"]
        for each in (counted(), counted(joker_minus=True))
    )
    assert dear - plain == JOKER_MINUS


def test_a_tie_is_shared() -> None:
    now = table(2, deck="")
    now.to_the_count()
    places = [line.place for line in now.public.scores]
    assert places == [1, 2]
    tie = Table(cmd.SetTable(("Ann", "Bob"), ("AAA", "EEE"), (), table(2).state.options))
    tie.to_the_count()
    assert [line.place for line in tie.public.scores] == [1, 1]
    assert tie.told[-1].params["names"] == ("Ann", "Bob")
    shared = tie.public.scores[0].total
    kept = Message("result.won", {"names": ("Ann", "Bob"), "n": 2, "points": shared})
    assert tie.game.result_of(tie.state) == kept


def test_the_picture_keeps_each_one_s_longest_true_word_doubted_or_not() -> None:
    now = table(3, deck="")
    now.lay("Ann", "OATS", "OATS")
    now.doubt("Cleo")
    now.act("Ann", cmd.GoOn)
    now.lay("Bob", "NOSE", "TEAS")
    now.gong()
    now.lay("Cleo", "SEA", "SEA")
    now.gong()
    now.to_the_count()
    now.act("Ann", cmd.OpenAll)
    kept = now.game.keepsake(now.public)
    assert kept is not None
    assert {each.name: each.word for each in kept.words} == {
        "Ann": "OATS",
        "Bob": "",
        "Cleo": "SEA",
    }


def test_whoever_wins_alone_reads_so() -> None:
    now = counted()
    (best,) = (line.score.seat for line in now.public.scores if line.place == 1)
    for seat in now.state.seats:
        view = now.game.seat_view(now.state, seat)
        asked = now.game.asked(view, now.game.offers(view)).name
        assert asked == ("end-you" if seat == best else "end")


def test_the_truth_is_opened_word_by_word() -> None:
    now = played()
    assert now.phase is Phase.TRUTH
    assert not now.game.finished(now.state)
    assert now.public.closed == 2
    now.act("Bob", cmd.OpenNext)
    first = now.public.truths[0]
    assert (first.name, first.word, "".join(first.letters)) == ("Ann", "NOSE", "OATS")
    assert not first.honest
    assert now.phase is Phase.TRUTH
    now.act("Ann", cmd.OpenNext)
    assert now.public.truths[1].honest
    assert now.game.finished(now.state)


def test_or_all_at_once_and_it_costs_and_wins_nothing() -> None:
    now = played()
    before = [score(now.state, seat) for seat in now.state.seats]
    now.act("Cleo", cmd.OpenAll)
    assert len(now.public.truths) == 2
    assert now.phase is Phase.END
    assert [score(now.state, seat) for seat in now.state.seats] == before


def test_there_is_nothing_to_do_after_the_end() -> None:
    now = played()
    now.act("Cleo", cmd.OpenAll)
    for name in ("Ann", "Bob", "Cleo"):
        assert now.offered(name) == set()
        assert now.refused(name, Leave) == "not-now"
        assert now.refused(name, cmd.OpenNext) == "not-now"


def test_in_a_match_of_an_older_version_it_does() -> None:
    now = table(2, deck="")
    now.state = replace(now.state, leavers_pay=False)
    now.act("Bob", Leave)
    now.to_the_count()
    bob = next(line.score for line in now.public.scores if line.score.name == "Bob")
    assert (bob.hand, bob.total) == (0, 0)


def test_at_the_very_end_all_hear_who_lied_best_was_caught_and_doubted_wrongly() -> None:
    now = table(3)
    now.lay("Ann", "OATS", "NOSE")  # believed, and a lie
    now.gong()
    now.lay("Bob", "NOSE", "SEAS")  # a lie that Cleo sees through
    now.doubt("Cleo")
    now.act("Ann", cmd.GoOn)
    now.lay("Cleo", "SEA", "SEA")  # true, and both doubt it
    now.doubt("Ann", "Bob")
    now.act("Ann", cmd.GoOn)
    now.to_the_count()
    assert not now.public.awards
    now.act("Ann", cmd.OpenAll)
    awards = now.public.awards
    found = {award.kind: (award.seats, award.n) for award in awards}
    assert found == {
        "liar": ((0,), 1),
        "caught": ((1,), 1),
        "wrong": ((0, 1), 1),
    }


ONE, BOTH = (Seat(0),), (Seat(0), Seat(1))
AWARDS = (
    *(Award("liar", ONE, 1), Award("liar", BOTH, 1), Award("liar", BOTH, 2)),
    *(Award("caught", ONE, 2), Award("caught", BOTH, 1), Award("wrong", BOTH, 3)),
)
TOLD = {
    "en": [
        "Lied best: Ann, with one lie that everybody believed.",
        "Lied best: Ann, Bob, each with one lie that everybody believed.",
        "Lied best: Ann, Bob, each with 2 lies that everybody believed.",
        "Caught most often: Ann, 2 times.",
        "Caught: Ann, Bob, once each.",
        "Doubted wrongly most often: Ann, Bob, 3 times each.",
    ],
    "de": [
        "Am besten gelogen: Ann, mit einer Lüge, die alle geglaubt haben.",
        "Am besten gelogen: Ann, Bob, mit je einer Lüge, die alle geglaubt haben.",
        "Am besten gelogen: Ann, Bob, mit je 2 Lügen, die alle geglaubt haben.",
        "Am häufigsten erwischt: Ann, 2-mal.",
        "Erwischt: Ann, Bob, je einmal.",
        "Am häufigsten zu Unrecht gezweifelt: Ann, Bob, je 3-mal.",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_several_have_done_as_often_is_told_of_each(language: Language) -> None:
    now = counted(language=language)
    public, drawn = replace(now.public, awards=AWARDS), Drawn(now.game)
    phone = drawn.phone(replace(now.view("Ann"), table=public), (), language)
    for page in (phone, drawn.middle(public, language)):
        awards = page.partition("awards-title")[2].partition("</section>")[0]
        lines = re.findall("<p.*?>(.*?)</p>", awards)
        told = [re.sub("<.*?>", "", each) for each in lines]
        assert told[: len(AWARDS)] == TOLD[language]


def test_nobody_is_named_for_what_nobody_did() -> None:
    now = table(2)
    now.to_the_count()
    assert not now.public.awards


def test_who_has_left_may_open_the_truth_too() -> None:
    now = table(2, deck="")
    now.lay("Ann", "OATS", "OATS")
    now.gong()
    now.act("Ann", Leave)
    now.to_the_count()
    assert "OpenNext" in now.offered("Ann")
    now.act("Ann", cmd.OpenNext)
    assert now.phase is Phase.END


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_truth_comes_before_the_count_on_pages_and_stands(language: str) -> None:
    """Points are added up at the end: nobody learns who has won while a word is closed."""
    now = table(3, language=language)
    now.lay("Ann", "OATS", "OATS")
    now.gong()
    now.to_the_count()
    drawn = Drawn(now.game)

    def pages() -> tuple[str, str]:
        view = now.view("Ann")
        phone = drawn.phone(view, now.game.offers(view), language)
        return drawn.middle(now.public, language), phone

    middle, phone = pages()
    assert now.phase == Phase.TRUTH
    assert 'class="bb-place"' not in middle + phone
    assert "face.total" not in str(now.faces())
    assert now.faces()[CENTRE] == LinesFace(("face.truth",))
    assert now.public.scores == ()
    now.act("Ann", cmd.OpenNext)
    middle, phone = pages()
    assert middle.index('class="bb-place"') < middle.index('id="table-truth"')
    assert 'class="bb-place"' in phone
    assert "face.total" in str(now.faces())


@pytest.mark.parametrize(
    ("language", "truth", "count"), [("en", "truth", "add"), ("de", "Wahrheit", "Zähl")]
)
def test_the_rules_say_so_too(language: str, truth: str, count: str) -> None:
    page = game_pages("buchstabenbluff", table().game.pages).read(f"rules.{language}.html")
    assert page is not None
    end = page.partition('id="rules-end"')[2].partition("</section>")[0]
    assert end.index(truth) < end.index(count)


def test_at_the_end_stands_who_believed_whom() -> None:
    now = played()
    assert not now.public.trust
    while now.phase is not Phase.END:
        now.act("Ann", cmd.OpenNext)
    found = {
        (each.reader, each.layer): (each.believed, each.of) for each in now.public.trust
    }
    assert found == {
        (1, 0): (1, 1),
        (2, 0): (1, 1),
        (0, 1): (1, 1),
        (2, 1): (0, 1),
        (0, 2): (1, 1),
        (1, 2): (1, 1),
    }


def test_whoever_comes_or_goes_while_the_cards_lie_open_was_asked_or_not_before() -> None:
    now = table(3)
    now.act("Cleo", Leave)
    now.lay("Ann", "OATS", "OATS")
    now.doubt("Bob")
    now.act("Cleo", ComeBack)
    assert now.faces()[STAND_PLACES[1]].lines[1] == "face.doubted"
    assert now.faces()[STAND_PLACES[2]].lines[1] == "face.hand"
    now.act("Bob", Leave)
    now.act("Cleo", cmd.GoOn)
    while now.phase is not Phase.END:
        now.act(now.active, cmd.Pass)
    (trust,) = now.public.trust
    assert trust == (1, 0, 0, 1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("told", ["bb.trust.you", "bb.trust.yours", "bb.lay.counts"])
def test_one_of_a_thing_is_told_as_one(told: str, language: str) -> None:
    catalogue = load(["companion.games.buchstabenbluff.pages"], language)
    said = catalogue.text(told, name="Ann", n=1, of=1, cards=1, letters=1)
    assert not re.search(r"\b1 (?:\w+ )?(?:words|cards|letters|Wörter|Karten)", said)


def test_where_the_first_doubt_counts_nobody_can_tell_who_believed() -> None:
    now = table(3, first_doubter=True)
    now.lay("Ann", "OATS", "OATS")
    now.doubt("Bob")
    assert "face.believed" not in str(now.faces())
    now = played(first_doubter=True)
    while now.phase is not Phase.END:
        now.act("Ann", cmd.OpenNext)
    assert not now.public.trust
