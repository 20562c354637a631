"""A link is written one way only, and what means nothing is no link."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.links import (
    VIRTUAL,
    I2cLink,
    Link,
    MuxLink,
    SpiLink,
    UsbLink,
    parse_link,
)

PINS = st.integers(0, 99)
LINKS: st.SearchStrategy[Link] = st.one_of(
    st.just(VIRTUAL),
    st.builds(MuxLink, st.from_regex(r"[\w-]+", fullmatch=True), st.integers(0, 7)),
    st.builds(I2cLink, st.integers(0, 99)),
    st.builds(SpiLink, st.just(0), st.integers(0, 1), PINS, st.none() | PINS),
    st.builds(SpiLink, st.just(1), st.integers(0, 2), PINS, st.none() | PINS),
    st.builds(UsbLink, st.from_regex(r"[\w.:-]+", fullmatch=True)),
)


@given(LINKS)
def test_what_is_written_is_read_again(link: Link) -> None:
    assert parse_link(str(link)) == link


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("virtual:", VIRTUAL),
        ("mux:m/3", MuxLink("m", 3)),
        ("i2c:1", I2cLink(1)),
        ("spi:0.1/24/25", SpiLink(0, 1, 24, 25)),
        ("spi:1.2/24", SpiLink(1, 2, 24)),
        ("usb:E6614C311B6A7B2C", UsbLink("E6614C311B6A7B2C")),
    ],
)
def test_a_link_says_where(text: str, link: Link) -> None:
    assert parse_link(text) == link


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "virtual",
            "virtual:x",
            "mux",
            "mux:m",
            "mux:m/8",
            "mux:m/3 ",
            "i2c:",
            "i2c:x",
        ),
        *("spi:0.0", "spi:0.2/24", "spi:2.0/24", "spi:0.0/24/", "usb:", "usb:a b"),
        *(
            "tty:/dev/ttyS5",
            "i2c:" + "9" * 5000,
            "carrier-pigeon:7",
            "MUX:m/3",
        ),
    ],
)
def test_what_means_nothing_is_no_link(text: str) -> None:
    assert parse_link(text) is None
