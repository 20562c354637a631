"""Pins that a program drives: lights beside the stands, resets, the lines of SPI."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.errors import HardwareError

_RESET_S = 20e-6
"""An SSD1306 wants 3 µs, an SH1106 10."""


@contextmanager
def claimed(pin: int) -> Iterator[None]:
    """Say of whatever a pin factory raises which pin it is, and what can be done."""
    try:
        yield
    except Exception as error:  # gpiozero's own classes, lgpio's, and OSError
        raise HardwareError(
            f"GPIO{pin} cannot be used ({error}): a line of config.txt or another program "
            "has it; take that away, or choose another BCM pin"
        ) from error


class Outputs:
    """A line for each light, reset and signal; *factory* makes pins, and each fails alone."""

    def __init__(
        self,
        factory: Any,  # noqa: ANN401 - gpiozero has no types
        lights: Iterable[int],
        resets: Iterable[int],
        signals: Iterable[int] = (),
    ) -> None:
        from gpiozero import OutputDevice  # noqa: PLC0415 - only where pins are

        self._lines: dict[int, Any] = {}
        self.dead: dict[int, HardwareError] = {}
        """The pins that could not be opened, and why."""
        wanted = {
            **dict.fromkeys((*lights, *signals), True),
            **dict.fromkeys(resets, False),
        }
        for pin, active_high in wanted.items():
            try:
                with claimed(pin):
                    self._lines[pin] = OutputDevice(
                        pin, active_high=active_high, pin_factory=factory
                    )
            except HardwareError as error:
                self.dead[pin] = error

    def light(self, pin: int, *, on: bool) -> None:
        """Switch the light at *pin*, if there is one."""
        if pin in self._lines:
            self._lines[pin].value = on

    def signal(self, pin: int, *, high: bool) -> None:
        """Set the line at *pin* high or low; raises HardwareError if it is dead."""
        if pin in self.dead:
            raise self.dead[pin]
        self._lines[pin].value = high

    def pulse(self, pins: Iterable[int]) -> None:
        """Pull the reset lines at *pins* low for a moment."""
        for pin in pins:
            if pin in self._lines:
                self._lines[pin].on()
                time.sleep(_RESET_S)
                self._lines[pin].off()

    def close(self) -> None:
        """Give the pins back, dark."""
        lines, self._lines = self._lines, {}
        for device in lines.values():
            device.close()
