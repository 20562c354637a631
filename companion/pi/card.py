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

from companion.errors import ConfigError
from companion.pi.pi_setup import Hotspot

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
_KEY = re.compile(r"(ssh|ecdsa|sk)-[a-z0-9@.-]+ [A-Za-z0-9+/=]+( [^\r\n]*)?")
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
    password: str = ""
    hotspot: str = ""
    key: str = ""
    """A public key for ssh; without one nobody can log in, and ssh stays off."""
    table_file: str = ""

    def check(self) -> None:
        """Raise ConfigError where a Pi could not do what was chosen."""
        if not _SHA256.fullmatch(self.sha256):
            raise ConfigError(f"{self.sha256!r} is no SHA-256: take the archive's own.")
        if not _NAME.fullmatch(self.name):
            raise ConfigError(
                f"A table cannot be called {self.name!r}: take 1 to 32 small letters a to z, "
                "digits, and hyphens between them."
            )
        if self.wifi and self.hotspot:
            raise ConfigError("Choose your Wi-Fi, or one of the table's own: not both.")
        if (self.wifi or self.hotspot) and not _COUNTRY.fullmatch(self.country):
            raise ConfigError(
                f"The radio needs its country, {self.country!r} is none: two capitals, "
                "say DE or GB (--country)."
            )
        if self.wifi or self.hotspot:
            Hotspot.checked(self.wifi or self.hotspot, self.password)
            if not self.password:
                raise ConfigError("A Wi-Fi wants a password of 8 to 63 letters and digits.")
        if self.key and not _KEY.fullmatch(self.key):
            raise ConfigError(
                "That is no public key for ssh: it is one line that begins with ssh-."
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
                    "access-points": {self.wifi: {"password": self.password}},
                }
            }
        return _json({"network": network})


def _file(path: str, content: str, permissions: str) -> dict[str, str]:
    return {
        "path": path,
        "owner": "root:root",
        "permissions": permissions,
        "content": content,
    }


def _json(value: object) -> str:
    # JSON is YAML, and says without doubt what a name with a colon in it means.
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


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
