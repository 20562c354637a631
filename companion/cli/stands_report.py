"""What ``companion stands test`` found, as one file that a stranger can send."""

import json
import platform
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from companion import __version__
from companion.pi.screens import KnownScreen
from companion.ports import Health, Place, RigConfig, StandConfig
from hardware.rig.virtual import button_names
from hardware.workshop.doctor import Check

Latencies = Mapping[tuple[Place, str], float]
"""Of each button that was pressed, the milliseconds from its edge until it was told."""


_IN_AIR: Final = re.compile(r"\b[0-9a-f]{8,16}\b")
"""What boards say that they are, where a check tells of those that a bridge hears."""


def passed(stand: StandConfig, health: Health, pressed: Latencies) -> bool:
    """Tell whether all is well with its display, and each of its buttons was pressed."""
    well = health.up and not health.why
    return well and all((stand.place, each) in pressed for each in button_names(stand))


def report(
    config: RigConfig,
    health: Mapping[Place, Health],
    pressed: Latencies,
    checks: Iterable[Check],
    root: Path = Path("/"),
) -> dict[str, Any]:
    """Return board, kernel, clocks, checks and stands; no serial number, name or address.

    *root* is where the machine's own files are.
    """
    found = {
        "program": __version__,
        "board": _board(root),
        "kernel": platform.release(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "i2c_clocks_hz": dict(_clocks(root)),
        "checks": [
            [each.verdict, each.name, _IN_AIR.sub("…", each.finding)] for each in checks
        ],
        "stands": [_stand(stand, health[stand.place], pressed) for stand in config.stands],
    }
    text = json.dumps(found)
    for number in config.boards():  # it names one board in the world, in any spelling
        letters = json.dumps(number.replace(":", ""))[1:-1]
        text = re.sub(":?".join(map(re.escape, letters)), "…", text, flags=re.IGNORECASE)
    return dict(json.loads(text))


def _stand(stand: StandConfig, health: Health, pressed: Latencies) -> dict[str, Any]:
    """Return what was found of one stand; ``report`` takes numbers out."""
    times = {each: pressed.get((stand.place, each)) for each in button_names(stand)}
    return {
        "place": stand.place,
        "link": str(stand.link),
        "panel": stand.panel,
        "address": hex(stand.address),
        "light": stand.light is not None,
        "display": health.why or "up",
        "press_ms": {each: ms and round(ms, 1) for each, ms in times.items()},
        "passed": passed(stand, health, pressed),
    }


def screens_told(screens: Iterable[KnownScreen]) -> list[dict[str, Any]]:
    """Return what the file says of devices that are stands: nothing that names one."""
    return [{"places": each.places, "awake": each.up} for each in screens]


def write(path: Path, found: Mapping[str, Any]) -> None:
    """Write the file."""
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _board(root: Path) -> str:
    try:
        return (root / "proc/device-tree/model").read_text("utf-8").rstrip("\0")
    except OSError:
        return "not a Pi"


def _clocks(root: Path) -> Iterable[tuple[str, int]]:
    for bus in sorted((root / "sys/bus/i2c/devices").glob("i2c-*")):
        clock = bus / "of_node/clock-frequency"
        if clock.is_file():
            yield bus.name, int.from_bytes(clock.read_bytes()[:4], "big")
