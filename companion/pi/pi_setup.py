"""What a Pi needs so that a table can run on it, as texts of files; nothing is written here."""

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.errors import ConfigError
from companion.network import wifi_code

BEGIN: Final = "# companion: begin (`sudo companion setup-pi --undo` takes it out)"
END: Final = "# companion: end"
OWNERS_CHOICE: Final = "dtparam=i2c_arm_baudrate"
"""A speed that the owner has set is kept: long cables want a slow one."""
HOTSPOT: Final = "companion-hotspot"
HOTSPOT_UUID: Final = "c0fcb0f7-6ad5-4f4d-9d0c-2f2bb3ed8c3b"
"""The same on trial and for good: NetworkManager takes one for the other, and cuts nobody off."""
HOTSPOT_ADDRESS: Final = "10.42.0.1"
STAY, MOBILE_DATA = "stay", "mobile-data"
"""What phones in the hotspot are told: all is well; or nothing of a way beyond it."""
MODULES: Final = "i2c-dev\n"
_SERIAL_PINS, _ONE_WIRE_PIN = (14, 15), 4
_GPIOPIN = re.compile(r"gpiopin=(\d+)")
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
SSID_BYTES: Final = 32
_PASSWORD_CHARS: Final = range(8, 64)


@dataclass(frozen=True, slots=True)
class Hotspot:
    """The Wi-Fi that the table makes by itself."""

    name: str
    password: str
    phones: str = STAY

    @classmethod
    def checked(cls, name: str, password: str | None, phones: str = STAY) -> "Hotspot":
        """Return one that phones can join; raises ConfigError."""
        password = password or "".join(secrets.choice(_LETTERS) for _ in range(10))
        if not _plain(name) or not 0 < len(name.encode()) <= SSID_BYTES:
            raise ConfigError(
                f"A Wi-Fi cannot be called {name!r}: take 1 to {SSID_BYTES} letters, "
                "digits and blanks between them."
            )
        if len(password) not in _PASSWORD_CHARS or not (
            password.isascii() and _plain(password)
        ):
            raise ConfigError(
                "A Wi-Fi's password has 8 to 63 plain letters and digits: choose another "
                "with --password, or leave it out."
            )
        return cls(name, password, phones)

    def keyfile(self, *, lasting: bool) -> str:
        """Return its file for NetworkManager; *lasting*: it comes up with the machine."""
        comes_up = "autoconnect-priority=50\n" if lasting else "autoconnect=false\n"
        return (
            f"[connection]\nid={HOTSPOT}\nuuid={HOTSPOT_UUID}\ntype=wifi\n{comes_up}\n"
            f"[wifi]\nmode=ap\nband=bg\nssid={self.name}\n\n"
            "[wifi-security]\nkey-mgmt=wpa-psk\nproto=rsn;\npairwise=ccmp;\ngroup=ccmp;\n"
            f"psk={self.password}\n\n"
            f"[ipv4]\nmethod=shared\naddress1={HOTSPOT_ADDRESS}/24\n\n"
            "[ipv6]\nmethod=disabled\n"
        )

    def answers(self, names: Iterable[str]) -> str:
        """Return the lines for dnsmasq, which gives the phones their addresses.

        *names* are those that phones ask whether there is internet: to stay they are told
        that these live here, and of no other name anything.
        """
        if self.phones == MOBILE_DATA:
            # No way out of this network, nobody to ask for names: both stay with the phone.
            return "dhcp-option=3\ndhcp-option=6\n"
        lines = [f"address=/{name}/{HOTSPOT_ADDRESS}" for name in names]
        # Windows asks for this name, and wants to hear its true address.
        lines.append("address=/dns.msftncsi.com/131.107.255.255")
        return "\n".join((*lines, "local-ttl=60")) + "\n"

    def qr_text(self) -> str:
        """Return what a phone's camera reads as “join this Wi-Fi”."""
        return wifi_code(self.name, self.password)


def with_block(text: str, wanted: Sequence[str]) -> str:
    """Return config.txt with the *wanted* lines in force, and every other line as it was.

    What the owner has written for every model already is not written again.
    """
    owners = without_block(text)
    lines = list(_missing(owners, wanted))
    if not lines:
        return owners
    rest = owners if not owners or owners.endswith("\n") else f"{owners}\n"
    # A section such as [cm4] may be open at the end: ours hold for every model.
    return rest + "\n".join((BEGIN, "[all]", *lines, END)) + "\n"


def without_block(text: str) -> str:
    """Return config.txt without our lines."""
    lines = text.splitlines(keepends=True)
    bare = [line.rstrip("\r\n") for line in lines]
    if BEGIN not in bare:
        return text
    first = bare.index(BEGIN)
    if END not in bare[first:]:
        raise ConfigError(
            f"config.txt has the line “{BEGIN}” without “{END}”: mend it by hand."
        )
    last = bare.index(END, first)
    return without_block("".join((*lines[:first], *lines[last + 1 :])))


def taken_pins(text: str) -> Mapping[int, str]:
    """Return the BCM pins that lines of config.txt take for something that is not ours."""
    taken: dict[int, str] = {}
    for line in _for_every_model(without_block(text)):
        if line == "enable_uart=1":
            taken |= dict.fromkeys(_SERIAL_PINS, line)
        elif line.startswith("dtoverlay=w1-gpio"):
            found = _GPIOPIN.search(line)
            taken[int(found[1]) if found else _ONE_WIRE_PIN] = line
    return taken


def _missing(text: str, wanted: Sequence[str]) -> Iterator[str]:
    owners = set(_for_every_model(text))
    keys = {line.rpartition("=")[0] for line in owners}
    for line in wanted:
        kept = line.rpartition("=")[0] == OWNERS_CHOICE and OWNERS_CHOICE in keys
        if line not in owners and not kept:
            yield line


def _for_every_model(text: str) -> Iterator[str]:
    everywhere = True
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            everywhere = line == "[all]"
        elif everywhere and line and not line.startswith("#"):
            yield line


def _plain(text: str) -> bool:
    """Tell whether *text* means itself in NetworkManager's file."""
    return text.isprintable() and text == text.strip() and not set(text) & set("\\;\"'")
