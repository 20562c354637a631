"""Takes the pictures of systemd/CARD.md anew; a part of ``make pictures``."""

import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from companion.pi.sd_card import ARCHIVE, NewCard
from companion.pi.sd_card_page import card_page
from companion.ports import CardFace, Face, QrFace
from hardware.drawing.faces import draw

TOP = Path(__file__).parents[2]
FOLDER = TOP / "systemd" / "pictures"
TABLE_FILE = TOP / "systemd" / "builds" / "six-displays.toml"
OFFERED = ("user-data", "network-config", "meta-data")
SCALE = 3
GLASSES: dict[str, Face] = {
    "way-in": QrFace("http://192.168.178.23/?pin=285177", ("PIN", "285", "177")),
    "first-letter": CardFace("W", position=(1, 5)),
}
DRIVE = """<body style="font: 16px sans-serif; margin: 0">
<div style="padding: 12px"><p style="font-weight: bold; margin: 0 0 8px">bootfs</p>{rows}</div>"""
ROW = '<p style="margin: 0; padding: 5px; background: {colour}">{name}{said}</p>'
THERE = ("…", "cmdline.txt", "config.txt", "kernel8.img")


def take_card(browser: Browser) -> None:
    """Fill the form in as the page says, and photograph each step."""
    FOLDER.mkdir(exist_ok=True)
    made = NewCard(sha256="0" * 64, script="#!/bin/sh\n")
    with (
        tempfile.TemporaryDirectory() as folder,
        browser.new_context(
            viewport={"width": 390, "height": 844}, locale="en-GB", device_scale_factor=2
        ) as context,
    ):
        (Path(folder) / "card.html").write_text(card_page(made), "utf-8")
        page = context.new_page()
        page.goto((Path(folder) / "card.html").as_uri())
        page.check("[value=wifi]")
        page.fill("[name=ssid]", "Our Wi-Fi")
        page.fill("[name=password]", "our password")
        page.fill("[name=country]", "GB")
        page.set_input_files("[name=table]", TABLE_FILE)
        page.add_style_tag(content="#form, #done { padding: 12px }")  # an edge for the eye
        page.locator("#form").screenshot(path=FOLDER / "form.png")
        page.get_by_role("button", name="Make the files").click()
        page.locator("#done").screenshot(path=FOLDER / "files.png")
        page.set_content(DRIVE.format(rows="".join(rows())))
        page.locator("div").screenshot(path=FOLDER / "drive.png")
    for name, face in GLASSES.items():
        glass = draw(face, (128, 64)).convert("L")
        glass.resize((128 * SCALE, 64 * SCALE), Image.Resampling.NEAREST).save(
            FOLDER / f"{name}.png"
        )


def rows() -> list[str]:
    """Return the drive's files in their order: those that were there, and the four of ours."""
    ours = {ARCHIVE, *OFFERED}
    return [
        ROW.format(
            name=name,
            colour="#d8f0d8" if name in ours else "#f4f4f4",
            said=" ← copied" if name in ours else "",
        )
        for name in sorted({*THERE, *ours}, key=lambda name: (name == "…", name))
    ]
