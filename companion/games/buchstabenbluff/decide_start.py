"""Rules of the beginning: who plays, who deals, who gets what."""

from collections.abc import Sequence
from random import Random

from companion.engine.options import options_of
from companion.engine.people import check_names
from companion.errors import refuse
from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.commands import SetTable, StartMatch
from companion.games.buchstabenbluff.dealing import choose_dealer, deal
from companion.games.buchstabenbluff.state import Options
from companion.ports import Seat

PLAYERS = range(2, 9)
GONG_S = range(3, 121)
"""How long it may be until the gong, if there is one."""


def start(command: StartMatch | SetTable, random: Random) -> Sequence[ev.Event]:
    """Begin a match."""
    if isinstance(command, SetTable):
        return _set_table(command)
    started = _started(command.names, Options(**options_of(Options, command)))
    dealer = choose_dealer(command.names, command.last_dealer, command.language, random)
    dealt = deal(len(command.names), command.language, random)
    return [started, dealer, dealt, _first_turn(dealer.seat, len(command.names))]


def _started(names: tuple[str, ...], options: Options) -> ev.MatchStarted:
    check_names(names, PLAYERS)
    if options.gong_s and options.gong_s not in GONG_S:
        raise refuse("gong", least=GONG_S.start, most=GONG_S.stop - 1)
    return ev.MatchStarted(names, options, leavers_pay=True)


def _first_turn(dealer: Seat, players: int) -> ev.TurnBegun:
    """Let the dealer's left neighbour begin; seats go clockwise, which is to the left."""
    return ev.TurnBegun(Seat((dealer + 1) % players))


def _set_table(command: SetTable) -> Sequence[ev.Event]:
    started = _started(command.names, command.options)
    players = len(command.names)
    if len(command.hands) != players:
        raise refuse("hands", n=players)
    if command.dealer not in range(1, players + 1):
        raise refuse("unknown-player", n=command.dealer)
    dealer = Seat(command.dealer - 1)
    dealt = ev.CardsDealt(tuple(map(tuple, command.hands)), command.deck)
    return [started, ev.DealerChosen(dealer), dealt, _first_turn(dealer, players)]
