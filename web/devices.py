"""A cookie names a device. The key stays in the browser; everybody else sees its hash."""

import re
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

from flask import Request, Response, request

from companion.table.values.ids import DeviceId

COOKIE: Final = "device"
KEY_BYTES: Final = 16
MAX_AGE_S: Final = 180 * 24 * 3600

_KEY = re.compile(r"[A-Za-z0-9_-]{22}")


def device_of(asked: Request) -> DeviceId | None:
    """Return the device that asks, None without a cookie of ours."""
    key = asked.cookies.get(COOKIE, "")
    return device_id(key) if _KEY.fullmatch(key) else None


def device_id(key: str) -> DeviceId:
    """Return the public side of a device's *key*: its SHA-256 in hex."""
    return DeviceId(sha256(key.encode("ascii")).hexdigest())


def ensure_device_cookie(response: Response) -> Response:
    """Give a device without a key a new one of 128 random bits.

    Before it joins, not when: an answer that is lost on the way then loses no seat.
    """
    if device_of(request) is None:
        response.set_cookie(
            COOKIE,
            token_urlsafe(KEY_BYTES),
            max_age=MAX_AGE_S,
            path="/",
            httponly=True,
            samesite="Lax",
        )
    return response
