"""Makes the rig of one table, virtual or wired; imports neither before."""

from companion.links import VirtualLink
from companion.ports import CENTRE, STAND_PLACES, Rig, RigConfig, StandConfig
from hardware.pins.drivers import Drivers

_STAND_PINS = (5, 6, 13, 19, 26, 21)
_CENTRE_PINS = {"wildcard": 16, "undo": 20, "next": 12}


def open_rig(
    config: RigConfig, drivers: Drivers | None = None, *, takes_boards: bool = False
) -> Rig:
    """Return the rig that *config* describes, not yet started.

    *takes_boards*: one that boards may come to, where all its stands are virtual yet.
    """
    # Each loads what its kind of stands needs; most commands open none.
    virtual = all(isinstance(stand.link, VirtualLink) for stand in config.stands)
    if virtual and not takes_boards:
        from hardware.rig.virtual import VirtualRig  # noqa: PLC0415 - as said above

        return VirtualRig(config)
    from hardware.rig.wired import WiredRig  # noqa: PLC0415 - as said above

    return WiredRig(config, drivers)


def virtual_config() -> RigConfig:
    """Return six virtual stands with a button "main" each, and the centre with three."""
    stands = (
        StandConfig(place, buttons={"main": pin})
        for place, pin in zip(STAND_PLACES, _STAND_PINS, strict=True)
    )
    return RigConfig((*stands, StandConfig(CENTRE, buttons=_CENTRE_PINS)))
