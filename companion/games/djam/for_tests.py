"""What tests ask of the game: a twin world, in which all differs that a seat cannot know."""

from dataclasses import replace
from random import Random
from string import ascii_uppercase

from companion.engine.for_tests import ForTests
from companion.games.djam.phases.end import DeciderBegan
from companion.games.djam.phases.queue import FalseStart
from companion.games.djam.phases.searching import CooledDown
from companion.games.djam.state import MOST_THEMES, Claim, Djam, Phase, Player, Roll
from companion.ports import Seat


def twin(state: Djam, seat: Seat, random: Random) -> Djam:
    """Return a state that differs in all that *seat* cannot know."""
    if state.phase is not Phase.END:  # then all may know it
        code = "".join(random.choices(ascii_uppercase, k=len(state.code)))
        seed = None if state.seed is None else random.randrange(2**32)
        state = replace(state, code=code, seed=seed)
    return replace(
        state,
        cup=_cup(state, random),
        roll=_number(state, random),
        rolls=tuple(_roll(roll, random) for roll in state.rolls),
        players=tuple(
            player if at == seat else _player(state, Seat(at), random)
            for at, player in enumerate(state.players)
        ),
        claim=_votes(state, seat, random),
    )


def _cup(state: Djam, random: Random) -> Roll | None:
    """Return another roll; that a decider is black everybody knows."""
    if state.cup is None:
        return None
    roll = _roll(state.cup, random)
    if state.phase is Phase.THEME and not state.drawn:
        roll = replace(roll, theme=state.cup.theme)  # all read it
    return replace(roll, start=None) if state.tied else roll


def _number(state: Djam, random: Random) -> Roll | None:
    """Return the roll; what the number die shows nobody knows while the hat gave the theme."""
    if state.roll is None or not state.drawn:
        return state.roll
    return replace(state.roll, theme=random.randrange(6))


def _roll(roll: Roll, random: Random) -> Roll:
    """Return other dice under the cup; every letter is another one."""
    letters = tuple(_other(letter, random) for letter in roll.letters)
    return Roll(random.randrange(6), letters, random.choice((None, *range(5))))


def _other(letter: str, random: Random) -> str:
    return random.choice([each for each in "ABDEFGKLOPRST" if each != letter])


def _player(state: Djam, at: Seat, random: Random) -> Player:
    player = state.players[at]
    if state.options.hat:
        # Whether there is anything at all in the hat nobody else knows either.
        count = random.randint(0, MOST_THEMES)
        themes = tuple(f"{random.randrange(10**6)}" for _ in range(count))
        written = random.randint(count, 9)
        player = replace(player, themes=themes, written=written)
    first = player.sealed[0] if player.sealed else ""
    if at not in state.queued and not state.calm and state.roll is not None:
        # With speed nobody knows whether there is one, before the press is called.
        first = random.choice(("", state.roll.first_letter or "X"))
    if not first:
        return replace(player, sealed=None)
    rest = "".join(random.choices("aeilnorst", k=random.randint(1, 12)))
    return replace(player, sealed=first + rest)


def _votes(state: Djam, seat: Seat, random: Random) -> Claim | None:
    claim = state.claim
    if claim is None:
        return None
    votes = tuple(
        (voter, valid if voter == seat else random.random() < 0.5)  # noqa: PLR2004 - a coin
        for voter, valid in claim.votes
    )
    return replace(claim, votes=votes)


FOR_TESTS = ForTests(
    twin=twin,
    quiet_choices={"guard", "false_start", "decider"},
    private_steps={
        "seal-word",
        "seal-black",
        "seal-done",
        "seal-passed",
        "vote-choose",
    },
    rare_steps={
        "end-you",
        "open-filled",
        "open-watch",
        "roll-watch",
        "seal-watch",
    },
    handed_round={"buzzers": "phones"},
    uncovered={"sealed"},  # with speed the word is said in a moment
    variants=(
        {},
        {
            "buzzers": "phones",
            "gong_s": 5,
            "false_start": True,
            "count": "letters",
            "real_dice": True,
            "language": "de",
            "hat": True,
            "decider": True,
        },
        {
            "pace": "calm",
            "guard": True,
            "fresh": True,
            "hat": True,
            "decider": True,
        },
    ),
    rare_events=(CooledDown, FalseStart, DeciderBegan),
)
