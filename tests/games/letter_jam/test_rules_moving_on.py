"""Points 13 to 15b: who moves on, and what happens then."""

from companion.engine.people import Leave
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import CardTurned, RoundClosed
from companion.ports import CardFace, Place, Stand
from tests.games.letter_jam.table import NAMES, Table, table


def face(t: Table, stand: int) -> CardFace:
    found = t.game.shown(t.state, lambda message: message.id)[Place(f"stand-{stand}")]
    assert isinstance(found, CardFace)
    return found


def test_moving_on_wants_a_clue_for_that_very_letter() -> None:
    """Point 13: the others may not, nor are they offered or asked."""
    t = table(4)
    t.give("Ann", "2 5")
    assert t.refused("Cleo", cmd.MoveOn) == "no-clue-yet"
    assert t.refused("Ann", cmd.MoveOn) == "no-clue-yet"
    assert "MoveOn" not in t.offered("Cleo")
    assert "MoveOn" in t.offered("Bob")
    assert t.waiting_for() == ["Bob"]


def test_a_clue_of_an_earlier_round_is_enough() -> None:
    """Point 13."""
    t = table(4)
    t.round("Ann", "2")
    t.round("Ann", "3")
    t.give("Ann", "5")
    assert t.waiting_for() == ["Bob", "Cleo"]
    t.move_on("Bob")
    t.finish_round()
    assert t.letters()[:4] == "HLMD"


def test_the_count_of_clues_starts_anew_with_each_letter() -> None:
    """Point 13: a clue for the letter before counts no longer."""
    t = table(4)
    t.round("Ann", "2", "Bob")
    assert t.letter(2) == "L"
    t.give("Ann", "3")
    assert t.refused("Bob", cmd.MoveOn) == "no-clue-yet"
    t.finish_round()
    t.give("Ann", "2")
    t.move_on("Bob")
    t.finish_round()
    assert t.letter(2) == "A"


def test_where_the_clue_helps_nobody_its_giver_ends_the_round() -> None:
    """Point 13: somebody has to say that the round is over."""
    t = table(4)
    t.give("Cleo", "5 6 *")
    assert t.waiting_for() == ["Cleo"]
    t.act("Cleo", cmd.Stay)
    assert t.events[1] == RoundClosed()


def test_no_card_changes_before_everybody_has_decided() -> None:
    """Point 14: the letter stays lit till then."""
    t = table(4)
    t.give("Ann", "2 3 4 5")
    t.move_on("Bob")
    t.act("Cleo", cmd.Stay)
    assert t.letters() == "HBMDAE"
    assert face(t, 2) == CardFace("B", (1,), (1, 5), moving_on=True)
    t.move_on("Dan")
    assert t.letters() == "HLMWAE"


def test_a_decision_is_open() -> None:
    """Point 14: the cards tip at once, for everybody to see."""
    t = table(4)
    t.give("Ann", "2 3")
    t.move_on("Bob", "B")
    for name in NAMES[:4]:
        view = t.view(name).table
        assert [stand.moving_on for stand in view.stands] == [False, True] + [False] * 4
        assert view.players[1].decision == "move-on"
    assert t.says() == ["told.moves_on"]
    t.act("Cleo", cmd.Stay)


def test_what_was_guessed_stays_with_the_guesser() -> None:
    """Point 14: only the decision is open, the sheet is not."""
    t = table(4)
    t.give("Ann", "2 3")
    t.move_on("Bob", "B")
    assert t.view("Bob").guesses == "B????"
    assert "guesses" not in {
        name for name in dir(t.view("Ann").table.players[1]) if name[0] != "_"
    }


def test_a_decision_may_be_taken_back_until_the_last_one_is_in() -> None:
    """Point 14: with it goes the guess that was told."""
    t = table(4)
    t.give("Ann", "2 3")
    t.move_on("Bob", "B")
    t.act("Bob", cmd.TakeDecisionBack)
    assert t.view("Bob").guesses == "?????"
    assert t.waiting_for() == ["Bob", "Cleo"]
    t.act("Bob", cmd.Stay)
    t.act("Bob", cmd.TakeDecisionBack)
    t.move_on("Bob")
    t.act("Cleo", cmd.Stay)
    assert t.letters()[:3] == "HLM"
    assert t.refused("Bob", cmd.TakeDecisionBack) == "not-now"


def test_a_leaver_takes_the_decision_and_its_guess_back() -> None:
    """Point 14: the letter stays, so the box on the sheet is open again."""
    t = table(4)
    t.give("Ann", "2 3")
    t.move_on("Bob", "B")
    t.act("Bob", Leave)
    assert t.waiting_for() == ["Cleo"]
    assert t.view("Bob").guesses == "?????"
    t.act("Cleo", cmd.Stay)
    assert t.letters()[:3] == "HBM"


def test_letters_come_from_left_to_right_and_never_back() -> None:
    """Point 14: and the row position is public."""
    t = table(2, scrambles=("ESROH", "KCALB"))
    seen = []
    for _ in range(5):
        view = t.view("Ann").table.stands[1]
        seen.append((view.letter, view.position, view.length, view.done))
        assert t.game.table_view(t.state).stands[1].position == view.position
        t.round("Ann", "2", "Bob")
    assert seen == [(letter, n, 5, False) for n, letter in enumerate("KCALB", 1)]
    view = t.game.table_view(t.state).stands[1]
    assert (view.position, view.done) == (None, True)
    assert face(t, 2).position == "done"


def test_the_owner_never_sees_the_own_card() -> None:
    """Point 14: not while it stands, not when it is back in the row, not in a clue."""
    t = table(2)
    for _ in range(5):
        t.give("Ann", "2")
        assert t.view("Bob").clue == "?"
        t.move_on("Bob")
        assert t.view("Bob").table.stands[1].letter == "?"
        assert {line.reading for line in t.view("Bob").clues} == {"?"}
    assert [line.reading for line in t.view("Ann").clues] == list("BLACK")


def test_chips_go_back_when_players_begin_to_take_new_letters() -> None:
    """Point 15: they lie while everybody decides, and before the first card they go."""
    t = table(4)
    t.give("Ann", "2 5 *")
    assert t.view("Bob").table.chips == 3
    t.move_on("Bob")
    closing = t.events.index(RoundClosed())
    turned = [n for n, event in enumerate(t.events) if isinstance(event, CardTurned)]
    assert closing < min(turned)
    assert t.view("Bob").table.chips == 0
    assert t.view("Bob").clue == ""
    assert t.state.giver is None


def test_cards_are_drawn_clockwise_from_the_giver_then_by_the_nonplayer_stands() -> None:
    """Point 15b: where several take cards from the deck, and where all take any."""
    t = table(4, words=("OWL", "CAT", "DIG", "HEN"), deck="STRU")
    for _ in range(2):
        t.round("Ann", "2 3 4", "Bob", "Cleo", "Dan")
        t.round("Bob", "1", "Ann")
    t.round("Ann", "2 3 4")
    t.round("Bob", "1")
    t.give("Cleo", "6 5")
    for name in NAMES[:4]:
        t.move_on(name)
    assert t.events[-6:] == (
        *(CardTurned(Stand(seat), "deck") for seat in (2, 3, 0, 1)),
        CardTurned(Stand(4), "dealt"),
        CardTurned(Stand(5), "dealt"),
    )
    assert t.letters()[:4] == "RUST"
