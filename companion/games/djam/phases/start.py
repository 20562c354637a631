"""The beginning: who plays what, with which themes."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from companion.engine.deal_code import seed_of_day
from companion.engine.events import Undo, event
from companion.engine.options import options_of
from companion.engine.people import check_start
from companion.errors import refuse
from companion.games.djam import material
from companion.games.djam.chronicle import HEARD
from companion.games.djam.deal_code import DealCode, asked_code, known_material
from companion.games.djam.phase import Event
from companion.games.djam.phases.dice import THEMES, fill_cup, possible
from companion.games.djam.state import (
    STONES,
    THEME_LENGTH,
    Choices,
    Djam,
    Options,
    Phase,
    Player,
    Roll,
    Themes,
)
from companion.games.djam.view import TableView
from companion.ports import Message, Seat
from companion.words.chance import Chance

PLAYERS = range(3, 7)
GONG_S = range(31)
ROUND_S = range(601)

Card = Literal["1", "2", "3", "4", "own"]


@event(undo=Undo.NEVER, tells=False, public="names options stones", moment="")
class MatchStarted:
    """Who plays what; *rolls* are fixed beforehand, *stones* lie before the players."""

    names: tuple[str, ...]
    options: Options
    bans: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    stones: tuple[int, ...] = ()
    heard: tuple[str, ...] = ()
    seed: int | None = None
    code: str = ""
    """What brings the same rolls again; empty: nothing does."""

    def apply(self, _: Djam) -> Djam:
        stones = self.stones or (0,) * len(self.names)
        by_phone = self.options.buzzers == "phones"
        players = tuple(
            Player(name, have, phone=by_phone)
            for name, have in zip(self.names, stones, strict=True)
        )
        return Djam(
            phase=Phase.ROLL,
            options=self.options,
            players=players,
            pool=STONES - sum(stones),
            roller=Seat(self.options.first),
            rolls=self.rolls,
            bans=self.bans,
            heard=self.heard,
            seed=self.seed,
            code=self.code,
        )

    def told(self, _before: TableView, after: TableView) -> Message:
        calm = after.pace == "calm"
        return Message(
            "told.started_calm" if calm else "told.started", {"n": len(self.names)}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StartMatch(Choices):
    """Begin a match; *own* are six themes of the host's, for the card ``own``."""

    names: tuple[str, ...]
    card: Card = "1"
    own: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    """What the roll guard learned on other evenings, and the words of the latest matches."""
    code: str = ""
    """A deal code: the very same rolls once more."""
    date: str = ""
    """A day, as ISO writes it: the rolls that every table has on it."""

    def decide(self, state: Djam, random: Random) -> Sequence[Event]:
        """Return what begins the match, or raise Rejected."""
        check_start(state, self.names, PLAYERS)
        if self.gong_s not in GONG_S or self.round_s not in ROUND_S:
            raise refuse("seconds")
        if self.first not in range(len(self.names)):
            raise refuse("unknown-player", n=self.first + 1)
        hurried = self.pace == "speed"
        chosen = options_of(Choices, self) | {
            "gong_s": self.gong_s if hurried else 0,
            "round_s": self.round_s if hurried else 0,
            "false_start": self.false_start and self.gong_s > 0,
            # Real dice fall as they fall.
            "guard": self.guard and not self.real_dice,
            "fresh": self.fresh and not self.real_dice,
        }
        options = Options(themes=self._themes(), **chosen)
        words = [each for each in self.recent if each.startswith(HEARD)]
        learned = [each for each in self.recent if each not in words]
        bans = tuple(dict.fromkeys((*material.hard_starts(self.language), *learned)))
        heard = tuple(each.removeprefix(HEARD) for each in words)
        deal = self._deal_of(random)
        seed, code = (deal.seed, str(deal)) if deal else (None, "")
        fixed = self._fixed()
        started = MatchStarted(self.names, options, bans, *fixed, heard, seed, code)
        return [started, *fill_cup(started.apply(state), random)]

    def _deal_of(self, random: Random) -> DealCode | None:
        """Return which rolls will fall; None: what is this house's own has a say in them."""
        if code := asked_code(self.code):
            return code
        own = self.card == "own" or self.real_dice or self.guard or self.hat
        if own and self.date:
            raise refuse("date-own")
        if own:
            return None
        lists = known_material(self.language)
        if self.date:
            seed = seed_of_day(self.date, self.language, self.card, self.fresh, lists)
        else:
            seed = Chance(random.random).seed()
        return DealCode(self.language, self.card, self.fresh, lists, seed)

    def _themes(self) -> Themes:
        """Return those of a card, or the host's own: six different ones, tidied up."""
        if self.card != "own":
            return material.themes(self.language, self.card)
        tidy = tuple(" ".join(theme.split()) for theme in self.own)
        if len(tidy) != THEMES or not all(tidy) or len(set(tidy)) != THEMES:
            raise refuse("themes")
        if any(len(theme) > THEME_LENGTH or not theme.isprintable() for theme in tidy):
            raise refuse("theme-length", most=THEME_LENGTH)
        return tidy

    def _fixed(self) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
        return (), ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTable(StartMatch):
    """Begin a match whose first *rolls* are fixed: for scripts, no road from the web."""

    rolls: tuple[Roll, ...] = ()
    stones: tuple[int, ...] = ()
    """What lies before the players already, to see an end soon."""

    def _deal_of(self, _: Random) -> None:
        return None

    def _fixed(self) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
        """Return what the script fixes, checked."""
        if not all(possible(roll) for roll in self.rolls):
            raise refuse("rolls")
        stones, players = self.stones, len(self.names)
        if stones and (len(stones) != players or min(stones) < 0 or sum(stones) >= STONES):
            raise refuse("stones")
        return self.rolls, stones
