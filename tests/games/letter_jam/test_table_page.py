"""The middle of the table, as a screen across the room shows it."""

import re
from dataclasses import replace

import pytest

from companion.games.letter_jam.view import TurnedCard
from companion.games.letter_jam.view_score import Award
from tests.games.letter_jam.moments import MOMENTS, ODD
from tests.games.letter_jam.table import NAMES
from tests.games.letter_jam.test_pages import DRAWN, Element, Tree, looked_back, screen


def classes(element: Element) -> list[str]:
    return element.attrs.get("class", "").split()


def drawn(moment: str, of: str) -> list[Element]:
    """Return the elements of class *of* on the table page."""
    return [each for each in Tree(screen(MOMENTS[moment])).elements if of in classes(each)]


def words(element: Element) -> str:
    return re.sub(r"\s+", " ", element.text).strip()


def test_no_stand_shows_a_letter() -> None:
    for moment in MOMENTS:
        assert {words(each) for each in drawn(moment, "lj-back")} <= {"?", ""}


def test_offers_stand_in_columns_one_for_each_player() -> None:
    (table,) = drawn("clue-told", "lj-offers")
    tree = Tree(screen(MOMENTS["clue-told"]))
    inside = [each for each in tree.all("th") if classes(each.parents[-1]) == []]
    heads = [words(each) for each in inside if each.attrs["scope"] == "col"]
    assert heads == [*NAMES[:3], ODD]
    first, *rest = (
        [words(each) for each in tree.all("td") if row in each.parents]
        for row in tree.all("tr")[1:]
    )
    assert first == ["7", "none yet", "11", "needs no more clues"]
    assert rest[0] == ["3", "3"]
    assert [each[-4:] for each in rest[-1]] == ["–no", "*yes"]
    assert "Letters" not in words(table)


def test_the_clue_fills_numbered_places_with_whose_letter_it_is() -> None:
    assert len(drawn("clue-giving", "lj-places")) == 1
    tree = Tree(screen(MOMENTS["clue-giving"]))
    keyed = [each for each in tree.all("li") if "place-" in each.attrs.get("data-key", "")]
    assert [words(each) for each in keyed] == [
        f"1 {NAMES[1]}",
        f"2 {NAMES[2]}",
        "3 *Wildcard",
        f"4 {NAMES[1]}",
        "5 Stand 6",
        "6",
        "7",
    ], "the cluegiver told of seven letters"


def test_an_own_box_and_a_last_place_never_promise_more_than_was_told() -> None:
    assert len(drawn("clue-give", "lj-empty")) == 1
    assert drawn("decide", "lj-empty") == []


@pytest.mark.parametrize("moment", ["clue-look", "clue-first", "counting-last"])
def test_clue_tokens_lie_where_they_lie(moment: str) -> None:
    middle = MOMENTS[moment].public.middle
    assert len(drawn(moment, "lj-coin-red")) == middle.red
    on_flower = drawn(moment, "lj-leaf-shape")
    assert len(on_flower or drawn(moment, "lj-on-leaf")) == middle.leaves
    if on_flower:
        assert bool(drawn(moment, "lj-open")) == middle.centre_open
        assert len(drawn(moment, "lj-full")) == middle.red
    else:
        assert bool(drawn(moment, "lj-shut")) != middle.centre_open
    assert middle.centre_open == (moment == "counting-last")


def test_a_revealed_word_is_large_until_the_next_and_gold_once_it_counts() -> None:
    (word,) = drawn("final-judge", "lj-huge")
    assert words(word).startswith("BL*CK")
    assert "lj-won" not in classes(word)
    assert drawn("final-judge", "lj-verdict") == []
    (judged,) = drawn("final-shown", "lj-huge")
    assert "lj-won" in classes(judged)
    assert drawn("score", "lj-huge") == []


def test_a_word_that_does_not_count_is_never_gold() -> None:
    public = MOMENTS["final-shown"].public
    assert public.judged is not None
    players = tuple(
        replace(each, accepted=False if each.seat == public.judged else each.accepted)
        for each in public.players
    )
    html = DRAWN.middle(replace(public, players=players))
    hero = html[html.index('id="table-reveal"') : html.index('id="table-words"')]
    assert "lj-counts-not" in hero
    assert "lj-won" not in hero
    assert "data-joy" not in hero, "nothing to be glad of"
    assert "data-joy" in screen(MOMENTS["final-shown"])


def test_each_card_says_whether_its_box_was_right() -> None:
    public = MOMENTS["final-judge"].public
    right, wrong = TurnedCard("A", "right"), TurnedCard("B", "wrong")
    cards = (right, wrong, TurnedCard("*", "wild"), right, right)
    players = tuple(
        replace(each, turned=cards) if each.seat == public.to_reveal else each
        for each in public.players
    )
    tree = Tree(DRAWN.middle(replace(public, players=players)))
    drawn_as = [each for each in tree.elements if "lj-turned" in classes(each)]
    for card, element in zip(cards, drawn_as, strict=True):
        assert f"lj-k-{card.kind}" in classes(element)
    pitches = [each.attrs.get("data-pitch") for each in drawn_as]
    assert pitches == ["1", None, None, "2", "3"], "a step up the scale for each right one"


def test_the_score_tells_the_awards_with_names_and_what_was_dealt() -> None:
    table = looked_back(MOMENTS["score"].public)
    assert table.score is not None
    given = (Award("best", (NAMES[1],), "TREE", 2), Award("bold", (NAMES[0],), "T", 7))
    html = DRAWN.middle(replace(table, score=replace(table.score, awards=given)))
    best = html[html.index('id="table-awards"') :]
    assert "Best clue" in best
    assert "TREE" in best
    assert "told 2 letters" in best
    assert "guessed “T” when about 7 letters were possible" in best
    assert "Dealt: HORSE" not in html, "that is the word itself"


def test_of_an_award_that_is_shared_each_has_so_many_letters() -> None:
    table = looked_back(MOMENTS["score"].public)
    assert table.score is not None
    for letters, english, german in (
        (1, "told one letter each", "verrieten je einen Buchstaben"),
        (4, "told 4 letters each", "verrieten je 4 Buchstaben"),
    ):
        shared = (Award("helpful", NAMES[:2], n=letters),)
        drawn = replace(table, score=replace(table.score, awards=shared))
        for language, said in (("en", english), ("de", german)):
            assert said in DRAWN.middle(drawn, language)


@pytest.mark.parametrize(
    ("language", "tap", "where"),
    [("en", r"\btap|below", "phone"), ("de", r"\btipp|unten", "Handy")],
)
def test_the_middle_asks_nobody_to_tap_it(language: str, tap: str, where: str) -> None:
    hints = [
        hint
        for moment in MOMENTS.values()
        for hint in re.findall(r"</h2>\s*<p>(.*?)</p>", screen(moment, language))
        if re.search(tap, hint, re.IGNORECASE)
    ]
    assert hints
    assert [hint for hint in hints if where not in hint] == []


def test_who_is_ready_is_told_while_words_are_made_and_cards_pulled() -> None:
    assert "… still forming" in screen(MOMENTS["making"])
    assert "✓ ready" in screen(MOMENTS["making-done"])
    assert "✓ is laid" in screen(MOMENTS["pulling"])
