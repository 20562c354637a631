"""From the state to what may be seen: every view is built up field by field."""

from companion.engine.latest import kept_for_latest
from companion.games.djam import view as v
from companion.games.djam.chronicle import chapters, heard, marks, richest
from companion.games.djam.clock import deadline
from companion.games.djam.queries import dead_heat, refusable, takes_dice
from companion.games.djam.roots import close, kin
from companion.games.djam.scoring import award, filled, finders, fold, places, winners
from companion.games.djam.state import Djam, Phase, Roll
from companion.ports import Seat


@kept_for_latest
def table_view(state: Djam) -> v.TableView:
    """Return what everybody may know, strangers too."""
    waits, options, over = deadline(state), state.options, state.phase is Phase.END
    phones = {state.players[seat].phone for seat in state.present}
    return v.TableView(
        phase=state.phase,
        language=options.language,
        pace=options.pace,
        count=options.count,
        tempo=options.tempo,
        waits_s=waits.duration_s if waits and not state.gathering else None,
        themes=options.themes,
        round=state.round,
        roller=state.rolls_now,
        theme=state.theme if state.phase is Phase.THEME else "",
        roll=_roll(state, state.roll) if state.roll else None,
        real_dice=options.real_dice,
        takes_dice=takes_dice(state),
        refusable=refusable(state),
        hat=options.hat,
        tied=state.tied,
        pool=state.pool,
        places=places(state),
        places_left=0 if filled(state) else places(state) - len(finders(state)),
        mixed=len(phones) > 1 and not state.calm,
        players=tuple(_player(state, seat) for seat in state.seats),
        queue=state.queued,
        gathering=state.gathering,
        tie=dead_heat(state),
        called=state.called,
        claim=_claim(state),
        spoken=state.spoken,
        heard=heard(state),
        winners=winners(state) if over else (),
        chronicle=chapters(state) if over else (),
        richest=richest(state) if over else None,
        marks=tuple(marks(state)) if over else (),
        code=state.code if over else "",
    )


def seat_view(state: Djam, seat: Seat) -> v.SeatView:
    """Return what the player in *seat* may know; no other's word, vote or theme."""
    votes = dict(state.claim.votes) if state.claim else {}
    return v.SeatView(
        seat=seat,
        table=table_view(state),
        sealed=state.players[seat].sealed,
        vote=votes.get(seat),
        themes=state.players[seat].themes,
        written=state.players[seat].written,
    )


def _player(state: Djam, seat: Seat) -> v.PlayerView:
    player, queued, claim = state.players[seat], state.queued, state.claim
    judged = claim is not None and (
        seat in dict(claim.votes) if state.phase is Phase.VOTE else seat in claim.accepted
    )
    return v.PlayerView(
        seat=seat,
        name=player.name,
        stones=player.stones,
        present=player.present,
        phone=player.phone,
        early=player.early_ns is not None,
        out=player.out,
        watches=bool(state.tied) and seat not in state.tied,
        passed=player.passed and state.phase is not Phase.END,
        place=queued.index(seat) + 1 if seat in queued else None,
        cooling=state.cooling == seat,
        sealed=player.sealed is not None and state.calm,
        judged=judged,
    )


def _roll(state: Djam, roll: Roll) -> v.RollView:
    hat = bool(state.drawn)
    return v.RollView(state.theme, hat, roll.letters, roll.start, roll.first_letter)


def _claim(state: Djam) -> v.ClaimView | None:
    claim = state.claim
    if claim is None:
        return None
    return v.ClaimView(
        seat=claim.seat,
        name=state.players[claim.seat].name,
        word=claim.word,
        points=claim.points,
        stones=award(state, claim),
        dice=claim.dice,
        again=bool(claim.word)
        and fold(claim.word) in {fold(each.word) for each in state.spoken},
        kin=(before := kin(state)),
        plain=bool(before) and close(before, claim.word),
        objector="" if claim.objector is None else state.players[claim.objector].name,
    )
