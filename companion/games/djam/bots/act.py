"""A simple bot: a seat's view and its offers in, a command out, or None: it waits.

It finds a word in half of the rounds, out of a short list, while nobody else has the word; it
mostly minds a root that was named before, often what no list has as a word, at times a word that
is not on its list. Its chance comes from *seed* and the round.
"""

import unicodedata
from collections.abc import Collection
from random import Random
from typing import Final

from companion.engine.game import Thought
from companion.engine.offers import Offer
from companion.games.djam.bots.words import known_words
from companion.games.djam.commands import (
    Accept,
    Buzz,
    Command,
    Drop,
    Gong,
    Object,
    Pass,
    RollDice,
    Say,
    Seal,
    SeatCommand,
    Vote,
)
from companion.games.djam.view import SeatView
from companion.languages import Language
from companion.words.lexicon import load_lexicon

STRENGTHS: Final = ("simple",)
THINKS_S = (4.0, 20.0)
"""Nobody has a word before people have read the dice."""
FINDS = 0.5
"""In so many rounds a word comes to mind, where it knows one."""
NOTICES = 0.85
"""So often it minds a word whose root was named before."""
DOUBTS = 0.03
"""So often it minds one that it does not know for the theme."""
DOUBTS_UNLISTED = 0.2
"""So often one that is in no spelling list either: somebody's name, a brand, or nonsense."""


def act(
    view: SeatView, offers: Collection[Offer], _strength: str, seed: int
) -> SeatCommand | None:
    """Return what the bot does now in the seat of *view*."""
    kinds, table, seat = {offer.kind for offer in offers}, view.table, view.seat
    if "RollDice" in kinds and (table.phase == "roll" or table.waits_s is None):
        return RollDice(seat)
    if "Gong" in kinds and table.waits_s is None:
        return Gong(seat)
    if "Object" in kinds:
        return _judge(view, kinds, seed)
    if "Vote" in kinds:
        return Vote(seat, valid=not _minds(view, seed))
    if table.phase not in ("open", "seal"):
        return None
    word = word_for(view, seed)
    if table.called == seat:
        return Say(seat, word) if word else Drop(seat)
    if table.called is not None or table.queue:
        return None  # somebody has the word, or soon will: let people come before bots
    if word and table.phase == "seal" and "Seal" in kinds:
        return None if view.sealed else Seal(seat, word)
    if word and "Buzz" in kinds:
        return Buzz(seat, phone=False)
    return Pass(seat) if "Pass" in kinds and not word else None


def thinks(view: SeatView, command: Command, seed: int) -> Thought | None:
    """Return how long it looks for a word, or before it gives up: each round anew."""
    if not isinstance(command, Buzz | Seal | Pass):
        return None
    round_ = f"{view.table.round} {len(view.table.tied)}"
    random = Random(f"thinks {seed} {view.seat} {round_}")  # noqa: S311 - a bot's taste
    return Thought(round_, random.uniform(*THINKS_S))


def _judge(view: SeatView, kinds: Collection[str], seed: int) -> SeatCommand | None:
    if _minds(view, seed):
        return Object(view.seat)
    return Accept(view.seat) if "Accept" in kinds else None


def _minds(view: SeatView, seed: int) -> bool:
    """Return whether the bot is against the word: for its root, or as it does not know it.

    A word that was only spoken it cannot know, nor any for a theme that is on no card of ours.
    """
    table, claim = view.table, view.table.claim
    if claim is None or table.roll is None:
        return False
    known = set(map(_letters, known_words(table.language).get(table.roll.theme, ())))
    doubts = 0.0
    if known and claim.word and _letters(claim.word) not in known:
        doubts = DOUBTS if _listed(table.language, claim.word) else DOUBTS_UNLISTED
    nth = f"{table.round} {len(table.spoken)} {claim.word}"
    luck = Random(f"{seed} {view.seat} {nth}").random()  # noqa: S311 - a bot's ears
    return luck < (NOTICES if claim.plain else doubts)


def _listed(language: Language, text: str) -> bool:
    """Return whether the spelling list has each word of *text*."""
    words = "".join(sign if sign.isalpha() else " " for sign in text).split()
    return all(map(load_lexicon(language).is_word, words))


def word_for(view: SeatView, seed: int) -> str:
    """Return a word for the roll that nobody has said this evening; empty: none comes to mind."""
    table, roll = view.table, view.table.roll
    random = Random(f"{seed} {view.seat} {table.round} {len(table.tied)}")  # noqa: S311 - a bot's taste
    if roll is None or random.random() > FINDS:
        return ""
    said = {*table.heard, *(_letters(each.word) for each in table.spoken)}
    known = known_words(table.language).get(roll.theme, ())
    fitting = [
        word
        for word in known
        if (letters := _letters(word)) not in said
        and letters.startswith(roll.first)
        and not (roll.black and set(letters) & set(roll.letters))
    ]
    return random.choice(fitting) if fitting else ""


def _letters(text: str) -> str:
    """Return the letters as capitals without their marks, as the dice count them."""
    plain = unicodedata.normalize("NFD", text.replace("ß", "s")).upper()
    return "".join(sign for sign in plain if "A" <= sign <= "Z")
