"""A cookie names a device. The key stays in the browser; everybody else sees its hash.

Browsers send it to every program of a machine, whatever its port: so its name holds the port. Who
sat here under the old one, ``device``, keeps the key. Each page that is fetched renews it.
"""

import re
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

from flask import Request, Response
from werkzeug.http import dump_cookie

from companion.table.values.ids import DeviceId

OLD_COOKIE: Final = "device"
KEY_BYTES: Final = 16
MAX_AGE_S: Final = 180 * 24 * 3600

_KEY = re.compile(r"[A-Za-z0-9_-]{22}")


def cookie_name(port: int | str) -> str:
    """Return the name of the cookie of the table that listens at *port*."""
    return f"companion-device-{port}"


def own_key(asked: Request) -> str | None:
    """Return the asking device's key, None where it has none under our own name."""
    return _key(asked, cookie_name(asked.environ["SERVER_PORT"]))


def old_key(asked: Request) -> str | None:
    """Return its key of before, which another program may have put there as well."""
    return _key(asked, OLD_COOKIE)


def device_of(asked: Request) -> DeviceId | None:
    """Return the device that asks, None without a cookie of ours."""
    key = own_key(asked) or old_key(asked)
    return device_id(key) if key else None


def device_id(key: str) -> DeviceId:
    """Return the public side of a device's *key*: its SHA-256 in hex."""
    return DeviceId(sha256(key.encode("ascii")).hexdigest())


def new_key() -> str:
    """Return a key of 128 random bits."""
    return token_urlsafe(KEY_BYTES)


def set_key(response: Response, asked: Request, key: str) -> None:
    """Let the asking device keep *key*, from now on as long as a new one."""
    keep(response, cookie_name(asked.environ["SERVER_PORT"]), key)


def keep(response: Response, name: str, value: str) -> None:
    """Let the asking device keep the cookie *name*, from now on as long as a new one."""
    cookie = dump_cookie(
        name,
        value,
        max_age=MAX_AGE_S,
        path="/",
        httponly=True,
        samesite="Lax",
        sync_expires=False,  # a page asked for twice is the same page, whatever the time
    )
    response.headers.add("Set-Cookie", cookie)


def _key(asked: Request, name: str) -> str | None:
    key = asked.cookies.get(name, "")
    return key if _KEY.fullmatch(key) else None
