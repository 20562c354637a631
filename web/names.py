"""The names that people's networks make of this machine, and no name that a stranger can own.

A stranger's domain may be let point here once a page of it is open (DNS rebinding). So a name is
ours alone or below an ending that no stranger gets names under: a private one, or the router's.
"""

import re
import socket
from collections.abc import Callable, Container
from ipaddress import ip_address
from pathlib import Path
from typing import Final

PRIVATE: Final = frozenset(
    {
        *(
            "local",
            "home.arpa",
            "internal",
            "localhost",
        ),  # RFC 6762, RFC 8375, ICANN, RFC 6761
        # Not delegated either, and of RFC 6762, appendix G: what routers have always said.
        *("lan", "home", "corp", "private", "intranet", "localdomain"),
        *("fritz.box", "speedport.ip"),  # a router's maker owns the one, nobody the other
    }
)
RESOLVER: Final = Path("/etc/resolv.conf")
_REGISTRY: Final = re.compile(r"(ac|co|com|edu|gov|ne|net|or|org)\.[a-z]{2}")
"""Below these, and below any single word, anybody may get a name."""
_NUMBER: Final = re.compile(r"-[0-9]{1,4}$")
"""What a name gets where another machine has it: ``table-2``."""


class OwnNames(Container[str]):
    """Whether a name is this machine's own, as its network is just now."""

    def __init__(
        self,
        listens: str = "",
        hostname: Callable[[], str] = socket.gethostname,
        resolver: Path = RESOLVER,
    ) -> None:
        """Take what the program was told to listen at, if that is one name or address."""
        self._listens = _one(listens.lower())
        self._hostname, self._resolver = hostname, resolver

    def __contains__(self, name: object) -> bool:
        """Tell it of a name in small letters, without a last dot."""
        if not isinstance(name, str) or not name:
            return False
        whole = self._hostname().lower()
        if name in (self._listens, whole):
            return True
        host, _, ending = name.partition(".")
        if _bare(host) != _bare(whole.partition(".")[0]):
            return False
        return ending in PRIVATE or not ending or ending in self._given()

    def _given(self) -> set[str]:
        """Return the endings that the network gave this machine, but for public ones."""
        try:
            lines = self._resolver.read_text("utf-8", "replace").lower().splitlines()
        except OSError:
            return set()
        said = (line.split() for line in lines)
        words = [
            word for line in said if line[:1] in (["search"], ["domain"]) for word in line
        ]
        return {each for word in words if (each := word.strip(".")) and not _public(each)}


def _one(listens: str) -> str:
    try:
        address = ip_address(listens)
    except ValueError:
        return listens
    return "" if address.is_unspecified else str(address)


def _public(ending: str) -> bool:
    return "." not in ending or _REGISTRY.fullmatch(ending) is not None


def _bare(host: str) -> str:
    return _NUMBER.sub("", host)
