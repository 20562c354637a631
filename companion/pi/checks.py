"""Looks at the running program: the service, its page, the disk and the log of matches."""

import http.client
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError, remedy
from companion.links import InAir
from companion.pi.pi_setup import HOTSPOT
from companion.table.storage.event_log import LOG_FILE, EventLog
from hardware.workshop.doctor import Check

UNIT: Final = "companion.service"
SLOW_MS: Final = 250.0
"""A card that needs longer for a small write makes every move wait."""
_WRITES: Final = 5
FEW_PHONES: Final = 7
"""So many the Pi's own radio always takes."""
_RADIO: Final = "the Pi's own radio takes 7 to 19, by model and firmware"
_SHOWN: Final = ("LoadState", "ActiveState", "NRestarts", "Result", "StatusText")
_LOOK: Final = "journalctl -u companion -n 50"

Ask = Callable[[Sequence[str]], str | None]
"""Returns what a command of the system says, None where there is no such command."""


def service(ask: Ask) -> Check:
    """Return how systemd finds the table."""
    said = ask(("systemctl", "show", UNIT, *(f"-p{name}" for name in _SHOWN)))
    if said is None:
        return Check("service", "ok", "no systemd here: the table is started by hand")
    shown = dict(line.partition("=")[::2] for line in said.splitlines())
    if shown.get("LoadState") != "loaded":
        return Check("service", "ok", "not installed: the table is started by hand")
    return _judged(shown)


def _judged(shown: Mapping[str, str]) -> Check:
    state, restarts = shown.get("ActiveState", ""), shown.get("NRestarts", "0")
    says = f": {shown['StatusText']}" if shown.get("StatusText") else ""
    if state == "active" and restarts == "0":
        return Check("service", "ok", f"runs{says}")
    if state == "active":
        last = shown.get("Result", "")
        finding = f"runs, but was started anew {restarts} times (last end: {last}){says}"
        return Check("service", "warning", finding, f"why: {_LOOK}")
    if state == "failed":
        step = "mend what the sentence names, then: sudo systemctl restart companion"
        return Check("service", "failed", f"does not run{says}", step)
    step = "sudo systemctl start companion"
    return Check("service", "warning", f"does not run ({state})", step)


def report(port: int) -> Mapping[str, Any] | None:
    """Return what the table on this machine says of itself; None: no table answers."""
    try:
        with closing(
            http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        ) as connection:
            connection.request("GET", "/healthz")
            said = json.loads(connection.getresponse().read())
    except (OSError, http.client.HTTPException, ValueError):
        return None
    return said if isinstance(said, dict) and "well" in said else None


def page(said: Mapping[str, Any] | None, port: int, *, wanted: bool) -> Check:
    """Judge what the table says; *wanted*: it should be open."""
    if said is None and not wanted:
        return Check("page", "ok", f"no table is open at port {port}")
    if said is None:
        step = "sudo systemctl restart companion; who holds the port: sudo ss -ltnp"
        return Check("page", "failed", f"no table answers at port {port}", step)
    wrong = [
        sentence
        for sentence, good in (
            ("its thread hangs", said["table"]["fresh"]),
            ("it cannot save", said["saved"]),
            ("the disk is full", said["disk"]["enough"]),
        )
        if not good
    ]
    if wrong:
        return Check("page", "failed", f"answers, but {', '.join(wrong)}", f"why: {_LOOK}")
    return Check("page", "ok", f"answers at port {port}, and is well")


def stands(said: Mapping[str, Any], displays: Container[str] = ()) -> Iterator[Check]:
    """Yield how the open table finds its stands: their wires belong to it alone.

    Of places that a screen has only those in *displays*, which have a display beside it.
    """
    glass = {place for each in said.get("screens", ()) for place in each["places"]}
    step = "to look at the wires: sudo systemctl stop companion.socket companion"
    for place, health in said["stands"].items():
        if place in glass and place not in displays:
            continue
        name = f"{place} display"
        if health["up"] and health["why"]:
            yield Check(name, "warning", f"works, but: {health['why']}", step)
        elif health["up"]:
            air = InAir(**health["air"]) if health.get("air") else ""
            yield Check(name, "ok", f"works, says the open table{air and f': {air}'}")
        else:
            yield Check(name, "failed", f"dark: {health['why'] or 'no answer'}", step)


def phones(ask: Ask) -> Iterator[Check]:
    """Yield how many phones are in the table's own Wi-Fi, if it makes one."""
    active = ask(("nmcli", "-t", "-f", "NAME,DEVICE", "connection", "show", "--active"))
    lines = (active or "").splitlines()
    device = next(
        (line.rpartition(":")[2] for line in lines if line.startswith(HOTSPOT)), ""
    )
    if not device:
        return
    stations = ask(("iw", "dev", device, "station", "dump"))
    if stations is None:
        step = "to count them: sudo apt install iw"
        yield Check("hotspot", "ok", f"is on; phones not counted; {_RADIO}", step)
        return
    count = sum(line.startswith("Station ") for line in stations.splitlines())
    finding = f"{count} phones in it; {_RADIO}"
    if count < FEW_PHONES:
        yield Check("hotspot", "ok", finding)
        return
    step = "if another one cannot get in: a router, or a Wi-Fi stick with an antenna"
    yield Check("hotspot", "warning", finding, step)


def disk(folder: Path) -> Check:
    """Return how long a small write takes until it is on the card."""
    try:
        took_ms = statistics.median(_writes_ms(folder))
    except OSError as error:
        finding = f"nothing can be written in {folder}: {error.strerror}"
        return Check("disk", "failed", finding, remedy(error))
    finding = f"a move is on the card after {took_ms:.1f} ms"
    if took_ms > SLOW_MS:
        return Check("disk", "warning", finding, "take a faster card (A1 or A2)")
    return Check("disk", "ok", finding)


def _writes_ms(folder: Path) -> Iterator[float]:
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(_WRITES):
            begun = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            yield (time.perf_counter() - begun) * 1000


def log(folder: Path) -> Check:
    """Return whether every stored match is whole; reads only, while the table plays on."""
    path = folder / LOG_FILE
    try:
        if not path.exists():
            return Check("log", "ok", "no match has been stored yet")
        with closing(EventLog(path, copied=True)) as opened:
            matches = opened.matches()
            moves = sum(len(opened.read(match.id)) for match in matches)
    except CompanionError as error:
        finding, _, step = str(error).partition(". ")
        return Check(
            "log", "failed", finding, step or "keep the file, and bring back a copy"
        )
    except OSError as error:
        finding = f"{path} cannot be read: {error.strerror}"
        return Check("log", "failed", finding, remedy(error))
    return Check("log", "ok", f"{len(matches)} matches, {moves} entries, every chain whole")


def journal(root: Path = Path("/")) -> Check:
    """Return whether the system's journal outlives a pulled plug."""
    if (root / "var/log/journal").is_dir():
        return Check("journal", "ok", "kept over restarts")
    step = "to look for a fault: sudo mkdir -p /var/log/journal && sudo journalctl --flush"
    return Check("journal", "ok", "in memory only: gone with the plug", step)
