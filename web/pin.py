"""The join PIN is short, so wrong attempts are counted."""

import hmac
import unicodedata
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock
from typing import Final


@dataclass(frozen=True, slots=True)
class Limit:
    """At most *wrong* wrong attempts within *window_s* seconds."""

    wrong: int
    window_s: float


PER_ADDRESS = Limit(5, 300.0)
IN_ALL = Limit(40, 600.0)
"""About a thousand guesses an evening: one chance in a thousand."""
_BETWEEN: Final = frozenset({"Zs", "Pd", "Cf"})
"""Kinds of signs that only set digits apart: blanks, hyphens, marks that nobody sees."""
_BESIDES: Final = frozenset("\t\r\n\u2212")


def digits(text: str) -> str | None:
    """Return the decimal digits of *text* as ASCII, as a PIN is shown or typed; None: no PIN.

    Those of any alphabet count, with blanks or hyphens between them; any other sign is wrong.
    """
    found = []
    for sign in text:
        value = unicodedata.decimal(sign, None)
        if value is not None:
            found.append(str(value))
        elif sign not in _BESIDES and unicodedata.category(sign) not in _BETWEEN:
            return None
    return "".join(found)


@dataclass(frozen=True, slots=True)
class _Wrong:
    """One that counts: when, whose, as it was typed, and which PIN it was not."""

    at: float
    origin: str
    given: str
    pin: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of one attempt; *wait_s* > 0: too many were wrong, try again then."""

    right: bool
    wait_s: int = 0


class PinAttempts:
    """Compares PINs in constant time, and not at all after too many wrong ones."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """*clock* returns monotonic seconds."""
        self._clock = clock
        self._wrong: deque[_Wrong] = deque()
        self._lock = Lock()

    def attempt(
        self, address: str, given: str, right: str, *, stranger: bool = True
    ) -> Attempt:
        """Judge one attempt; while the limit holds even the right PIN is refused.

        Who is no *stranger* waits for own wrong ones only, under a name of its own as
        *address*. A wrong one written in another way is the same attempt.
        """
        origin = _origin(address)
        plain = digits(given) or given
        with self._lock:  # or many attempts at once would all find the count too low
            now = self._clock()
            if (wait_s := self._wait_s(origin, now, stranger=stranger)) > 0:
                return Attempt(right=False, wait_s=wait_s)
            # Bytes, because compare_digest wants ASCII where it is handed text.
            same = hmac.compare_digest(plain.encode(), right.encode())
            if same and right:
                return Attempt(right=True)
            if not self._is_another_writing(origin, given, right):
                self._wrong.append(_Wrong(now, origin, given, right))
            return Attempt(right=False)

    def _is_another_writing(self, origin: str, given: str, right: str) -> bool:
        if not (plain := digits(given)):
            return False
        tried = {
            each.given for each in self._wrong if (each.origin, each.pin) == (origin, right)
        }
        return given not in tried and plain in map(digits, tried)

    def _wait_s(self, origin: str, now: float, *, stranger: bool) -> int:
        longest = max(PER_ADDRESS.window_s, IN_ALL.window_s)
        while self._wrong and self._wrong[0].at <= now - longest:
            self._wrong.popleft()
        own = [each.at for each in self._wrong if each.origin == origin]
        every = [each.at for each in self._wrong if stranger]
        return max(_left_s(own, PER_ADDRESS, now), _left_s(every, IN_ALL, now))


def _left_s(times: list[float], limit: Limit, now: float) -> int:
    recent = [at for at in times if at > now - limit.window_s]
    if len(recent) < limit.wrong:
        return 0
    return max(1, ceil(recent[-limit.wrong] + limit.window_s - now))


def _origin(address: str) -> str:
    """Return what counts as one address: a household has a whole /64 of IPv6 ones."""
    try:
        parsed = ip_address(address.split("%", maxsplit=1)[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped else parsed.exploded[:19]
    return address
