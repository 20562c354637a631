"""The hat: themes that players write in secret, and the table's objection to one of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_uppercase
from typing import Final

from companion.engine.events import Undo, event
from companion.engine.offers import Choice, Offer, Text
from companion.engine.people import OfSeat, of_player
from companion.errors import refuse
from companion.games.djam.phase import Event, Silent, Wish
from companion.games.djam.queries import first_phase, refusable
from companion.games.djam.state import (
    MOST_THEMES,
    THEME_LENGTH,
    Djam,
    Phase,
    same_theme,
)
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message, Seat

HAT: Final = tuple(each for each in Phase if each not in (Phase.WAITING, Phase.END))
"""Players write as long as a match runs."""


def draw(state: Djam, random: Random) -> str:
    """Return a theme of the hat, that of each writer equally likely; empty: the card's.

    A decider takes the card's: nobody who plays for the match has written it.
    """
    hat = [player.themes for player in state.players if player.themes]
    return random.choice(random.choice(hat)) if hat and not state.tied else ""


def without_theme(state: Djam, theme: str, seats: Iterable[Seat]) -> Djam:
    """Return the state without what *seats* have in the hat that says the same."""
    for seat in seats if theme else ():
        themes = state.players[seat].themes
        left = tuple(each for each in themes if not same_theme(each, theme))
        state = state.with_player(seat, themes=left)
    return state


@event(undo=Undo.STAYS, tells=False, moment="")
class ThemePut(Silent, OfSeat):
    """A theme of the seat lies in the hat; nobody hears that somebody wrote, either."""

    theme: str

    def apply(self, state: Djam) -> Djam:
        player = state.players[self.seat]
        themes, written = (*player.themes, self.theme), player.written + 1
        return state.with_player(self.seat, themes=themes, written=written)


@event(undo=Undo.STAYS, tells=False, moment="")
class ThemeTaken(Silent, OfSeat):
    """The seat took a theme of its own back out of the hat."""

    theme: str

    def apply(self, state: Djam) -> Djam:
        return without_theme(state, self.theme, (self.seat,))


@event(undo=Undo.CONSENT, tells=True, public="seat", moment="rejected")
class ThemeRefused(OfSeat):
    """The seat objects to the theme: that of the card comes, and all begin anew."""

    def apply(self, state: Djam) -> Djam:
        phase = state.phase if state.phase is Phase.THEME else first_phase(state)
        return state.anew().turned(phase=phase, drawn="")

    def told(self, _before: TableView, after: TableView) -> Message:
        reads = Message("told.theme", {"theme": after.theme})
        roll = after.roll.aloud if after.roll else reads
        return of_player(after, "told.theme_refused", self.seat, roll=roll)


@dataclass(frozen=True, slots=True)
class PutTheme(Wish):
    """Put a theme into the hat, in secret."""

    when = HAT

    theme: str

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        if not state.options.hat:
            raise refuse("no-hat")
        theme, own = _checked(self.theme), state.players[self.seat].themes
        # Nobody hears of those of others, not even of equal ones.
        if any(same_theme(theme, each) for each in own):
            raise refuse("theme-there", theme=theme)
        if len(own) >= MOST_THEMES:
            raise refuse("hat-full", most=MOST_THEMES)
        return [ThemePut(self.seat, theme)]


def _checked(text: str) -> str:
    """Return *text* tidied up; it has to say something, on a small display too."""
    theme = " ".join(text.split())
    if len(theme) > THEME_LENGTH or not theme.isprintable():
        raise refuse("theme-length", most=THEME_LENGTH)
    if not any(sign.isalnum() for sign in theme):
        raise refuse("no-theme")
    return theme


@dataclass(frozen=True, slots=True)
class TakeTheme(Wish):
    """Take an own theme back out of the hat."""

    when = HAT

    theme: str

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        if self.theme not in state.players[self.seat].themes:
            raise refuse("theme-gone")
        return [ThemeTaken(self.seat, self.theme)]


class RefuseTheme(Wish):
    """Object to the theme that came out of the hat: the card's comes instead.

    One voice is enough, as a child may need it.
    """

    when = (Phase.THEME, Phase.LISTEN, Phase.OPEN, Phase.SEAL)

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        if not refusable(state):
            raise refuse("theme-stays")
        return [ThemeRefused(self.seat)]


def hat_offers(view: SeatView) -> Iterator[Offer]:
    """Invite to write themes whoever does not look for a word just now."""
    table, me = view.table, view.table.players[view.seat]
    if table.refusable:
        yield Offer("RefuseTheme")
    writes = table.phase is Phase.ROLL or (me.out and table.phase is not Phase.END)
    if not table.hat or table.tied or not writes:
        return
    if len(view.themes) < MOST_THEMES:
        yield Offer("PutTheme", (Text("theme", 1, THEME_LENGTH, ascii_uppercase),))
    if view.themes:
        yield Offer("TakeTheme", (Choice("theme", view.themes),))
