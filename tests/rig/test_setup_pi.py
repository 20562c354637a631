"""`companion setup-pi` on a copy of a Pi's files, with the system's commands written down."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main as cli
from companion.cli.setup_pi import run
from companion.config.file_change import FileChange
from companion.errors import CompanionError, ConfigError
from companion.pi.pi_setup import (
    HOTSPOT_UUID,
    Hotspot,
    taken_pins,
    with_block,
    without_block,
)

BUILD = Path(__file__).parents[2] / "systemd" / "builds" / "six-displays.toml"
STOCK = """# http://rptl.io/configtxt
dtparam=audio=on
#dtparam=i2c_arm=on
[cm4]
otg_mode=1
"""
WANTED = ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtoverlay=i2c-mux,x")
KEYFILE = "etc/NetworkManager/system-connections/companion-hotspot.nmconnection"
ANSWERS = "etc/NetworkManager/dnsmasq-shared.d/companion.conf"
FOR_NOW = "run/NetworkManager/system-connections/companion-hotspot.nmconnection"
"""Where NetworkManager looks first, and what a pulled plug takes."""
UP = f"nmcli connection up uuid {HOTSPOT_UUID}"


class Killed(BaseException):
    """Nothing more is done, whatever still wants to clean up."""


def text_of(path: Path) -> str:
    return path.read_text() if path.exists() else ""


class System:
    """Answers the system's commands and writes them down."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.fails: set[str] = set()
        self.active = "uuid-1:802-11-wireless:Home\nuuid-2:802-3-ethernet:Wire\n"
        self.loaded = ""
        """NetworkManager's own idea of the hotspot: it reads the file when it is told to."""
        self.up = ""
        """The hotspot that is on, and what dnsmasq has read as it came up."""
        self.root = Path()
        self.steps_left = float("inf")
        """How many commands and changed files are still to be: then it is killed."""

    def step(self) -> None:
        self.steps_left -= 1
        if self.steps_left < 0:
            raise Killed

    def pulled_plug(self) -> None:
        shutil.rmtree(self.root / "run", ignore_errors=True)
        self.loaded = self.up = text_of(self.root / KEYFILE)

    def __call__(self, command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        self.step()
        line = " ".join(command)
        self.asked.append(line)
        failed = any(each in line for each in self.fails)
        if not failed and line == UP:
            self.up = self.loaded + text_of(self.root / ANSWERS)
        elif not failed and {"load", "reload"} & {*command}:
            self.loaded = text_of(self.root / FOR_NOW) or text_of(self.root / KEYFILE)
        elif "down" in command:
            self.up = ""
        out = self.active if "--active" in command else ""
        return subprocess.CompletedProcess(command, int(failed), out, "no device found")


Setup = Callable[..., int]


@pytest.fixture(name="root")
def _root(tmp_path: Path) -> Path:
    for name, text in {
        "boot/firmware/config.txt": STOCK,
        "etc/companion/companion.toml": BUILD.read_text(),
    }.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture(name="system")
def _system(root: Path) -> System:
    system = System()
    system.root = root
    return system


@pytest.fixture(name="mortal")
def _mortal(system: System, monkeypatch: pytest.MonkeyPatch) -> System:
    """The same, and each change of a file is a step at which it may be killed."""
    make = FileChange.make

    def change(one: FileChange) -> None:
        system.step()
        make(one)

    monkeypatch.setattr(FileChange, "make", change)
    return system


@pytest.fixture(name="setup")
def _setup(root: Path, system: System) -> Setup:
    def setup(*arguments: str, answer: str = "y") -> int:
        parser = cli.parser("setup-pi")
        args = parser.parse_args(["setup-pi", "--root", str(root), *arguments])
        args.call, args.answer, args.pause_s = system, lambda _ask: answer, 0.0
        return run(args)

    return setup


def config(root: Path) -> str:
    return (root / "boot/firmware/config.txt").read_text()


def tree(root: Path) -> dict[str, str]:
    """Return what a pulled plug leaves."""
    files = (each for each in root.rglob("*") if each.is_file())
    return {
        str(each): each.read_text() for each in files if root / "run" not in each.parents
    }


# -- config.txt --------------------------------------------------------------------------


def test_it_shows_what_it_will_do_and_does_nothing_without_a_yes(
    root: Path, setup: Setup, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tree(root)
    assert setup(answer="") == 1
    shown = capsys.readouterr().out
    assert "+ dtparam=i2c_arm=on" in shown
    assert "+ dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle" in shown
    assert "+ i2c-dev" in shown
    assert "Nothing was changed." in shown
    assert tree(root) == before


def test_it_is_done_once_and_undone_to_the_byte(
    root: Path, setup: Setup, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tree(root)
    assert setup() == 0
    assert config(root).startswith(STOCK)
    assert "\n[all]\ndtparam=i2c_arm=on\n" in config(root)
    assert (root / "etc/modules-load.d/companion.conf").read_text() == "i2c-dev\n"
    once = tree(root)
    assert setup() == 0
    assert tree(root) == once
    assert "Nothing to do" in capsys.readouterr().out
    assert setup("--undo") == 0
    assert tree(root) == before
    assert setup("--undo") == 0


def test_a_pin_that_config_txt_gives_away_is_told_before_anything_is_written(
    root: Path, setup: Setup
) -> None:
    boot = root / "boot/firmware/config.txt"
    boot.write_text(STOCK.replace("[cm4]", "dtoverlay=w1-gpio\n[cm4]"))
    before = tree(root)
    with pytest.raises(
        ConfigError, match=r"w1-gpio takes GPIO4, .* for mux\.m\.reset; take that line out"
    ):
        setup()
    assert tree(root) == before


@pytest.mark.parametrize(
    ("text", "pins"),
    [
        ("dtoverlay=w1-gpio\n", {4}),
        ("dtoverlay=w1-gpio-pi5,gpiopin=17\n", {17}),
        ("enable_uart=1\n", {14, 15}),
        ("[pi0]\nenable_uart=1\n[all]\n#dtoverlay=w1-gpio\n", set()),
        (with_block("", ("dtoverlay=w1-gpio",)), set()),
    ],
)
def test_the_pins_that_lines_of_config_txt_take(text: str, pins: set[int]) -> None:
    assert set(taken_pins(text)) == pins


def test_no_parameter_stands_after_an_overlay(root: Path, setup: Setup) -> None:
    table = root / "etc/companion/companion.toml"
    spi = 'link = "spi:{}.0/24"\npanel = "sh1106"\n'
    rest = (
        f'[stand.2]\n{spi.format(0)}[stand.3]\n{spi.format(1)}[stand.4]\nlink = "i2c:3"\n'
    )
    table.write_text('[mux.m]\n[stand.1]\nlink = "mux:m/0"\n' + rest)
    assert setup() == 0
    ours = [line for line in config(root).splitlines() if line.startswith("dt")][1:]
    assert [line.partition("=")[0] for line in ours] == ["dtparam"] * 3 + ["dtoverlay"] * 3


def test_what_the_owner_has_written_is_not_written_again() -> None:
    text = "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=100000\n"
    made = with_block(text, WANTED)
    assert made.count("dtparam=i2c_arm=on") == 1
    assert "400000" not in made  # long cables want it slow
    assert "dtoverlay=i2c-mux,x" in made


def test_a_line_for_one_model_only_does_not_count() -> None:
    made = with_block("[cm4]\ndtparam=i2c_arm=on\n", WANTED)
    assert made.count("dtparam=i2c_arm=on") == 2


def test_half_a_block_is_left_to_a_person() -> None:
    made = with_block(STOCK, WANTED)
    with pytest.raises(ConfigError, match="mend it by hand"):
        without_block(made.replace("# companion: end\n", ""))


LINES = st.sampled_from(
    ["[all]", "[cm4]", "", "# note", "dtparam=i2c_arm=on", "dtparam=audio=on", "a=b\r"]
)


@given(st.lists(LINES).map(lambda lines: "".join(f"{line}\n" for line in lines)))
def test_whatever_was_there_undo_brings_it_back(text: str) -> None:
    made = with_block(text, WANTED)
    assert without_block(made) == text
    assert with_block(made, WANTED) == made


def test_no_pi_is_told(root: Path, setup: Setup) -> None:
    (root / "boot/firmware/config.txt").unlink()
    with pytest.raises(ConfigError, match="this is not a Raspberry Pi"):
        setup()


# -- the hotspot -------------------------------------------------------------------------


def test_the_way_back_is_set_before_the_hotspot_comes_up(
    setup: Setup, system: System, capsys: pytest.CaptureFixture[str]
) -> None:
    assert setup("--hotspot", "Word table", "--password", "letters42") == 0
    back = next(k for k, line in enumerate(system.asked) if "systemd-run" in line)
    up = system.asked.index(UP)
    assert back < up
    assert "--on-active=300s" in system.asked[back]
    assert system.asked[back].endswith("-m companion setup-pi --back --was=uuid-1")
    assert "autoconnect=false" in system.up
    assert "psk=letters42" in system.up
    assert "address=/captive.apple.com/10.42.0.1\n" in system.up
    said = capsys.readouterr().out
    for sentence in ("you are cut", "--confirm", "Use Without Internet", "Stay connected"):
        assert sentence in said
    assert not any("letters42" in line for line in system.asked)


def test_confirmed_it_stays(root: Path, setup: Setup, system: System) -> None:
    setup("--hotspot", "Word table", "--yes")
    assert setup("--confirm") == 0
    assert "systemctl stop companion-hotspot-back.timer" in system.asked
    assert (root / KEYFILE).stat().st_mode & 0o777 == 0o600
    text = (root / KEYFILE).read_text()
    assert "autoconnect=false" not in text
    assert "autoconnect-priority=50" in text
    assert system.loaded == text
    assert "connection down" not in "".join(system.asked), "nobody is cut off by it"


@pytest.fixture(name="kept")
def _kept(root: Path, setup: Setup, system: System) -> dict[str, str]:
    """What is there with a hotspot for good, which is on."""
    setup("--hotspot", "Old", "--yes")
    setup("--confirm")
    system.active = "uuid-3:802-11-wireless:companion-hotspot\n"
    return tree(root)


def test_one_that_is_not_confirmed_takes_nothing_from_the_one_that_was(
    root: Path, setup: Setup, system: System, kept: dict[str, str]
) -> None:
    setup("--hotspot", "New", "--yes", "--phones", "mobile-data")
    assert "ssid=New\n" in system.up
    assert "dhcp-option=3\n" in system.up
    assert tree(root) == kept, "a pulled plug brings the old one"
    back = next(line for line in system.asked[::-1] if "systemd-run" in line)
    assert setup("--back", back.split()[-1]) == 0
    assert tree(root) == kept
    assert "ssid=Old\n" in system.loaded
    assert system.asked[-1] == "nmcli connection up uuid uuid-3"


@pytest.mark.parametrize(
    "step", ["connection load", "systemd-run", "connection up uuid c0"]
)
def test_one_that_does_not_come_up_takes_nothing_from_the_one_that_was(
    root: Path, setup: Setup, system: System, kept: dict[str, str], step: str
) -> None:
    system.fails = {step}
    was_up = system.up
    with pytest.raises(CompanionError, match="no device found"):
        setup("--hotspot", "New", "--yes")
    assert tree(root) == kept
    assert "ssid=Old\n" in system.loaded
    if step.endswith("c0"):
        assert system.asked[-1] == "nmcli connection up uuid uuid-3"
    else:
        assert system.up == was_up, "it was on all the time"
    with pytest.raises(ConfigError, match="perhaps its time was up"):
        setup("--confirm")


def test_one_that_is_confirmed_takes_the_place_of_the_one_that_was(
    root: Path, setup: Setup, system: System, kept: dict[str, str]
) -> None:
    setup("--hotspot", "New", "--yes", "--phones", "mobile-data")
    assert setup("--confirm") == 0
    assert "ssid=New\n" in (root / KEYFILE).read_text()
    assert (root / ANSWERS).read_text() == "dhcp-option=3\ndhcp-option=6\n"
    assert system.loaded == (root / KEYFILE).read_text()
    assert tree(root).keys() == kept.keys()


def killed_at(step: int, setup: Setup, system: System, *arguments: str) -> bool:
    """Kill what *arguments* ask for before its step; False: it had done its last."""
    system.steps_left = step
    try:
        setup(*arguments)
    except Killed:
        return True
    finally:
        system.steps_left = float("inf")
    return False


NEW = ("--hotspot", "New", "--yes", "--phones", "mobile-data")


@pytest.mark.parametrize("plug", [False, True])
def test_wherever_a_trial_is_killed_the_one_that_was_kept_is_there(
    root: Path, setup: Setup, mortal: System, kept: dict[str, str], *, plug: bool
) -> None:
    for step in count():
        was_killed = killed_at(step, setup, mortal, *NEW)
        left = tree(root)
        assert left[str(root / KEYFILE)] == kept[str(root / KEYFILE)], step
        assert kept[str(root / ANSWERS)] in left.values(), step
        if plug:
            mortal.pulled_plug()
            assert "ssid=Old\n" in mortal.up
            setup(*NEW)  # whoever tries again ends what was begun
        assert setup("--back", "--was=uuid-3") == 0
        assert tree(root) == kept, step
        assert "ssid=Old\n" in mortal.loaded, step
        if not was_killed:
            break
    assert step > 5


@pytest.mark.parametrize("way", ["--back", "--end-hotspot"])
def test_wherever_a_trial_is_killed_nothing_of_it_stays(
    root: Path, setup: Setup, mortal: System, way: str
) -> None:
    setup()
    before = tree(root)
    for step in count():
        was_killed = killed_at(step, setup, mortal, *NEW)
        assert setup(way, "--yes") == 0
        assert tree(root) == before, step
        assert mortal.loaded == "", step
        if not was_killed:
            break
    assert step > 5


def test_what_an_earlier_version_left_for_dnsmasq_goes_with_the_next_trial_or_by_hand(
    root: Path, setup: Setup
) -> None:
    setup()
    before = tree(root)
    for ways in ((NEW, ("--back",)), (("--end-hotspot", "--yes"),)):
        (root / ANSWERS).parent.mkdir(parents=True, exist_ok=True)
        (root / ANSWERS).write_text("of one that was killed")
        for way in ways:
            assert setup(*way) == 0
        assert tree(root) == before


def test_wherever_keeping_it_is_killed_once_more_ends_it(
    root: Path, setup: Setup, mortal: System
) -> None:
    ours, theirs = ((*NEW, "--password", "letters42"), ("--hotspot", "Old", "--yes"))
    setup(*ours)
    setup("--confirm")
    new = tree(root)
    for step in count():
        setup(*theirs)
        setup("--confirm")
        old = tree(root)
        setup(*ours)
        was_killed = killed_at(step, setup, mortal, "--confirm")
        left = tree(root)
        assert all(left[each] in (old[each], new[each]) for each in old), step
        with suppress(ConfigError):  # it was all done
            setup("--confirm")
        assert tree(root) == new, step
        assert "ssid=New\n" in mortal.loaded, step
        if not was_killed:
            break
    assert step > 3


def test_wherever_ending_it_is_killed_once_more_ends_it(
    root: Path, setup: Setup, mortal: System
) -> None:
    setup()
    before = tree(root)
    for step in count():
        setup(*NEW)
        setup("--confirm")
        was_killed = killed_at(step, setup, mortal, "--end-hotspot", "--yes")
        setup("--end-hotspot", "--yes")
        assert tree(root) == before, step
        if not was_killed:
            break
    assert step > 3


def test_the_hotspot_alone_can_be_ended(root: Path, setup: Setup, system: System) -> None:
    setup()
    before = tree(root)
    for ways in (("--confirm",), ()):
        setup("--hotspot", "Word table", "--yes")
        if ways:
            setup(*ways)
        assert setup("--end-hotspot") == 0
        assert tree(root) == before
        assert (system.up, system.loaded) == ("", "")
        assert system.asked[-1] == "nmcli connection reload"
    assert setup("--end-hotspot") == 0, "nothing to do"


def test_not_confirmed_the_old_wifi_is_back(
    root: Path, setup: Setup, system: System
) -> None:
    before = tree(root)
    setup("--hotspot", "Word table", "--yes")
    assert setup("--back", "--was=uuid-1") == 0
    assert system.asked[-1] == "nmcli connection up uuid uuid-1"
    assert not (root / KEYFILE).exists()
    setup("--undo", "--yes")
    assert tree(root) == before
    with pytest.raises(ConfigError, match="perhaps its time was up"):
        setup("--confirm")


def test_undone_it_is_gone(root: Path, setup: Setup, system: System) -> None:
    before = tree(root)
    setup("--hotspot", "Word table", "--yes")
    setup("--confirm")
    assert setup("--undo") == 0
    assert tree(root) == before
    assert system.asked[-1] == "nmcli connection reload"


@pytest.mark.parametrize(
    "step", ["connection load", "systemd-run", "connection up uuid c0"]
)
def test_where_a_step_fails_all_is_as_before(
    root: Path, setup: Setup, system: System, step: str
) -> None:
    system.fails = {step}
    with pytest.raises(CompanionError, match="no device found"):
        setup("--hotspot", "Word table", "--yes")
    assert not (root / KEYFILE).exists()
    if step.endswith("c0"):
        assert "nmcli connection up uuid uuid-1" in system.asked
    else:
        assert UP not in system.asked


@pytest.mark.parametrize(
    ("name", "password"),
    [
        *(("", "letters42"), ("x" * 33, None), ("a;b", None), (" a", None), ("a\\", None)),
        *(("a", "short"), ("a", "ä" * 9), ("a", "letters;42")),
    ],
)
def test_a_wifi_that_no_phone_could_join_is_refused(
    name: str, password: str | None
) -> None:
    with pytest.raises(ConfigError, match="A Wi-Fi"):
        Hotspot.checked(name, password)


def test_a_phone_reads_the_code_and_networkmanager_the_file() -> None:
    hotspot = Hotspot.checked("Omas Tisch: links", "12345678")
    assert "\nssid=Omas Tisch: links\n" in hotspot.keyfile(lasting=True)
    assert hotspot.qr_text() == "WIFI:T:WPA;S:Omas Tisch\\: links;P:12345678;;"
    assert len(Hotspot.checked("a", None).password) == 10


# -- what phones are told ----------------------------------------------------------------


def test_phones_are_told_what_the_owner_chose_and_nothing_once_it_is_gone(
    root: Path, setup: Setup
) -> None:
    told = root / ANSWERS
    setup("--hotspot", "Word table", "--yes")
    setup("--confirm")
    lines = told.read_text().splitlines()
    assert "address=/captive.apple.com/10.42.0.1" in lines
    assert "address=/connectivitycheck.gstatic.com/10.42.0.1" in lines
    assert not [each for each in lines if each.startswith(("address=/#", "address=/com"))]
    assert not [each for each in lines if "dhcp-option" in each]
    setup("--hotspot", "Word table", "--yes", "--phones", "mobile-data")
    setup("--confirm")
    assert told.read_text() == "dhcp-option=3\ndhcp-option=6\n"
    setup("--undo", "--yes")
    assert not told.exists()
