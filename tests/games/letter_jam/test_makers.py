"""Words made by the players: the rulebook's way of dealing."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random

import pytest

from companion.engine.people import ComeBack, Leave
from companion.errors import Rejected
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import (
    CardsDealt,
    DeckShared,
    WordMade,
    WordTakenBack,
)
from companion.games.letter_jam.events_people import PlayerLeft
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.setup_card import SETUP_CARDS
from companion.games.letter_jam.state import Making, Phase
from companion.games.letter_jam.words import Words
from tests.games.letter_jam.few_words import DECK, FewWords
from tests.games.letter_jam.table import NAMES, Table, cards_of
from web.pages.game_pages import game_pages

SHARES = ("HORSEABL", "MINTYCKA", "DWARFGUE")


def making(
    *listed: str,
    shares: Sequence[str] = SHARES,
    length: int = 5,
    always_words: Sequence[str] = (),
) -> Table:
    """Return a table where everybody holds a known share of the deck."""
    players = len(shares)
    words = FewWords(*listed, always_words=always_words)
    t = Table(words=words)
    start = cmd.StartMatch(NAMES[:players], (length,) * players, dealing="makers")
    started = t.game.decide(t.state, start, Random(1))[0]
    for event in (started, DeckShared(tuple(map(tuple, shares)))):
        t.state = t.game.evolve(t.state, event)
        t.log.append(event)
    return t


def of(t: Table) -> Making:
    assert t.state.making is not None
    return t.state.making


@pytest.mark.parametrize("players", range(2, 7))
def test_the_deck_is_shared_roughly_evenly(players: int) -> None:
    t = Table(cmd.StartMatch(NAMES[:players], (5,) * players, dealing="makers"))
    assert t.state.phase is Phase.MAKING
    sizes = [len(share) for share in of(t).shares]
    assert max(sizes) - min(sizes) <= 1
    assert cards_of(t.state) == Counter(DECK)
    assert of(t).discards == ()


def test_the_shares_are_shuffled_by_the_chance_handed_in() -> None:
    start = cmd.StartMatch(NAMES[:3], (5,) * 3, dealing="makers")
    game = Table().game
    first, again, other = (
        game.decide(game.initial, start, Random(seed)) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_maker_sees_the_own_share_and_the_discards_only() -> None:
    t = making("HORSE", "MINTY")
    t.act("Ann", cmd.MakeWord, word="HORSE")
    view = t.view("Bob").making
    assert view is not None
    assert (view.for_name, view.length) == ("Ann", 5)
    assert "".join(view.share) == "MINTYCKA"
    assert "".join(view.discards) == "ABL"
    assert view.made is None
    assert t.view("Cleo").table.players[0].word_made


def test_what_is_not_in_the_word_is_discarded() -> None:
    t = making("HORSE")
    t.act("Ann", cmd.MakeWord, word="horse ")
    assert t.events == (WordMade(t.seat("Ann"), "HORSE", "ESROH"),)
    assert of(t).shares[0] == ()
    assert of(t).discards == ("A", "B", "L")


def test_letters_may_come_from_what_others_discarded() -> None:
    t = making("HORSE", "BLINK")
    assert t.refused("Bob", cmd.MakeWord, word="BLINK") == "word-letters"
    t.act("Ann", cmd.MakeWord, word="HORSE")
    t.act("Bob", cmd.MakeWord, word="BLINK")
    assert "".join(of(t).discards) == "AACMTY"


def test_no_letter_comes_from_another_hand_or_is_used_twice() -> None:
    t = making("HORDE", "SHOOS")
    assert t.refused("Ann", cmd.MakeWord, word="HORDE") == "word-letters"
    assert t.refused("Ann", cmd.MakeWord, word="SHOOS") == "word-letters"


def test_an_unlisted_word_wants_to_be_sure() -> None:
    t = making()
    assert t.refused("Ann", cmd.MakeWord, word="HORSE") == "word-unlisted"
    t.act("Ann", cmd.MakeWord, word="HORSE", sure=True)
    assert of(t).made[0] == ("HORSE", "ESROH")


def test_whose_phone_speaks_another_language_is_told_that_of_the_words() -> None:
    t = making()
    german = game_pages("letter_jam", t.game.pages).catalogues["de"]
    view = t.view("Ann")
    asked = t.game.asked(view, t.game.offers(view))
    assert "English" in german.say(asked.sentence("hint"))
    with pytest.raises(Rejected, match="word-unlisted") as refused:
        t.act("Ann", cmd.MakeWord, word="HORSE")
    assert "English" in german.say(refused.value.message)


def test_a_word_that_is_a_word_in_every_order_is_refused() -> None:
    """Point 26: a scramble that is itself a word is rejected."""
    t = making("HORSE", always_words=("HORSE",))
    refused = t.refused("Ann", cmd.MakeWord, word="HORSE", sure=True)
    assert refused == "word-every-order", "nobody can mix it: another one is to be formed"


def test_a_word_has_the_length_of_the_row_it_is_for() -> None:
    """Points 24 and 26: Bob makes Ann's, so Ann's length counts."""
    t = Table()
    t.do(cmd.StartMatch(NAMES[:2], (3, 5), dealing="makers"))
    view = t.view("Bob").making
    assert view is not None
    assert (view.for_name, view.length) == ("Ann", 3)
    assert t.refused("Bob", cmd.MakeWord, word="HORSE") == "word-length"
    assert t.refused("Ann", cmd.MakeWord, word="CAT") == "word-length"


def test_a_word_may_be_taken_back_while_others_make_theirs() -> None:
    t = making("HORSE", "BORES")
    t.act("Ann", cmd.MakeWord, word="HORSE")
    assert t.refused("Ann", cmd.MakeWord, word="BORES") == "already-decided"
    assert t.offered("Ann") == {"TakeWordBack", "Leave"}
    t.act("Ann", cmd.TakeWordBack)
    assert t.events == (WordTakenBack(t.seat("Ann")),)
    assert "".join(of(t).shares[0]) == "EHORS"
    assert of(t).discards == ("A", "B", "L")
    t.act("Ann", cmd.MakeWord, word="BORES")
    assert of(t).discards == ("A", "H", "L")


def test_the_right_hand_neighbour_gets_the_word() -> None:
    """Points 8 and 26: words are passed to the right; then stacks and deck are laid."""
    t = making("HORSE", "MINTY", "DWARF", shares=(*SHARES[:2], f"DWARF{'AEIOU' * 8}"))
    t.act("Ann", cmd.MakeWord, word="HORSE")
    t.act("Cleo", cmd.MakeWord, word="DWARF")
    assert not any(isinstance(event, CardsDealt) for event in t.log)
    t.act("Bob", cmd.MakeWord, word="MINTY")
    assert isinstance(t.events[-1], CardsDealt)
    assert t.state.words == ("MINTY", "DWARF", "HORSE")
    rows = ["".join(map(str, h.cards)) for h in t.state.stands[:3]]
    assert rows == ["YTNIM", "FRAWD", "ESROH"]
    assert [h.dealt for h in t.state.stands[3:]] == [7, 8, 9]
    assert t.state.phase is Phase.CLUE
    assert t.refused("Ann", cmd.TakeWordBack) == "not-now"


def test_the_discards_are_shuffled_before_stacks_and_deck_are_laid() -> None:
    """Point 8: by the chance handed in."""
    t = making("HORSE", "MINTY", shares=(SHARES[0], f"MINTY{'AEIOU' * 8}"))
    t.act("Ann", cmd.MakeWord, word="HORSE")
    last = cmd.MakeWord(t.seat("Bob"), "MINTY")
    first, again, other = (
        t.game.decide(t.state, last, Random(seed))[-1] for seed in (1, 1, 2)
    )
    assert first == again != other
    assert isinstance(first, CardsDealt)
    laid = [str(card) for card in (*chain(*first.stacks), *first.deck)]
    assert sorted(laid) == sorted("ABL" + "AEIOU" * 8) != laid


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("length", [3, 5])
def test_all_cards_are_conserved(players: int, length: int) -> None:
    """Every step of the making, a change of mind included, keeps the 64 cards."""
    words = Lexicons()
    start = cmd.StartMatch(NAMES[:players], (length,) * players, dealing="makers")
    t = Table(start, words=words)
    for name in reversed(NAMES[:players]):
        lay_any(t, name, words)
        assert cards_of(t.state) == Counter(DECK)
        if t.state.making is not None:
            t.act(name, cmd.TakeWordBack)
            assert cards_of(t.state) == Counter(DECK)
            lay_any(t, name, words)
    assert t.state.phase is Phase.CLUE
    assert cards_of(t.state) == Counter(DECK)
    sizes = tuple(holder.dealt for holder in t.state.stands)
    assert sizes == ((length,) * players + SETUP_CARDS[players].stacks)


def lay_any(t: Table, name: str, words: Words) -> None:
    """Let *name* make some word out of what is there."""
    hand = Counter(of(t).shares[t.seat(name)]) + Counter(of(t).discards)
    word = words.find(t.state, t.player(name).length, hand, Random(0))
    # A hand without any word is a row of letters that nobody can look up.
    word = word or "".join(sorted(hand.elements()))[: t.player(name).length]
    t.act(name, cmd.MakeWord, word=word, sure=True)


# -- leavers --


def test_the_table_makes_the_word_of_a_leaver() -> None:
    t = making("HORSE")
    t.act("Ann", Leave)
    assert t.events == (
        PlayerLeft(t.seat("Ann")),
        WordMade(t.seat("Ann"), "HORSE", "ESROH"),
    )
    assert "".join(of(t).discards) == "ABL"


def test_the_word_that_a_leaver_has_made_stays() -> None:
    t = making("HORSE")
    t.act("Ann", cmd.MakeWord, word="HORSE")
    t.act("Ann", Leave)
    assert t.events == (PlayerLeft(t.seat("Ann")),)
    assert of(t).made[0] == ("HORSE", "ESROH")


def test_the_last_maker_may_leave_too() -> None:
    t = making("HORSE", "MINTY", shares=(SHARES[0], f"MINTY{'AEIOU' * 8}"))
    t.act("Ann", cmd.MakeWord, word="HORSE")
    t.act("Bob", Leave)
    assert isinstance(t.events[-1], CardsDealt)
    assert t.state.words == ("MINTY", "HORSE")


def test_a_hand_that_lays_no_word_keeps_nobody_from_leaving() -> None:
    """The table makes the word as soon as others have discarded what it wants."""
    t = making("MINTY", "BLINK", "HORSE", shares=("HORSEBLK", "MINTYCKA", "XXXXXXXX"))
    t.act("Cleo", Leave)
    assert not t.player("Cleo").present
    assert of(t).made[2] is None
    events = t.act("Bob", cmd.MakeWord, word="MINTY")
    assert events == (WordMade(t.seat("Bob"), "MINTY", "YTNIM"),)
    t.act("Bob", cmd.TakeWordBack)
    t.act("Ann", cmd.MakeWord, word="HORSE")
    assert of(t).made[2] is None
    assert "".join(of(t).discards) == "ABCKKL"


def test_a_leaver_s_word_is_made_of_the_last_discards_and_the_match_begins() -> None:
    t = making(
        "MINTY", "HORSE", "BLACK", shares=("HORSEBLKA", f"MINTYC{'OU' * 20}", "XXXXXXXX")
    )
    t.act("Cleo", Leave)
    t.act("Ann", cmd.MakeWord, word="HORSE")
    t.act("Bob", cmd.MakeWord, word="MINTY")
    assert t.events[1] == WordMade(t.seat("Cleo"), "BLACK", "KCALB")
    assert isinstance(t.events[2], CardsDealt)
    assert t.state.words == ("MINTY", "BLACK", "HORSE")


def test_who_comes_back_may_still_make_the_word() -> None:
    t = making("HORSE", shares=("XXXXXXXX", *SHARES[1:]))
    t.act("Ann", Leave)
    t.act("Ann", ComeBack)
    t.act("Ann", cmd.MakeWord, word="XXXXX", sure=True)
    assert of(t).made[0] == ("XXXXX", "XXXXX")


@pytest.mark.parametrize("players", range(2, 7))
def test_anybody_may_leave_at_once(players: int) -> None:
    """With seven letters about half the hands of six players lay no word."""
    start = cmd.StartMatch(NAMES[:players], (7,) * players, dealing="makers")
    game = Table(words=Lexicons()).game
    for seed in range(10):
        state = game.initial
        for event in game.decide(state, start, Random(seed)):
            state = game.evolve(state, event)
        try:
            game.decide(state, Leave(state.seats[0]), Random(0))
        except Rejected as refused:
            pytest.fail(f"seed {seed}: {refused}")


def test_an_empty_word_lets_the_table_make_one() -> None:
    t = making("HORSE", "MINTY")
    made = t.act("Ann", cmd.MakeWord, word="")[0]
    assert isinstance(made, WordMade)
    assert not Counter(made.word) - Counter(SHARES[0])


def test_where_the_table_finds_no_word_either_it_says_so() -> None:
    t = making("ZZZZZ")
    assert t.refused("Ann", cmd.MakeWord, word="") == "no-word-here"
