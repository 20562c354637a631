"""All pins of one table: its buttons, and what a program drives; each fails alone."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.errors import CompanionError, HardwareError
from companion.links import MuxLink, SpiLink, VirtualLink
from companion.ports import ButtonEdge, MuxConfig, Place, RigConfig, StandConfig
from hardware.pins.buttons import Buttons, gpio_pins
from hardware.pins.outputs import Outputs

_log = logging.getLogger(__name__)

Kind = Literal["button", "light", "reset", "signal"]


@dataclass(frozen=True, slots=True)
class Use:
    """What *pin* does at a stand; one pin may be of use to several. A button has a *name*."""

    place: Place
    kind: Kind
    pin: int
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.name}".rstrip()


def uses(config: RigConfig) -> Iterator[Use]:
    """Yield each use of a pin, stand by stand.

    A stand in the browser may have its button on the table, if anything else is there.
    """
    muxes = {mux.name: mux for mux in config.muxes}
    on_the_table = any(not isinstance(each.link, VirtualLink) for each in config.stands)
    for stand in config.stands:
        if not isinstance(stand.link, VirtualLink):
            yield from _uses(stand, muxes)
        elif on_the_table:
            for name, pin in stand.buttons.items():
                yield Use(stand.place, "button", pin, name)


def _uses(stand: StandConfig, muxes: Mapping[str, MuxConfig]) -> Iterator[Use]:
    link, reset = stand.link, None
    for name, pin in stand.buttons.items():
        yield Use(stand.place, "button", pin, name)
    if stand.light is not None:
        yield Use(stand.place, "light", stand.light)
    if isinstance(link, SpiLink):
        yield Use(stand.place, "signal", link.dc)
        reset = link.reset
    elif isinstance(link, MuxLink):
        reset = muxes[link.mux].reset
    if reset is not None:
        yield Use(stand.place, "reset", reset)


class Pins:
    """The pins of *config*, opened: *make* gives a pin factory, *listeners* get the edges."""

    def __init__(
        self,
        config: RigConfig,
        make: Callable[[], Any],
        *listeners: Callable[[ButtonEdge], object],
    ) -> None:
        self._uses = tuple(uses(config))
        self._dead: dict[int, HardwareError] = {}
        self._factory: Any = None
        self._outputs: Outputs | None = None
        self._buttons: Buttons | None = None
        try:
            if self._uses:
                self._factory = make()
                self._open(listeners)
        except CompanionError as error:
            self._why = str(error)
            _log.error("Buttons, lights and resets are dead: %s", error)
        self.dead: Mapping[Place, str] = self._told()
        """What of a stand is dead, and why."""

    def light(self, pin: int | None, on: bool) -> None:  # noqa: FBT001 - a callback
        """Switch the light at *pin*, if there is one."""
        if pin is not None and self._outputs:
            self._outputs.light(pin, on=on)

    def signal(self, pin: int, high: bool) -> None:  # noqa: FBT001 - a callback
        """Set a line of SPI high or low; raises HardwareError if it is dead."""
        if self._outputs is None:
            raise HardwareError(f"its line for data or command is dead: {self._why}")
        self._outputs.signal(pin, high=high)

    def pulse(self, pins: Iterable[int]) -> None:
        """Pull reset lines low for a moment."""
        if self._outputs:
            self._outputs.pulse(pins)

    def close(self) -> None:
        """End the buttons' thread, and give the pins back."""
        if self._buttons:
            self._buttons.stop()
        if self._outputs:
            self._outputs.close()
        if self._factory:
            self._factory.close()

    def _open(self, listeners: Iterable[Callable[[ButtonEdge], object]]) -> None:
        lights, resets, signals = (
            {use.pin for use in self._uses if use.kind == kind}
            for kind in ("light", "reset", "signal")
        )
        self._outputs = Outputs(self._factory, lights, resets, signals)
        keys = {(u.place, u.name): u.pin for u in self._uses if u.kind == "button"}
        pins, dead = gpio_pins(keys, self._factory)
        self._dead |= {keys[key]: error for key, error in dead.items()}
        self._dead |= self._outputs.dead
        self._buttons = Buttons(pins, *listeners)
        self._buttons.start()

    def _told(self) -> Mapping[Place, str]:
        found: dict[Place, list[str]] = {}
        for use in self._uses:
            if self._outputs is None:
                found[use.place] = [f"its pins are dead: {self._why}"]
            elif use.pin in self._dead:
                said = f"its {use} is dead: {self._dead[use.pin]}"
                _log.error("%s: %s", use.place, said)
                found.setdefault(use.place, []).append(said)
        return {place: "; ".join(said) for place, said in found.items()}
