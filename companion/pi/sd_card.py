"""What a new card is told before its first start: cloud-init's two files, as texts."""

import gzip
import hashlib
import io
import json
import re
import tarfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from unicodedata import category

from companion.errors import ConfigError
from companion.pi.pi_setup import SSID_BYTES, Hotspot

ARCHIVE: Final = "table.tar.gz"
FOLDER: Final = "/var/lib/companion-card"
UNIT: Final = """\
[Unit]
Description=Word table companion: a new card, and the way in on the screen
After=local-fs.target network.target NetworkManager.service
StartLimitIntervalSec=0

[Service]
Type=oneshot
ExecStart=/bin/sh {folder}/card.sh {sha256} {country}
Restart=on-failure
RestartSec=15s

[Install]
WantedBy=multi-user.target
"""
NO_KEY: Final = (
    ["rm", "-f", "/home/player/.ssh/authorized_keys"],
    ["systemctl", "disable", "--now", "ssh.service"],
)
"""What takes back the key of an earlier form; a card without one never had them."""
_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?")
_COUNTRY = re.compile(r"[A-Z]{2}")
_KEY = re.compile(r"(ssh|ecdsa|sk)-[a-z0-9@.-]+ [A-Za-z0-9+/=]+( [^\x00-\x1f\x7f-\x9f]*)?")
_PASSWORD = re.compile("[ -~]{8,63}|[0-9A-Fa-f]{64}")
_NOT_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_PARTS: Final = ("companion", "hardware", "web", "systemd")
_FILES: Final = ("LICENSE", "README.md", "pyproject.toml", "requirements.lock")
_LEFT_OUT: Final = frozenset({"__pycache__", "pictures", "building"})
_SEMAPHORES: Final = "/var/lib/cloud/instance/sem"
ANEW: Final = (
    "sh",
    "-c",
    f"[ -e {_SEMAPHORES}/companion ] || rm -f {_SEMAPHORES}/config_*",
)
WRITTEN: Final = ("sh", "-c", f"sync; touch {_SEMAPHORES}/companion; sync")
"""cloud-init notes what it has done before that has reached the card: after a pulled plug files are
empty, and nothing fills them. So each start does all of it anew until all of it lies there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCard:
    """What a person chooses for a card; *sha256* is that of the archive that lies beside."""

    sha256: str
    script: str
    """The text of card.sh."""
    name: str = "table"
    country: str = ""
    wifi: str = ""
    hidden: bool = False
    """Whether *wifi* does not tell its name."""
    free: bool = False
    """Whether *wifi* has no password."""
    password: str = ""
    hotspot: str = ""
    key: str = ""
    """A public key for ssh; without one nobody can log in, and ssh stays off."""
    table_file: str = ""

    def check(self) -> None:
        """Raise ConfigError where a Pi could not do what was chosen."""
        if not _SHA256.fullmatch(self.sha256):
            raise ConfigError(f"{self.sha256!r} is not a SHA-256: give the archive's own.")
        if not _NAME.fullmatch(self.name):
            raise ConfigError(
                f"A table cannot be called {self.name!r}: take 1 to 32 small letters a to z, "
                "digits, and hyphens between them."
            )
        if self.wifi and self.hotspot:
            raise ConfigError("Choose your Wi-Fi, or one of the table's own: not both.")
        if (self.wifi or self.hotspot or self.country) and not _COUNTRY.fullmatch(
            self.country
        ):
            raise ConfigError(
                f"The radio needs its country, and {self.country!r} is not one: two capitals, "
                "say DE or GB (--country)."
            )
        self._check_wifi()
        if self.key and not _KEY.fullmatch(self.key):
            raise ConfigError(
                "That is not a public key for ssh: it is one line that begins with ssh-."
            )

    def _check_wifi(self) -> None:
        """Look at your Wi-Fi, which goes as a value all the way; at the table's own."""
        if (self.hidden or self.free) and not self.wifi:
            raise ConfigError("Hidden and open are about your Wi-Fi: name it with --wifi.")
        if self.free and self.password:
            raise ConfigError("An open Wi-Fi has no password: leave out one of the two.")
        if (self.wifi or self.hotspot) and not (self.password or self.free):
            raise ConfigError(
                "A Wi-Fi wants a password (--password, --password-file); yours has none? "
                "Then say --open."
            )
        if self.hotspot:
            Hotspot.checked(self.hotspot, self.password)
        if self.wifi and not _is_wifi_name(self.wifi):
            raise ConfigError(
                f"A Wi-Fi cannot be called {self.wifi!r}: a name has 1 to 32 bytes (an umlaut "
                "takes two), and no control signs."
            )
        if self.wifi and not self.free and not _PASSWORD.fullmatch(self.password):
            raise ConfigError(
                "A Wi-Fi's password has 8 to 63 letters, digits, blanks and signs of an "
                "English keyboard, or 64 hexadecimal digits."
            )

    def user_data(self) -> str:
        """Return cloud-init's user-data."""
        return f"#cloud-config\n{_json(self._told())}"

    def _told(self) -> dict[str, Any]:
        user: dict[str, Any] = {
            "name": "player",
            "gecos": "Word table",
            "shell": "/bin/bash",
            "lock_passwd": True,
        }
        start = ["systemctl", "start", "--no-block", "companion-card.service"]
        commands = [["systemctl", "enable", "companion-card.service"], WRITTEN, start]
        if self.key:
            user |= {"sudo": "ALL=(ALL) NOPASSWD:ALL", "ssh_authorized_keys": [self.key]}
            commands.insert(0, ["systemctl", "enable", "--now", "ssh.service"])
        else:
            commands[:0] = NO_KEY
        return {
            "hostname": self.name,
            "ssh_pwauth": False,
            "disable_root": True,
            "users": [user],
            "bootcmd": [ANEW],
            "write_files": [*self._files()],
            "runcmd": commands,
        }

    def _files(self) -> Iterable[dict[str, str]]:
        unit = UNIT.format(folder=FOLDER, sha256=self.sha256, country=self.country or '""')
        yield _file(f"{FOLDER}/card.sh", self.script, "0644")
        yield _file("/etc/systemd/system/companion-card.service", unit, "0644")
        # Empty: not chosen, so what an earlier form chose is taken back.
        yield _file(f"{FOLDER}/companion.toml", self.table_file, "0644")
        hotspot = f"{self.hotspot}\n{self.password}\n" if self.hotspot else ""
        yield _file(f"{FOLDER}/hotspot", hotspot, "0600")

    def meta_data(self) -> str:
        """Return cloud-init's meta-data: whatever was chosen anew is carried out anew."""
        chosen = sha256_of((self.user_data() + self.network_config()).encode())
        return _json({"instance-id": f"companion-{chosen[:12]}"})

    def network_config(self) -> str:
        """Return cloud-init's network-config: a cable always works, and one Wi-Fi at most."""
        network: dict[str, Any] = {
            "version": 2,
            "ethernets": {"eth0": {"dhcp4": True, "optional": True}},
        }
        if self.wifi:
            network["wifis"] = {
                "wlan0": {
                    "dhcp4": True,
                    "optional": True,
                    "regulatory-domain": self.country,
                    "access-points": {self.wifi: self._access()},
                }
            }
        return _json({"network": network})

    def _access(self) -> dict[str, str | bool]:
        access: dict[str, str | bool] = {} if self.free else {"password": self.password}
        return access | ({"hidden": True} if self.hidden else {})


def _is_wifi_name(name: str) -> bool:
    """Tell whether a network can be called so: any sign but a control's, and whole ones."""
    if any(category(each) in {"Cc", "Cs"} for each in name):
        return False
    return 0 < len(name.encode()) <= SSID_BYTES


def _file(path: str, content: str, permissions: str) -> dict[str, str]:
    return {
        "path": path,
        "owner": "root:root",
        "permissions": permissions,
        "content": content,
    }


def _json(value: object) -> str:
    # JSON is YAML, and says without doubt what a name with a colon in it means. Some signs that
    # JSON leaves as they are YAML refuses, or takes for the end of a line.
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return _NOT_YAML.sub(lambda each: f"\\u{ord(each[0]):04x}", text) + "\n"


def archive(top: Path, wheels: Path | None) -> bytes:
    """Return the project below *top* and its *wheels*, the same bytes for the same files."""
    files = {name: top / name for name in _FILES}
    for part in _PARTS:
        for path in sorted((top / part).rglob("*")):
            name = path.relative_to(top)
            if path.is_file() and not _LEFT_OUT & {*name.parts}:
                files[str(name)] = path
    if wheels is not None:
        files |= {f"wheels/{each.name}": each for each in sorted(wheels.glob("*.whl"))}
    return _packed(files)


def _packed(files: Mapping[str, Path]) -> bytes:
    out = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=out, mode="wb", mtime=0, filename="") as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        for name, path in sorted(files.items()):
            content = path.read_bytes()
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(content), 0o644
            tar.addfile(info, io.BytesIO(content))
    return out.getvalue()


def sha256_of(content: bytes) -> str:
    """Return what the card compares the archive with."""
    return hashlib.sha256(content).hexdigest()
