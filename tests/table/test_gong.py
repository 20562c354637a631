"""3, 2, 1 on the stands goes along with the wait for the gong: fingers and answers still count."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.buchstabenbluff.game import buchstabenbluff
from companion.ports import STAND_PLACES, ButtonEdge, Place, WordFace
from companion.table.values.projection import TableInfo
from tests.games.buchstabenbluff.table import FewWords
from tests.table.house import SECOND, House
from tests.waiting import LIMIT_S

NAMES = ("Anna", "Ben", "Cleo")


class Tense:
    """A word lies; time passes when a test says so, and stands say what they refuse."""

    def __init__(self, path: Path) -> None:
        self.now_s = 100.0
        self.refused: list[Place] = []
        self.house = House(
            buchstabenbluff(FewWords()),
            path / "table.sqlite3",
            on_refused=self.refused.append,
            clock=lambda: self.now_s,
        )
        self.table = self.house.table
        self.table.start()

    def laid(self) -> "Tense":
        self.house.playing(*NAMES)
        self.teller = NAMES[self.info.view.active]
        self.others = [each for each in NAMES if each != self.teller]
        self.house.do(self.teller, "LayWord", cards=["1", "2"], word="ZZ", shown=[])
        return self

    @property
    def info(self) -> TableInfo:
        return self.house.shown.table

    def finger(self, name: str, *, down: bool) -> None:
        place, at_ns = STAND_PLACES[NAMES.index(name)], round(self.now_s * SECOND)
        self.table.on_edge(ButtonEdge(place, "main", down, at_ns))
        self.house.log()

    def later(self, seconds: float) -> None:
        self.now_s += seconds
        self.table.show_again().result(LIMIT_S)

    def shown(self) -> dict[str, str]:
        faces = zip(
            NAMES, (self.house.shown.faces[each] for each in STAND_PLACES), strict=False
        )
        return {
            name: face.word or face.mark
            for name, face in faces
            if isinstance(face, WordFace)
        }


@pytest.fixture(name="tense")
def _tense(tmp_path: Path) -> Iterator[Tense]:
    tense = Tense(tmp_path).laid()
    yield tense
    tense.table.stop()


def test_the_last_three_seconds_are_counted_and_answers_go_on(tense: Tense) -> None:
    assert tense.shown() == {tense.teller: "ZZ"}
    tense.later(12.1)
    assert tense.shown() == dict.fromkeys(NAMES, "3")
    tense.house.do(tense.others[0], "Believe")
    assert tense.shown() == dict.fromkeys(NAMES, "3")
    assert tense.info.course is None  # phones are asked on
    tense.later(2)
    assert tense.shown() == dict.fromkeys(NAMES, "1")


def test_a_finger_from_before_the_last_answer_doubts_at_the_early_gong(
    tense: Tense,
) -> None:
    first, last = tense.others
    tense.finger(first, down=True)
    tense.house.do(first, "Believe")
    tense.house.do(last, "Believe")
    assert tense.shown() == dict.fromkeys(NAMES, "3")
    assert not tense.refused
    tense.table._ring("time", "gong-1")
    tense.house.log()
    assert tense.info.view.verdict.doubters == (first,)
    assert tense.shown() == {tense.teller: "ZZ", first: "wrong", last: "right"}
    tense.finger(first, down=False)  # in silence: it ends no show
    assert tense.info.step.name == "reveal-gong"
    tense.later(2)
    assert set(tense.shown()) == set(NAMES)
    tense.later(60)
    assert tense.info.step.name == "reveal-bluff"


def test_the_gong_sounds_as_the_show_of_it_begins(tense: Tense) -> None:
    """A count on the stands silences nothing; what the gong brings up comes later."""
    assert [each.word for each in tense.info.moments] == ["dealt", "laid"]
    for name in tense.others:
        tense.house.do(name, "Doubt")
    tense.table._ring("time", "gong-1")
    tense.house.log()
    assert tense.info.course is not None
    assert [each.word for each in tense.info.moments][-1] == "gong"


def pages(tense: Tense) -> str:
    """Return all that the pages of all but the last who decides are made of."""
    people = {each.id: each.name for each in tense.info.people}
    found = ""
    for name in (tense.teller, *tense.others[:-1]):
        page = tense.house.page(name)
        table = replace(page.table, match="", album="")  # both by chance
        found += repr(replace(page, table=table, witness=""))
    for person, name in people.items():
        found = found.replace(person, name)
    return found + str(tense.house.shown.table_version)


@pytest.mark.parametrize("asked", ["moving", "restless", "an odd number", "all"])
def test_how_often_somebody_wavered_is_on_nobodys_page(tmp_path: Path, asked: str) -> None:
    """Twin tables: one answer that stays, and one that was changed in secret before."""
    answers = {
        "moving": ["Believe"],
        "restless": ["Believe", "Doubt", "Believe"] * 2,
        "an odd number": ["Believe", "Doubt"],
        "all": ["Doubt"] * 5,
    }[asked]
    for each in ("a", "b"):
        (tmp_path / each).mkdir()
    calm, wavering = (Tense(tmp_path / each) for each in ("a", "b"))
    for tense, said in ((calm, []), (wavering, answers)):
        tense.laid()
        first, last = tense.others
        for each in (*said, "Doubt"):
            tense.house.do(last, each)
        tense.house.do(first, "Believe")
        tense.now_s = 110.0
    assert len(wavering.house.log()) > len(calm.house.log())
    assert pages(wavering) == pages(calm)
    for tense in (calm, wavering):
        tense.table._ring("time", "gong-1")
        tense.house.log()
        assert tense.info.course is not None
    assert pages(wavering) == pages(calm)
    for tense in (calm, wavering):
        tense.later(60)
        tense.table.stop()
    assert pages(wavering) == pages(calm)


def test_a_finger_that_goes_with_its_board_is_betrayed_by_no_cross(tense: Tense) -> None:
    doubter = tense.others[0]
    tense.finger(doubter, down=True)
    place, at_ns = STAND_PLACES[NAMES.index(doubter)], round(tense.now_s * SECOND)
    tense.table.on_edge(ButtonEdge(place, "main", down=False, at_ns=at_ns, lost=True))
    tense.house.log()
    assert tense.refused == []
