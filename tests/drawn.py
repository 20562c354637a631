"""A game's pages as the shell draws them, from views: question, answers and the game's part."""

import re
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from companion.engine.game import AnyGame
from companion.engine.offers import Offer
from companion.engine.step import Step
from companion.ports import Seat
from companion.table.values.ids import PersonId
from companion.table.values.projection import PersonView, UndoView
from web.pages.game_pages import game_pages
from web.pages.renderer import Renderer

NO_UNDO = UndoView("never")
MISSING = re.compile(r">\s*(?:[a-z]{2}|told|face|spell|refused|web|step)\.[a-z][\w.-]*\s*<")
"""An id that stands where a sentence should."""


class Drawn:
    """Draws pages of *game* in any language; an id nobody has worded is an error."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        pages = game_pages(game.name, game.pages)
        self._renderer = Renderer(pages, "boot", {game.name: pages})

    def page(self, name: str, language: str = "en", **values: Any) -> str:
        """Return the HTML of a template of the shell, or of the game: ``game/…``."""
        html = self._renderer.render(name, language, **values)
        assert not MISSING.findall(html)
        return html

    def _has(self, name: str) -> bool:
        return self._renderer.has(name.removeprefix("game/"))

    def phone(
        self,
        view: Any,
        offers: Sequence[Offer],
        language: str = "en",
        sheet: Mapping[str, str] | None = None,
        *,
        on_stands: bool = False,
    ) -> str:
        """Return what stands on a phone: the bar, what is explained, the game's part.

        *on_stands*: of a table whose cards are read off the stands.
        """
        values = {
            "page": SimpleNamespace(
                requests=(),
                undo=NO_UNDO,
                host_wish="",
                table=SimpleNamespace(on_stands=on_stands, keepsake=None, course=None),
            ),
            "on_stands": on_stands,
            "base": "/p/h",
            "step": self.game.asked(view, offers),
            "view": view,
            "table": view.table,
            "offers": {offer.kind: offer for offer in offers},
            "sheet": sheet or {},
            "is_host": False,
        }
        own = ("game/strip.html", "game/phone.html", "game/menu.html")
        parts = ("bar.html", "guide.html", *(each for each in own if self._has(each)))
        html = {
            part: self.page(part, language, **values) for part in (*parts, "leave.html")
        }
        above = ("game/strip.html", "game/menu.html", "leave.html")
        strip = [html.pop(each, "") for each in above]
        return f'<section id="me">{"".join(strip)}</section>{"".join(html.values())}'

    def middle(self, table: Any, language: str = "en") -> str:
        """Return the middle of the table."""
        step = self.game.table_step(table)
        return self.page("middle.html", language, table=table, step=step)

    def paper(self, state: Any, seat: int, language: str = "en") -> str:
        """Return the host's page for somebody without a phone."""
        view = self.game.seat_view(state, Seat(seat))
        step = self.game.asked(view, self.game.offers(view)).plain()
        return self.paper_of(self.game.table_view(state), seat, step, language)

    def paper_of(self, table: Any, seat: int, step: Step, language: str = "en") -> str:
        """Return the same of the table's view and what the seat is asked, as far as public."""
        name = table.players[seat].name
        person = PersonView(
            PersonId("p"), name, Seat(seat), has_phone=False, is_host=False, may_borrow=True
        )
        return self.page(
            "paper.html",
            language,
            table=table,
            person=person,
            people=(person,),
            own=self._has("game/paper.html"),
            offers=(),
            requests=(),
            step=step,
            info=SimpleNamespace(finished=False, paused=False, sand=None, deadline=None),
        )
