"""``companion run --dev``: a file changes, the program starts anew, and the match goes on."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.e2e.daemon import ROOT, free_port
from tests.e2e.phones import come
from tests.waiting import LIMIT_MS, LIMIT_S, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.browser]
BROKEN = "\ndef broken(:\n"


@pytest.fixture(scope="module", name="tree")
def _tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = tmp_path_factory.mktemp("tree")
    for package in ("companion", "web", "hardware"):
        unneeded = shutil.ignore_patterns("__pycache__", "pictures")
        shutil.copytree(ROOT / package, tree / package, ignore=unneeded)
    return tree


@contextmanager
def running(tree: Path, folder: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Yield the program in the copy, for whoever writes a game."""
    command = "import sys; from companion.cli.main import main; sys.exit(main())"
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", command, "run", "--dev"),
            *("--port", str(port), "--data", str(folder)),
        ],
        cwd=tree,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert "/dev" in process.stdout.readline()
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=LIMIT_S)


def _asked(context: BrowserContext, url: str) -> str:
    """Return what a page asks that has only now been opened."""
    page = context.new_page()
    page.goto(url)
    text = page.locator("#now").inner_text()
    page.close()
    return text


def test_all_seats_outlive_a_broken_file_and_see_what_it_says_then(
    browser: Browser, tree: Path, tmp_path: Path
) -> None:
    port = free_port()
    with running(tree, tmp_path, port) as process:
        context = browser.new_context(viewport={"width": 1400, "height": 1200})
        page = context.new_page()
        come(page, f"http://localhost:{port}/dev")
        page.locator("select[name=game]").select_option("letter_jam")
        page.locator("input[name=people]").fill("4")
        page.get_by_role("button", name="New match").click()
        seats = page.locator("#dev-seats iframe")
        expect(seats).to_have_count(4, timeout=LIMIT_MS)
        handles = [each.get_attribute("src") for each in seats.all()]
        frames = [page.frame_locator(f"#dev-seats iframe >> nth={n}") for n in range(4)]

        def asked() -> list[str]:
            return [each.locator("#now").inner_text() for each in frames]

        for each in frames:
            expect(each.locator("#now")).to_be_visible(timeout=LIMIT_MS)
        first = asked()

        def moved() -> bool:
            page.get_by_role("button", name="Random move", exact=True).click()
            page.wait_for_timeout(500)
            return asked() != first

        wait_for(moved, "another question")
        now = [_asked(context, f"http://localhost:{port}{each}") for each in handles]
        wait_for(lambda: asked() == now, "every seat to see it")

        rules = tree / "companion/games/letter_jam/decide.py"
        whole = rules.read_text("utf-8")
        rules.write_text(whole + BROKEN, "utf-8")
        fault = page.locator("#dev-fault")
        expect(fault).to_contain_text("SyntaxError", timeout=LIMIT_MS)
        expect(fault).to_contain_text("def broken(:")
        assert process.poll() is None

        rules.write_text(whole, "utf-8")
        expect(fault).to_be_hidden(timeout=LIMIT_MS)
        template = tree / "companion/games/letter_jam/pages/phone.html"
        template.write_text(
            "<section id=mark>Marked</section>" + template.read_text("utf-8")
        )
        for each in frames:
            expect(each.locator("#mark")).to_be_visible(timeout=LIMIT_MS)
        assert [each.get_attribute("src") for each in seats.all()] == handles
        wait_for(lambda: asked() == now, "the match to stand where it stood")
        context.close()
