"""A bot: a seat's view and its offers in, a command out, or None: it waits.

It lays what promises most, honest or not, and doubts by its own hand. It announces only what
it knows for a word. Its chance comes from *seed* and the moment.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from companion.engine.offers import Offer
from companion.games.buchstabenbluff.bots.belief import Announced, bluff_chance
from companion.games.buchstabenbluff.bots.strengths import STRENGTHS, Strength
from companion.games.buchstabenbluff.bots.vocabulary import JOKER, LEAST, vocabulary
from companion.games.buchstabenbluff.commands import (
    Believe,
    Doubt,
    Draw,
    GoOn,
    LayWord,
    OpenNext,
    Overrule,
    Pass,
    SeatCommand,
)
from companion.games.buchstabenbluff.view import CardView, LayView, SeatView
from companion.games.buchstabenbluff.words import Words, listed
from companion.languages import Language


class Known(NamedTuple):
    """What every player knows beforehand: what a word is, and all cards of a language."""

    words: Words
    cards: Callable[[Language], tuple[str, ...]]


CARD_WORTH = 1.85
"""What a card is worth on an average."""
IDEAS = 40
"""So many words come to mind for a bluff."""
WAVERING = 0.15
"""How far around the point of doubting the others may be of either mind."""


class Plan(NamedTuple):
    """A word that could be laid, by how much it promises."""

    promise: float
    word: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class Mind:
    """What one bot thinks with at one moment."""

    known: Known
    view: SeatView
    strength: Strength
    random: Random

    @property
    def others(self) -> int:
        """How many sit here besides."""
        here = sum(player.present for player in self.view.table.players)
        return max(1, here - 1)

    @property
    def language(self) -> Language:
        """What is played in."""
        return self.view.table.options.language

    def is_word(self, word: str) -> bool:
        """Return whether the list has *word*, and it may be said."""
        table = self.view.table
        new = table.options.repeats or word not in table.said
        return new and self.is_listed(word)

    def is_listed(self, word: str) -> bool:
        """Return whether the list has *word*."""
        return listed(self.known.words, self.view.table.options, word)

    def bluff(self, said: Announced, seen: Sequence[str]) -> float:
        """Return how likely a bluff is, as this bot judges it."""
        return bluff_chance(said, self.known.cards(self.language), seen) + self.misjudged()

    def misjudged(self) -> float:
        """Return how far off a judgement is."""
        return self.random.gauss(0, self.strength.misjudges)


def act(
    known: Known,
    view: SeatView,
    offers: Collection[Offer],
    strength: str,
    seed: int,
) -> SeatCommand | None:
    """Return what the bot does now in the seat of *view*."""
    kinds, table = {offer.kind for offer in offers}, view.table
    moment = f"{seed} {view.seat} {table.turn} {len(table.said)} {table.phase}"
    random = Random(moment)  # noqa: S311 - a bot's taste
    mind = Mind(known, view, STRENGTHS[strength], random)
    if "Draw" in kinds and len(view.hand) < mind.strength.draws:
        return Draw(view.seat)
    if "LayWord" in kinds or "Pass" in kinds:
        return _laid(mind)
    if {"Believe", "Doubt"} <= kinds and table.lay is not None:
        return Doubt(view.seat) if _doubts(mind, table.lay) else Believe(view.seat)
    if "Overrule" in kinds and (voice := _voice(view)) is not None:
        return Overrule(view.seat, voice)
    if "GoOn" in kinds:
        return GoOn(view.seat)
    return OpenNext(view.seat) if "OpenNext" in kinds else None


# -- doubting --


def _doubts(mind: Mind, lay: LayView) -> bool:
    """Return whether a bluff is likelier than what a wrong doubt costs."""
    view = mind.view
    own = [card.letter for card in view.hand]
    own += [letter for each in view.believed for letter in each.letters]
    shown = [letter for letter in lay.cards if letter]
    hand = view.table.players[lay.seat].hand + len(lay.word)
    seen = (*own, *view.table.discard)
    bluff = mind.bluff(Announced(lay.word, hand, shown, mind.is_listed(lay.word)), seen)
    return bluff > _limit(mind, lay.word) + mind.strength.trusts


def _limit(mind: Mind, word: str) -> float:
    """Return from what likeliness of a bluff on a doubt pays, against whoever has laid it.

    Against all the others it would pay far sooner: then all doubt, and the layer wins.
    """
    ten = mind.view.table.a_doubt
    return ten / (2 * ten + CARD_WORTH * len(word))


def _voice(view: SeatView) -> bool | None:
    """Return what the list says, once somebody is against it: the others wait for it."""
    verdict = view.table.verdict
    if verdict is None or not verdict.contested or view.seat in dict(verdict.voices):
        return None
    return verdict.listed


# -- laying --


def _laid(mind: Mind) -> SeatCommand:
    """Return the plan that promises most, or pass where there is none."""
    plans = list(_honest(mind))
    if not plans or mind.random.random() < mind.strength.bluffs:
        plans += _bluffs(mind)
    best = best_of(plans)
    if best is None or best.promise < 0:
        return Pass(mind.view.seat)
    places = tuple(str(card.place) for card in best.cards)
    return LayWord(mind.view.seat, places, best.word)


def best_of(plans: Sequence[Plan]) -> Plan | None:
    """Return the plan that promises most; of equal ones the first."""
    return max(plans, key=lambda plan: plan.promise, default=None)


def _honest(mind: Mind) -> Iterator[Plan]:
    """Yield the word that the own cards spell best, if there is one."""
    hand = [card.letter for card in mind.view.hand]
    known = vocabulary(mind.language).spelled(hand, mind.strength.least_weight)
    laid = ((word, _spelling(word, mind.view.hand)) for word in known)
    found = sorted(laid, key=lambda each: -_worth(each[1]))
    for word, cards in found:
        if mind.is_word(word):
            doubted = _doubted(mind, word)
            promise = _worth(cards) + mind.view.table.a_doubt * mind.others * doubted
            yield Plan(promise + _saved(mind, cards), word, cards)
            return


def _bluffs(mind: Mind) -> Iterator[Plan]:
    """Yield words that come to mind, each with the dearest cards under it."""
    hand = sorted(mind.view.hand, key=lambda card: -card.value)
    ideas = vocabulary(mind.language).some(
        range(LEAST, len(hand) + 1), IDEAS, mind.strength.least_weight, mind.random
    )
    for word in ideas:
        if mind.is_word(word):
            cards, doubted = tuple(hand[: len(word)]), _doubted(mind, word)
            believed = (1 - doubted) ** mind.others
            promise = believed * _worth(cards) - mind.view.table.a_doubt * doubted
            yield Plan(promise + _saved(mind, cards), word, cards)


def _doubted(mind: Mind, word: str) -> float:
    """Return how likely each of the others doubts *word*, as the bot sees it."""
    chance = mind.bluff(Announced(word, len(mind.view.hand)), mind.view.table.discard)
    over = (chance - _limit(mind, word)) / WAVERING
    return min(1.0, max(0.0, (over + 1) / 2))


def _worth(cards: Sequence[CardView]) -> int:
    return sum(card.value for card in cards)


def _saved(mind: Mind, cards: Sequence[CardView]) -> int:
    """Return what laid cards save in the last turn, when what is held begins to cost."""
    return _worth(cards) if mind.view.table.turn >= mind.view.table.turns else 0


def _spelling(word: str, hand: Sequence[CardView]) -> tuple[CardView, ...]:
    """Return the cards of *hand* that make *word*, a joker where a letter is missing."""
    left, found = list(hand), []
    for letter in word:
        own = (card for card in left if card.letter == letter)
        card = next(own, None)
        if card is None:
            card = next(each for each in left if each.letter == JOKER)
        left.remove(card)
        found.append(card)
    return tuple(found)
