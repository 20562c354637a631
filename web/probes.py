"""What phones ask a Wi-Fi before they stay in it, where the table makes that Wi-Fi.

Only what each system's maker documents or its own source says: for any other name this machine
stays nobody (``guard.py``). Plain data, which the set-up of a hotspot reads without a server.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Probe(NamedTuple):
    """One question: who asks it, and the answer that means “all well”."""

    system: str
    status: int
    body: str = ""
    mimetype: str = "text/plain"
    header: tuple[str, str] | None = None


def _nothing(system: str, path: str = "/generate_204") -> Mapping[str, Probe]:
    """Return the question that wants an answer without a word."""
    return {path: Probe(system, 204)}


_APPLE: Final = Probe(
    "apple",
    200,
    "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
    "text/html",
)
_APPLE_BEFORE: Final = {"/library/test/success.html": _APPLE}
_ANDROID: Final = _nothing("android")
_MICROSOFT: Final = Probe("windows", 200, "Microsoft Connect Test")
_LINUX: Final = Probe("linux", 200, "NetworkManager is online\n")
_LINUX_OK: Final = Probe("linux", 200, "OK\n")
_KINDLE: Final = Probe(
    "amazon",
    200,
    "<html><head><title>Kindle Reachability Probe Page</title></head>"
    "<body>81ce4465-7167-4dcb-835b-dcc9e44c112a</body></html>\n",
    "text/html",
)
PROBES: Final[Mapping[str, Mapping[str, Probe]]] = {
    "captive.apple.com": {"/": _APPLE, "/hotspot-detect.html": _APPLE},
    "www.apple.com": _APPLE_BEFORE,
    "www.ibook.info": _APPLE_BEFORE,
    "www.itools.info": _APPLE_BEFORE,
    "www.airport.us": _APPLE_BEFORE,
    "www.thinkdifferent.us": _APPLE_BEFORE,
    "www.appleiphonecell.com": _APPLE_BEFORE,
    "connectivitycheck.gstatic.com": _ANDROID,
    "connectivitycheck.android.com": _ANDROID,
    "clients3.google.com": _ANDROID,
    "play.googleapis.com": _ANDROID,
    "www.gstatic.com": _ANDROID,
    "www.google.com": {**_nothing("android", "/gen_204"), **_ANDROID},
    "connectivitycheck.grapheneos.network": _nothing("grapheneos"),
    "204.ecloud.global": _nothing("e", "/"),
    "connect.rom.miui.com": _nothing("xiaomi"),
    "connectivitycheck.platform.hicloud.com": _nothing("huawei"),
    "connectivitycheck.platform.hihonorcloud.com": _nothing("honor"),
    "conn1.oppomobile.com": _nothing("oppo"),
    "conn2.oppomobile.com": _nothing("oppo"),
    "wifi.vivo.com.cn": _nothing("vivo"),
    "connectivity.samsung.com.cn": _nothing("samsung"),
    "fireoscaptiveportal.com": _nothing("amazon"),
    "spectrum.s3.amazonaws.com": {
        "/kindle-wifi/wifistub.html": _KINDLE,
        "/kindle-wifi/wifistub-eink.html": _KINDLE,
    },
    "www.msftconnecttest.com": {"/connecttest.txt": _MICROSOFT},
    "ipv6.msftconnecttest.com": {"/connecttest.txt": _MICROSOFT},
    "www.msftncsi.com": {"/ncsi.txt": Probe("windows", 200, "Microsoft NCSI")},
    "edge-http.microsoft.com": _nothing("windows", "/captiveportal/generate_204"),
    "detectportal.firefox.com": {
        "/success.txt": Probe("firefox", 200, "success\n"),
        "/canonical.html": Probe(
            "firefox",
            200,
            '<meta http-equiv="refresh" '
            'content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
            "text/html",
        ),
    },
    "nmcheck.gnome.org": {"/check_network_status.txt": _LINUX},
    "network-test.debian.org": {"/nm": _LINUX},
    "ping.archlinux.org": {"/nm-check.txt": _LINUX},
    "connectivity-check.ubuntu.com": {
        "/": Probe("linux", 204, header=("X-NetworkManager-Status", "online"))
    },
    "networkcheck.kde.org": {"/": _LINUX_OK},
    "fedoraproject.org": {"/static/hotspot.txt": _LINUX_OK},
}
"""By the host's name and the path that is asked for."""
