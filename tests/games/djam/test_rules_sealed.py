"""A word typed before may be the buzzer: sealed, it is said by the press, and in secret before."""

from random import Random

from companion.engine.events import Undo
from companion.engine.people import TimeUp
from companion.games.djam import commands as cmd
from companion.games.djam.commands import Command
from companion.games.djam.phases.saying import Called, Said
from companion.ports import Seat
from companion.table.values.consent import price
from companion.table.values.match import Match
from tests.games.djam.table import BLACK, BORVA, NAMES, Table, rolled
from tests.play import for_tests


def kept(name: str = "Ann", word: str = "Bono", **options: bool) -> Table:
    now = rolled(3, **options)
    now.act(name, cmd.Seal, word=word)
    return now


def test_the_press_of_a_stand_says_the_sealed_word_when_it_is_called() -> None:
    t = kept()
    t.press("Ann", 10)
    t.press("Bob", 20)
    assert t.phase() == "open"
    assert t.state.called is None
    t.time_up()
    assert [type(each) for each in t.events] == [Called, Said]
    claim = t.view("Bob").table.claim
    assert claim is not None
    assert claim.word == "Bono"
    assert t.player("Ann").sealed is None


def test_who_was_quicker_is_heard_before_and_a_phones_buzzer_does_the_same() -> None:
    t = kept("Bob")
    t.press("Ann", 10)
    t.act("Bob", cmd.Buzz)
    t.time_up()
    assert t.state.called == t.seat("Ann")
    t.act("Ann", cmd.Say, word="Brecht")
    t.time_up()
    claim = t.view("Ann").table.claim
    assert claim is not None
    assert claim.word == "Bono"


def test_nobody_else_is_told_that_somebody_has_sealed_a_word() -> None:
    t, bare = kept(), rolled(3)
    assert t.told == bare.told
    for name in ("Bob", "Cleo"):
        assert t.view(name) == bare.view(name)
    assert t.game.table_view(t.state) == bare.game.table_view(bare.state)
    assert t.view("Ann").sealed == "Bono"
    others = {
        for_tests(t.game).twin(t.state, Seat(1), Random(n)).players[0].sealed
        for n in range(9)
    }
    assert None in others
    assert len(others) > 2


def test_a_sealed_word_can_be_replaced_and_is_gone_with_its_round() -> None:
    t = kept()
    t.act("Ann", cmd.Seal, word="Berlin")
    assert t.view("Ann").sealed == "Berlin"
    for name in ("Ann", "Bob", "Cleo"):
        t.act(name, cmd.Pass)
    assert t.phase() == "roll"
    assert t.view("Ann").sealed is None


def test_what_could_not_be_said_cannot_be_sealed() -> None:
    t = rolled(3)
    assert t.refused("Ann", cmd.Seal, word="Anna") == "first-letter"
    assert t.refused("Ann", cmd.Seal, word=" ") == "no-word"
    t.find("Ann", "Bono")
    assert t.refused("Ann", cmd.Seal, word="Brecht") == "out"
    t.say("Bob", "Brecht")
    t.object("Cleo", ("Ann", False), ("Cleo", False))
    assert t.refused("Bob", cmd.Seal, word="Brecht") == "named"


def test_whoever_is_called_seals_no_more_and_a_black_round_takes_it_too() -> None:
    t = rolled(3, BLACK)
    assert "Seal" in t.offered("Ann")
    t.press("Ann")
    t.time_up()
    assert "Seal" not in t.offered("Ann")
    assert "Seal" in t.offered("Bob")


def test_a_press_on_a_phone_takes_the_written_word_along() -> None:
    t = rolled(3)
    t.act("Bob", cmd.Buzz, word="Bono")
    t.time_up()
    claim = t.view("Ann").table.claim
    assert claim is not None
    assert (claim.name, claim.word) == ("Bob", "Bono")
    assert [type(each) for each in t.events[-2:]] == [Called, Said]


def test_a_slip_in_the_written_word_costs_no_place() -> None:
    t = rolled(3)
    t.act("Bob", cmd.Buzz, word="Madonna")  # the dice say B
    t.time_up()
    assert t.view("Bob").table.called == t.seat("Bob")
    assert t.view("Ann").table.claim is None
    t.act("Bob", cmd.Say, word="Bono")
    claim = t.view("Ann").table.claim
    assert claim is not None
    assert claim.word == "Bono"


def test_what_a_later_press_takes_along_nobody_sees_before_its_turn() -> None:
    t, bare = rolled(3), rolled(3)
    for table, word in ((t, "Bono"), (bare, "")):
        table.act("Ann", cmd.Buzz)
        table.act("Bob", cmd.Buzz, word=word)
        table.time_up()
    assert t.told == bare.told
    assert t.view("Cleo") == bare.view("Cleo")
    t.act("Ann", cmd.Drop)
    claim = t.view("Cleo").table.claim
    assert claim is not None
    assert claim.word == "Bono"


def done(match: Match, *commands: Command) -> Match:
    for command in commands:
        actor = getattr(command, "seat", None)
        match = match.carry_out(command, f"do-{len(match.log)}", actor, Random(1))
    return match


def with_hat(*written: Command) -> Match:
    """Return a match of speed whose first dice lie open; a theme may be *written* before."""
    begin = cmd.SetTable(names=NAMES[:4], rolls=(BORVA,), tempo="none", hat=True)
    match = done(Match.begin(Table(3).game, "match"), begin, *written)
    return done(match, cmd.RollDice(Seat(0)), cmd.RollDice(Seat(0)))


def test_a_theme_that_was_written_outlives_an_undo_of_somebody_else() -> None:
    """Nor does an undo cost more for what is written, or all would know that somebody writes."""
    ann, bob, cleo, dan = map(Seat, range(4))
    phones = frozenset((ann, bob, cleo, dan))
    accepted = (cmd.Accept(bob), cmd.Accept(cleo), cmd.Accept(dan))
    match = with_hat()
    match = done(match, cmd.Buzz(ann, "Bono"), TimeUp(), *accepted, cmd.Pass(bob))
    price_before = price(match, bob, phones)
    secret = (cmd.PutTheme(ann, "Cheese"), cmd.Seal(cleo, "Brie"), cmd.Seal(cleo, "Bach"))
    match = done(match, *secret, cmd.PutTheme(ann, "Jobs"), cmd.TakeTheme(ann, "Cheese"))
    assert price(match, bob, phones) is price_before is Undo.FREE
    undone = match.undo("undo", bob)
    for each in (undone, Match.load(match.game, "match", undone.rows(0))):
        players = each.state.players
        assert not players[bob].passed
        assert (players[ann].themes, players[ann].written) == (("Jobs",), 2)
    assert [each.id for each in undone.told_since(match.told_count)] == ["told.undone"]
    assert undone.undo_cost() is Undo.CONSENT, "the word that was ruled before"
    once_more = undone.undo("undo-more", bob).state
    assert once_more.phase == "claim"
    assert once_more.players[ann].themes == ("Jobs",)


def test_a_word_that_was_kept_since_goes_with_what_is_taken_back() -> None:
    """It was meant for what is no more: no word is said that nobody says, nor to another theme."""
    ann, bob, cleo, _ = map(Seat, range(4))
    called = done(with_hat(), cmd.Press(bob, 1), TimeUp())
    dropped = done(called, cmd.Drop(bob), cmd.Seal(bob, "Beck"))
    undone = dropped.undo("undo", bob)
    assert undone.state == called.state
    assert done(undone, cmd.PutTheme(cleo, "Cheese")).state.claim is None

    kept = done(with_hat(cmd.PutTheme(ann, "Composers")), cmd.Seal(cleo, "Bach"))
    refused = done(kept, cmd.RefuseTheme(bob), cmd.Seal(cleo, "Brie"))
    assert refused.undo("undo", bob).state == kept.state
