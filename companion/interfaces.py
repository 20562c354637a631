"""The network interfaces of a machine and their addresses, by Linux's own calls.

Not by netlink: the service may not speak it. And ``/sys`` alone may show another network's
interfaces, where the program runs in a network of its own.
"""

import fcntl
import re
import socket
import struct
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address
from pathlib import Path
from typing import Final

_INTERFACES: Final = Path("/sys/class/net")
_SIX: Final = Path("/proc/net/if_inet6")
_ALL, _FLAGS, _MASK, _HARDWARE = 0x8912, 0x8913, 0x891B, 0x8927
_NAME: Final = 16
_ENTRY: Final = _NAME + 2 * struct.calcsize("P") + 8
_ROOM: Final = 128
_UP_AND_RUNNING, _LOOPBACK, _POINT_TO_POINT = 0x41, 0x8, 0x10
_ETHERNET: Final = 1
_UNUSABLE: Final = 0x68  # still being tried, refused, or on its way out
_TUNNEL: Final = re.compile(r"(wg|tun|tap|tailscale|zt|ppp|nordlynx|proton|ipsec|gre|sit)")
_INNER: Final = re.compile(r"(docker|br-|veth|virbr|lxc|lxd|cni|podman|vmnet|vboxnet)")
REAL, UNKNOWN, TUNNEL, INNER = range(4)
"""Cards by how likely a phone comes by them: cable and air; who knows; a VPN's; a container's."""


@dataclass(frozen=True, slots=True)
class InterfaceAddress:
    """An address of an interface; *alone*: no neighbour has one like it, as in a tunnel."""

    address: str
    kind: int
    running: bool = True
    alone: bool = False


def addresses_of_interfaces(way_out: str, *, six: bool = False) -> list[str]:
    """Return every interface's addresses, the likeliest to be reached first.

    *way_out* is the one that the way out of the house begins at: it wins among those that are
    equal, and only there, for a VPN draws that way to itself.
    """
    if sys.platform != "linux":
        return []
    found = [each for each in _interfaces() if each.kind != INNER]
    found.sort(key=lambda each: likelihood(each, way_out))
    return [each.address for each in found] + (list(_six()) if six else [])


def likelihood(one: InterfaceAddress, way_out: str) -> tuple[int, ...]:
    """Return what sorts the address that phones reach to the front."""
    address = IPv4Address(one.address)
    # 169.254 and 100.64 are homes of nobody; of the rest a router's own are the usual ones.
    plain = ("192.168.", "172.", "10.")
    usual = next((k for k, each in enumerate(plain) if one.address.startswith(each)), 3)
    odd = address.is_link_local or not address.is_private
    other_way = one.address != way_out
    by_kind = (other_way, usual) if one.kind == REAL else (usual, other_way)
    return (one.kind, not one.running, odd, one.alone, *by_kind)


def kind_of(name: str, flags: int, hardware: int) -> int:
    """Return what sort of interface *name* is, by the kernel's *flags* and *hardware* type."""
    here = _INTERFACES / name
    if flags & _LOOPBACK:
        return UNKNOWN
    if flags & _POINT_TO_POINT or hardware != _ETHERNET or (here / "tun_flags").exists():
        return TUNNEL
    if _touches_the_world(here):
        return REAL
    if _TUNNEL.match(name):
        return TUNNEL
    return INNER if _INNER.match(name) or (here / "bridge").exists() else UNKNOWN


def _touches_the_world(interface: Path, depth: int = 4) -> bool:
    """Tell whether the interface, or one below a bridge, a bond or a VLAN, is a device."""
    if (interface / "device").exists():
        return True
    lower = interface.glob("lower_*") if depth else ()
    return any(_touches_the_world(_INTERFACES / each.name[6:], depth - 1) for each in lower)


def _interfaces() -> Iterator[InterfaceAddress]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        room = array("b", bytes(_ENTRY * _ROOM))
        where, length = room.buffer_info()
        told = fcntl.ioctl(probe, _ALL, struct.pack("iL", length, where))
        (used,) = struct.unpack_from("i", told)
        entries = room.tobytes()[:used]
        for at in range(0, used, _ENTRY):
            entry = entries[at : at + _ENTRY]
            address = socket.inet_ntoa(entry[_NAME + 4 : _NAME + 8])
            if not ip_address(address).is_loopback:
                yield _interface(probe, entry, address)


def _interface(probe: socket.socket, entry: bytes, address: str) -> InterfaceAddress:
    label = entry[:_NAME].rstrip(b"\0").decode(errors="replace")
    try:
        told = [fcntl.ioctl(probe, each, entry) for each in (_FLAGS, _HARDWARE, _MASK)]
    except OSError:  # gone since
        return InterfaceAddress(address, UNKNOWN, running=False)
    (flags,), (hardware,) = (struct.unpack_from("H", each, _NAME) for each in told[:2])
    running = flags & _UP_AND_RUNNING == _UP_AND_RUNNING
    alone = told[2][_NAME + 4 : _NAME + 8] == b"\xff" * 4
    kind = kind_of(label.partition(":")[0], flags, hardware)
    return InterfaceAddress(address, kind, running, alone)


def _six() -> Iterator[str]:
    """Yield the IPv6 addresses that can be typed: none of those that want their interface named."""
    for line in _SIX.read_text("ascii").splitlines() if _SIX.exists() else ():
        packed, _, _, _, flags, _ = line.split()
        address = ip_address(bytes.fromhex(packed))
        if not (address.is_link_local or address.is_loopback or int(flags, 16) & _UNUSABLE):
            yield str(address)
