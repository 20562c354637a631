"""A network that comes late: the displays show the way in as soon as there is one."""

from pathlib import Path

from companion.games import GAMES
from companion.messages import Catalogue
from companion.ports import CENTRE, LinesFace, QrFace
from companion.process.way_in import LOOK_S, AddressWatcher
from companion.table.table import Table
from tests.waiting import LIMIT_S


def test_a_late_network_is_shown(tmp_path: Path) -> None:
    name, way_in, now = "letter_jam", list[str](), [0.0]
    table = Table(
        {name: GAMES[name]()},
        tmp_path / "table.sqlite3",
        {name: {"en": Catalogue("en", {})}},
        lobby_lines=lambda: tuple(way_in),
    )
    table.start()
    try:
        watcher = AddressWatcher(
            lambda: tuple(way_in),
            lambda: table.show_again().result(LIMIT_S),
            lambda: now[0],
        )
        watcher()
        shown = table.publisher.latest
        assert isinstance(shown.faces[CENTRE], LinesFace)
        way_in.append("192.168.1.5")
        watcher()
        assert table.publisher.latest is shown  # not yet time to look
        now[0] += LOOK_S
        watcher()
        face = table.publisher.latest.faces[CENTRE]
        assert isinstance(face, QrFace)
        assert face.text.startswith("http://192.168.1.5/j/")
        shown = table.publisher.latest
        now[0] += LOOK_S
        watcher()
        assert table.publisher.latest is shown
    finally:
        table.stop()
