"""Drawing, laying, passing, refilling, and whose turn it is."""

from collections import Counter
from dataclasses import replace

import pytest

from companion.engine.people import ComeBack, Leave
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff import dealing
from companion.games.buchstabenbluff.deck import DECK_SIZE, cards, values
from companion.games.buchstabenbluff.events import DiscardShuffled
from companion.games.buchstabenbluff.state import HAND, JOKER, Phase
from companion.languages import Language
from companion.ports import Seat
from companion.words.chance import Chance
from tests.games.buchstabenbluff.table import DECK, NAMES, Table, table

LANGUAGES: tuple[Language, ...] = ("en", "de")


# -- the cards --


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_106_cards_four_of_them_jokers(language: Language) -> None:
    counts = Counter(cards(language))
    assert counts.total() == DECK_SIZE
    assert counts[JOKER] == 4
    assert len(counts) == 27


def test_rare_letters_are_dear_and_a_joker_is_worth_nothing() -> None:
    german, english = values("de"), values("en")
    assert (german["E"], german["V"], german["Q"], german[JOKER]) == (1, 6, 10, 0)
    assert (english["E"], english["K"], english["Q"], english[JOKER]) == (1, 5, 10, 0)


# -- the deal --


def test_a_match_deals_five_to_each_and_keeps_every_card() -> None:
    for players in range(2, 9):
        dealt = Table(cmd.StartMatch(NAMES[:players]))
        assert all(len(player.hand) == 5 for player in dealt.state.players)
        everything = [*dealt.state.deck]
        for player in dealt.state.players:
            everything += player.hand
        assert Counter(everything) == Counter(cards("en"))


def test_the_first_letter_deals_and_the_left_neighbour_begins() -> None:
    for seed in range(40):
        chosen = dealing.draw_for_dealer(4, "de", Chance.seeded(seed))
        *ties, last = chosen.draws
        letters = {seat: (letter == JOKER, letter) for seat, letter in last}
        assert letters[chosen.seat] == min(letters.values())
        assert list(letters.values()).count(min(letters.values())) == 1
        for draw in ties:
            tied = [(letter == JOKER, letter) for _, letter in draw]
            assert tied.count(min(tied)) > 1
    begun = Table(cmd.StartMatch(NAMES[:4]))
    assert begun.state.dealer is not None
    assert begun.state.active == (begun.state.dealer + 1) % 4


def test_the_deal_goes_round_from_match_to_match() -> None:
    game = Table().game
    start = game.start(NAMES[:3], {}, ("Cleo", "Ann"))
    assert start["last_dealer"] == "Ann"
    again = Table(cmd.StartMatch(NAMES[:3], last_dealer="Ann"))
    assert again.state.dealer == 1
    assert again.active == "Cleo"
    assert game.remember(again.state) == ["Bob"]
    assert game.start(NAMES[:3], {}, ("Zoe",))["last_dealer"] == ""


# -- drawing --


def test_cards_are_drawn_one_at_a_time_up_to_ten() -> None:
    now = table()
    for count in range(6, 11):
        assert "Draw" in now.offered("Ann")
        now.act("Ann", cmd.Draw)
        assert len(now.player("Ann").hand) == count
    assert not {"Draw", "StopDrawing"} & now.offered("Ann")
    assert now.refused("Ann", cmd.Draw) == "hand-full"
    assert {"LayWord", "Pass"} <= now.offered("Ann")


def test_a_player_sees_which_card_came_and_which_came_after_a_word() -> None:
    now = table()
    assert now.view("Ann").drawn == ()
    for letter in DECK[:2]:
        now.act("Ann", cmd.Draw)
        assert [each.letter for each in now.view("Ann").drawn] == [letter]
    now.lay("Ann", "OATS", "OATS")
    assert now.view("Ann").drawn == ()
    now.gong()
    kept = now.player("Ann").hand
    drawn = [each.letter for each in now.view("Ann").drawn]
    assert drawn == list(DECK[2 : 2 + len(drawn)]) == list(kept[-len(drawn) :])
    assert now.view("Bob").drawn == ()


def test_who_has_stopped_draws_no_more_in_this_turn() -> None:
    now = table()
    now.act("Ann", cmd.StopDrawing)
    assert now.refused("Ann", cmd.Draw) == "drawing-over"
    assert now.refused("Ann", cmd.StopDrawing) == "drawing-over"
    now.round()
    now.act("Ann", cmd.Draw)


def test_only_who_is_to_play_draws_lays_and_passes() -> None:
    now = table()
    assert now.offered("Bob") == {"Leave"}
    for kind in (cmd.Draw, cmd.StopDrawing, cmd.Pass):
        assert now.refused("Bob", kind) == "not-your-turn"
    assert now.refused("Bob", cmd.LayWord, cards=("1", "2"), word="NO") == "not-your-turn"


def test_a_bare_draw_pile_is_the_shuffled_discard_pile() -> None:
    now = table(deck="AB")
    now.lay("Ann", "OATS", "NOSE")
    now.doubt("Bob")
    assert now.phase is Phase.REVEAL
    now.act("Bob", cmd.GoOn)
    assert DiscardShuffled in map(type, now.events)
    assert len(now.player("Ann").hand) == 5
    assert len(now.state.deck) == 2 + 4 - 4
    assert now.state.discard == ()


def test_with_no_card_anywhere_nobody_draws() -> None:
    now = table(deck="")
    assert "Draw" not in now.offered("Ann")
    assert now.refused("Ann", cmd.Draw) == "no-cards"
    now.lay("Ann", "OATS", "OATS")
    now.gong()
    assert len(now.player("Ann").hand) == 1
    now.round()
    assert "LayWord" not in now.offered("Ann")


# -- laying --


def test_a_word_has_two_cards_or_more_and_as_many_letters() -> None:
    now = table()
    lay = cmd.LayWord
    assert now.refused("Ann", lay, cards=("1",), word="O") == "too-few"
    assert now.refused("Ann", lay, cards=("1", "2"), word="OAT") == "word-length"
    assert now.refused("Ann", lay, cards=("1", "1"), word="OO") == "card-twice"
    assert now.refused("Ann", lay, cards=("1", "6"), word="OO") == "no-such-card"
    assert now.refused("Ann", lay, cards=("1", "²"), word="OO") == "no-such-card"
    for word in ("a-b", "it's", "a b", "", "a1", "?!"):
        assert now.refused("Ann", lay, cards=("1", "2", "3"), word=word) == "word-letters"


@pytest.mark.parametrize(
    ("language", "typed", "word"),
    [("de", "süß", "SUESS"), ("en", "naïve", "NAIVE"), ("de", " Öl ", "OEL")],
)
def test_a_word_is_typed_as_people_write_it(
    language: Language, typed: str, word: str
) -> None:
    now = table(language=language)
    places = tuple(str(n + 1) for n in range(len(word)))
    now.act("Ann", cmd.LayWord, cards=places, word=typed)
    assert now.public.lay is not None
    assert now.public.lay.word == word


def test_after_laying_there_is_no_more_drawing() -> None:
    now = table()
    now.lay("Ann", "SEA", "SEA")
    assert now.offered("Ann") == {"Leave"}
    assert now.refused("Ann", cmd.Draw) == "not-now"


def test_a_word_may_be_said_twice_unless_the_host_has_it_otherwise() -> None:
    for repeats in (True, False):
        now = table(2, repeats=repeats)
        now.lay("Ann", "SEA", "SEA")
        now.gong()
        places = now.places("Bob", "SEX")
        if repeats:
            now.act("Bob", cmd.LayWord, cards=places, word="sea")
        else:
            found = now.refused("Bob", cmd.LayWord, cards=places, word="sea")
            assert found == "said-before"


def test_passing_costs_the_turn() -> None:
    now = table()
    now.act("Ann", cmd.Pass)
    assert now.active == "Bob"
    assert now.player("Ann").turns == 1
    assert now.public.last is not None
    assert now.public.last.kind == "passed"


# -- half open --


def test_half_open_shows_some_cards_and_never_all() -> None:
    now = table(half_open=True)
    places = now.places("Ann", "OATS")
    found = now.refused("Ann", cmd.LayWord, cards=places, word="OATS", shown=places)
    assert found == "all-open"
    now.lay("Ann", "OATS", "OATS", shown="OT")
    assert now.public.lay is not None
    assert now.public.lay.cards == ("O", "", "T", "")


def test_without_that_option_every_card_lies_face_down() -> None:
    now = table()
    places = now.places("Ann", "SEA")
    shown = places[:1]
    found = now.refused("Ann", cmd.LayWord, cards=places, word="SEA", shown=shown)
    assert found == "not-half-open"


# -- turns --


def test_everybody_comes_to_play_five_times_and_then_is_counted() -> None:
    now = table()
    order = []
    while now.phase is Phase.TURN:
        order.append(now.active)
        now.act(now.active, cmd.Pass)
    assert order == ["Ann", "Bob", "Cleo"] * 5
    assert now.phase is Phase.END  # nothing was believed: there is no truth to open


@pytest.mark.parametrize(("refill", "cards_left"), [(True, 5), (False, 1)])
def test_a_hand_is_refilled_after_every_turn_the_last_too_unless_chosen_otherwise(
    *, refill: bool, cards_left: int
) -> None:
    now = table(2, last_refill=refill)
    now.lay("Ann", "SEA", "SEA")
    now.gong()
    assert len(now.player("Ann").hand) == 5
    now.act("Bob", cmd.Pass)
    now.round(3)
    assert now.player("Ann").turns == 4
    hand = now.player("Ann").hand
    now.act("Ann", cmd.LayWord, cards=("1", "2", "3", "4"), word="OATS")
    now.gong()
    assert len(now.player("Ann").hand) == cards_left
    assert hand[4] in now.player("Ann").hand


def test_more_than_five_cards_are_kept() -> None:
    now = table()
    for _ in range(4):
        now.act("Ann", cmd.Draw)
    now.lay("Ann", "TO", "TO")
    now.gong()
    assert len(now.player("Ann").hand) == 7


# -- leaving --


def test_who_leaves_on_the_own_turn_is_skipped_and_keeps_the_turn_for_later() -> None:
    now = table()
    now.act("Ann", Leave)
    assert now.active == "Bob"
    now.act("Bob", cmd.Pass)
    now.act("Cleo", cmd.Pass)
    assert now.active == "Bob"
    now.act("Ann", ComeBack)
    now.act("Bob", cmd.Pass)
    now.act("Cleo", cmd.Pass)
    assert now.active == "Ann"
    assert now.player("Ann").turns == 0


def test_with_nobody_there_the_match_waits() -> None:
    now = table(2)
    now.act("Ann", Leave)
    now.act("Bob", Leave)
    assert now.phase is Phase.TURN
    assert now.offered("Bob") == {"ComeBack"}
    now.act("Ann", ComeBack)
    assert now.active == "Ann"


def test_the_hand_of_a_leaver_counts_like_everybodys() -> None:
    now = table(2)
    now.act("Bob", Leave)
    now.to_the_count()
    scores = {line.score.name: line.score for line in now.public.scores}
    assert (scores["Bob"].hand, scores["Bob"].total) == (12, -12)
    assert scores["Ann"].hand == 5
    assert now.refused("Bob", ComeBack) == "not-now"


def test_who_lays_may_leave_and_the_word_is_resolved_all_the_same() -> None:
    now = table()
    now.lay("Ann", "SEA", "SEA")
    now.act("Ann", Leave)
    now.act("Cleo", Leave)
    now.act("Bob", cmd.Doubt)
    now.gong()
    now.act("Bob", cmd.GoOn)
    assert now.tens() == {"Ann": 1}


@pytest.mark.parametrize("doubted", [False, True])
def test_who_leaves_before_the_word_is_resolved_holds_as_many_cards_as_who_stays(
    *, doubted: bool
) -> None:
    """Or the fifth turn would be the cheapest to leave in."""
    left, stayed = table(), table()
    for now in (left, stayed):
        now.lay("Ann", "SEA", "SEA")
        if now is left:
            now.act("Ann", Leave)
        now.doubt(*["Cleo"] * doubted)
        if now.phase is Phase.REVEAL:
            now.act("Bob", cmd.GoOn)
    assert left.player("Ann").hand == stayed.player("Ann").hand
    assert len(left.player("Ann").hand) == HAND


def test_the_last_whose_answer_is_missing_may_leave() -> None:
    now = table()
    now.lay("Ann", "SEA", "SEA")
    now.act("Bob", cmd.Believe)
    now.act("Cleo", Leave)
    assert now.public.counting
    now.gong()
    assert now.phase is Phase.TURN
    assert now.active == "Bob"


# -- beginnings that are refused --


def test_a_match_needs_two_to_eight_people_with_names_and_a_sensible_gong() -> None:
    empty = Table()
    assert empty.refused_command(cmd.StartMatch(("Ann",))) == "player-count"
    assert empty.refused_command(cmd.StartMatch((*NAMES, "Ida"))) == "player-count"
    assert empty.refused_command(cmd.StartMatch(("Ann", "Ann"))) == "name-taken"
    assert empty.refused_command(cmd.StartMatch(("Ann", "Bob"), gong_s=1)) == "gong"
    assert empty.refused_command(cmd.StartMatch(("Ann", "Bob"), gong_s=-5)) == "gong"
    fixed = cmd.SetTable(("Ann", "Bob"), ("OATSE", "NOSEX"), (), table(2).state.options)
    assert empty.refused_command(replace(fixed, hands=("OATSE",))) == "hands"
    assert empty.refused_command(replace(fixed, dealer=3)) == "unknown-player"
    assert table(2).refused_command(fixed) == "not-now"
    assert table(2).refused_command(cmd.Gong()) == "not-now"
    assert table(2).refused_command(cmd.Draw(Seat(5))) == "unknown-player"


def all_leave_a_word(players: int = 3, turns: int = 0) -> Table:
    """Return a table that all have left while Ann's word lay there, in her turn after *turns*."""
    t = table(players)
    ann = replace(t.player("Ann"), turns=turns)
    t.state = replace(t.state, players=(ann, *t.state.players[1:]))
    t.lay("Ann", "OATS", "OATS")
    for name in NAMES[:players]:
        t.act(name, Leave)
    assert (t.phase, t.player("Ann").turns) == (Phase.TURN, turns + 1)
    return t


def test_a_turn_is_never_had_twice_though_all_were_away() -> None:
    """After a turn the next player is to move; who comes back first finds no turn of before."""
    t = all_leave_a_word()
    t.act("Ann", ComeBack)
    assert [type(each).__name__ for each in t.events] == ["PlayerCameBack", "TurnBegun"]
    t = all_leave_a_word()
    t.act("Cleo", ComeBack)
    assert t.state.active == t.seat("Cleo")


def test_nobody_ever_has_a_sixth_turn() -> None:
    """When everybody has been to move five times the match ends."""
    t = all_leave_a_word(turns=4)
    t.act("Ann", ComeBack)
    assert t.phase == Phase.TRUTH
