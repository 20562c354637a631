"""One table of all faults: which tests try each, how they ended, with which figures.

A test says ``@pytest.mark.fault("kill -9")`` and may call the fixture ``figure("…")``.
Tests of other folders that try a fault already are named in ``ELSEWHERE``.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field

import pytest

ELSEWHERE = {
    "bounce storm": ("tests/hardware/test_debounce.py", "tests/hardware/test_buttons.py"),
    "stuck bus, dead display": ("tests/hardware/test_i2c.py",),
    "display lost and back": ("tests/hardware/test_displays.py",),
    "serial garbage": ("tests/hardware/test_serial_protocol.py",),
    "stand gone and back": ("tests/hardware/test_serial_stand.py",),
    "stream storm, vanished phones": ("tests/web/test_stream.py",),
    "systemd: stop, restart, watchdog": ("tests/service/",),
    "a card that refuses": ("tests/table/test_card.py",),
    "a file that cannot be used": ("tests/table/test_set_aside.py",),
}
"""Files and folders by the fault that all their tests are about."""

Record = Callable[[str], None]


@dataclass
class Tried:
    """What came of one fault."""

    outcomes: dict[str, str] = field(default_factory=dict)
    figures: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        found = list(self.outcomes.values())
        counts = {each: found.count(each) for each in ("failed", "passed", "skipped")}
        return ", ".join(f"{n} {each}" for each, n in counts.items() if n)


TRIED = pytest.StashKey[dict[str, Tried]]()
FAULT = "fault"


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TRIED] = {}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for fault, places in ELSEWHERE.items():
            if item.nodeid.startswith(places) and not item.get_closest_marker(FAULT):
                item.add_marker(pytest.mark.fault(fault))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    marker = item.get_closest_marker(FAULT)
    if marker is not None and (report.when == "call" or report.outcome != "passed"):
        tried = item.config.stash[TRIED].setdefault(marker.args[0], Tried())
        tried.outcomes[item.nodeid] = report.outcome
        for name, text in item.user_properties:
            if name == "figure":
                tried.figures.append(str(text))
    return report


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Record:
    """Record a figure of the fault that this test tries."""

    def record(text: str) -> None:
        request.node.user_properties.append(("figure", text))

    return record


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the table where faults were asked for."""
    if FAULT not in (config.option.markexpr or ""):
        return
    terminalreporter.section("faults")
    for fault, tried in sorted(config.stash[TRIED].items()):
        first, *more = tried.figures or [""]
        terminalreporter.write_line(f"{fault:<34} {tried.verdict:<12} {first}".rstrip())
        for text in more:
            terminalreporter.write_line(f"{'':<47} {text}")
