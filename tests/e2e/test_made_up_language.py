"""Every page in a language a third longer than English, on the narrowest phone."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion import messages
from companion.games import GAMES
from companion.languages import LANGUAGES
from tests.e2e.phones import SMALL
from tests.e2e.stage import Stage, device
from tests.made_up import made_up_catalogue, made_up_page
from tests.play import NAMES
from web.pages.game_pages import GamePages

pytestmark = pytest.mark.browser

LOBBY = ("/host", "/p/h0", "/table", "/", "/rules", "/sheet", "/status", "/nowhere")
LOOK = Path(__file__).with_name("made_up.js").read_text("utf-8")


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is English be made up."""
    plain, read = messages._sentences, GamePages.read

    def sentences(package: str, language: str) -> Mapping[str, str]:
        return made_up_catalogue(plain(package, language))

    def page(self: GamePages, name: str) -> str | None:
        found = read(self, name)
        return made_up_page(found) if found and name.startswith("rules.") else found

    monkeypatch.setattr(messages, "_sentences", sentences)
    monkeypatch.setattr(GamePages, "read", page)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_longer_language_fits_and_leaves_nothing_untranslated(
    browser: Browser, name: str
) -> None:
    stage = Stage(GAMES[name](), players=4)
    allowed = [*NAMES, *(each.name for each in LANGUAGES.values())]
    allowed += [each.title("en") for each in stage.pages.values()]
    faults: set[str] = set()
    with stage.served() as url, device(browser, url, "en", "light") as context:
        page = context.new_page()
        page.set_viewport_size(SMALL)

        def look(path: str) -> None:
            page.goto(url + path, wait_until="domcontentloaded")
            page.evaluate(LOOK)
            for what in ("plain", "cut", "wide"):
                found = page.evaluate(
                    "([what, allowed]) => madeUp[what](allowed)", [what, allowed]
                )
                faults.update(f"{path} {what} {each}" for each in found)

        for _, match in stage.moments(1):
            stage.show(match)
            for path in ("/p/h0", "/table", f"/host/for/{stage.paper}"):
                look(path)
        stage.show(None, asked_for=True)
        for path in LOBBY:
            look(path)
    assert not faults, "\n".join(sorted(faults))


def test_what_is_plain_cut_off_or_too_wide_is_found(browser: Browser) -> None:
    page = browser.new_page(viewport=SMALL)
    page.set_content(
        "<main><p>⟦á ⟦b⟧ c⟧ Save Anna</p><button aria-label='Close'>⟦x⟧</button>"
        "<b style='display:block;width:3em;overflow:hidden'>⟦šóóméééééééééééthííííng⟧</b>"
        "<pre style='display:inline-block'>⟦" + "wííídéé" * 20 + "⟧</pre></main>"
    )
    page.evaluate(LOOK)
    assert page.evaluate("madeUp.plain(['Anna'])") == ["aria-label: Close", "p: Save"]
    assert [each[:8] for each in page.evaluate("madeUp.cut()")] == ["<b style"]
    assert [each[:4] for each in page.evaluate("madeUp.wide()")] == ["<pre"]
    page.close()
