"""A hotspot on trial, as the NetworkManager of Debian 12 and 13 sees it: `make test-roots`."""

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.config.file_change import SECRET, FileChange
from companion.errors import CompanionError
from companion.pi.hotspot import FOR_NOW, TRIAL, Trial
from companion.pi.pi_setup import HOTSPOT, HOTSPOT_UUID, Hotspot
from tests.service.machine import Machine, why_not
from tests.service.roots import SUITES, bare

pytestmark = pytest.mark.roots


@pytest.fixture(name="machine", params=SUITES)
def _machine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Machine]:
    if reason := why_not():
        pytest.skip(reason)
    root = tmp_path / "root"
    source = bare(request.param, "network-manager")
    subprocess.run(["cp", "-a", str(source), str(root)], check=True)
    machine = Machine(root, (), tmp_path / "console")
    try:
        machine.wait()
        yield machine
    finally:
        machine.close()


class Inside:
    """Runs the system's commands in *machine*, whose radio (it has none) takes a hotspot or not."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.has_radio = machine, True
        self.root = Path(f"/proc/{machine.pid}/root")  # with what is mounted in there

    def __call__(self, command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        if self.has_radio and [*command[2:]] == ["up", "uuid", HOTSPOT_UUID]:
            return subprocess.CompletedProcess(command, 0, "", "")
        within = [each.replace(str(self.root), "", 1) for each in command]
        return self.machine.run(*within, check=False)

    def known(self) -> tuple[str, ...]:
        """Return name of the Wi-Fi, and whether it comes up by itself; (): none is known."""
        fields = "802-11-wireless.ssid,connection.autoconnect"
        shown = self.machine.run(
            *("nmcli", "-g", fields, "connection", "show", HOTSPOT), check=False
        )
        return tuple(shown.stdout.split())


def test_on_trial_it_is_known_to_networkmanager_alone_and_gives_way_to_the_one_kept(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/bin/true")  # this one is not in there
    inside = Inside(machine)
    trial = Trial(inside.root, inside, 0.0)
    old, new = Hotspot.checked("Old", "letters42"), Hotspot.checked("New", "letters43")
    trial.begin(old)
    assert inside.known() == ("Old", "no")
    assert not trial.keyfile.exists()
    trial.confirm()
    assert inside.known() == ("Old", "yes")
    kept = trial.keyfile.read_text()

    trial.begin(new)
    assert inside.known() == ("New", "no")
    assert trial.keyfile.read_text() == kept
    assert machine.show("companion-hotspot-back.timer", "ActiveState") == "active"
    trial.back("")
    assert inside.known() == ("Old", "yes")

    trial.begin(new)
    machine.run("rm", "-r", f"/{FOR_NOW}", f"/{TRIAL}")  # a pulled plug takes /run
    machine.run("systemctl", "restart", "NetworkManager")
    assert inside.known() == ("Old", "yes")

    inside.has_radio = False
    with pytest.raises(CompanionError, match=r"does not come up: .*No suitable device"):
        trial.begin(new)
    assert inside.known() == ("Old", "yes")
    assert trial.keyfile.read_text() == kept

    text = kept.replace(f"uuid={HOTSPOT_UUID}\n", "")  # as an earlier version kept it
    FileChange(trial.keyfile, text, SECRET).make()
    machine.run("nmcli", "connection", "reload")
    inside.has_radio = True
    trial.begin(new)
    assert sorted(inside.known()) == ["New", "Old", "no", "yes"]
    trial.back("")
    assert inside.known() == ("Old", "yes")
    trial.begin(new)
    trial.confirm()
    assert inside.known() == ("New", "yes")

    trial.undo()
    assert inside.known() == ()
