"""From the state to what may be seen: every view is built up field by field."""

from collections.abc import Collection
from dataclasses import replace

from companion.engine.latest import kept_for_latest
from companion.games.letter_jam import clock, queries
from companion.games.letter_jam.clue import (
    UNKNOWN,
    bonus_letter,
    chips_now,
    letter_of,
    mark,
    reading,
    usable_spots,
)
from companion.games.letter_jam.project_box import (
    named,
    pulls,
    to_pull,
    wants_name,
    who_names,
)
from companion.games.letter_jam.reveal import turned
from companion.games.letter_jam.scoring import score_view
from companion.games.letter_jam.spots import (
    WILDCARD,
    Spot,
    bonus_spot,
    parse_tile,
    stand_spot,
)
from companion.games.letter_jam.state import Clue, Decision, Letter, LetterJam, Phase
from companion.games.letter_jam.tokens import centre_open, reds, token_for
from companion.games.letter_jam.view import (
    HIDDEN,
    ClueLine,
    GlassView,
    MakingView,
    MiddleView,
    PlayerView,
    SeatView,
    StandView,
    TableView,
)
from companion.ports import STANDS, Seat, Stand
from companion.words.deck import DECKS


@kept_for_latest
def table_view(state: LetterJam) -> TableView:
    """Return what everybody may know, strangers too."""
    behind = len(state.clues) - (state.phase is Phase.DECIDE)
    asked = queries.asked(state)
    return TableView(
        phase=state.phase,
        language=state.language,
        level=state.level,
        dealing=state.dealing,
        cards=state.cards,
        round=behind + 1,
        players=tuple(_player(state, seat, asked) for seat in state.seats),
        stands=_stands(state, None),
        middle=_middle(state),
        giver=state.giver,
        chips=len(state.chips),
        clues_given=len(state.clues),
        marks=tuple(map(mark, state.clues)),
        ended_by=state.ended_by,
        to_reveal=queries.to_judge(state),
        judged=state.judged,
        extra=state.turned_extra,
        only_ends=queries.only_ends(state),
        lying=queries.lying(state) if state.phase is Phase.FINAL else (),
        score=score_view(state)
        if state.phase is Phase.SCORE and state.cards != "none"
        else None,
        pulls=pulls(state),
        stacks=tuple(holder.dealt for holder in state.stands[len(state.players) :]),
        counts=state.counts,
        letters=_letters(state),
        help=state.help,
        stuck=clock.stuck(state),
    )


def glass_view(state: LetterJam) -> GlassView:
    """Return what the displays show: the public things, and the letters that stand."""
    letters = (
        "" if holder.standing is None else holder.card or HIDDEN for holder in state.stands
    )
    standing = state.phase in (Phase.CLUE, Phase.DECIDE)
    return GlassView(table_view(state), tuple(letters) if standing else ())


def seat_view(state: LetterJam, seat: Seat) -> SeatView:
    """Return what the player in *seat* may know; never a card of the own row."""
    player, dealt = state.players[seat], bool(state.stands)
    return SeatView(
        seat=seat,
        table=replace(table_view(state), stands=_stands(state, seat)),
        clues=tuple(
            _clue_line(state, seat, number, clue)
            for number, clue in enumerate(state.clues, 1)
        ),
        clue=reading(state, seat, chips_now(state)),
        spots=usable_spots(state, seat) if state.phase is Phase.CLUE else (),
        may_move_on=dealt and queries.may_move_on(state, seat),
        may_guess=dealt and queries.may_guess(state, seat),
        length=player.length,
        position=_position(state, Stand(seat)) if dealt else None,
        guesses=queries.told_guesses(player),
        reservable=_reservable(state),
        reserved=_reserved(state, seat),
        final_tiles=player.final.tiles if player.final else None,
        final_word=_final_word(state, seat),
        making=_making(state, seat),
        to_pull=to_pull(state, seat),
        nameable=queries.nameable(state, seat) if named(state) else (),
        names_now=queries.names_now(state, seat) if dealt and named(state) else (),
        namer=who_names(state, seat) if dealt else "",
    )


def _stands(state: LetterJam, reader: Seat | None) -> tuple[StandView, ...]:
    if not state.stands or state.phase is Phase.PULLING:
        return ()
    return tuple(_stand(state, reader, stand) for stand in STANDS)


def _letters(state: LetterJam) -> tuple[Letter, ...]:
    counts = dict(state.counts) or DECKS[state.language].counts
    return tuple(sorted(letter for letter, cards in counts.items() if cards))


def _player(state: LetterJam, seat: Seat, asked: Collection[Seat]) -> PlayerView:
    player, revealed = state.players[seat], state.players[seat].revealed
    made = state.making.made[seat] is not None if state.making else False
    return PlayerView(
        seat=seat,
        name=player.name,
        length=player.length,
        reds_owed=player.reds_owed,
        clues_given=player.clues_given,
        present=player.present,
        may_give=state.phase in (Phase.CLUE, Phase.COUNTING)
        and token_for(state, seat) is not None,
        figures=player.figures,
        has_none=player.has_none,
        sure=player.sure,
        wants_end=player.wants_end,
        asked=seat in asked,
        decision=player.decision.value if player.decision else None,
        word_made=made,
        final_laid=player.final is not None,
        revealed=revealed.word if revealed else None,
        listed=revealed.listed if revealed else None,
        accepted=revealed.accepted if revealed else None,
        reserved=_reserved(state, seat),
        turned=turned(state, seat) if revealed else (),
    )


def _reserved(state: LetterJam, seat: Seat) -> tuple[Spot, ...]:
    return tuple(spot for spot, holder in state.reserved if holder == seat)


def _reservable(state: LetterJam) -> tuple[Spot, ...]:
    if state.phase is not Phase.FINAL:
        return ()
    taken = dict(state.reserved)
    return tuple(spot for spot in queries.covers(state) if spot not in taken)


def _stand(state: LetterJam, reader: Seat | None, stand: Stand) -> StandView:
    holder = state.stands[stand]
    owner = state.owner(stand)
    player = None if owner is None else state.players[owner]
    return StandView(
        stand=stand,
        spot=stand_spot(stand),
        kind="nonplayer" if player is None else "own" if owner == reader else "player",
        name=player.name if player else "",
        letter=_letter(state, reader, stand),
        chips=_chips(state, stand_spot(stand)),
        position=_position(state, stand) if player else None,
        length=player.length if player else None,
        done=player is not None and holder.beyond,
        stack=None if player else holder.stack,
        moving_on=player is not None and player.decision is Decision.MOVE_ON,
        card=holder.standing,
        unnamed=wants_name(state, stand),
    )


def _letter(state: LetterJam, reader: Seat | None, stand: Stand) -> str:
    holder = state.stands[stand]
    if holder.standing is None:
        return ""
    if reader is None or state.owner(stand) == reader:
        return HIDDEN
    return holder.card or UNKNOWN


def _chips(state: LetterJam, spot: Spot) -> tuple[int, ...]:
    return tuple(number for number, at in enumerate(state.chips, 1) if at == spot)


def _position(state: LetterJam, stand: Stand) -> int | None:
    holder = state.stands[stand]
    return None if holder.beyond or holder.standing is None else holder.standing + 1


def _middle(state: LetterJam) -> MiddleView:
    nonplayers = state.stands[len(state.players) :]
    bonus = tuple(
        (
            bonus_spot(each.number),
            letter_of(state, each),
            _chips(state, bonus_spot(each.number)),
        )
        for each in state.bonus
    )
    return MiddleView(
        red=reds(state),
        leaves=state.leaves,
        centre=state.centre,
        centre_open=centre_open(state),
        under_stacks=sum(holder.stack > 0 for holder in nonplayers),
        wildcard_chips=_chips(state, WILDCARD),
        bonus=bonus,
        bonus_cards=tuple((stand_spot(each.stand), each.card) for each in state.bonus_ever),
        deck=len(state.deck),
    )


def _clue_line(state: LetterJam, seat: Seat, number: int, clue: Clue) -> ClueLine:
    own = next(
        (chip.card for chip in clue.chips if chip.spot == stand_spot(Stand(seat))), None
    )
    return ClueLine(
        number=number,
        giver=clue.giver,
        giver_name=state.players[clue.giver].name,
        token=clue.token,
        reading=reading(state, seat, clue.chips),
        spots=tuple(chip.spot for chip in clue.chips),
        helps=own is not None,
        position=None if own is None else own + 1,
        current=own is not None and own == state.holder(seat).standing,
        cards=tuple(chip.card for chip in clue.chips),
    )


def _final_word(state: LetterJam, seat: Seat) -> str:
    laid = state.players[seat].final
    if laid is None:
        return ""
    return "".join(_believed(state, laid.guesses, tile) for tile in laid.tiles)


def _believed(state: LetterJam, guesses: str, tile: str) -> str:
    card, cover = parse_tile(tile)
    if cover is not None:
        return WILDCARD if cover == WILDCARD else bonus_letter(state, cover)
    return HIDDEN if card is None else guesses[card]


def _making(state: LetterJam, seat: Seat) -> MakingView | None:
    making = state.making
    if making is None:
        return None
    made = making.made[seat]
    target = state.players[queries.receiver(state, seat)]
    return MakingView(
        for_name=target.name,
        length=target.length,
        share=making.shares[seat],
        discards=making.discards,
        made=made[0] if made else None,
    )
