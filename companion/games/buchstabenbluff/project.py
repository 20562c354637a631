"""From the state to what may be seen: every view is built up field by field."""

from companion.engine.latest import kept_for_latest
from companion.games.buchstabenbluff import view as v
from companion.games.buchstabenbluff.deck import in_alphabet, minus, values, worth
from companion.games.buchstabenbluff.look_back import awards, trust
from companion.games.buchstabenbluff.queries import contested, counting, voices
from companion.games.buchstabenbluff.scoring import Score, score
from companion.games.buchstabenbluff.state import (
    TEN,
    TURNS,
    Buchstabenbluff,
    Letter,
    Phase,
)
from companion.ports import Seat


@kept_for_latest
def table_view(state: Buchstabenbluff) -> v.TableView:
    """Return what everybody may know, strangers too."""
    active, over = state.active, state.phase is Phase.END
    return v.TableView(
        phase=state.phase,
        language=state.options.language,
        options=state.options,
        players=tuple(_player(state, seat) for seat in state.seats),
        dealer=state.dealer,
        draws=state.draws,
        active=active,
        drawing=state.drawing,
        turn=0 if active is None else state.players[active].turns + 1,
        turns=TURNS,
        a_doubt=TEN,
        deck=len(state.deck),
        discard=in_order(state.discard),
        said=state.said,
        lay=_lay(state),
        counting=counting(state),
        verdict=_verdict(state),
        last=state.last,
        truths=_truths(state),
        closed=_closed(state),
        proved=tuple(each for each in state.outcomes if each.kind == "honest" and over),
        scores=_scores(state),
        awards=tuple(awards(state)) if over else (),
        trust=tuple(trust(state)) if over else (),
        code=state.code if over else "",
    )


def seat_view(state: Buchstabenbluff, seat: Seat) -> v.SeatView:
    """Return what the player in *seat* may know: of all cards face down only the own ones."""
    player, options = state.players[seat], state.options
    hand = _hand(state, seat)
    mine = state.laid is not None and state.laid.seat == seat
    return v.SeatView(
        seat=seat,
        table=table_view(state),
        hand=tuple(sorted(hand, key=lambda card: in_alphabet(card.letter))),
        drawn=hand[len(hand) - player.fresh :],
        hand_value=minus(options.language, player.hand, joker_minus=options.joker_minus),
        pile_value=worth(options.language, state.pile(seat)),
        laid=state.laid.cards if mine and state.laid else (),
        answer=player.doubts,
        believed=tuple(
            v.OwnLay(lay.word, lay.cards) for lay in state.believed if lay.seat == seat
        ),
    )


def in_order(letters: tuple[Letter, ...]) -> tuple[Letter, ...]:
    """Return *letters* from A to Z, the jokers last."""
    return tuple(sorted(letters, key=in_alphabet))


def _player(state: Buchstabenbluff, seat: Seat) -> v.PlayerView:
    player, waiting = state.players[seat], state.phase is Phase.DOUBT
    return v.PlayerView(
        seat=seat,
        name=player.name,
        present=player.present,
        hand=len(player.hand),
        pile=len(state.pile(seat)),
        points=player.tens * TEN,
        turns=player.turns,
        asked=waiting and seat in state.deciders,
        answered=waiting and player.doubts is not None,
    )


def _lay(state: Buchstabenbluff) -> v.LayView | None:
    lay = state.laid
    if lay is None:
        return None
    turned = state.phase is Phase.REVEAL
    return v.LayView(
        number=len(state.said),
        seat=lay.seat,
        name=state.players[lay.seat].name,
        word=lay.word,
        cards=tuple(
            card if turned or up else v.HIDDEN
            for card, up in zip(lay.cards, lay.shown, strict=True)
        ),
    )


def _verdict(state: Buchstabenbluff) -> v.VerdictView | None:
    found = state.verdict
    if found is None:
        return None
    return v.VerdictView(
        doubters=state.names_of(found.doubters),
        spelled=found.spelled,
        listed=found.listed,
        counts=found.counts,
        asked=found.asked,
        jury=state.jury if found.spelled else (),
        all_must=not state.strangers,
        voices=tuple(voices(state).items()),
        contested=contested(state),
    )


def _truths(state: Buchstabenbluff) -> tuple[v.TruthView, ...]:
    opened = zip(state.believed, state.truths, strict=False)
    return tuple(
        v.TruthView(
            name=state.players[lay.seat].name,
            word=lay.word,
            letters=lay.cards,
            spelled=truth.spelled,
            listed=truth.listed,
            honest=truth.honest,
        )
        for lay, truth in opened
    )


def _closed(state: Buchstabenbluff) -> int:
    counted = state.phase in (Phase.TRUTH, Phase.END)
    return len(state.believed) - len(state.truths) if counted else 0


def _scores(state: Buchstabenbluff) -> tuple[v.ScoreLine, ...]:
    if state.phase is not Phase.END:
        return ()  # the truth first, then who has won
    points = sorted(
        (score(state, seat) for seat in state.seats), key=lambda each: -each.total
    )
    totals = [each.total for each in points]
    return tuple(_line(state, each, totals.index(each.total) + 1) for each in points)


def _line(state: Buchstabenbluff, points: Score, place: int) -> v.ScoreLine:
    hand = in_order(state.players[points.seat].hand)
    return v.ScoreLine(points, points.total, place, hand)


def _hand(state: Buchstabenbluff, seat: Seat) -> tuple[v.CardView, ...]:
    value = values(state.options.language)
    return tuple(
        v.CardView(place, letter, value[letter])
        for place, letter in enumerate(state.players[seat].hand, 1)
    )
