"""What a new card is told: cloud-init's own judgement, refusals, and the page with the form."""

import io
import json
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.cli.main import main
from companion.errors import ConfigError
from companion.pi.sd_card import NO_KEY, NewCard, archive, sha256_of
from companion.pi.sd_card_page import card_page
from tests.depth import by_default

TOP = Path(__file__).parents[2]
SCRIPT = (TOP / "systemd" / "card.sh").read_text()
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ player@home"
RIG = TOP / "systemd" / "builds" / "six-displays.toml"
ODD = "\x7f\x80\x85\x92\x9f\u2028\u2029\ufffe\uffff"
"""What JSON leaves as it is, and YAML refuses or takes for the end of a line."""
CHOICES: list[dict[str, Any]] = [
    {},
    {"name": "our-table", "table_file": RIG.read_text(), "key": KEY},
    {"wifi": "Café zur Post: 2. Stock", "password": "se cret# {12}", "country": "DE"},
    {"hotspot": "Word table", "password": "secret-123", "country": "GB"},
    {"hotspot": "-", "password": "- yes: no", "country": "NO", "table_file": "[stand.1]\n"},
    {
        "wifi": 'Anna\'s "WLAN"; oben \\1',
        "password": "it's \"semi;colon\\99",
        "country": "DE",
    },
    {"wifi": " -Größe 💕 & $(id) ", "password": "0123456789abcdef" * 4, "country": "DE"},
    {"wifi": "Café", "free": True, "hidden": True, "country": "DE"},
    {"wifi": "WLAN", "hidden": True, "password": "' $(reboot) `x` %s", "country": "DE"},
    {"table_file": f"[stand.1]  # It{ODD}s\n"},
]


def card(**choice: Any) -> NewCard:
    return NewCard(sha256="a" * 64, script=SCRIPT, **choice)


@pytest.mark.parametrize("choice", by_default(CHOICES[0], CHOICES[-1], of=CHOICES))
def test_cloud_init_finds_no_fault_in_what_a_card_is_told(
    tmp_path: Path, choice: dict[str, Any]
) -> None:
    if not shutil.which("cloud-init"):
        pytest.skip("cloud-init is not here: apt install cloud-init")
    made = card(**choice)
    made.check()
    path = tmp_path / "user-data"
    path.write_text(made.user_data())
    done = subprocess.run(
        ["cloud-init", "schema", "--config-file", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Valid" in done.stdout
    path.write_text(
        made.user_data().replace('"lock_passwd": true', '"lock_passwd": "yes!"')
    )
    broken = ["cloud-init", "schema", "--config-file", str(path)]
    assert subprocess.run(broken, capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ({"name": "Our Table"}, "cannot be called"),
        ({"name": "-"}, "cannot be called"),
        ({"wifi": "Home", "password": "secret-12"}, "needs its country"),
        ({"wifi": "Home", "country": "DE"}, "wants a password"),
        ({"wifi": "Home", "password": "short", "country": "DE"}, "8 to 63"),
        ({"wifi": "Home", "password": "ümlaut-12", "country": "DE"}, "8 to 63"),
        ({"wifi": "Home", "password": "g" * 64, "country": "DE"}, "8 to 63"),
        ({"wifi": "ö" * 17, "password": "secret-12", "country": "DE"}, "1 to 32 bytes"),
        ({"wifi": "a\x92b", "password": "secret-12", "country": "DE"}, "1 to 32 bytes"),
        ({"wifi": "a\udce4", "password": "secret-12", "country": "DE"}, "1 to 32 bytes"),
        (
            {"hotspot": "a\udce4", "password": "secret-12", "country": "DE"},
            "cannot be called",
        ),
        (
            {"hotspot": "a\x92b", "password": "secret-12", "country": "DE"},
            "cannot be called",
        ),
        ({"hotspot": "Tisch", "password": "0" * 64, "country": "DE"}, "8 to 63"),
        (
            {"wifi": "Home", "free": True, "password": "secret-12", "country": "DE"},
            "no password",
        ),
        ({"hidden": True}, "about your Wi-Fi"),
        ({"hotspot": "a", "free": True, "country": "DE"}, "about your Wi-Fi"),
        ({"country": "D E"}, "needs its country"),
        ({"country": "DE; reboot"}, "needs its country"),
        ({"country": "DE\nExecStartPost=/bin/true"}, "needs its country"),
        ({"country": "de"}, "needs its country"),
        ({"key": f"{KEY}\x85runcmd"}, "not a public key"),
        ({"hotspot": "a\nb", "password": "secret-12", "country": "DE"}, "cannot be called"),
        ({"wifi": "a", "hotspot": "b", "password": "secret-12"}, "not both"),
        ({"key": "-----BEGIN OPENSSH PRIVATE KEY-----"}, "not a public key"),
        ({"key": f"{KEY}\nruncmd: x"}, "not a public key"),
    ],
)
def test_what_a_pi_could_not_do_is_refused(choice: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        card(**choice).check()


@pytest.mark.parametrize("choice", CHOICES)
def test_what_is_told_is_what_was_chosen_and_yaml_reads_it_alike(
    choice: dict[str, Any],
) -> None:
    """JSON is YAML, but for some signs, and for two escapes that are one sign together."""
    made = card(**choice)
    made.check()
    for text in (made.user_data(), made.network_config(), made.meta_data()):
        assert not set(text) & {*ODD, "\ufeff"}
        assert json.loads(text.removeprefix("#cloud-config\n"))
        assert not re.search(r"\\u[dD][89a-fA-F]", text)
    (file,) = (each for each in told(made)["write_files"] if each["path"].endswith(".toml"))
    assert file["content"] == choice.get("table_file", "")
    network = json.loads(made.network_config())["network"]
    if "wifi" in choice:
        ((name, access),) = network["wifis"]["wlan0"]["access-points"].items()
        assert name == choice["wifi"]
        assert access.get("password") == choice.get("password")
        assert access.get("hidden", False) == choice.get("hidden", False)


def test_names_that_people_have_go_on_a_card(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "word").write_text("pa ss'\"\\;$(id)\nsecond line\n")
    for line in (
        ["--wifi", "Anna's WLAN", "--password-file", str(tmp_path / "word")],
        ["--wifi=-Café", "--open", "--hidden"],
    ):
        asked = ["card", str(tmp_path), "--no-wheels", "--country", "DE", *line]
        assert main(asked) == 0, capsys.readouterr().err
        assert "cable" not in capsys.readouterr().out
        assert (tmp_path / "network-config").stat().st_mode & 0o077 == 0
        config = json.loads((tmp_path / "network-config").read_text("utf-8"))
        ((name, access),) = config["network"]["wifis"]["wlan0"]["access-points"].items()
        assert (name, access) in (
            ("Anna's WLAN", {"password": "pa ss'\"\\;$(id)"}),
            ("-Café", {"hidden": True}),
        )
    asked = ["card", str(tmp_path), "--no-wheels", "--country", "DE", "--wifi", "Home"]
    assert main(asked) == 2
    assert "--open" in capsys.readouterr().err
    both = ["--password", "secret-12", "--password-file", "-"]
    assert main([*asked, *both]) == 2


def told(made: NewCard) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(made.user_data().removeprefix("#cloud-config\n"))
    return found


def test_nobody_can_log_in_unless_a_key_was_given() -> None:
    without, having = told(card()), told(card(key=KEY))
    (user,) = without["users"]
    assert user["lock_passwd"]
    assert "sudo" not in user
    assert "ssh.service" not in json.dumps([*without["runcmd"][2:]])
    assert without["runcmd"][:2] == [*NO_KEY]  # as an earlier form may have had one
    assert having["users"][0]["ssh_authorized_keys"] == [KEY]
    assert ["systemctl", "enable", "--now", "ssh.service"] in having["runcmd"]
    assert not having["ssh_pwauth"]


def test_a_start_does_all_of_it_anew_until_all_of_it_lies_on_the_card(
    tmp_path: Path,
) -> None:
    told = json.loads(card().user_data().removeprefix("#cloud-config\n"))
    (anew,), written = told["bootcmd"], told["runcmd"][-2]
    noted = tmp_path / "config_write_files"

    def runs(command: list[str]) -> bool:
        """Run it on a folder of the tests' own; return whether the note is still there."""
        here = [
            each.replace("/var/lib/cloud/instance/sem", str(tmp_path)) for each in command
        ]
        subprocess.run(here, check=True)
        return noted.exists()

    noted.touch()
    assert not runs(anew)
    assert not runs(anew), "nothing to take back is no fault"
    noted.touch()
    assert runs(written)
    assert runs(anew)
    assert told["runcmd"][-1][:2] == ["systemctl", "start"], "it comes last"


def test_what_is_chosen_anew_is_carried_out_anew() -> None:
    wifi = {"wifi": "Home", "password": "secret-12", "country": "DE"}
    one, same, other = card(**wifi), card(**wifi), card(**{**wifi, "password": "secret-13"})
    assert one.meta_data() == same.meta_data() != other.meta_data()


def test_the_archive_has_all_that_the_installer_needs_and_is_always_the_same(
    tmp_path: Path,
) -> None:
    (tmp_path / "some.whl").write_bytes(b"a wheel")
    content = archive(TOP, tmp_path)
    assert content == archive(TOP, tmp_path)
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        names = set(tar.getnames())
        assert {each.uid for each in tar} == {0}
    assert names >= {"systemd/install.sh", "requirements.lock", "wheels/some.whl"}
    assert "companion/pi/card.html" in names
    assert not [each for each in names if "__pycache__" in each or each.startswith("tests")]
    assert len(archive(TOP, None)) < 4_000_000


def test_the_command_writes_a_card(tmp_path: Path, capsys: Any) -> None:
    assert main(["card", str(tmp_path), "--no-wheels", "--config", str(RIG)]) == 0
    files = {each.name for each in tmp_path.iterdir()}
    assert files == {"user-data", "network-config", "meta-data", "table.tar.gz"}
    sha256 = sha256_of((tmp_path / "table.tar.gz").read_bytes())
    assert sha256 in (tmp_path / "user-data").read_text()
    assert "needs a network cable" in capsys.readouterr().out
    assert main(["card", str(tmp_path / "nowhere"), "--no-wheels"]) == 2
    assert "is not a folder" in capsys.readouterr().err


def test_the_page_comes_with_the_files_it_asks_for(tmp_path: Path) -> None:
    assert main(["card", str(tmp_path), "--no-wheels", "--page"]) == 0
    files = {each.name for each in tmp_path.iterdir()}
    assert files == {"card.html", "table.tar.gz", "six-displays.toml", "six-boards.toml"}
    assert (tmp_path / RIG.name).read_text() == RIG.read_text()
    assert RIG.name in (tmp_path / "card.html").read_text("utf-8")


def test_the_script_is_sound() -> None:
    done = subprocess.run(["sh", "-n"], input=SCRIPT, text=True, check=False)
    assert done.returncode == 0


# -- the page ----------------------------------------------------------------------------


@pytest.fixture(name="page")
def _page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page as it lies on the disk, without any network."""
    (tmp_path / "card.html").write_text(card_page(card()))
    with browser.new_context(
        viewport={"width": 320, "height": 568}, locale="de-DE", offline=True
    ) as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text))
        page.goto((tmp_path / "card.html").as_uri())
        yield page
        assert faults == []


def given(page: Page, name: str) -> str:
    with page.expect_download() as found:
        page.locator(f"#{name}").click()
    assert found.value.suggested_filename == name
    return found.value.path().read_text("utf-8")


@pytest.mark.parametrize("choice", CHOICES, ids=range(len(CHOICES)))
def test_the_page_makes_the_same_files_as_the_command(
    page: Page, tmp_path: Path, choice: dict[str, Any]
) -> None:
    page.fill("[name=name]", choice.get("name", "table"))
    for net in ("wifi", "hotspot"):
        if net in choice:
            page.check(f"[value={net}]")
            page.fill("[name=ssid]", choice[net])
            if "password" in choice:
                page.fill("[name=password]", choice["password"])
            for kind in ("free", "hidden"):
                if kind in choice:
                    page.check(f"[name={'open' if kind == 'free' else kind}]")
            page.fill("[name=country]", choice["country"].lower())
    if "table_file" in choice:
        (tmp_path / "rig.toml").write_text(choice["table_file"], "utf-8")
        page.set_input_files("[name=table]", tmp_path / "rig.toml")
    if "key" in choice:
        page.get_by_text("Für Fachleute").click()
        page.fill("[name=key]", f"{choice['key']}\n")
    page.get_by_role("button", name="Die Dateien machen").click()
    made = card(**choice)
    assert given(page, "user-data") == made.user_data()
    assert given(page, "network-config") == made.network_config()
    assert json.loads(given(page, "meta-data"))["instance-id"].startswith("companion-")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320


def test_the_page_refuses_what_a_pi_could_not_do_in_the_readers_language(
    page: Page, tmp_path: Path
) -> None:
    page.check("[value=hotspot]")
    page.fill("[name=ssid]", 'My "home"')
    page.fill("[name=password]", "secret-12")
    page.fill("[name=country]", "DE")
    page.get_by_role("button", name="Die Dateien machen").click()
    expect(page.get_by_role("alert")).to_contain_text("keine Anführungszeichen")
    expect(page.locator("#done")).to_be_hidden()
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Make the files").click()
    expect(page.get_by_role("alert")).to_contain_text("no quotation marks")
    page.check("[value=wifi]")
    page.fill("[name=password]", "f" * 62 + "Ü")
    page.get_by_role("button", name="Make the files").click()
    expect(page.get_by_role("alert")).to_contain_text("64 hexadecimal digits")
    page.check("[name=open]")
    (tmp_path / "rig.toml").write_bytes(b"PK\x03\x04")
    page.set_input_files("[name=table]", tmp_path / "rig.toml")
    page.get_by_role("button", name="Make the files").click()
    expect(page.get_by_role("alert")).to_contain_text("no file of a table")
    (tmp_path / "rig.toml").write_text("[stand.1]\n")
    page.set_input_files("[name=table]", tmp_path / "rig.toml")
    page.get_by_role("button", name="Make the files").click()
    expect(page.locator("#done")).to_be_visible()
