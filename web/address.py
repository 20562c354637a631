"""Where phones find this machine."""

import socket
from collections.abc import Sequence

from flask import Request

from web.guard import is_here, own_names

_ELSEWHERE = ("192.0.2.1", 9)
"""An address of nobody (RFC 5737): asking for the way there sends no packet."""


def lan_address() -> str | None:
    """Return this machine's IPv4 address on its network, None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def join_addresses(port: int) -> Sequence[str]:
    """Return the base URLs of a server at *port* on this machine, the surest one first."""
    names = [*filter(None, [lan_address()]), *sorted(own_names())]
    suffix = "" if port == 80 else f":{port}"  # noqa: PLR2004 - the port browsers leave out
    return [f"http://{name}{suffix}" for name in names]


def addresses_for(asked: Request) -> Sequence[str]:
    """Return base URLs for phones: what *asked* came by, unless that leads nowhere else."""
    host = asked.headers.get("Host", "")
    if not is_here(asked) and not host.startswith(("localhost", "127.", "[::1]")):
        return [f"http://{host}"]
    port = host.rpartition(":")[2]
    return join_addresses(int(port) if port.isdigit() else 80)
