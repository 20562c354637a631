"""A match that bots play by themselves."""

from hashlib import sha256

from companion.process.settings import Demo
from companion.table.table import Table
from companion.table.values.ids import DeviceId


def begin_demo(table: Table, demo: Demo) -> None:
    """Seat the bots and start their match."""
    host = DeviceId(sha256(b"the demo's own host").hexdigest())
    table.submit(table.lobby.take_host, host).result()
    table.submit(table.lobby.choose_game, host, demo.game).result()
    for _ in range(demo.players):
        table.submit(table.lobby.add_bot, host, demo.strength).result()
    table.submit(
        table.matches.start, host, {"language": demo.language}, "start-of-the-demo"
    ).result()
