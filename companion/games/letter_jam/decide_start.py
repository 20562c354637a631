"""Rules of the beginning: who plays what, the deal, and words that players make."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import assert_never

from companion.engine.options import options_of
from companion.engine.people import check_names
from companion.errors import DataError, refuse
from companion.games.letter_jam.commands import (
    MakeWord,
    MakingCommand,
    SetTable,
    StartMatch,
    TakeWordBack,
)
from companion.games.letter_jam.events import (
    CardsDealt,
    DeckShared,
    Event,
    MatchStarted,
    WordMade,
    WordTakenBack,
)
from companion.games.letter_jam.evolve import evolve
from companion.games.letter_jam.queries import receiver
from companion.games.letter_jam.setup_card import SETUP_CARDS
from companion.games.letter_jam.state import (
    Card,
    Cards,
    Letter,
    LetterJam,
    Making,
    Options,
)
from companion.games.letter_jam.words import Words, listed
from companion.languages import LANGUAGES, Language, fold
from companion.limits import NAME_LENGTH
from companion.ports import Seat
from companion.words.custom import LENGTHS


def start(words: Words, command: StartMatch | SetTable, random: Random) -> Sequence[Event]:
    """Begin a match."""
    if isinstance(command, SetTable):
        return _set_table(command)
    started = _started(command)
    if command.cards == "none":
        return [started, _counted(len(command.names))]
    if command.dealing == "makers":
        deck = list(Counter(dict(command.counts)).elements())
        deck = deck or list(words.deck(command.language))
        if command.cards == "box":
            return [started, _made_by_hand(command.lengths, len(deck))]
        random.shuffle(deck)
        players = len(command.names)
        shares = tuple(tuple(sorted(deck[seat::players])) for seat in range(players))
        return [started, DeckShared(shares)]
    try:
        deal = words.deal(command, random)
    except DataError as error:
        raise refuse("no-deal") from error
    if set(deal.words) & set(command.struck):  # a deal of a day, or once more
        raise refuse("struck-deal")
    dealt = CardsDealt(deal.words, _rows(deal.scrambles), deal.stacks, deal.deck, deal.code)
    return [started, _as_known(command.cards, dealt)]


def _rows(scrambles: Sequence[str]) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(tuple, scrambles))


def _as_known(cards: Cards, dealt: CardsDealt) -> CardsDealt:
    """Return what the table knows of *dealt*: of a printed box the rows, else nothing."""
    match cards:
        case "screen":
            return dealt
        case "box":
            stacks = tuple(map(_faceless, dealt.stacks))
            return replace(dealt, stacks=stacks, deck=_faceless(dealt.deck))
        case "none":
            return _counted(len(dealt.rows))
        case _:
            assert_never(cards)


def _counted(players: int) -> CardsDealt:
    """Return a deal of which only the sizes of the nonplayer stacks are known."""
    sizes = SETUP_CARDS[players].stacks
    return CardsDealt((), ((),) * players, tuple((None,) * size for size in sizes), ())


def _made_by_hand(lengths: Sequence[int], cards: int) -> CardsDealt:
    """Return how many printed cards lie where, when players made the words themselves."""
    sizes = SETUP_CARDS[len(lengths)].stacks
    rest = cards - sum(lengths) - sum(sizes)
    rows, stacks = ([(None,) * size for size in each] for each in (lengths, sizes))
    return CardsDealt((), tuple(rows), tuple(stacks), (None,) * rest)


def _faceless(cards: Sequence[Card]) -> tuple[Card, ...]:
    return (None,) * len(cards)


def _started(command: StartMatch) -> MatchStarted:
    check_names(command.names, SETUP_CARDS)
    if len(command.lengths) != len(command.names):
        wrong = "code-players" if command.code else "lengths-people"
        raise refuse(wrong, n=len(command.lengths))
    for length in command.lengths:
        if length not in LENGTHS:
            raise refuse("length", n=length)
    card = SETUP_CARDS[len(command.names)]
    chosen = options_of(Options, command)
    if command.cards == "none":
        chosen["dealing"] = "generator"
    tokens = card.reds_each, card.greens_on_leaves, card.greens_in_centre
    return MatchStarted(command.names, command.lengths, *tokens, **chosen)


def _set_table(command: SetTable) -> Sequence[Event]:
    lengths = tuple(map(len, command.words))
    started = _started(
        StartMatch(
            command.names,
            lengths,
            language=command.language,
            cards=command.cards,
            scored=command.scored,
        )
    )
    if len(command.scrambles) != len(command.words):
        raise refuse("lengths")
    for word, scramble in zip(command.words, command.scrambles, strict=True):
        if sorted(word) != sorted(scramble):
            raise refuse("scramble", word=word)
    sizes = SETUP_CARDS[len(command.names)].stacks
    if tuple(map(len, command.stacks)) != sizes:
        raise refuse("stacks", sizes=", ".join(map(str, sizes)) or "–")
    cards = [*"".join(command.words), *command.deck]
    cards += [letter for stack in command.stacks for letter in stack]
    for letter in cards:
        check_letter(letter)
    rows = _rows(command.scrambles)
    dealt = CardsDealt(command.words, rows, command.stacks, command.deck)
    return [started, _as_known(command.cards, dealt)]


def check_letter(letter: Letter) -> None:
    """Refuse anything but one capital letter A–Z."""
    if not (len(letter) == 1 and "A" <= letter <= "Z"):
        raise refuse("not-a-letter", letter=letter[:NAME_LENGTH])


def decide_making(
    words: Words, state: LetterJam, command: MakingCommand, random: Random
) -> Sequence[Event]:
    """Return the events of *command*, or raise Rejected."""
    match command:
        case MakeWord():
            return _make_word(words, state, command, random)
        case TakeWordBack(seat=seat):
            return _take_word_back(state, seat)
        case _:
            assert_never(command)


def _make_word(
    words: Words, state: LetterJam, command: MakeWord, random: Random
) -> Sequence[Event]:
    """Lay a word for the right-hand neighbour out of the own share and the discards."""
    making, seat = _making(state), command.seat
    if making.made[seat] is not None:
        raise refuse("already-decided")
    if not command.word:
        return _made_by_table(words, state, seat, random)
    word = _folded(command.word, state.language)
    length = state.players[receiver(state, seat)].length
    if len(word) != length:
        raise refuse("word-length", n=len(word), length=length)
    for letter in word:
        check_letter(letter)
    missing = Counter(word) - Counter(making.shares[seat]) - Counter(making.discards)
    if missing:
        raise refuse("word-letters", letters=" ".join(sorted(missing.elements())))
    if not command.sure and not listed(words, state, word):
        raise refuse("word-unlisted", word=word, language=LANGUAGES[state.language].name)
    scramble = words.scramble(state.language, word, random)
    if scramble is None:
        raise refuse("word-every-order", word=word)
    made = WordMade(seat, word, scramble)
    return [made, *make_for_leavers(words, evolve(state, made), random)]


def _made_by_table(
    words: Words, state: LetterJam, seat: Seat, random: Random
) -> Sequence[Event]:
    made = _make_for(words, state, seat, random)
    if made is None:
        raise refuse("no-word-here")
    return [made, *make_for_leavers(words, evolve(state, made), random)]


def _deal_made(state: LetterJam, random: Random) -> list[Event]:
    """Deal stacks and deck once every word is made."""
    making = _making(state)
    made = [each for each in making.made if each is not None]
    if len(made) < len(making.made):
        return []
    rest = list(making.discards)
    random.shuffle(rest)
    stacks = []
    for size in SETUP_CARDS[len(state.players)].stacks:
        stacks.append(tuple(rest[:size]))
        rest = rest[size:]
    players = len(made)
    mine = [made[(seat + 1) % players] for seat in range(players)]
    words, scrambles = zip(*mine, strict=True)
    return [CardsDealt(words, tuple(map(tuple, scrambles)), tuple(stacks), tuple(rest))]


def _folded(word: str, language: Language) -> str:
    """Return *word* as the cards spell it: an umlaut is two letters."""
    try:
        return fold(word.strip(), language)
    except DataError as error:
        raise refuse("not-a-letter", letter=word[:NAME_LENGTH]) from error


def _take_word_back(state: LetterJam, seat: Seat) -> Sequence[Event]:
    """Take the own word back, as long as somebody is still making one."""
    if _making(state).made[seat] is None:
        raise refuse("word-not-made")
    return [WordTakenBack(seat)]


def make_for_leavers(words: Words, state: LetterJam, random: Random) -> list[Event]:
    """Let the table make the words that players who left have not made; then deal.

    A word that cannot be laid yet waits for what others discard: nobody is kept from
    leaving by a poor hand.
    """
    for seat in state.seats:
        if state.players[seat].present or _making(state).made[seat] is not None:
            continue
        if (made := _make_for(words, state, seat, random)) is not None:
            return [made, *make_for_leavers(words, evolve(state, made), random)]
    return _deal_made(state, random)


def _make_for(
    words: Words, state: LetterJam, seat: Seat, random: Random
) -> WordMade | None:
    making = _making(state)
    length = state.players[receiver(state, seat)].length
    hand = Counter(making.shares[seat]) + Counter(making.discards)
    word = words.find(state, length, hand, random)
    scramble = None if word is None else words.scramble(state.language, word, random)
    return None if word is None or scramble is None else WordMade(seat, word, scramble)


def _making(state: LetterJam) -> Making:
    if state.making is None:
        raise refuse("not-now")
    return state.making
