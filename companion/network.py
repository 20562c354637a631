"""Where phones find this machine."""

import http.client
import re
import socket

HTTP_PORT = 80
"""The one that an address need not name."""
NOWHERE = "127.0.0.1"
"""The address of a machine that is in no network."""
_PIN = re.compile(r'name="pin" value="(\d+)"')


def lan_address() -> str:
    """Return this machine's address in its network; sends nothing, only asks for a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return NOWHERE
        return str(probe.getsockname()[0])


def url(host: str, port: int) -> str:
    """Return the address of a page for people to type."""
    return f"http://{host}" + ("" if port == HTTP_PORT else f":{port}")


def way_in(port: int) -> str | None:
    """Return the link that lets a phone in at the table on this machine; None: no table."""
    connection = http.client.HTTPConnection(NOWHERE, port, timeout=5)
    try:
        connection.request("GET", "/")
        found = _PIN.search(connection.getresponse().read().decode("utf-8", "replace"))
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    return f"{url(lan_address(), port)}/j/{found[1]}" if found else None
