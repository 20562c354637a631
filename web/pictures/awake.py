"""Makes the film that keeps a phone awake: ``python -m web.pictures.awake``; it shows nothing.

Ours, whole. It needs PyAV (``pip install av``), which nothing else does: the film lies here.
"""

import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

FILM = Path(__file__).parents[1] / "static" / "awake.mp4"
SIDE = 32
"""Pixels of a side: the smallest that every phone's decoder takes."""
SECONDS = 10
PICTURES_A_SECOND = 2
SAMPLES_A_SECOND = 8_000
SAMPLES = 1_024
"""In a frame of AAC."""


def make(to: Path) -> None:
    """Write ten black seconds in silence: H.264 and AAC, which all phones play."""
    av: Any = import_module("av")
    with av.open(str(to), "w", options={"movflags": "faststart"}) as film:
        black = film.add_stream("libx264", rate=PICTURES_A_SECOND)
        black.width = black.height = SIDE
        black.pix_fmt = "yuv420p"
        black.options = {"profile": "baseline", "x264-params": "no-info=1"}
        silence = film.add_stream("aac", rate=SAMPLES_A_SECOND)
        silence.layout = "mono"
        silence.bit_rate = 8_000
        for number in range(SECONDS * PICTURES_A_SECOND):
            frame = av.VideoFrame(SIDE, SIDE, "yuv420p")
            for plane, value in zip(frame.planes, (16, 128, 128), strict=True):
                plane.update(bytes([value]) * plane.buffer_size)
            frame.pts, frame.time_base = number, Fraction(1, PICTURES_A_SECOND)
            film.mux(black.encode(frame))
        for number in range(SECONDS * SAMPLES_A_SECOND // SAMPLES):
            quiet = av.AudioFrame("fltp", "mono", SAMPLES)
            quiet.planes[0].update(bytes(quiet.planes[0].buffer_size))
            quiet.sample_rate, quiet.pts = SAMPLES_A_SECOND, number * SAMPLES
            quiet.time_base = Fraction(1, SAMPLES_A_SECOND)
            film.mux(silence.encode(quiet))
        for stream in (black, silence):
            film.mux(stream.encode(None))


if __name__ == "__main__":
    make(FILM)
    sys.stdout.write(f"{FILM.name}: {FILM.stat().st_size} bytes\n")
