"""What hardware loads, and how much it keeps; each in a program of its own."""

import json
import subprocess
import sys

import pytest

LIBRARIES = ("gpiozero", "lgpio", "luma", "PIL", "segno", "serial", "smbus2")
LOADED = f"""
import json, sys
print(json.dumps([name for name in {LIBRARIES} if name in sys.modules]))
"""
VIRTUAL = """
from companion.ports import CardFace
from hardware.rig.open_rig import open_rig, virtual_config
rig = open_rig(virtual_config())
rig.start(print)
rig.show(dict.fromkeys(rig.stands, CardFace("A")))
while not all(health.up for health in rig.health().values()):
    rig.wait(rig.wait(-1, 0), 0.1)
rig.picture("stand-1")
rig.set_button("stand-1", "main", down=True)
rig.stop()
"""
WORDS = """
from companion.ports import CardFace, WordFace
from hardware.drawing.faces import draw
def kept_mb():
    with open("/proc/self/status") as file:
        return next(int(l.split()[1]) for l in file if l.startswith("RssAnon")) / 1024
draw(WordFace("HAUSBOOTE", "Anna", "right"), (128, 64))
before = kept_mb()
for k in range(26 * 8):
    letter = chr(65 + k % 26)
    draw(CardFace(letter), (128, 64))
    draw(WordFace(letter * 2 + f"{k:09}", "Anna", "right"), (128, 64))
print(kept_mb() - before)
"""


def said(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("script", "loaded"),
    [
        (
            "import hardware.rig.open_rig, hardware.workshop.doctor, hardware.workshop.wiring_text",
            [],
        ),
        (VIRTUAL, ["luma", "PIL"]),
        ("import hardware.rig.wired", ["PIL"]),
    ],
)
def test_a_library_is_loaded_by_the_stands_that_want_it(
    script: str, loaded: list[str]
) -> None:
    assert json.loads(said(script + LOADED)) == loaded


@pytest.mark.skipif(sys.platform != "linux", reason="the figure is Linux's")
def test_two_hundred_long_words_leave_little_behind() -> None:
    # Once each of them was kept as it is drawn before it is shrunk: 40 MB.
    assert float(said(WORDS)) < 10
