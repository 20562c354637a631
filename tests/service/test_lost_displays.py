"""A dark display of the rig is told to the table once it stays dark, and once it is back."""

from pathlib import Path
from urllib.request import Request, urlopen

from companion.ports import STAND_PLACES, Health, Place
from companion.process.lost_displays import LOOK_S, LOST_S, LostDisplays
from tests.e2e.daemon import Daemon
from tests.waiting import LIMIT_S, wait_for

ONE, TWO = STAND_PLACES[:2]


class Rig:
    def __init__(self) -> None:
        self.now_s, self.dark = 100.0, set[Place]()
        self.told: list[frozenset[Place]] = []
        self.look = LostDisplays(self.health, self.told.append, lambda: self.now_s)

    def health(self) -> dict[Place, Health]:
        return {place: Health(up=place not in self.dark) for place in (ONE, TWO)}

    def waits(self, seconds: float) -> None:
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.look()
            self.now_s += LOOK_S
        self.look()


def test_a_display_that_stays_dark_is_lost_until_it_is_back() -> None:
    rig = Rig()
    rig.waits(LOST_S + LOOK_S)
    assert rig.told == []
    rig.dark = {TWO}
    rig.waits(LOST_S + LOOK_S)
    assert rig.told == [frozenset({TWO})]
    rig.dark = {ONE, TWO}
    rig.waits(LOST_S + LOOK_S)
    rig.waits(LOST_S)  # told once
    assert rig.told[1:] == [frozenset({ONE, TWO})]
    rig.dark = set()
    rig.waits(LOOK_S)
    assert rig.told[2:] == [frozenset()]


def test_a_loose_plug_moves_nothing() -> None:
    rig = Rig()
    for _ in range(20):
        rig.dark = {ONE}
        rig.waits(LOST_S - 2 * LOOK_S)
        rig.dark = set()
        rig.waits(LOOK_S)
    assert rig.told == []


def test_the_program_tells_whoever_looks_at_the_middle(tmp_path: Path) -> None:
    config = tmp_path / "companion.toml"
    config.write_text('[stand.2]\nlink = "usb:E6A1"\n')
    options = ("--config", str(config))
    with Daemon(tmp_path / "data", options=options) as daemon:
        asked = Request(  # noqa: S310 - our own daemon
            f"{daemon.url}/table", headers={"Accept-Language": "en"}
        )

        def told() -> bool:
            with urlopen(asked, timeout=LIMIT_S) as answer:  # noqa: S310 - as above
                return "Stand 2: dark." in answer.read().decode()

        wait_for(told, "what is dark")
