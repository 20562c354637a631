"""A network that comes late: the displays show the way in as soon as there is one."""

from pathlib import Path

from companion.games import GAMES
from companion.messages import Catalogue
from companion.ports import CENTRE, LinesFace, QrFace
from companion.service.run import DOOR_S, AddressWatcher
from companion.table.table import Table


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
        doorplate = AddressWatcher(
            lambda: tuple(way_in), lambda: table.show_again().result(5), lambda: now[0]
        )
        doorplate()
        shown = table.publisher.latest
        assert isinstance(shown.faces[CENTRE], LinesFace)
        way_in.append("192.168.1.5")
        doorplate()
        assert table.publisher.latest is shown  # not yet time to look
        now[0] += DOOR_S
        doorplate()
        face = table.publisher.latest.faces[CENTRE]
        assert isinstance(face, QrFace)
        assert face.text.startswith("HTTP://192.168.1.5/J/")
        shown = table.publisher.latest
        now[0] += DOOR_S
        doorplate()
        assert table.publisher.latest is shown
    finally:
        table.stop()
