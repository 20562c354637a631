"""One picture to keep: of a match that is over, and of nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from random import Random

import msgspec
import pytest
from flask.testing import FlaskClient
from PIL import Image

from companion.engine.codec import Codec
from companion.games import GAMES
from companion.games.letter_jam.bots.act import act
from companion.ports import Keepsake, KeptWord, Message, Seat
from companion.table.values.courses import Running
from companion.table.values.match import Match
from companion.table.values.people import signs_of
from companion.table.values.projection import PlayedMatch, Projection, TableInfo
from hardware.drawing.glyphs import FONT
from tests.e2e.stage import HANDLE, KEY, Stage
from tests.play import begun, played, seated
from tests.web.conftest import HOST, OWN_COOKIE
from web.app import create_app
from web.keepsake import HEIGHT, WIDTH, draw, key_of
from web.routes.host import qr_svg

LONG = "Jörg-Maximilian von und zu"


def finished() -> Match:
    """Return a match of Letter Jam that bots have played to its score."""
    game = GAMES["letter_jam"]()
    match = begun(game, 2, Random(3), lengths=(3, 3), level="children")
    for move in range(400):
        if game.finished(match.state):
            return match
        for seat in game.seats(match.state):
            view = game.seat_view(match.state, seat)
            command = act(view, game.offers(view), "strong", 1)
            if command is not None:
                match = match.carry_out(command, f"move-{move:04}", seat, Random(move))
                break
    raise AssertionError("the bots did not come to an end")


@pytest.fixture(name="over", scope="module")
def _over() -> Match:
    return finished()


class Place:
    """A stage, and somebody in the house who holds no page."""

    def __init__(self, language: str = "en") -> None:
        self.stage = Stage(GAMES["letter_jam"](), players=2)
        addresses = [f"http://{HOST}"]
        app = create_app(
            self.stage.table, self.stage.pages, addresses=lambda: addresses, font=FONT
        )
        self.client: FlaskClient = app.test_client()
        self.language = language

    def get(self, path: str) -> tuple[int, bytes]:
        headers = {"Host": HOST, "Accept-Language": self.language}
        far = {"REMOTE_ADDR": "192.168.1.77"}
        answer = self.client.get(path, headers=headers, environ_base=far)
        return answer.status_code, answer.data

    @property
    def key(self) -> str:
        return key_of(self.stage.table.publisher.latest.table)


def matches(name: str) -> Iterator[Match]:
    game = GAMES[name]()
    for seed in range(2):
        random = Random(seed)
        yield from played(begun(game, seated(game, 2), random), random, 250)


@pytest.mark.parametrize("name", GAMES)
def test_there_is_none_while_a_match_runs(name: str) -> None:
    for match in matches(name):
        if not match.game.finished(match.state):
            assert match.game.keepsake(match.table) is None


def test_it_tells_what_the_score_tells(over: Match) -> None:
    kept = over.game.keepsake(over.table)
    assert kept is not None
    score = over.table.score
    assert [each.word for each in kept.words] == [line.whole for line in score.lines]
    assert kept.stars == (score.rank, 5)
    assert kept.best in {line.whole for line in score.look_back}
    assert (kept.best, kept.best_by) == next(
        (each.word, *each.names) for each in score.awards if each.kind == "best"
    )


def test_whoever_is_in_the_house_finds_it_in_the_own_language(over: Match) -> None:
    place, deutsch = Place(), Place("de")
    for each in (place, deutsch):
        each.stage.show(over)
    assert place.key
    status, png = place.get(f"/picture/{place.key}.png")
    assert status == 200
    assert Image.open(BytesIO(png)).size == (WIDTH, HEIGHT)
    assert deutsch.get(f"/picture/{place.key}.png")[1] != png
    assert place.get(f"/picture/{place.key}.png")[1] == png
    assert f"/picture/{place.key}.svg".encode() in place.get("/table")[1]
    leads_to = qr_svg(f"http://{HOST}/picture/{place.key}.png")
    assert place.get(f"/picture/{place.key}.svg") == (200, leads_to)


def test_the_phone_shows_it_with_words_for_whoever_does_not_see_it(over: Match) -> None:
    place = Place()
    place.stage.show(over)
    place.client.set_cookie(OWN_COOKIE, KEY, domain=HOST.partition(":")[0])
    _, page = place.get(f"/p/{HANDLE}")
    assert f'src="/picture/{place.key}.png"'.encode() in page
    word = over.table.score.lines[0].whole
    assert word.encode() in page.partition(b'id="keepsake"')[2]


def test_it_goes_with_the_match_and_waits_for_the_show(over: Match) -> None:
    place = Place()
    place.stage.show(over)
    key = place.key
    course = over.game.course(Match.begin(over.game, "m").table, over.table)
    assert course is not None
    place.stage.show(over, course=Running(course, over.id, 1, 0, began_s=0.0))
    assert place.key == ""
    assert place.get(f"/picture/{key}.png")[0] == 404
    assert b"/picture/" not in place.get("/table")[1]
    running = next(matches("letter_jam"))
    for nothing in (None, running):
        place.stage.show(nothing)
        for kind in ("png", "svg"):
            assert place.get(f"/picture/{key}.{kind}")[0] == 404


def test_a_verdict_that_is_changed_makes_another_picture(over: Match) -> None:
    place = Place()
    place.stage.show(over)
    key, game = place.key, over.game
    codes = {"type": "JudgeWord", "seat": 0, "whose": 0, "accepted": None}
    accepted = over.table.score.lines[0].accepted
    judged = Codec(game.seat_commands).load({**codes, "accepted": not accepted})
    place.stage.show(over.carry_out(judged, "judged-anew", Seat(0), Random(0)))
    assert place.key not in ("", key)


def test_it_stays_as_long_as_the_evening_and_over_restarts(over: Match) -> None:
    place = Place()
    place.stage.show(over)
    key, info = place.key, place.stage.table.publisher.latest.table
    played = PlayedMatch("2026-01-31 20:15", over.game.name, ("Anna", "Ben"))
    kept = replace(played, keepsake=info.keepsake, signs=signs_of(info.people))
    # As it lies on the disk: what a restart reads names the same picture.
    again = msgspec.json.decode(msgspec.json.encode(kept), type=PlayedMatch)
    publisher, away = place.stage.table.publisher, TableInfo(over.game.name)
    publisher.publish(Projection(table=away, evenings=(played, again, played)))
    assert place.get(f"/picture/{key}.png")[0] == 200
    assert place.get(f"/picture/{key}.svg")[0] == 200
    publisher.publish(Projection(table=away, evenings=(played,)))
    assert place.get(f"/picture/{key}.png")[0] == 404


@pytest.mark.parametrize("people", range(1, 7))
def test_any_number_of_people_with_long_names_and_words_fits(people: int) -> None:
    words = ("LIMIT", "", "DONAUDAMPFSCHIFFFAHRT", "A", "*BEROST", "WORD")
    lines = tuple(KeptWord(LONG, word, bool(word)) for word in words[:people])
    kept = Keepsake("Letter Jam", Message("x"), lines, (people - 1, 5), "L*NEN", LONG)
    picture = Image.open(
        BytesIO(draw(FONT, kept, {LONG: ("boat", 6)}, LONG * 4, LONG * 4, "31/12/2026"))
    ).convert("RGB")
    for x in (0, WIDTH - 1):
        column = {picture.getpixel((x, y)) for y in range(HEIGHT)}
        assert len(column) == 1, "something runs over the edge"


@pytest.mark.parametrize(
    ("name", "left"), [("李雷", "💕"), ("Nguyễn", "Nguyen"), ("Anna 💕", "Anna")]
)
def test_what_the_font_lacks_of_a_name_is_left_out(name: str, left: str) -> None:
    pictures = []
    for each in (name, left, "Other"):
        kept = Keepsake("Letter Jam", Message("x"), (KeptWord(each, "WORD", counts=True),))
        pictures.append(draw(FONT, kept, {each: ("boat", 6)}, f"won by {each}", each))
    assert pictures[0] == pictures[1] != pictures[2]
