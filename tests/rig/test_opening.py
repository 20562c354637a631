from companion.ports import ButtonEdge, Place
from companion.service.startup import Ear, Leave, starting
from hardware.faces import draw
from hardware.rig import virtual_config
from hardware.virtual import VirtualRig
from tests.hardware.conftest import until

STAND = Place("stand-1")


def test_dark_stands_say_starting_in_every_language_until_there_are_faces() -> None:
    rig = VirtualRig(virtual_config())
    rig.start(Ear())
    rig.greet(starting())
    wanted = draw(starting(), (128, 64)).tobytes()
    until(
        lambda: {s.controller.picture().tobytes() for s in rig.stands.values()} == {wanted}
    )
    assert "Starting …" in starting().lines
    assert len(set(starting().lines)) == 2
    rig.stop()


def test_nobody_hears_a_press_before_the_table_is_there_nor_after() -> None:
    heard: list[ButtonEdge] = []
    ear, edge = Ear(), ButtonEdge(STAND, "main", down=True, at_ns=1)
    ear(edge)
    ear.open(heard.append)
    ear(edge)
    ear.close()
    ear(edge)
    assert heard == [edge]


def test_the_displays_are_left_as_told() -> None:
    rig = VirtualRig(virtual_config())
    for dark in (False, True):
        rig.start(Ear())
        rig.show({STAND: starting()})
        until(lambda: rig.health()[STAND].up)
        Leave(dark=dark).stop(rig)
        assert rig.stands[STAND].controller.on is not dark
