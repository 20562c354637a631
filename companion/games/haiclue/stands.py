"""What each stand shows, nobody's secret, and what its button means.

In the middle four show targets, one the clue, one how things stand; at the seats each shows all
targets and its player's verdict. A button never guesses: all would see it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import assert_never

from companion.engine.game import Gesture, Say, Touch
from companion.engine.shown import seat_at
from companion.games.haiclue import commands as cmd
from companion.games.haiclue.clue_pages import clue_pages
from companion.games.haiclue.places import CLUE_STAND, STATUS_STAND, TARGET_STANDS
from companion.games.haiclue.project import table_view
from companion.games.haiclue.state import Haiclue, Phase, Shape
from companion.games.haiclue.view import PlayerView, TableView
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    BlankFace,
    Face,
    Faces,
    LinesFace,
    Mark,
    Message,
    Place,
    Seat,
    WordFace,
)

COLUMNS = ((4, 1, 12), (8, 2, 7), (12, 3, 4))
"""For how many players the points stand in how many columns, with how much of a name."""


def faces(table: TableView, say: Say) -> Faces:
    """Return the face of all six stands and the centre; text is in *say*'s language."""
    if table.phase is Phase.END:
        stands = _ranking(table, say)
    elif table.at_seats:
        stands = _at_seats(table, say)
    else:
        stands = _middle(table, say)
    return {CENTRE: _centre(table, say), **dict(stands)}


# -- the stands in the middle --


def _middle(table: TableView, say: Say) -> Iterator[tuple[Place, Face]]:
    for place, shape in TARGET_STANDS.items():
        yield place, _target(table, shape, say)
    yield CLUE_STAND, _clue(table, table.page, say)
    yield STATUS_STAND, _status(table, say)


def _target(table: TableView, shape: Shape, say: Say) -> Face:
    target = next((each for each in table.targets if each.shape == shape), None)
    if target is None:
        return BlankFace()
    found = table.phase is Phase.RESULT and table.poems[-1].shape == shape
    name = say(Message(f"shape.{shape}"))
    return WordFace(target.word, name, "right" if found else "", shape)


def _clue(table: TableView, page: int, say: Say) -> Face:
    pages = list(clue_pages(table))
    if pages:
        return LinesFace(pages[page % len(pages)], even=True)
    return LinesFace((say(Message("face.no_clue")),))


# -- the stands at the seats --


def _at_seats(table: TableView, say: Say) -> Iterator[tuple[Place, Face]]:
    """Yield what lies before each player; a stand that is over shows the clue."""
    for number, place in enumerate(STAND_PLACES):
        if number >= len(table.players):
            yield place, _clue(table, table.page, say)
        elif table.phase is Phase.RESULT:
            yield place, _verdict(table, table.players[number])
        elif table.reading is not None and table.page % 2:
            yield place, _clue(table, table.page // 2, say)
        else:
            words = tuple(each.word for each in table.targets)
            shapes = tuple(each.shape for each in table.targets)
            yield place, LinesFace(words, even=True, shapes=shapes)


def _verdict(table: TableView, player: PlayerView) -> Face:
    """Return what the player guessed, and whether it is right; the author's target."""
    poem = table.poems[-1]
    if poem.author == player.seat:
        return WordFace(poem.word, player.name, "", poem.shape)
    guess = next((each for each in poem.guesses if each.seat == player.seat), None)
    if guess is None:
        return WordFace("–", player.name)
    mark: Mark = "right" if guess.right else "wrong"
    return WordFace(guess.word, player.name, mark, guess.shape)


# -- how things stand --


def _status(table: TableView, say: Say) -> Face:
    best = list(_points(table, say))[:2]
    return LinesFace((_round(table, say), *_waiting(table, say), *best))


def _centre(table: TableView, say: Say) -> Face:
    told = say(Message(f"face.{table.phase}"))
    over = table.phase is Phase.END
    head = told if over else f"{_round(table, say)} · {told}"
    return LinesFace((head, *_points(table, say)), even=True)


def _round(table: TableView, say: Say) -> str:
    side = say(Message(f"face.{table.side}"))
    return f"{table.round}/{table.rounds} {side}"


def _waiting(table: TableView, say: Say) -> Iterator[str]:
    names = [player.name for player in table.players if player.awaited]
    if len(names) > 2:  # noqa: PLR2004 - more names do not fit a line
        yield say(Message("face.waits", {"n": len(names)}))
    elif names:
        yield f"… {', '.join(names)}"
    elif table.next:
        yield say(Message("face.on"))


def _points(table: TableView, say: Say) -> Iterator[str]:
    """Yield the points of everybody, the best first, in as many columns as it takes."""
    if table.cooperative:
        yield say(Message("face.together", {"n": table.together}))
        return
    people = len(table.players)
    columns, letters = next((n, room) for most, n, room in COLUMNS if people <= most)
    best = _best_first(table)
    names = shortened([each.name for each in best], letters)
    told = [f"{name} {each.points}" for name, each in zip(names, best, strict=True)]
    for at in range(0, people, columns):
        yield "  ".join(told[at : at + columns])


def shortened(names: Sequence[str], letters: int) -> Sequence[str]:
    """Return *names* in so many letters, and still told apart.

    What several begin with says nothing of any, as Bot does; where the first letters are the
    same, the last one stands at their end.
    """
    heads = Counter(name.split()[0] for name in names)
    told = [
        " ".join(parts[1:]) if heads[parts[0]] > 1 and len(parts) > 1 else name
        for name, parts in ((name, name.split()) for name in names)
    ]
    alike = Counter(name[:letters] for name in told)
    return [
        name[:letters].strip()
        if alike[name[:letters]] == 1
        else f"{name[: letters - 1]}{name[-1]}"
        for name in told
    ]


def _best_first(table: TableView) -> Sequence[PlayerView]:
    return sorted(table.players, key=lambda player: -player.points)


def _ranking(table: TableView, say: Say) -> Iterator[tuple[Place, Face]]:
    """Yield who has how many points, the best first, two to a stand where they are many."""
    if table.cooperative:
        together = LinesFace(tuple(_points(table, say)))
        yield from ((place, together) for place in STAND_PLACES)
        return
    best, stands = list(_best_first(table)), len(STAND_PLACES)
    for place in STAND_PLACES:
        here, best = (
            (best[:1], best[1:]) if len(table.players) <= stands else (best[:2], best[2:])
        )
        if len(here) == 1:
            (one,) = here
            mark: Mark = "right" if one.leads else ""
            yield place, WordFace(str(one.points), one.name, mark)
        elif here:
            yield place, LinesFace(tuple(f"{e.name} {e.points}" for e in here), even=True)
        else:
            yield place, BlankFace()


# -- what a button means --


def control(state: Haiclue, touch: Touch) -> cmd.Command | None:
    """Return the command that *touch* stands for now; None: it stands for nothing."""
    match touch.gesture:
        case Gesture.DOWN | Gesture.HOLD:
            return None
        case Gesture.PRESS:
            return _pressed(state, touch)
        case _:
            assert_never(touch.gesture)


def _pressed(state: Haiclue, touch: Touch) -> cmd.Command | None:
    if state.phase in (Phase.WAITING, Phase.END):
        return None
    if touch.place == CENTRE:
        return _go_on(state, None) if touch.button == "next" else None
    if state.at_seats:
        return _pressed_at_seat(state, touch.place)
    if (shape := TARGET_STANDS.get(touch.place)) is not None:
        return cmd.SayWord(shape)
    return cmd.TurnPage() if touch.place == CLUE_STAND else _go_on(state, None)


def _pressed_at_seat(state: Haiclue, place: Place) -> cmd.Command:
    """Turn the page while a clue is read; else go on, in the name of whose stand it is."""
    seat = seat_at(state, place)
    if state.phase is Phase.GUESS or seat is None:
        return cmd.TurnPage()
    return _go_on(state, seat)


def _go_on(state: Haiclue, seat: Seat | None) -> cmd.Command:
    """Go on where a result lies open, in the name of *seat* or of whoever reads next."""
    if state.phase is not Phase.RESULT or not state.present:
        return cmd.SayStatus()
    if seat is None:
        seat = table_view(state).next_reader
    return cmd.GoOn(state.present[0] if seat is None else seat)
