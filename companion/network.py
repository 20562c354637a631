"""Where phones find this machine."""

import json
import socket
from collections.abc import Sequence
from contextlib import closing
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from companion.interfaces import addresses_of_interfaces

HTTP_PORT = 80
"""The one that an address need not name."""
NOWHERE = "127.0.0.1"
"""The address of a machine that is in no network."""
SHARED = ip_network("100.64.0.0/10")
"""Handed out behind a provider, and by VPNs among one's own machines."""


def wifi_code(name: str, password: str) -> str:
    """Return what a phone's camera reads as “join this Wi-Fi”."""
    return f"WIFI:T:WPA;S:{_quoted(name)};P:{_quoted(password)};;"


def _quoted(text: str) -> str:
    return "".join(f"\\{char}" if char in '\\;,:"' else char for char in text)


def plain_address(name: str) -> IPv4Address | IPv6Address:
    """Return the address that *name* writes, an IPv4 one as such; ValueError: it is none."""
    address = ip_address(name)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def at_home(name: str) -> bool:
    """Tell whether *name* is an address that can only mean a machine in this house."""
    try:
        address = plain_address(name)
    except ValueError:
        return False
    own = address.is_private or address.is_loopback or address.is_link_local
    return not address.is_unspecified and (own or is_shared(name))


def is_loopback(name: str) -> bool:
    """Tell whether *name* can only mean this very machine."""
    try:
        return name == "localhost" or plain_address(name).is_loopback
    except ValueError:
        return False


def is_shared(name: str) -> bool:
    """Tell whether the address *name* is one of those that VPNs hand out."""
    return plain_address(name) in SHARED


def lan_addresses(*, six: bool = False) -> list[str]:
    """Return where phones may find this machine, the likeliest address first; none: nowhere.

    *six*: IPv6 is listened to as well. Nothing is sent: only a route is asked for.
    """
    way_out = _way_out()
    found = addresses_of_interfaces(way_out, six=six) or ([way_out] if way_out else [])
    return [each for each in found if at_home(each) and not ip_address(each).is_loopback]


def lan_address() -> str:
    """Return the first of them; a machine that is in no network has its own, for itself."""
    return next(iter(lan_addresses()), NOWHERE)


def _way_out() -> str:
    """Return the address that what leaves the house would come from; none: a hotspot, say."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def url(host: str, port: int) -> str:
    """Return the address of a page for people to type."""
    name = f"[{host.partition('%')[0]}]" if ":" in host else host
    return f"http://{name}" + ("" if port == HTTP_PORT else f":{port}")


def ways_in(port: int) -> Sequence[str]:
    """Return the links that let a phone in at the table on this machine; none: no table."""
    import http.client  # noqa: PLC0415 - brings OpenSSL along, which the table does without

    try:
        with closing(http.client.HTTPConnection(NOWHERE, port, timeout=5)) as connection:
            connection.request("GET", "/host/pin")
            told = json.load(connection.getresponse())
        pin, found = str(told["pin"]), [str(each) for each in told.get("addresses", ())]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return ()
    return [f"{each}/j/{pin}" for each in found or [url(lan_address(), port)] if pin]
