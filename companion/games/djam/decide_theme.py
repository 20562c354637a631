"""Rules of the hat: themes that players write in secret, and the table's objection."""

from collections.abc import Sequence
from random import Random

from companion.errors import refuse
from companion.games.djam.events import Event, ThemePut, ThemeRefused, ThemeTaken
from companion.games.djam.queries import refusable
from companion.games.djam.state import MOST_THEMES, THEME_LENGTH, Djam, same_theme
from companion.ports import Seat


def checked_theme(text: str) -> str:
    """Return *text* tidied up; it has to say something, on a small display too."""
    theme = " ".join(text.split())
    if len(theme) > THEME_LENGTH or not theme.isprintable():
        raise refuse("theme-length", most=THEME_LENGTH)
    if not any(sign.isalnum() for sign in theme):
        raise refuse("no-theme")
    return theme


def put(state: Djam, seat: Seat, text: str) -> Sequence[Event]:
    """Put a theme into the hat; nobody hears of those of others, not even of equal ones."""
    if not state.options.hat:
        raise refuse("no-hat")
    theme, own = checked_theme(text), state.players[seat].themes
    if any(same_theme(theme, each) for each in own):
        raise refuse("theme-there", theme=theme)
    if len(own) >= MOST_THEMES:
        raise refuse("hat-full", most=MOST_THEMES)
    return [ThemePut(seat, theme)]


def take(state: Djam, seat: Seat, theme: str) -> Sequence[Event]:
    """Take an own theme back out of the hat."""
    if theme not in state.players[seat].themes:
        raise refuse("theme-gone")
    return [ThemeTaken(seat, theme)]


def draw(state: Djam, random: Random) -> str:
    """Return a theme of the hat, that of each writer equally likely; empty: the card's.

    A decider takes the card's: nobody who plays for the match has written it.
    """
    hat = [player.themes for player in state.players if player.themes]
    return random.choice(random.choice(hat)) if hat and not state.tied else ""


def refuse_theme(state: Djam, seat: Seat) -> Sequence[Event]:
    """Object to a theme out of the hat: one voice is enough, as a child may need it."""
    if not refusable(state):
        raise refuse("theme-stays")
    return [ThemeRefused(seat)]
