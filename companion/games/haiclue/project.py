"""From the state to what may be seen: every view is built up field by field."""

from collections.abc import Collection, Iterator
from typing import Literal

from companion.engine.latest import kept_for_latest
from companion.games.haiclue import view as v
from companion.games.haiclue.look_back import look_back
from companion.games.haiclue.scoring import Score, best_poems, earned, score, team_result
from companion.games.haiclue.state import (
    OTHER_SIDE,
    SHAPES,
    Haiclue,
    Phase,
    Player,
    Poem,
)
from companion.games.haiclue.turns import (
    authors,
    guessers,
    last_missing,
    next_author,
    reader,
    still_guessing,
    still_laying,
)
from companion.ports import Seat

Next = Literal["", "read", "flip", "pass", "end"]


def seat_view(state: Haiclue, seat: Seat) -> v.SeatView:
    """Return what the player in *seat* may know: of cards and unused tiles only the own."""
    player = state.players[seat]
    return v.SeatView(
        seat=seat,
        table=table_view(state),
        tiles=tuple(_tiles(state, player)) if state.phase is not Phase.END else (),
        target=player.card,
        clue=player.clue,
        lines=state.lines(seat),
        guess=player.guess,
        vote=player.vote,
    )


def _tiles(state: Haiclue, player: Player) -> Iterator[v.TileView]:
    """Yield the tiles as they lie: beside a finished clue the rest shows its other side."""
    for number, tile in enumerate(player.tiles, 1):
        turned = player.clue is not None and str(number) not in player.clue
        side = OTHER_SIDE[state.side] if turned else state.side
        yield v.TileView(str(number), tile.word(side), turned)


@kept_for_latest
def table_view(state: Haiclue) -> v.TableView:
    """Return what everybody may know, strangers too."""
    now, standing = _next(state), score(state)
    waited = {*still_laying(state), *still_guessing(state)}
    guess = guessers(state)
    author = next_author(state) if now == "read" else None
    end, poems = state.phase is Phase.END, _poems(state)
    return v.TableView(
        phase=state.phase,
        language=state.language,
        hidden=state.hidden,
        at_seats=state.at_seats,
        last_missing=last_missing(state),
        round=state.round,
        rounds=state.rounds,
        side=state.side,
        targets=_targets(state),
        players=tuple(
            _player(state, seat, standing, waited, guess) for seat in state.seats
        ),
        clues=_open_clues(state),
        reading=_reading(state),
        page=state.page,
        next=now,
        next_reader=None if author is None else reader(state, author),
        next_author=author,
        cooperative=state.cooperative,
        together=standing.together,
        team=team_result(standing.together) if end and state.cooperative else "",
        poems=poems,
        look_back=look_back(state, poems) if end else None,
        code=state.code if end else "",
    )


def _next(state: Haiclue) -> Next:
    if state.phase is not Phase.RESULT:
        return ""
    if next_author(state) is not None:
        return "read"
    if state.side == "white":
        return "flip"
    return "end" if state.round == state.rounds else "pass"


def _targets(state: Haiclue) -> tuple[v.TargetView, ...]:
    if not all(state.stacks) or not state.stacks:
        return ()
    return tuple(
        v.TargetView(shape, state.target(shape), len(stack))
        for shape, stack in zip(SHAPES, state.stacks, strict=True)
    )


def _player(
    state: Haiclue,
    seat: Seat,
    standing: Score,
    waited: Collection[Seat],
    guess: Collection[Seat],
) -> v.PlayerView:
    player = state.players[seat]
    guessed = state.phase is Phase.GUESS and player.guess is not None
    return v.PlayerView(
        seat=seat,
        name=player.name,
        present=player.present,
        laid=player.clue is not None,
        guesses=seat in guess,
        guessed=guessed,
        awaited=seat in waited,
        points=standing.points[seat],
        leads=seat in standing.winners,
    )


def _open_clues(state: Haiclue) -> tuple[v.ClueView, ...]:
    if state.hidden:
        return ()
    unread = authors(state)
    if state.author is not None:
        unread = unread[unread.index(state.author) + 1 :]
    return tuple(
        v.ClueView(seat, state.players[seat].name, state.lines(seat)) for seat in unread
    )


def _reading(state: Haiclue) -> v.ReadingView | None:
    author = state.author
    if author is None:
        return None
    order, by = authors(state), reader(state, author)
    return v.ReadingView(
        author=author,
        name=state.players[author].name,
        lines=state.lines(author),
        reader=by,
        reader_name="" if by is None else state.players[by].name,
        number=order.index(author) + 1,
        of=len(order),
    )


def _poems(state: Haiclue) -> tuple[v.PoemView, ...]:
    best = best_poems(state)
    return tuple(
        _poem(state, poem, number, best=number in best)
        for number, poem in enumerate(state.poems)
    )


def _poem(state: Haiclue, poem: Poem, number: int, *, best: bool) -> v.PoemView:
    guesses = tuple(
        v.GuessView(
            seat=seat,
            name=state.players[seat].name,
            shape=shape,
            word=poem.targets[SHAPES.index(shape)],
            right=seat in poem.right,
        )
        for seat, shape in poem.guesses
    )
    return v.PoemView(
        round=poem.round,
        author=poem.author,
        name=state.players[poem.author].name,
        lines=poem.lines,
        shape=poem.target,
        word=poem.word,
        guesses=guesses,
        right=len(poem.right),
        earned=earned(poem),
        votes=sum(player.vote == number for player in state.players),
        best=best,
    )
