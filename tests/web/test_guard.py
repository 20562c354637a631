"""The security list, line by line: who may ask, and what stands on every answer."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

import companion.games
from companion.errors import DataError
from tests.web.conftest import HOST, OWN_COOKIE, House
from web import guard
from web.devices import MAX_AGE_S
from web.guard import BODY_BYTES, host_allowed, host_name
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, stream
from web.services import services_of

STRANGERS = [
    "evil.example",
    "evil.example:8080",
    "localhost.evil.example",
    "192.168.1.5.evil.example",
    "8.8.8.8",
    "0.0.0.0",  # noqa: S104 - a Host header, nothing is bound
    "[2001:4860:4860::8888]",
    "[::ffff:8.8.8.8]",
    "other.local",
    "jam.local..",
    "100.128.0.1",
    "[64:ff9b::c0a8:105]",
    "192.168.1.5@evil.example",
    "a b",
    "",
]
FRIENDS = [
    "localhost",
    "127.0.0.1:8080",
    "[::1]:8080",
    "192.168.1.5:8080",
    "10.0.0.1",
    "169.254.7.7",
    "[fe80::1]:80",
    "[fd00::1]",
    "jam.local",
    "JAM.local:8080",
    "jam.local.",
    "jam.local.:8080",
    "100.101.102.103:8080",
    "localhost.",
]


@pytest.mark.parametrize("host", STRANGERS)
def test_a_name_that_could_be_a_strangers_is_misdirected(house: House, host: str) -> None:
    answer = house.phone(host=host).get("/")
    assert answer.status_code in {400, 421}
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("host", FRIENDS)
def test_names_of_this_house_are_answered(house: House, host: str) -> None:
    assert house.phone(host=host).get("/").status_code == 200
    name = host_name(host)
    assert name is not None
    assert host_allowed(name, {"jam.local"})


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": ""},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://192.168.1.5"},
        {"Origin": f"https://{HOST}"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_write_needs_our_own_origin(house: House, headers: dict[str, str]) -> None:
    phone = house.phone()
    phone.get("/")
    answer = phone.post("/join", {"pin": "246813", "name": "Eve"}, **headers)
    assert answer.status_code == 403
    assert house.table.calls == []


def test_a_write_without_any_origin_is_refused(house: House) -> None:
    phone = house.phone()
    phone.get("/")
    answer = phone.client.post("/join", json={"name": "x"}, headers={"Host": HOST})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_write_must_be_json(house: House, kind: str) -> None:
    phone = house.phone()
    phone.get("/")
    answer = phone.client.post(
        "/join",
        data='{"pin":"246813","name":"Eve"}',
        headers={"Host": HOST, "Origin": f"http://{HOST}", "Content-Type": kind},
    )
    assert answer.status_code == 415
    assert house.table.calls == []


def test_every_write_route_is_guarded(house: House) -> None:
    phone = house.phone()
    rules = [
        r
        for r in house.app.url_map.iter_rules()
        if r.methods and r.methods & {"POST", "PUT"}
    ]
    assert len(rules) > 15
    for rule in rules:
        path = re.sub(r"<[^>]+>", "x", rule.rule)
        method = "PUT" if "PUT" in (rule.methods or ()) else "POST"
        answer = phone.write(method, path, {}, Origin="http://evil.example")
        assert answer.status_code == 403, rule
        assert phone.client.open(
            path, method="DELETE", headers={"Host": HOST}
        ).status_code in {403, 405}


def test_bodies_have_a_limit(house: House) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    answer = phone.write("PUT", f"{where}/sheet", {"key": "a", "text": "x" * BODY_BYTES})
    assert answer.status_code == 413
    assert answer.json is not None
    assert "Shorten" in answer.json["message"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[",
        b"null",
        b"[]",
        b'{"key":1,"text":"a"}',
        b'{"key":"a"}',
        b"[" * 9000,
        b"\xff",
        b'{"key":"a","text":"b","seat":3}',
    ],
)
def test_nonsense_is_422_and_reaches_no_table(house: House, body: bytes) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    before = list(house.table.calls)
    answer = phone.client.put(
        f"{where}/sheet",
        data=body,
        headers={
            "Host": HOST,
            "Origin": f"http://{HOST}",
            "Content-Type": "application/json",
        },
    )
    assert answer.status_code == 422
    assert house.table.calls == before


def test_the_cookie_is_128_random_bits_that_no_script_can_read(house: House) -> None:
    cookies = [house.phone().get("/").headers["Set-Cookie"] for _ in range(2)]
    for cookie in cookies:
        assert re.match(rf"{OWN_COOKIE}=[A-Za-z0-9_-]{{22}};", cookie)
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Path=/" in cookie
    assert cookies[0] != cookies[1]


def test_a_known_device_keeps_its_key_as_long_as_it_comes_back(house: House) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    given = phone.client.get_cookie(OWN_COOKIE, domain="192.168.1.5")
    assert given is not None
    for path in ("/", where, "/host", "/table"):
        cookie = phone.get(path).headers["Set-Cookie"]
        assert cookie.startswith(f"{OWN_COOKIE}={given.value};"), path
        assert f"Max-Age={MAX_AGE_S};" in cookie
    for path in (f"{where}/state", "/static/app.js", "/p/unknown"):
        assert "Set-Cookie" not in phone.get(path).headers


def test_the_language_that_was_chosen_lasts_as_long_as_the_key(house: House) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    assert len(phone.get(where).headers.getlist("Set-Cookie")) == 1  # none was chosen
    chosen = phone.post("/language", {"language": "de"}).headers["Set-Cookie"]
    assert f"Max-Age={MAX_AGE_S};" in chosen
    for path in (where, "/host", "/table"):
        assert chosen in phone.get(path).headers.getlist("Set-Cookie"), path


def test_the_table_sees_only_the_hash_and_no_answer_shows_the_key(house: House) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    cookie = phone.client.get_cookie(OWN_COOKIE, domain="192.168.1.5")
    assert cookie is not None
    (page,) = house.table.publisher.latest.pages.values()
    assert re.fullmatch(r"[0-9a-f]{64}", page.device)
    for path in ("/", where, "/host", f"{where}/state"):
        text = phone.get(path).text
        assert cookie.value not in text
        assert page.device not in text


def test_there_is_no_flask_session(house: House) -> None:
    phone = house.phone()
    phone.join("Anna")
    assert house.app.secret_key is None
    assert phone.client.get_cookie("session", domain="192.168.1.5") is None


EVERYWHERE = [
    "/",
    "/table",
    "/rules",
    "/host",
    "/nothing",
    "/p/x",
    "/static/app.js",
    "/bench",
    "/game/dummy/phone.css",
    "/favicon.ico",
    "/p/x/stream",
    "/static/nothing",
]


NO_DOCUMENT = {"text/css", "text/javascript"}


@pytest.mark.parametrize("path", EVERYWHERE)
def test_headers_stand_on_every_answer(house: House, path: str) -> None:
    for phone in (house.phone(), house.machine(), house.phone(host="evil.example")):
        for answer in (phone.get(path), phone.post(path)):
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            csp = answer.headers.get("Content-Security-Policy")
            if answer.status_code == 200 and answer.mimetype in NO_DOCUMENT:
                assert csp is None
                continue
            assert csp is not None
            assert csp.startswith("default-src 'none'")
            assert "frame-ancestors 'none'" in csp
            assert "unsafe" not in csp
            assert "data:" not in csp
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
            fixed = (
                path.startswith(("/static/a", "/game", "/fav"))
                and answer.status_code == 200
            )
            assert answer.headers["Cache-Control"] == ("no-cache" if fixed else "no-store")
            referrer = answer.headers.get("Referrer-Policy")
            assert referrer == (None if fixed else "same-origin")
            assert "Server" not in answer.headers or "/" not in answer.headers["Server"]


def test_a_bug_is_answered_without_a_trace_and_logged_without_contents(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    house.table.trouble = RuntimeError("the letter is QUAGMIRE")
    answer = phone.post(f"{where}/do", {"id": "abcdefgh", "command": {"type": "Tick"}})
    assert answer.status_code == 500
    assert "QUAGMIRE" not in answer.text + caplog.text
    assert "Traceback" not in answer.text
    assert "RuntimeError" in caplog.text


def test_nonsense_found_by_the_table_is_not_quoted(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    house.table.trouble = DataError("the letter is QUAGMIRE")
    answer = phone.post(f"{where}/do", {"id": "abcdefgh", "command": {"type": "Tick"}})
    assert answer.status_code == 422
    assert "QUAGMIRE" not in answer.text + caplog.text


def test_a_stream_that_breaks_is_logged_without_contents(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object) -> Snapshot:
        raise RuntimeError("the letter is QUAGMIRE")

    with house.app.test_request_context("/table/stream"):
        page = LivePage(lambda _: "a key", broken)
        answer = stream(services_of(house.app), page)
    heard = b"".join(answer.iter_encoded())
    assert b"event: hello" in heard
    assert b"QUAGMIRE" not in heard
    assert "QUAGMIRE" not in caplog.text
    assert "RuntimeError" in caplog.text


def test_nothing_private_may_be_kept_or_asked_for_again_by_its_tag(house: House) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    house.table.start_playing()
    for path in (where, f"{where}/state", "/", "/host", "/table", "/table/state"):
        answer = phone.get(path, **{"If-None-Match": "*"})
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"
        assert not {"ETag", "Last-Modified"} & {*answer.headers.keys()}


def test_the_one_script_inside_a_page_is_the_one_whose_hash_is_allowed(
    house: House,
) -> None:
    phone = house.machine()
    where = phone.join("Anna")
    house.table.start_playing()
    for path in ("/", where, "/host", "/table", "/rules", "/nothing", "/bench", "/status"):
        answer = phone.get(path)
        (inside,) = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
        digest = b64encode(sha256(inside.encode()).digest()).decode()
        allowed = re.search(
            r"script-src ([^;]*)", answer.headers["Content-Security-Policy"]
        )
        assert allowed
        assert allowed[1].split() == ["'self'", f"'sha256-{digest}'"]
        assert not re.search(r"<script(?!>| [^>]*src=)", answer.text)
        assert not re.search(r"\s(style|on\w+)=", answer.text)
        assert "<style" not in answer.text


FOLDERS = [Path(str(each.__file__)).parent for each in (guard, companion.games)]
TEMPLATES = [path for folder in FOLDERS for path in sorted(folder.rglob("*.html"))]


def test_no_template_brings_a_script_and_every_form_is_sent_by_a_module() -> None:
    forms = 0
    for path in TEMPLATES:
        text = path.read_text("utf-8")
        assert "<script" not in text or path.name in {"base.html", "stand.html"}, path
        for form in re.findall(r"<form[^>]*", text):
            forms += 1
            assert re.search(r" data-(do|post)=", form), path
            assert not re.search(r" (action|method|target)=", form), path
        assert "formaction" not in text, path
    assert forms > 15


@pytest.mark.parametrize("path", [path for path in EVERYWHERE if "." not in path])
def test_no_form_can_go_off_by_itself(house: House, path: str) -> None:
    # Whatever its method: a field that a browser sends by itself stands in an address.
    for phone in (house.phone(), house.machine()):
        answer = phone.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert ("form-action 'none'" in policy) == (answer.mimetype == "text/html")
