from collections.abc import Callable

from companion.ports import ButtonEdge, Place
from companion.process.startup import RigSession, starting
from hardware.drawing.faces import draw
from hardware.rig.open_rig import virtual_config
from hardware.rig.virtual import VirtualRig
from tests.waiting import wait_for

STAND = Place("stand-1")


def test_dark_stands_say_starting_in_every_language_until_there_are_faces() -> None:
    rig = VirtualRig(virtual_config())
    RigSession(rig).start()
    wanted = draw(starting(), (128, 64)).tobytes()
    wait_for(
        lambda: {s.controller.picture().tobytes() for s in rig.stands.values()} == {wanted}
    )
    assert "Starting …" in starting().lines
    assert len(set(starting().lines)) == 2
    rig.stop()


class DeafRig(VirtualRig):
    """A rig whose edges a test sends."""

    def start(self, on_edge: Callable[[ButtonEdge], object]) -> None:
        self.edge = on_edge


def test_nobody_hears_a_press_before_the_table_is_there_nor_after() -> None:
    heard: list[ButtonEdge] = []
    rig, edge = DeafRig(virtual_config()), ButtonEdge(STAND, "main", down=True, at_ns=1)
    session = RigSession(rig)
    session.start()
    rig.edge(edge)
    session.listen(heard.append)
    rig.edge(edge)
    session.listen(None)
    rig.edge(edge)
    assert heard == [edge]


def test_the_displays_are_left_as_told() -> None:
    rig = VirtualRig(virtual_config())
    for dark in (False, True):
        session = RigSession(rig)
        session.start()
        rig.show({STAND: starting()})
        wait_for(lambda: rig.health()[STAND].up)
        session.leave_dark = dark
        session.stop()
        assert rig.stands[STAND].controller.on is not dark
