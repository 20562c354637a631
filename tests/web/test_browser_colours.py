"""What a browser draws around a page is as dark or bright as the page."""

import json
import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "web" / "static"
BASE = STATIC.parent / "pages" / "templates" / "base.html"


def test_the_frame_around_a_page_has_its_background() -> None:
    bright, dark, *_ = re.findall(r"--bg: (#\w{6})", (STATIC / "app.css").read_text())
    frames = re.findall(r'"theme-color" content="(#\w{6})"', BASE.read_text())
    assert frames == [bright, dark]
    manifest = json.loads((STATIC / "app.webmanifest").read_text())
    assert {manifest["theme_color"], manifest["background_color"]} == {bright}
