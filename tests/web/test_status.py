"""How the program is, for people and for programs."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.links import InAir
from companion.pi import checks
from companion.ports import Health, Place
from companion.table.values.incidents import Incident
from companion.table.values.program_health import Activity, ProgramHealth
from tests.web.conftest import HOST, STANDS, House, Phone, dummy_pages
from tests.web.dummy_table import DummyTable
from web.app import create_app

WELL = ProgramHealth(Activity("dummy", 4, playing=True), free_mb=2345, up_s=130.0)
ILL = ProgramHealth(
    Activity("dummy", 4, playing=True, saved=False),
    late_s=8.0,
    free_mb=70,
    stands={
        Place("stand-1"): Health(up=True),
        Place("centre"): Health(up=False, why="no answer at 0x3c"),
    },
)
Ask = Callable[[ProgramHealth, str], Phone]


@pytest.fixture(name="ask")
def _ask() -> Ask:
    def ask(health: ProgramHealth, language: str = "en") -> Phone:
        app = create_app(DummyTable(), dummy_pages(), stands=STANDS, health=lambda: health)
        return Phone(app.test_client(), HOST, headers={"Accept-Language": language})

    return ask


def test_a_program_reads_whether_all_is_well(ask: Ask) -> None:
    answer = ask(WELL, "en").get("/healthz")
    assert answer.status_code == 200
    assert answer.json == {
        "well": True,
        "table": {"fresh": True},
        "saved": True,
        "disk": {"enough": True, "free_mb": 2300},
        "stands": {},
        "screens": [],
        "match": {"game": "dummy", "playing": True, "finished": False},
        "people": 4,
        "up_minutes": 2,
    }
    answer = ask(ILL, "en").get("/healthz")
    assert answer.status_code == 503
    assert answer.json is not None
    assert answer.json["table"] == {"fresh": False}
    assert answer.json["stands"]["centre"] == {
        "up": False,
        "why": "no answer at 0x3c",
        "air": None,
    }


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            ["Something is wrong", "restarts by itself", "Saving is failing", "the middle"],
        ),
        ("de", ["Etwas stimmt nicht", "startet innerhalb", "Speichern schlägt", "Mitte"]),
    ],
)
def test_people_read_what_is_wrong(ask: Ask, language: str, sentences: list[str]) -> None:
    page = ask(ILL, language).get("/status").text
    for sentence in sentences:
        assert sentence in page
    assert "All is well" not in page
    assert not re.findall(r"web\.\w+\.", page)  # every sentence is in the catalogue


def test_people_read_that_all_is_well(ask: Ask) -> None:
    page = ask(WELL, "de").get("/status").text
    assert "Alles in Ordnung" in page
    assert "2300 MB" in page


def test_people_read_what_went_wrong_lately(house: House) -> None:
    lately = (
        Incident("display-lost", "stand-2"),
        Incident("not-saved", "full"),
        Incident("started"),
    )
    publisher = house.table.publisher
    publisher.publish(replace(publisher.latest, incidents=lately))
    page = house.phone(language="de").get("/status").text
    assert "Eine Anzeige ist dunkel geworden: Halter 2." in page
    assert "Die Speicherkarte ist voll" in page
    assert not re.findall(r"web\.\w+\.", page)


def test_moves_of_one_seat_do_not_show(house: House) -> None:
    anna, ben = house.phone(), house.phone(address="192.168.1.78")
    where = anna.join("Anna")
    ben.join("Ben")
    before = (ben.get("/healthz").data, ben.get("/status").data)
    anna.post(f"{where}/sheet", {"key": "row:1", "text": "Q"})
    assert (ben.get("/healthz").data, ben.get("/status").data) == before


@pytest.mark.parametrize(
    ("air", "said"),
    [
        (InAir(), "works, without a cable"),
        (InAir(40, -60), "works, without a cable, battery 40 %"),
        (InAir(9, -81), "battery 9 %, hardly heard: move it nearer, or the bridge"),
    ],
)
def test_how_a_stand_is_joined_is_told(ask: Ask, air: InAir, said: str) -> None:
    stands = {Place("stand-1"): Health(up=True, air=air), Place("stand-2"): Health(up=True)}
    page = ask(replace(WELL, stands=stands), "en")
    lines = [" ".join(each.split()) for each in page.get("/status").text.split("<li>")]
    (first,) = [each for each in lines if each.startswith("stand 1:")]
    assert f"{said}</li>" in first
    assert [each for each in lines if each.startswith("stand 2: works</li>")]
    told = page.get("/healthz").json
    assert told is not None
    (check, _) = checks.stands(told)
    assert check.verdict == "ok"
    assert check.finding == f"works, says the open table: {air}"
