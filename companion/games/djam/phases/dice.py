"""The dice: what lies under the cup, what real ones show, and what all see of them at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from string import ascii_uppercase
from typing import Final

from companion.engine.deal_code import seed_from_text
from companion.engine.events import Undo, event
from companion.engine.offers import Number, Offer, Text
from companion.engine.people import OfSeat
from companion.errors import refuse
from companion.games.djam import material
from companion.games.djam.phase import Event, Silent, Wish
from companion.games.djam.phases.hat import draw, without_theme
from companion.games.djam.queries import first_phase, lies, takes_dice
from companion.games.djam.state import DICE, Djam, Options, Phase, Roll
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message
from companion.words.chance import Chance

THEMES: Final = 6
BLACK_SIDE: Final = 5
TRIES: Final = 50
"""How often the guard rolls again before it lets a hard roll be."""


@event(undo=Undo.CONSENT, tells=False, moment="")
class CupFilled(Silent):
    """The dice of the next round lie under the cup; nobody sees it."""

    roll: Roll

    def apply(self, state: Djam) -> Djam:
        return replace(state, cup=self.roll, rolls=state.rolls[1:])


@event(undo=Undo.NEVER, tells=True, public="seat theme", moment="rolled")
class Rolled(OfSeat):
    """The cup is lifted: everybody sees the dice at once; *theme* came out of the hat."""

    theme: str = ""

    def apply(self, state: Djam) -> Djam:
        new = state.phase in (
            Phase.ROLL,
            Phase.THEME,
        )  # else a slip of real dice is put right
        phase = first_phase(state)
        state = without_theme(state if new else state.anew(), self.theme, state.seats)
        return state.turned(
            phase=phase,
            round=state.round + new,
            roller=self.seat,
            roll=state.cup,
            drawn=self.theme,
            playing=state.present,
            cup=None,
            spoken=(),
        )

    def told(self, _before: TableView, after: TableView) -> Message | None:
        return after.roll.aloud if after.roll else None


@dataclass(frozen=True, slots=True)
class EnterDice(Wish):
    """Tell what real dice show, or put right what was told of them.

    *theme* is the number die's, 1 to 6; *letters* are the five in the order of their colours;
    *start* is the one whose colour fell, 1 to 5, or 0: black.
    """

    # Dice that come too late are refused by their own sentence.
    when = (Phase.ROLL, Phase.LISTEN, Phase.OPEN, Phase.SEAL, Phase.CLAIM)

    theme: int
    letters: str
    start: int

    def decide(self, state: Djam, random: Random) -> Sequence[Event]:
        """Take them; told once more, it puts a slip right and all begin anew."""
        if not state.options.real_dice:
            raise refuse("no-real-dice")
        if not takes_dice(state):
            raise refuse("dice-sealed" if lies(state) else "dice-stay")
        letters = tuple("".join(self.letters.split()).upper())
        roll = Roll(self.theme - 1, letters, self.start - 1 if self.start else None)
        if not possible(roll):
            raise refuse("dice")
        first = state.phase is Phase.ROLL
        roller = state.rolls_now if first else state.roller
        theme = draw(state, random) if first else state.drawn
        return [
            _filled(state, roll),
            Rolled(self.seat if roller is None else roller, theme),
        ]


def dice_offers(view: SeatView) -> Iterator[Offer]:
    """Invite everybody: real dice lie open, and the roller may have no phone."""
    if view.table.takes_dice:
        letters = Text("letters", DICE, DICE, ascii_uppercase)
        yield Offer("EnterDice", (Number("theme", 1, 6), letters, Number("start", 0, DICE)))


def possible(roll: Roll) -> bool:
    """Return whether dice can fall so: any letters go, whatever ours have."""
    letters = all(len(each) == 1 and "A" <= each <= "Z" for each in roll.letters)
    dice = len(roll.letters) == BLACK_SIDE and letters
    start = roll.start is None or roll.start in range(BLACK_SIDE)
    return dice and start and roll.theme in range(THEMES)


def fill_cup(state: Djam, random: Random) -> Sequence[CupFilled]:
    """Roll all seven dice where nobody sees them; nothing where they are real."""
    if state.options.real_dice:
        return []
    return [_filled(state, state.rolls[0] if state.rolls else _rolled(state, random))]


def _filled(state: Djam, roll: Roll) -> CupFilled:
    """Return *roll* as it counts: that of a decider is black."""
    return CupFilled(replace(roll, start=None) if state.tied else roll)


def _rolled(state: Djam, random: Random) -> Roll:
    options, chance = state.options, Chance(random.random)
    if state.seed is not None:
        chance = Chance.seeded(seed_from_text(f"{state.seed} {state.round}"))
    roll = _any_roll(options, chance)
    for _ in range(TRIES):
        repeats = options.fresh and options.themes[roll.theme] == state.theme
        if not repeats and not (options.guard and _hard(state, roll)):
            break
        roll = _any_roll(options, chance)
    return roll


def _any_roll(options: Options, chance: Chance) -> Roll:
    theme = chance.below(THEMES)
    letters = tuple(chance.pick(die) for die in material.dice(options.language))
    colour = chance.below(BLACK_SIDE + 1)
    return Roll(theme, letters, None if colour == BLACK_SIDE else colour)


def _hard(state: Djam, roll: Roll) -> bool:
    """Return whether hardly anybody finds a word for *roll*."""
    return material.ban(state.options.themes[roll.theme], roll.first_letter) in state.bans
