"""The page with a form that makes a card's two files in the browser, from the disk."""

import html
import json
from importlib.resources import files

from companion.pi.sd_card import NO_KEY, NewCard


def card_page(card: NewCard) -> str:
    """Return the page: whole in one file, and it asks nothing of any network."""
    # The longest form of both files: the page fills in what was typed, and takes out the rest.
    filled = NewCard(
        sha256=card.sha256,
        script=card.script,
        name="@name",
        country="@country",
        key="@key",
        hotspot="@hotspot",
        password="@password",  # noqa: S106 - a place to fill
        table_file="@table",
    )
    text = files("companion.pi").joinpath("card.html").read_text("utf-8")
    told = json.dumps(filled.user_data().removeprefix("#cloud-config\n"))
    # First the short one: the long one may have the same words in it.
    text = text.replace("{sha256}", html.escape(card.sha256))
    text = text.replace("/*no-key*/null", json.dumps(NO_KEY))
    return text.replace("/*user-data*/null", told.replace("</", "<\\/"))
