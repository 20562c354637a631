"""Where phones find this machine."""

import fcntl
import json
import os
import socket
import struct
from collections.abc import Iterator
from ipaddress import IPv4Address

HTTP_PORT = 80
"""The one that an address need not name."""
NOWHERE = "127.0.0.1"
"""The address of a machine that is in no network."""
_CARDS = "/sys/class/net"
_SIOCGIFADDR = 0x8915


def wifi_code(name: str, password: str) -> str:
    """Return what a phone's camera reads as “join this Wi-Fi”."""
    return f"WIFI:T:WPA;S:{_quoted(name)};P:{_quoted(password)};;"


def _quoted(text: str) -> str:
    return "".join(f"\\{char}" if char in '\\;,:"' else char for char in text)


def lan_address() -> str:
    """Return this machine's address in its network; sends nothing, only asks for a route.

    A hotspot of its own leads nowhere: there the first address of a network card counts.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return next(_cards(probe), NOWHERE)
        return str(probe.getsockname()[0])


def _cards(probe: socket.socket) -> Iterator[str]:
    # Not if_nameindex: it speaks netlink, which the service may not.
    for name in sorted(os.listdir(_CARDS) if os.path.isdir(_CARDS) else ()):  # noqa: PTH112, PTH208 - names, not files
        if (found := _address_of(name, probe)) and not IPv4Address(found).is_loopback:
            yield found


def _address_of(card: str, probe: socket.socket) -> str | None:
    """Return a card's IPv4 address, where the system tells it in Linux's way."""
    asked = struct.pack("256s", card.encode()[:15])
    try:
        answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, asked)
    except OSError:
        return None
    return socket.inet_ntoa(answer[20:24])


def url(host: str, port: int) -> str:
    """Return the address of a page for people to type."""
    return f"http://{host}" + ("" if port == HTTP_PORT else f":{port}")


def way_in(port: int) -> str | None:
    """Return the link that lets a phone in at the table on this machine; None: no table."""
    import http.client  # noqa: PLC0415 - brings OpenSSL along, which the table does without

    connection = http.client.HTTPConnection(NOWHERE, port, timeout=5)
    try:
        connection.request("GET", "/host/pin")
        pin = str(json.load(connection.getresponse())["pin"])
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        connection.close()
    return f"{url(lan_address(), port)}/j/{pin}" if pin else None
