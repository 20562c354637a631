"""Whose turn it is to ask, where one question is asked at a time. Pure values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final, Self

from companion.table.values.ids import DeviceId
from companion.table.values.seat_question import SeatQuestion
from companion.table.values.sightings import ABSENT_S

AGAIN_S: Final = 60.0
"""Between two questions of one device."""
PATIENCE_S: Final = ABSENT_S
"""So long a question stands, whoever waits: others are asked for a phone away by then."""
WAITING_S: Final = PATIENCE_S + 30.0
"""Who has not tried again for so long waits no more."""
LATELY_S: Final = 1800.0
"""So long it counts who had the place: longer than a turn of every seat takes."""
MOST_DEVICES: Final = 64

Times = Mapping[DeviceId, float]
"""Seconds of the monotonic clock."""


@dataclass(frozen=True, slots=True)
class QuestionTurns:
    """Who had the place of the question lately, who lost it to a guest, who waits for it."""

    asked: Times = field(default_factory=dict)
    answered: frozenset[DeviceId] = frozenset()
    """Whose question was: one that ended of itself, with its screen, is no reason to wait."""
    lost: Times = field(default_factory=dict)
    waiting: Times = field(default_factory=dict)
    """Since when each waits."""
    tried: Times = field(default_factory=dict)
    """When each that waits has tried last."""

    def at(self, now_s: float) -> Self:
        """Return what still counts at *now_s*."""
        tried = _since(self.tried, now_s - WAITING_S)
        return replace(
            self,
            asked=_since(self.asked, now_s - LATELY_S),
            lost=_since(self.lost, now_s - LATELY_S),
            waiting={each: at for each, at in self.waiting.items() if each in tried},
            tried=tried,
        )

    def too_soon(self, device: DeviceId, open_: SeatQuestion | None, now_s: float) -> bool:
        """Tell whether *device* has asked just now; one that lost its place has not."""
        own = open_ is not None and open_.device == device
        lately = now_s - self.asked.get(device, -inf) < AGAIN_S
        return lately and (own or device in self.answered)

    def ended(self, question: SeatQuestion) -> Self:
        """Return the turns once *question* was answered."""
        answered = (self.answered & self.asked.keys()) | {question.device}
        return replace(self, answered=answered)

    def gives_way(
        self,
        open_: SeatQuestion,
        device: DeviceId,
        guests: frozenset[DeviceId],
        now_s: float,
    ) -> bool:
        """Tell whether *device* may put its question in the place of *open_*.

        A stranger stops no guest, and loses the place once: after that its question has
        its time, and so has everybody's.
        """
        stranger = device in guests and open_.device not in guests
        if stranger and open_.device not in self.lost:
            return True
        had_its_time = now_s - open_.asked_s >= PATIENCE_S
        return had_its_time and not self._ahead(device, but=open_.device)

    def kept_for_another(self, device: DeviceId) -> bool:
        """Tell whether somebody has waited for the free place that *device* has just had."""
        return device in self.asked and self._ahead(device)

    def _ahead(self, device: DeviceId, *, but: DeviceId | None = None) -> bool:
        """Tell whether somebody waits who had the place longer ago, or never."""

        def rank(each: DeviceId) -> tuple[float, float]:
            return self.asked.get(each, -inf), self.waiting.get(each, inf)

        others = self.waiting.keys() - {device, but}
        return any(rank(each) < rank(device) for each in others)

    def refused(self, device: DeviceId, now_s: float) -> Self:
        """Return the turns once *device* waits; who tries again has waited since then."""
        tried = _latest({**self.tried, device: now_s})
        since = {**self.waiting, device: self.waiting.get(device, now_s)}
        return replace(self, waiting=since, tried=tried).at(now_s)

    def begun(self, device: DeviceId, now_s: float, over: SeatQuestion | None) -> Self:
        """Return the turns once *device* asks, in the place of *over* if that was open."""
        asked, lost = {**self.asked, device: now_s}, self.lost
        turns = replace(self, tried=_without(self.tried, device))
        if over is not None and over.device != device and now_s - over.asked_s < PATIENCE_S:
            asked.pop(over.device, None)
            lost = _latest({**lost, over.device: now_s})
            turns = turns.refused(over.device, now_s)
        answered = self.answered - {device}
        return replace(turns, asked=_latest(asked), lost=lost, answered=answered).at(now_s)


def _without(times: Times, device: DeviceId) -> Times:
    return {each: at for each, at in times.items() if each != device}


def _since(times: Times, first_s: float) -> Times:
    return {device: at for device, at in times.items() if at > first_s}


def _latest(times: Times) -> Times:
    return dict(sorted(times.items(), key=lambda each: each[1])[-MOST_DEVICES:])
