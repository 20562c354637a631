"""Rules of the beginning: who plays, who deals, who gets what."""

from collections.abc import Sequence
from random import Random

from companion.engine.deal_code import seed_of_day
from companion.engine.options import options_of
from companion.engine.people import check_names
from companion.errors import refuse
from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.commands import SetTable, StartMatch
from companion.games.buchstabenbluff.deal_code import DealCode, asked_code
from companion.games.buchstabenbluff.dealing import deal, known_cards, next_dealer
from companion.games.buchstabenbluff.state import Options
from companion.ports import Seat
from companion.words.chance import Chance

PLAYERS = range(2, 9)
GONG_S = range(3, 121)
"""How long it may be until the gong, if there is one."""


def start(command: StartMatch | SetTable, random: Random) -> Sequence[ev.Event]:
    """Begin a match."""
    if isinstance(command, SetTable):
        return _set_table(command)
    started = _started(command.names, Options(**options_of(Options, command)))
    dealer, dealt = deal(_deal_of(command, random))
    return [started, dealer, dealt, _first_turn(dealer.seat, len(command.names))]


def _deal_of(command: StartMatch, random: Random) -> DealCode:
    """Return which deal it is: an earlier one, that of a day, or one that chance makes."""
    players, language = len(command.names), command.language
    lists = known_cards(language)
    if code := asked_code(command.code):
        if code.players != players:
            raise refuse("code-players", n=code.players)
        return code
    if command.date:
        seed = seed_of_day(command.date, language, players, lists)
        return DealCode(language, players, None, lists, seed)
    dealer = next_dealer(command.names, command.last_dealer)
    seed = Chance(random.random).seed()
    return DealCode(language, players, dealer, lists, seed)


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
