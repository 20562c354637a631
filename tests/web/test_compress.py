"""Text travels packed to whoever can unpack it, and only then."""

import gzip
import re

from flask import Flask, Response

from tests.web.conftest import House
from web.pages.compress import compress_response

ZIP = {"Accept-Encoding": "gzip, br"}


def test_pages_and_files_are_packed_for_those_who_can_unpack(house: House) -> None:
    phone = house.phone()
    for path in ("/", "/static/app.css", "/static/app.js"):
        plain = phone.get(path)
        packed = phone.get(path, **ZIP)
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        told = gzip.decompress(packed.data).split(b"\n")
        assert len(told) == plain.data.count(b"\n") + 1
        for line, whole in zip(told, plain.data.split(b"\n"), strict=True):
            comment = path != "/" and re.fullmatch(rb"\s*(//.*|/\*[^/]*\*/)\s*", whole)
            assert line == (b"" if comment else whole)
        assert len(packed.data) < len(plain.data) / 1.8
        for answer in (plain, packed):
            assert "Accept-Encoding" in answer.headers["Vary"]


def test_comments_alone_do_not_travel_and_what_stands_beside_them_does() -> None:
    source = b"// why\n/** a */ f() /* b */\n  /* c */\nconst url = 'http://x'; // d\n* e\n"
    with Flask(__name__).test_request_context(headers=ZIP):
        script = Response(source * 20, mimetype="text/javascript")
        script.set_etag("x")
        told = gzip.decompress(compress_response(script).data)
    kept = b"\n/** a */ f() /* b */\n\nconst url = 'http://x'; // d\n* e\n"
    assert told == kept * 20


def test_a_browser_that_has_the_file_is_not_sent_it_again(house: House) -> None:
    phone = house.phone()
    for path in ("/static/app.css", "/game/dummy/phone.css"):
        tag = phone.get(path, **ZIP).headers["ETag"]
        again = phone.get(path, **ZIP, **{"If-None-Match": tag})
        assert again.status_code == 304
        assert again.data == b""


def test_what_is_short_or_no_text_stays_as_it_is(house: House) -> None:
    phone = house.machine()
    phone.get("/")
    for path in ("/static/icon.svg", "/bench/picture/stand-1", "/table/state"):
        assert "Content-Encoding" not in phone.get(path, **ZIP).headers
