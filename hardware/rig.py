"""The only door: the rig of one table, virtual or wired."""

import re

from companion.errors import ConfigError
from companion.ports import Rig, RigConfig
from hardware.drivers import Drivers
from hardware.virtual import VirtualRig, virtual_config
from hardware.wired import WiredRig

__all__ = ["VirtualRig", "WiredRig", "open_rig", "virtual_config"]

_REAL = re.compile(
    r"mux:[\w-]+/[0-7]|i2c:\d+|spi:[01]\.[012]/\d+(/\d+)?|usb:.+|tty:/dev/.+"
)


def open_rig(config: RigConfig, drivers: Drivers | None = None) -> Rig:
    """Return the rig that *config* describes, not yet started.

    Raises ConfigError for a link that means nothing.
    """
    for stand in config.stands:
        if stand.link != "virtual:" and not _REAL.fullmatch(stand.link):
            raise ConfigError(
                f'{stand.place}: link {stand.link!r} means nothing; write "virtual:"'
            )
    if all(stand.link == "virtual:" for stand in config.stands):
        return VirtualRig(config)
    return WiredRig(config, drivers)
