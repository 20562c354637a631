"""The join PIN is short, so wrong attempts are counted."""

import hmac
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock


@dataclass(frozen=True, slots=True)
class Limit:
    """At most *wrong* wrong attempts within *window_s* seconds."""

    wrong: int
    window_s: float


PER_ADDRESS = Limit(5, 300.0)
IN_ALL = Limit(40, 600.0)
"""About a thousand guesses an evening: one chance in a thousand."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of one attempt; *wait_s* > 0: too many were wrong, try again then."""

    right: bool
    wait_s: int = 0


class PinAttempts:
    """Compares PINs in constant time, and not at all after too many wrong ones."""

    def __init__(
        self,
        clock: Callable[[], float],
        per_address: Limit = PER_ADDRESS,
        in_all: Limit = IN_ALL,
    ) -> None:
        """*clock* returns monotonic seconds."""
        self._clock = clock
        self._per_address = per_address
        self._in_all = in_all
        self._wrong: deque[tuple[float, str]] = deque()
        self._lock = Lock()

    def attempt(
        self, address: str, given: str, right: str, *, stranger: bool = True
    ) -> Attempt:
        """Judge one attempt; while the limit holds even the right PIN is refused.

        Who is no *stranger* waits for own wrong ones only, under a name of its own as
        *address*.
        """
        origin = _origin(address)
        with self._lock:  # or many attempts at once would all find the count too low
            now = self._clock()
            if (wait_s := self._wait_s(origin, now, stranger=stranger)) > 0:
                return Attempt(right=False, wait_s=wait_s)
            # Bytes, because compare_digest wants ASCII where it is handed text.
            same = hmac.compare_digest(given.encode(), right.encode())
            if same and right:
                return Attempt(right=True)
            self._wrong.append((now, origin))
            return Attempt(right=False)

    def _wait_s(self, origin: str, now: float, *, stranger: bool) -> int:
        longest = max(self._per_address.window_s, self._in_all.window_s)
        while self._wrong and self._wrong[0][0] <= now - longest:
            self._wrong.popleft()
        own = [at for at, whose in self._wrong if whose == origin]
        every = [at for at, _ in self._wrong if stranger]
        return max(_left_s(own, self._per_address, now), _left_s(every, self._in_all, now))


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
