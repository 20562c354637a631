"""What phones ask a Wi-Fi before they stay in it, where the table makes that Wi-Fi.

Only these names and these addresses below them, and only what each system's maker documents:
for any other name this machine stays nobody (``guard.py``). Plain data, which the set-up of a
hotspot reads without a server.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Probe(NamedTuple):
    """One question: who asks it, and the answer that means “all well”."""

    system: str
    status: int
    body: str = ""
    mimetype: str = "text/plain"


_APPLE: Final = Probe(
    "apple",
    200,
    "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
    "text/html",
)
_ANDROID: Final = Probe("android", 204)
PROBES: Final[Mapping[str, Mapping[str, Probe]]] = {
    "captive.apple.com": {"/": _APPLE, "/hotspot-detect.html": _APPLE},
    "connectivitycheck.gstatic.com": {"/generate_204": _ANDROID},
    "connectivitycheck.android.com": {"/generate_204": _ANDROID},
    "clients3.google.com": {"/generate_204": _ANDROID},
    "www.msftconnecttest.com": {
        "/connecttest.txt": Probe("windows", 200, "Microsoft Connect Test")
    },
    "www.msftncsi.com": {"/ncsi.txt": Probe("windows", 200, "Microsoft NCSI")},
    "detectportal.firefox.com": {"/success.txt": Probe("firefox", 200, "success\n")},
    "nmcheck.gnome.org": {
        "/check_network_status.txt": Probe("linux", 200, "NetworkManager is online\n")
    },
}
"""By the host's name and the path that is asked for."""
