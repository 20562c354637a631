"""What the displays say between matches, so that the first phone gets in."""

from pathlib import Path

from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.messages import load
from companion.network import wifi_code
from companion.ports import CENTRE, STAND_PLACES, Faces, LinesFace, QrFace, RigConfig
from companion.table.table import Table
from hardware.drawing.faces import draw


def faces(folder: Path, **known: object) -> tuple[Faces, str]:
    catalogues = {language: load(("companion.table",), language) for language in LANGUAGES}
    table = Table(
        {"letter_jam": GAMES["letter_jam"]()},
        folder / "table.sqlite3",
        {"letter_jam": catalogues},
        **known,  # type: ignore[arg-type]  # each test its own
    )
    table.start()
    shown = table.publisher.latest
    table.stop()
    return shown.faces, shown.pin


def test_address_pin_code_and_the_name_of_the_network(tmp_path: Path) -> None:
    shown, pin = faces(
        tmp_path, lobby_lines=lambda: ("192.168.4.1",), rig=RigConfig((), wifi="Our table")
    )
    code = QrFace(f"http://192.168.4.1/j/{pin}", ("PIN", pin[:3], pin[3:]))
    address = LinesFace(("192.168.4.1", f"PIN {pin}", "Wi-Fi Our table"))
    assert shown[CENTRE] == shown[STAND_PLACES[1]] == code
    assert shown[STAND_PLACES[0]] == shown[STAND_PLACES[2]] == address
    assert draw(address, (128, 64)).getbbox()


def test_a_network_with_its_password_has_a_code_of_its_own(tmp_path: Path) -> None:
    text = wifi_code("Our; table", "a:b,c\\d1")
    assert text == "WIFI:T:WPA;S:Our\\; table;P:a\\:b\\,c\\\\d1;;"
    shown, pin = faces(
        tmp_path,
        lobby_lines=lambda: ("192.168.4.1",),
        rig=RigConfig((), wifi="Our; table", wifi_code=text),
    )
    join = QrFace(f"http://192.168.4.1/j/{pin}", ("PIN", pin[:3], pin[3:]))
    assert shown[CENTRE] == shown[STAND_PLACES[2]] == join
    assert shown[STAND_PLACES[1]] == QrFace(text, ("Wi-Fi", "Our; table"))
    assert isinstance(shown[STAND_PLACES[0]], LinesFace)


def test_the_sign_on_a_closed_door_fits_a_display() -> None:
    for language in LANGUAGES:
        said = load(("companion.table",), language).text("told.door_closed")
        face = LinesFace((said, "192.168.178.123:8000", "PIN 246813", "Wi-Fi Our table"))
        assert draw(face, (128, 64)).getbbox()


def test_a_network_that_nobody_named_is_not_named(tmp_path: Path) -> None:
    shown, pin = faces(tmp_path, lobby_lines=lambda: ("192.168.4.1:8000",))
    assert shown[STAND_PLACES[0]] == LinesFace(("192.168.4.1:8000", f"PIN {pin}"))
