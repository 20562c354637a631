import random
import re
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import DataError
from companion.links import InAir
from hardware.boards import serial_protocol as protocol
from hardware.boards.press_gate import OLD_MS
from hardware.boards.serial_protocol import (
    Ack,
    AliveReport,
    ButtonReport,
    CommandFailed,
    Hello,
    LineSplitter,
    Nak,
    Said,
    Trouble,
    frame,
    read,
    unframe,
)
from hardware.panels.panel import cut
from hardware.panels.registers import WHOLE, WIDTH_PX, Window

PROTOCOL = Path(__file__).parents[2] / "hardware" / "firmware" / "PROTOCOL.md"
EXAMPLES = re.findall(r"`(\$[^`]+\*[0-9A-F]{8})`", PROTOCOL.read_text())

BODIES = st.text("abcXYZ019 =+/:.-", max_size=180)
SAID: dict[str, Said] = {
    "HELLO 1 e6614c311b6a7b2c 128x64 btn=1 fw=1.3": Hello(
        1, "e6614c311b6a7b2c", (128, 64), 1, "1.3"
    ),
    "ACK 7": Ack(7),
    "NAK": Nak(),
    "ERR 7 OSError-19": CommandFailed(7, "OSError-19"),
    "ERR ValueError-bad-SDA-pin": Trouble("ValueError-bad-SDA-pin"),
    "BTN 3 0 1 27": ButtonReport(3, 0, down=True, age_ms=27),
    "BEAT 61000": AliveReport(61000, InAir()),
}


@pytest.mark.parametrize(
    ("told", "air"),
    [
        ("100 -58", InAir(100, -58)),
        ("0 -150", InAir(0, -150)),
        ("- 0", InAir(None, 0)),
        ("101 -151", InAir()),
        ("-5 x", InAir()),
        ("٣ 58", InAir()),
        ("55 -60 more", InAir(55, -60)),
    ],
)
def test_what_a_board_in_the_air_tells_of_itself(told: str, air: InAir) -> None:
    assert read(f"BEAT 61000 {told}") == AliveReport(61000, air)


def test_the_examples_of_the_page_are_true() -> None:
    bodies = [unframe(line.encode()) for line in EXAMPLES]
    assert len(bodies) == 14
    assert None not in bodies
    assert {body: read(body) for body in bodies if body in SAID} == SAID
    pixels = bytes(range(8))
    assert set(bodies) - set(SAID) == {
        protocol.HI,
        protocol.FREE,
        protocol.window(7, Window(8, 15, 1, 1), pixels),
        protocol.contrast(8, 16),
        protocol.light(9, on=True),
        protocol.reset(10),
        protocol.acknowledge(3),
    }


@given(BODIES, st.integers(1, 50))
def test_what_was_framed_comes_out_however_it_is_cut(body: str, step: int) -> None:
    stream = b"noise" + frame(body) + frame("NAK")[:-1] + b"\r\n" + frame(body)
    lines = LineSplitter()
    pieces = [stream[k : k + step] for k in range(0, len(stream), step)]
    assert [found for piece in pieces for found in lines.feed(piece)] == [body, "NAK", body]


def changed(body: str, at: int, noise: bytes) -> bytes:
    line = frame(body)
    at %= len(line)
    return line[:at] + noise + line[at + len(noise) :]


CHANGED = st.builds(changed, BODIES, st.integers(0), st.binary(min_size=1, max_size=4))


@given(st.binary(max_size=400) | CHANGED)
def test_no_bytes_make_it_fail_and_what_was_changed_under_way_is_not_heard(
    data: bytes,
) -> None:
    for body in LineSplitter().feed(data + b"\n"):
        assert frame(body).rstrip() in data


@given(st.text(max_size=60))
def test_no_body_makes_reading_fail(body: str) -> None:
    said = read(body)
    assert said is None or body.split(" ", maxsplit=1)[0] in (
        "HELLO",
        "ACK",
        "NAK",
        "ERR",
        "BTN",
        "BEAT",
    )


@pytest.mark.parametrize(
    "body",
    ["", "ACK", "ACK x", "ACK 256", "ACK -1", "ACK ²", "BTN 256 0 1 5", "NAK 1", "HI"],
)
def test_what_makes_no_sense_is_nothing(body: str) -> None:
    assert read(body) is None


@pytest.mark.parametrize(
    "press",
    [
        "0 1 72010000",
        "0 1 -469000000",
        f"0 1 {'9' * 99}",
        "12 1 5000000",
        "0 2 5",
        "0 1",
        "",
    ],
)
def test_a_press_has_its_number_whatever_else_it_tells(press: str) -> None:
    """Without an answer a board says it again and again, and nothing that came after it."""
    said = read(f"BTN 7 {press}".rstrip())
    assert isinstance(said, ButtonReport)
    assert said.sequence == 7
    assert said.age_ms > OLD_MS


def test_another_protocol_tells_its_version_at_least() -> None:
    hello = read("HELLO 2 something=else")
    assert isinstance(hello, Hello)
    assert hello.version == 2


@pytest.mark.parametrize("body", ["a*b", "a$b", "a\nb", "x" * 190])
def test_what_a_line_cannot_hold_is_not_sent(body: str) -> None:
    with pytest.raises(DataError, match="split it"):
        frame(body)


def test_a_whole_page_fits_into_a_line_and_every_window_is_covered() -> None:
    page = Window(0, 127, 7, 7)
    assert len(frame(protocol.window(255, page, bytes(128)))) <= protocol.LONGEST_LINE
    for at in (WHOLE, Window(3, 70, 1, 6), Window(5, 5, 0, 7), Window(0, 63, 2, 7)):
        pieces = list(protocol.split(at))
        assert sum(piece.size_bytes for piece in pieces) == at.size_bytes
        assert all(piece.size_bytes <= protocol.LONGEST_WINDOW for piece in pieces)
        packed = bytes(k % 251 for k in range(WIDTH_PX * 8))
        assert b"".join(cut(packed, piece) for piece in pieces) == cut(packed, at)


def damaged(stream: bytes, chance: random.Random) -> bytes:
    """Flip, drop, double, insert or swap a few bytes of *stream*."""
    data = bytearray(stream)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        match chance.randrange(5):
            case 0:
                data[at] ^= 1 << chance.randrange(8)
            case 1:
                del data[at : at + chance.randint(1, 5)]
                data = data or bytearray(b"\n")
            case 2:
                data[at:at] = data[at : at + chance.randint(1, 9)]
            case 3:
                data[at:at] = chance.randbytes(chance.randint(1, 6))
            case _:
                end = chance.randrange(len(data))
                data[at], data[end] = data[end], data[at]
    return bytes(data)


def check_damage(streams: int, seed: int) -> None:
    """Let damaged streams in: only bodies that were sent come out, and nothing piles up."""
    chance, lines = random.Random(seed), LineSplitter()
    heard = 0
    for k in range(streams):
        bodies = [
            f"ACK {k % 256}",
            f"BTN {chance.randrange(256)} 0 {k & 1} {chance.randrange(999)}",
            protocol.window(k % 256, Window(0, 9, 1, 1), chance.randbytes(10)),
        ]
        stream = damaged(b"".join(map(frame, bodies)), chance) + b"\n"
        found = list(lines.feed(stream))
        heard += len(found)
        assert set(found) <= set(bodies)
        for body in found:
            read(body)
        assert len(lines._rest) <= protocol.LONGEST_LINE
    assert heard > streams  # the whole ones got through


def test_no_damaged_stream_makes_a_wrong_command() -> None:
    check_damage(20_000, seed=11)


@pytest.mark.parametrize(
    "streams",
    [
        pytest.param(100_000, marks=pytest.mark.slow),
        pytest.param(1_000_000, marks=pytest.mark.long),
    ],
)
def test_damaged_streams_make_no_wrong_command_and_no_memory(streams: int) -> None:
    check_damage(1_000, seed=1)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    check_damage(streams, seed=2)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 100_000
