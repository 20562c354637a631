"""A hotspot on trial: the way back is set before the step that may cut its owner off."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.codes import code
from companion.config.file_change import SECRET, FileChange, read
from companion.errors import CompanionError, ConfigError
from companion.pi.pi_setup import HOTSPOT, HOTSPOT_ADDRESS, HOTSPOT_UUID, Hotspot
from web.probes import PROBES

_PROFILE: Final = f"NetworkManager/system-connections/{HOTSPOT}.nmconnection"
KEYFILE: Final = f"etc/{_PROFILE}"
FOR_NOW: Final = f"run/{_PROFILE}"
"""NetworkManager takes it before the one that is kept, until the next start."""
ANSWERS: Final = "etc/NetworkManager/dnsmasq-shared.d/companion.conf"
BEFORE: Final = "etc/NetworkManager/dnsmasq-shared.d/.companion.conf.kept"
"""The answers that were kept, while others are lent: dnsmasq passes hidden files over."""
TRIAL: Final = f"run/{HOTSPOT}"
TIMER: Final = f"{HOTSPOT}-back"
TRIAL_S: Final = 300
_TRIES: Final = 5
JOINING = f"""
How phones join: point the camera at the code above, or choose the Wi-Fi in the settings.
This Wi-Fi has no internet. The table tells phones that ask that all is well (--phones stay), or
names no way out, so that their mobile data goes on (--phones mobile-data). One that leaves:
  Android: tap the message “No internet”, then “Stay connected” (Yes), for ever.
  iPhone:  tap “Use Without Internet”, if it asks; switch mobile data off while you play if
           the page does not open.
The Pi's own radio takes 7 to 19 phones, by model and firmware; `companion doctor` counts them.
The table is at http://{HOTSPOT_ADDRESS}
"""

Call = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


def call(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Run a command of the system; one that is missing, or not ours to run, fails with 127."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own commands
    except OSError as error:
        why = f"{command[0]} is missing ({error.strerror})"
        return subprocess.CompletedProcess(command, 127, "", why)


def pretend(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Tell a command in place of running it: for a look below another root."""
    print(f"  would run: {' '.join(command)}")
    return subprocess.CompletedProcess(command, 0, "", "")


def check_tools() -> None:
    """Raise ConfigError, with the line to type, where a hotspot lacks a program."""
    for tool, package in (("nmcli", "network-manager"), ("dnsmasq", "dnsmasq-base")):
        if shutil.which(tool, path="/usr/sbin:/usr/bin:/sbin:/bin") is None:
            raise ConfigError(
                f"A hotspot wants {tool}, which is not here: sudo apt install {package}"
            )


def warning(hotspot: Hotspot) -> str:
    """Return what will happen, before it is done."""
    return (
        f"  make the Wi-Fi “{hotspot.name}”, password {hotspot.password}\n"
        "      The Pi leaves the Wi-Fi it is in now. If you came over it (ssh), you are cut\n"
        f"      off: join “{hotspot.name}”, ssh to {HOTSPOT_ADDRESS}, and keep it with\n"
        "        sudo companion setup-pi --confirm\n"
        f"      Without that everything is as before after {TRIAL_S // 60} minutes."
    )


@dataclass(frozen=True, slots=True)
class Trial:
    """The one hotspot of this machine; *call* runs the system's commands.

    While one is on trial the disk has what was before, so a pulled plug ends it, and a hotspot
    that was kept is there again. Wherever it is killed, the next call ends what was begun.
    """

    root: Path
    call: Call = call
    pause_s: float = 2.0

    @property
    def keyfile(self) -> Path:
        """NetworkManager's file of the hotspot that was kept."""
        return self.root / KEYFILE

    @property
    def is_there(self) -> bool:
        """Whether there is a hotspot, on trial or for good, or what is left of one."""
        files = (
            self.keyfile,
            self._on_trial(KEYFILE),
            self.root / ANSWERS,
            self.root / BEFORE,
        )
        return any(each.exists() for each in files)

    def begin(self, hotspot: Hotspot) -> None:
        """Go over to the hotspot, for a while."""
        before = self._wifi_now()
        answers = hotspot.answers(PROBES)
        try:
            FileChange(self._on_trial(ANSWERS), answers).make()
            FileChange(
                self._on_trial(KEYFILE), hotspot.keyfile(lasting=True), SECRET
            ).make()
            for_now = self.root / FOR_NOW
            FileChange(for_now, hotspot.keyfile(lasting=False), SECRET).make()
            self._must("nmcli", "connection", "load", str(for_now))
            self.call(["systemctl", "stop", f"{TIMER}.timer"])
            way_back = ("companion", "setup-pi", "--back", f"--was={before}")
            timed = (f"--unit={TIMER}", f"--on-active={TRIAL_S}s", "--collect")
            self._must("systemd-run", *timed, sys.executable, "-m", *way_back)
        except CompanionError:
            self._forget()
            raise
        print(f"Wi-Fi “{hotspot.name}”, password {hotspot.password}")
        code(hotspot.qr_text()).terminal(compact=True)
        print(JOINING, flush=True)
        try:
            self._lend(answers)
            up = self.call(["nmcli", "connection", "up", "uuid", HOTSPOT_UUID])
        finally:
            self._give_back()
        if up.returncode:
            self.call(["systemctl", "stop", f"{TIMER}.timer"])
            self.back(before)
            raise CompanionError(
                f"The hotspot does not come up: {_reason(up)}. All "
                "is as before. Is there a Wi-Fi, and its country set (sudo raspi-config)?"
            )

    def confirm(self) -> None:
        """Keep it for good, in place of one that was."""
        if not self._on_trial(KEYFILE).exists():
            raise ConfigError(
                "There is no hotspot on trial; perhaps its time was up, or it is kept already. "
                "Make a new one: sudo companion setup-pi --hotspot NAME"
            )
        self.call(["systemctl", "stop", f"{TIMER}.timer"])
        self._give_back()
        FileChange(self.root / ANSWERS, read(self._on_trial(ANSWERS))).make()
        FileChange(self.keyfile, read(self._on_trial(KEYFILE)), SECRET).make()
        FileChange(self.root / FOR_NOW, None).make()
        self._must("nmcli", "connection", "reload")
        self._forget_trial()

    def back(self, before: str) -> None:
        """End the trial, and be in the Wi-Fi *before* again."""
        if self._on_trial(KEYFILE).exists():
            self.call(["nmcli", "connection", "down", HOTSPOT])
            self._forget()
        for _ in range(_TRIES if before else 0):
            if self.call(["nmcli", "connection", "up", "uuid", before]).returncode == 0:
                return
            time.sleep(self.pause_s)  # the radio needs a moment to change its part

    def undo(self) -> None:
        """Take it back by hand, be it on trial or for good; without one nothing happens."""
        self.call(["systemctl", "stop", f"{TIMER}.timer"])
        if self.is_there:
            self.call(["nmcli", "connection", "down", HOTSPOT])
            FileChange(self.keyfile, None).make()
            self._forget()

    def _on_trial(self, name: str) -> Path:
        """Return where lies until the next start what will be *name* if it is kept."""
        return self.root / TRIAL / Path(name).name

    def _lend(self, answers: str) -> None:
        """Let dnsmasq, which reads them as the hotspot comes up, have other *answers*."""
        self._give_back()
        kept = self.root / ANSWERS
        FileChange(self.root / BEFORE, read(kept) if kept.exists() else "").make()
        FileChange(kept, answers).make()

    def _give_back(self) -> None:
        """Let dnsmasq have those of the hotspot that was kept, and none where none was."""
        before = self.root / BEFORE
        if not self.keyfile.exists():
            FileChange(self.root / ANSWERS, None).make()
        elif before.exists():
            FileChange(self.root / ANSWERS, read(before) or None).make()
        FileChange(before, None).make()

    def _forget(self) -> None:
        """Let NetworkManager know what the disk says, and nothing of a trial."""
        self._give_back()
        FileChange(self.root / FOR_NOW, None).make()
        self.call(["nmcli", "connection", "reload"])
        self._forget_trial()

    def _forget_trial(self) -> None:
        for name in (KEYFILE, ANSWERS):
            FileChange(self._on_trial(name), None).make()

    def _wifi_now(self) -> str:
        """Return the connection that the Wi-Fi is in; empty: none."""
        fields = ("-t", "-f", "UUID,TYPE,NAME")
        shown = self.call(("nmcli", *fields, "connection", "show", "--active"))
        for line in shown.stdout.splitlines():
            uuid, kind, name = (*line.split(":", 2), "", "")[:3]
            if kind == "802-11-wireless" and (name != HOTSPOT or self.keyfile.exists()):
                return str(uuid)
        return ""

    def _must(self, *command: str) -> None:
        done = self.call(command)
        if done.returncode:
            raise CompanionError(
                f"`{' '.join(command[:3])}` failed: {_reason(done)}. "
                "The Wi-Fi is as it was; is this with sudo, and NetworkManager running?"
            )


def _reason(done: "subprocess.CompletedProcess[str]") -> str:
    return done.stderr.strip().rstrip(".") or "no reason given"
