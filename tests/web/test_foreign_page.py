"""A browser that has both open: our page, and one of a stranger who knows our address.

At an address of the network, for at 127.0.0.1 browsers send ``Sec-Fetch-Site``, and there
it would be no proof that ``Origin`` alone is enough.
"""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.network import lan_address
from tests.waiting import LIMIT_MS
from tests.web.conftest import House
from web.live.server import Server, listen

LAN = lan_address()
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(LAN is None, reason="this machine is in no network"),
]

SEND = """async (where) => {
    const body = JSON.stringify({pin: "246813", name: "Eve"});
    const ways = [
        {method: "POST", mode: "no-cors", body},
        {method: "POST", mode: "no-cors", credentials: "include", body,
         headers: {"Content-Type": "text/plain"}},
        {method: "POST", credentials: "include", body,
         headers: {"Content-Type": "application/json"}},
        {method: "PUT", credentials: "include", body},
        {credentials: "include"},
    ];
    const got = [];
    for (const way of ways) {
        try {
            const answer = await fetch(`${where}/join`, way);
            got.push(answer.type === "opaque" ? "" : await answer.text());
        } catch (error) { got.push(""); }
    }
    const frame = document.createElement("iframe");
    frame.src = where;
    document.body.append(frame);
    await new Promise((done) => { frame.onload = done; setTimeout(done, 2000); });
    try { got.push(frame.contentDocument?.body?.textContent ?? ""); } catch { got.push(""); }
    return got.join("");
}"""


class Stranger(BaseHTTPRequestHandler):
    """An innocent page, for all that one can see."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>kittens</title><body>kittens</body>")

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


@pytest.fixture(name="stranger")
def _stranger() -> Iterator[str]:
    # At our own address: cookies do not tell ports apart, so they come along.
    server = ThreadingHTTPServer(("0.0.0.0", 0), Stranger)  # noqa: S104 - see above
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{LAN}:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(name="table")
def _table(house: House) -> Iterator[Server]:
    server = Server(house.app, listen("0.0.0.0", 0))  # noqa: S104 - an address of the network is the point
    Thread(target=server.run, daemon=True).start()
    yield server
    server.close()


@pytest.fixture(name="page")
def _page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en")
    context.set_default_timeout(LIMIT_MS)
    yield context.new_page()
    context.close()


def test_a_foreign_page_can_send_and_read_nothing(
    house: House, table: Server, stranger: str, page: Page
) -> None:
    where = f"http://{LAN}:{table.port}"
    page.goto(f"{where}/J/246813")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/p/*")  # our own page may: Origin is enough
    assert page.evaluate("document.cookie") == ""
    assert page.evaluate("isSecureContext") is False
    before = list(house.table.calls)
    page.goto(stranger)
    expect(page.get_by_text("kittens")).to_be_visible()
    assert page.evaluate(SEND, where) == ""
    assert not [each.url for each in page.frames if each.url.startswith(where)], "framed"
    page.evaluate(
        """(where) => {
            const form = document.createElement("form");
            form.method = "post"; form.action = `${where}/join`; form.enctype = "text/plain";
            const field = document.createElement("input");
            field.name = '{"pin":"246813","name":"Eve","x":"'; field.value = '"}';
            form.append(field); document.body.append(form); form.submit();
        }""",
        where,
    )
    page.wait_for_url("**/join")
    assert house.table.calls == before
