"""A match at a real table with one person who has no phone, whom the host's page plays for."""

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.game import AnyGame
from companion.engine.offers import Offer, fill
from companion.errors import Rejected
from companion.ports import Seat
from companion.table.table import Table
from companion.table.values.ids import Handle
from companion.table.values.match import Match
from companion.table.values.projection import Projection, SeatPage, TableInfo
from tests.page_faults import Form, Page
from tests.play import any_word
from tests.waiting import LIMIT_S
from tests.web.conftest import HOST, OWN_COOKIE, Phone
from web.app import create_app
from web.devices import device_id
from web.pages.game_pages import game_pages

KEYS = {"Anna": "a-key-of-22-characters", "Ben": "another-key-of-22-char"}
SELDOM = {"Leave", "WantEnd", "UsePhone", "RefuseTheme", "PutTheme", "TakeClueBack"}
"""What a person does once an evening: nothing waits for it."""
SKIPS = {"Pass", "StopDrawing"}
TRIES, PATIENCE = 20, 60
"""Of Opa on a phone, and of the others before one is handed over."""


class PlainEvening:
    """Anna is the host, Ben has a phone too, Opa has none and the last seat."""

    def __init__(self, game: AnyGame, path: Path, seed: int, **options: object) -> None:
        self.game, self.random, name = game, Random(seed), game.name
        pages = game_pages(name, game.pages)
        self.table = Table(
            {name: game}, path, {name: pages.catalogues}, random=Random(seed)
        )
        self.table.start()
        app = create_app(
            self.table,
            {name: pages},
            addresses=lambda: [f"http://{HOST}"],
            clock=count(step=10).__next__,  # nobody here is too fast
        )
        self.phones = {name: Phone(app.test_client()) for name in KEYS}
        lobby = self.table.lobby
        for name, key in KEYS.items():
            domain = HOST.partition(":")[0]
            self.phones[name].client.set_cookie(OWN_COOKIE, key, domain=domain)
            self.table.submit(lobby.join, device_id(key), name).result(LIMIT_S)
        host = device_id(KEYS["Anna"])
        self.host = self.phones["Anna"]
        self.opa = self.table.submit(lobby.add_person, host, "Opa").result(LIMIT_S)
        begin = self.table.matches.start
        self.table.submit(begin, host, options, "begin-it").result(LIMIT_S)
        self.moves = self.silent = 0

    # -- what is shown -------------------------------------------------------------------

    @property
    def shown(self) -> Projection:
        return self.table.publisher.latest

    @property
    def info(self) -> TableInfo:
        return self.shown.table

    def page_of(self, person: str) -> tuple[Handle, SeatPage]:
        pages = self.shown.pages.items()
        return next(each for each in pages if each[1].person.name == person)

    @property
    def plain_path(self) -> str:
        return f"/host/for/{self.opa}"

    def plain(self) -> str:
        """Return what the host's page for Opa says now."""
        answer = self.host.get(self.plain_path)
        assert answer.status_code == 200, answer.text
        return answer.text

    # -- who does something --------------------------------------------------------------

    def play(self, opa: Callable[[], None], moves: int = 3000) -> bool:
        """Play until the match is over, *opa* in between; return whether it is."""
        for _ in range(moves):
            if self.info.finished:
                return True
            self.others_play()
            opa()
            self._let_time_pass()
        return self.info.finished

    def _let_time_pass(self) -> None:
        """Let what is waited for be over, where nobody has anything else to do."""
        wait, version = self.info.deadline, self.shown.table_version
        pages = (self.page_of(name)[1] for name in KEYS)
        if wait is None or any(self._meant(page.offers) for page in pages):
            return
        self.table._ring("time", wait.id)  # as the alarm would, in seconds
        self.table.publisher.wait(lambda shown: shown.table_version != version, LIMIT_S)

    def others_play(self) -> None:
        """Let somebody with a phone do something."""
        name = self.random.choice(("Anna", "Ben"))
        handle, page = self.page_of(name)
        if offer := self._wish(page.offers, page.step.kinds):
            self.send(
                page,
                handle,
                {"type": offer.kind, **_nested(fill(offer, self.random, any_word))},
            )

    def opa_plays(self) -> None:
        """Let the host enter for Opa what Opa says aloud."""
        forms = [each for each in Page(self.plain()).forms if each.kind not in SELDOM]
        if forms:
            self.enter(self.random.choice(forms))

    def enter(self, form: Form) -> int:
        """Send what a button or a form of the plain page sends; return the status."""
        values = dict(form.given)
        if form.names:
            asked = next((each for each in self._offers() if each.kind == form.kind), None)
            values |= {} if asked is None else _nested(fill(asked, self.random, any_word))
        wish = {"id": self._id(), "command": {**values, "type": form.kind}}
        return self.host.post(f"{self.plain_path}/do", wish).status_code

    def send(self, page: SeatPage, handle: Handle, command: Mapping[str, Any]) -> bool:
        """Send *command* from a phone; return whether the rules took it."""
        try:
            self.table.submit(
                self.table.moves.send, page.device, handle, command, self._id()
            ).result(LIMIT_S)
        except Rejected:
            return False
        return True

    def _wish(self, offers: tuple[Offer, ...], asked: frozenset[str]) -> Offer | None:
        """Return what is asked for rather than what could be done besides."""
        meant = self._meant(offers)
        answers = [each for each in meant if each.kind in asked]
        some = answers if answers and self.random.random() < 0.9 else meant
        return self.random.choice(some) if some else None

    def _meant(self, offers: tuple[Offer, ...]) -> list[Offer]:
        return [each for each in offers if each.kind not in SELDOM]

    def _offers(self) -> tuple[Offer, ...]:
        match_id, rows = self.table.submit(self.table.matches.export).result(LIMIT_S)
        state = Match.load(self.game, match_id, rows).state
        return self.game.offers(self.game.seat_view(state, Seat(2)))

    def _id(self) -> str:
        self.moves += 1
        return f"move-{self.moves:06}"

    # -- a phone for Opa -----------------------------------------------------------------

    def lend(self, owner: str = "") -> str:
        """Hand over the host's phone, or the one of *owner*; return where the page goes on."""
        whose = {"owner": self.page_of(owner)[1].person.id} if owner else {}
        answer = self.host.post(f"{self.plain_path}/loan", whose)
        assert answer.status_code == 200, answer.text
        assert answer.json is not None
        return str(answer.json.get("go", ""))

    def opa_speaks(self) -> None:
        """Say all aloud; hand a phone over only where nothing that is said leads on."""
        step = self.shown.plain.get(self.opa)
        forms = [each for each in Page(self.plain()).forms if each.kind not in SELDOM]
        silent = step is not None and step.private and not forms
        self.silent = self.silent + 1 if silent else 0
        if self.silent > PATIENCE:  # else the others went on without Opa
            self.opa_has_a_phone()
        else:
            self.opa_plays()

    def opa_has_a_phone(self) -> None:
        """Hand a phone over for a question that takes what Opa alone sees, and take it back."""
        step = self.shown.plain.get(self.opa)
        if step is None or not step.private:
            return self.opa_plays()
        path = self.lend()
        assert "/p/" in path
        handle, page = self.page_of("Opa")
        mine = [each for each in page.offers if each.kind in page.step.kinds - SKIPS]
        for _ in range(TRIES if mine else 0):  # a word as long as its cards takes some
            offer = self.random.choice(mine)
            command = {"type": offer.kind, **_nested(fill(offer, self.random, any_word))}
            wish = {"id": self._id(), "command": command}
            if self.host.post(f"/p/{handle}/do", wish).status_code == 200:
                break
        assert self.host.post(f"/p/{handle}/return").status_code == 200
        return None

    # -- the end -------------------------------------------------------------------------

    def close(self) -> None:
        self.table.stop()


def _nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return *values* with dots in names as mappings, as a page sends them."""
    nested: dict[str, Any] = {}
    for name, value in values.items():
        *outer, last = name.split(".")
        inner = nested
        for each in outer:
            inner = inner.setdefault(each, {})
        inner[last] = value
    return nested
