"""Pins that a program drives: lights beside the stands, resets, the lines of SPI."""

from collections.abc import Iterable
from typing import Any

from companion.errors import ConfigError


class Outputs:
    """All lights as one board, a line for each reset and signal; *factory* makes pins."""

    def __init__(
        self,
        factory: Any,  # noqa: ANN401 - gpiozero has no types
        lights: Iterable[int],
        resets: Iterable[int],
        signals: Iterable[int] = (),
    ) -> None:
        from gpiozero import LEDBoard, OutputDevice  # noqa: PLC0415 - only where pins are
        from gpiozero.exc import GPIOZeroError  # noqa: PLC0415 - as above

        self._closing: list[Any] = []
        self._lights: dict[int, Any] = {}
        self._resets: dict[int, Any] = {}
        self._signals: dict[int, Any] = {}
        try:
            pins = list(lights)
            if pins:
                board = LEDBoard(*pins, pin_factory=factory)
                self._closing.append(board)
                self._lights = dict(zip(pins, board.leds, strict=True))
            for pin in resets:
                line = OutputDevice(pin, active_high=False, pin_factory=factory)
                self._closing.append(line)
                self._resets[pin] = line
            for pin in signals:
                line = OutputDevice(pin, pin_factory=factory)
                self._closing.append(line)
                self._signals[pin] = line
        except GPIOZeroError as error:
            self.close()
            raise ConfigError(
                f"the lights, resets and lines of SPI cannot be used ({error}); "
                "give them free BCM pins"
            ) from error

    def light(self, pin: int, *, on: bool) -> None:
        """Switch the light at *pin*, if there is one."""
        light = self._lights.get(pin)
        if light is not None:
            light.value = on

    def signal(self, pin: int, *, high: bool) -> None:
        """Set the line at *pin* high or low."""
        self._signals[pin].value = high

    def pulse(self, pins: Iterable[int]) -> None:
        """Pull the reset lines at *pins* low for a moment: a microsecond is plenty."""
        for pin in pins:
            self._resets[pin].on()
            self._resets[pin].off()

    def close(self) -> None:
        """Give the pins back, dark."""
        closing, self._closing = self._closing, []
        self._lights, self._resets, self._signals = {}, {}, {}
        for device in closing:
            device.close()
