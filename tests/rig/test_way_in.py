"""What the displays say between matches, so that the first phone gets in."""

from pathlib import Path

from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.messages import load
from companion.ports import CENTRE, STAND_PLACES, Faces, LinesFace, QrFace
from companion.table.table import Table
from hardware.faces import draw


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
    shown, pin = faces(tmp_path, lobby_lines=lambda: ("192.168.4.1",), wifi="Our table")
    code = QrFace(f"HTTP://192.168.4.1/J/{pin}", ("PIN", pin))
    address = LinesFace(("192.168.4.1", f"PIN {pin}", "Wi-Fi Our table"))
    assert shown[CENTRE] == shown[STAND_PLACES[1]] == code
    assert shown[STAND_PLACES[0]] == shown[STAND_PLACES[2]] == address
    assert draw(address, (128, 64)).getbbox()


def test_the_sign_on_a_closed_door_fits_a_display() -> None:
    for language in LANGUAGES:
        said = load(("companion.table",), language).text("told.door_closed")
        face = LinesFace((said, "192.168.178.123:8000", "PIN 246813", "Wi-Fi Our table"))
        assert draw(face, (128, 64)).getbbox()


def test_a_network_that_nobody_named_is_not_named(tmp_path: Path) -> None:
    shown, pin = faces(tmp_path, lobby_lines=lambda: ("192.168.4.1:8000",))
    assert shown[STAND_PLACES[0]] == LinesFace(("192.168.4.1:8000", f"PIN {pin}"))


def test_with_its_password_the_wifi_has_a_code_of_its_own(tmp_path: Path) -> None:
    shown, pin = faces(
        tmp_path,
        lobby_lines=lambda: ("10.42.0.1",),
        wifi="Omas Tisch",
        wifi_password="abc:defg;h",  # noqa: S106 - made up
    )
    code = QrFace(f"HTTP://10.42.0.1/J/{pin}", ("PIN", pin))
    joining = shown[STAND_PLACES[5]]
    assert shown[CENTRE] == shown[STAND_PLACES[0]] == code
    assert shown[STAND_PLACES[2]] == joining
    assert isinstance(joining, QrFace)
    assert joining.text == "WIFI:T:WPA;S:Omas Tisch;P:abc\\:defg\\;h;;"
    picture = draw(joining, (128, 64))
    dark = [x for x in range(64) for y in range(64) if not picture.getpixel((x, y))]
    assert (max(dark) - min(dark) + 1) % 2 == 0
    assert max(dark) - min(dark) >= 50, "two pixels a module"
