"""What rules, views and scoring ask of a state: who is asked, who may what, what is still open."""

from companion.errors import Rejected, refuse
from companion.games.letter_jam.clue import has_clue
from companion.games.letter_jam.spots import (
    WILDCARD,
    Spot,
    bonus_spot,
    spot_name,
    stand_of,
    stand_spot,
)
from companion.games.letter_jam.state import Chip, LetterJam, Phase, Player
from companion.ports import STANDS, Seat, Stand

NO_GUESS = "?"


def asked(state: LetterJam) -> tuple[Seat, ...]:
    """Return the seats whose decision the table waits for or has.

    Only who has had a clue for the very letter has anything to decide; where nobody has,
    the cluegiver says when the round is over.
    """
    if state.phase is not Phase.DECIDE:
        return ()
    if deciding := _deciding(state):
        return deciding
    giver = state.clues[-1].giver
    return (giver,) if giver in state.present else state.present[:1]


def only_ends(state: LetterJam) -> bool:
    """Return whether who is asked has nothing to decide, but says when the round is over."""
    return state.phase is Phase.DECIDE and not _deciding(state)


def _deciding(state: LetterJam) -> tuple[Seat, ...]:
    return tuple(
        seat
        for seat in state.present
        if state.players[seat].decision is not None or has_clue(state, seat)
    )


def may_move_on(state: LetterJam, seat: Seat) -> bool:
    """Return whether *seat* stands at a letter of its row that it had a clue for."""
    return not state.holder(seat).beyond and has_clue(state, seat)


def may_guess(state: LetterJam, seat: Seat) -> bool:
    """Return whether *seat* stands at an extra letter that it had a clue for."""
    return state.holder(seat).beyond and has_clue(state, seat)


def receiver(state: LetterJam, maker: Seat) -> Seat:
    """Return the right-hand neighbour: seats count clockwise, so it is the one before."""
    return Seat((maker - 1) % len(state.players))


def nameable(state: LetterJam, seat: Seat) -> tuple[Spot, ...]:
    """Return the stands whose card *seat* may name now, or correct."""
    return tuple(spot for spot in map(stand_spot, STANDS) if _may_name(state, seat, spot))


def _may_name(state: LetterJam, seat: Seat, spot: Spot) -> bool:
    try:
        check_nameable(state, seat, spot)
    except Rejected:
        return False
    return True


def check_nameable(state: LetterJam, seat: Seat, spot: Spot) -> Stand:
    """Return the stand at *spot*, or refuse where *seat* may not name the card in it."""
    stand = stand_of(spot)
    if stand is None:
        raise refuse("no-such-spot", spot=spot_name(spot))
    owner, holder = state.owner(stand), state.stands[stand]
    if holder.standing is None:
        raise refuse("empty-stand", spot=spot_name(spot))
    drawn = owner is not None and not holder.beyond and not state.by_hand
    if state.cards != "box" or drawn:
        raise refuse("card-known")
    if owner == seat:
        raise refuse("own-card")
    chip = Chip(stand_spot(stand), holder.standing)
    if holder.card is not None and any(chip in clue.chips for clue in state.clues):
        raise refuse("name-stands", letter=holder.card)
    return stand


def unnamed(state: LetterJam, stand: Stand) -> bool:
    """Return whether a card stands there that nobody has told the table."""
    holder = state.stands[stand]
    return holder.standing is not None and holder.card is None


def names_now(state: LetterJam, seat: Seat) -> tuple[Spot, ...]:
    """Return the stands whose fresh card *seat* is asked to name.

    That of a player is the next one's to name, that of a nonplayer stand the first one's.
    """
    if state.cards != "box" or not state.players[seat].present:
        return ()
    return tuple(
        stand_spot(stand)
        for stand in STANDS
        if unnamed(state, stand) and seat == _who_names(state, stand)
    )


def _who_names(state: LetterJam, stand: Stand) -> Seat:
    owner = state.owner(stand)
    return state.present[0] if owner is None else namer(state, owner)


def namer(state: LetterJam, seat: Seat) -> Seat:
    """Return who should name the card of *seat*: the next clockwise who is there."""
    others = state.clockwise(seat)[1:]
    return next((other for other in others if state.players[other].present), others[0])


def covers(state: LetterJam) -> tuple[Spot, ...]:
    """Return the cards in the middle that can help to spell a final word."""
    return (WILDCARD, *(bonus_spot(each.number) for each in state.bonus))


def told_guesses(player: Player) -> str:
    """Return what was told when moving on: a letter or ``?`` for each row position."""
    told = dict(player.guesses)
    return "".join(told.get(position, NO_GUESS) for position in range(player.length))


def to_judge(state: LetterJam) -> Seat | None:
    """Return the seat whose revealed word waits for the verdict."""
    return next(
        (
            seat
            for seat in state.seats
            if (revealed := state.players[seat].revealed) and revealed.accepted is None
        ),
        None,
    )


def lying(state: LetterJam) -> tuple[Seat, ...]:
    """Return those who left a word face down on the table: the others turn it."""
    return tuple(
        seat
        for seat in state.seats
        if not (player := state.players[seat]).present
        and player.final is not None
        and player.revealed is None
    )
