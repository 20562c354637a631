"""What tests ask of the game: a twin world, in which all differs that a seat cannot know."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from string import ascii_uppercase

from companion.engine.for_tests import ForTests
from companion.games.buchstabenbluff.events import Buzzed, DiscardShuffled
from companion.games.buchstabenbluff.state import Buchstabenbluff, Lay, Letter, Phase
from companion.ports import Seat


def twin(state: Buchstabenbluff, seat: Seat, random: Random) -> Buchstabenbluff:
    """Return a state that differs in all that *seat* cannot know.

    Every card face down lies somewhere else, and secret answers are others.
    """
    if state.phase in (Phase.WAITING, Phase.END):
        return state
    unseen = list(_unseen(state, seat))
    random.shuffle(unseen)
    other = _answers(_with_cards(state, seat, iter(unseen)), seat, random)
    code = "".join(random.choices(ascii_uppercase, k=len(state.code)))
    return replace(other, code=code)


def _answers(state: Buchstabenbluff, seat: Seat, random: Random) -> Buchstabenbluff:
    """Give the others other secret answers, unless the first doubt would have been told."""
    if state.options.first_doubter:
        return state
    for each in state.seats:
        if each != seat and state.players[each].doubts is not None:
            state = state.with_player(each, doubts=random.choice((True, False)))
    return state


def _unseen(state: Buchstabenbluff, seat: Seat) -> Iterator[Letter]:
    """Yield every card that *seat* has not seen: hands, draw pile, what lies face down."""
    for at, player in enumerate(state.players):
        if at != seat:
            yield from player.hand
    yield from state.deck
    for lay in _closed_lays(state):
        if lay.seat != seat:
            yield from _face_down(lay)


def _closed_lays(state: Buchstabenbluff) -> Iterator[Lay]:
    yield from state.believed[len(state.truths) :]
    if state.laid is not None and state.phase is Phase.DOUBT:
        yield state.laid


def _face_down(lay: Lay) -> Iterator[Letter]:
    yield from (card for card, up in zip(lay.cards, lay.shown, strict=True) if not up)


def _with_cards(
    state: Buchstabenbluff, seat: Seat, cards: Iterator[Letter]
) -> Buchstabenbluff:
    """Put *cards* in the places of ``_unseen``, in its order."""
    for each in state.seats:
        if each != seat:
            hand = tuple(next(cards) for _ in state.players[each].hand)
            state = state.with_player(each, hand=hand)
    deck = tuple(next(cards) for _ in state.deck)
    opened = len(state.truths)
    believed = tuple(_other(lay, seat, cards) for lay in state.believed[opened:])
    laid = state.laid
    if laid is not None and state.phase is Phase.DOUBT:
        laid = _other(laid, seat, cards)
    return replace(
        state,
        deck=deck,
        believed=(*state.believed[:opened], *believed),
        laid=laid,
    )


def _other(lay: Lay, seat: Seat, cards: Iterator[Letter]) -> Lay:
    if lay.seat == seat:
        return lay
    laid = zip(lay.cards, lay.shown, strict=True)
    return replace(lay, cards=tuple(card if up else next(cards) for card, up in laid))


FOR_TESTS = ForTests(
    twin=twin,
    quiet_choices={"last_refill", "repeats"},
    private_steps={
        "turn-draw",
        "turn-lay",
        "doubt-answer",
        "doubt-race",
        "doubt-count",
    },
    rare_steps={
        "doubt-waits",
        "reveal-honest",
        "reveal-unlisted",
        "reveal-all",
        "reveal-vote",
        "reveal-waits",
    },
    variants=(
        {},
        {"half_open": True, "language": "de", "last_refill": False},
        {"first_doubter": True, "joker_minus": True, "repeats": False},
    ),
    rare_events=(Buzzed, DiscardShuffled),
)
