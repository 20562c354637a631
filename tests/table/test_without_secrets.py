"""No password goes along in the table's file, however it is spelled."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.rig_file import rig_of
from companion.table.storage.without_secrets import _without, _written, without_secrets

WORD = "letters42"
STAND = '[stand.1]\nlink = "virtual:"\n'
SPELLED = {
    "plain": f'{STAND}[wifi]\nname = "Ours"\npassword = "{WORD}"\n',
    "indented": f'{STAND}[wifi]\n  name = "Ours"\n\tpassword\t=\t"{WORD}"\n',
    "in braces": f'wifi = {{ name = "Ours", password = "{WORD}" }}\n{STAND}',
    "dotted": f'wifi.name = "Ours"\nwifi.password = "{WORD}"\n{STAND}',
    "dotted with quotes": f'wifi.name = "Ours"\n"wifi"."password" = "{WORD}"\n{STAND}',
    "key in quotes": f'{STAND}[wifi]\nname = "Ours"\n"password" = "{WORD}"\n',
    "key in the other quotes": f"{STAND}[wifi]\nname = 'Ours'\n'password' = '{WORD}'\n",
    "key in escapes": f'{STAND}[wifi]\nname = "Ours"\n"p\\u0061ssword" = "{WORD}"\n',
    "header in quotes": f'{STAND}["wifi"]\nname = "Ours"\npassword = "{WORD}"\n',
    "header in blanks": f'{STAND}[ wifi ]\nname = "Ours"\npassword = "{WORD}"\n',
    "two lines": f'{STAND}[wifi]\nname = "Ours"\npassword = """\n{WORD}"""\n',
    "two lines, other quotes": f"{STAND}[wifi]\nname = 'Ours'\npassword = '''\n{WORD}'''\n",
    "broken line": f'{STAND}[wifi]\nname = "Ours"\npassword = """\\\n   {WORD}"""\n',
    "value in escapes": f'{STAND}[wifi]\nname = "Ours"\npassword = "\\u006cetters42"\n',
    "old one": f'{STAND}[wifi]\nname = "Ours"\n# password = "{WORD}"\npassword = "other-42"\n',
    "old section": f'{STAND}# [wifi]\n# name = "Ours"\n# password = "{WORD}"\n',
    "old one above": f'# it was once {WORD}\n{STAND}[wifi]\nname = "Ours"\npassword = "{WORD}"\n',
    "comment beside": f'{STAND}[wifi]\nname = "Ours"  # {WORD}\npassword = "other-42"\n',
    "comment below": f'{STAND}[wifi]\nname = "Ours"\n\n# {WORD}\n',
    "comment in braces": f'wifi = {{ name = "Ours" }} # {WORD}, the password\n{STAND}',
    "comment of two lines": f"# The WLAN of the house:\n# {WORD}\n{STAND}",
    "German": f"# Schlüssel: {WORD}\n{STAND}",
    "file of Windows": f'\ufeff{STAND}[wifi]\nname = "Ours"\npassword = "{WORD}"\n'.replace(
        "\n", "\r\n"
    ),
    "another secret": f'{STAND}[wifi]\nname = "Ours"\n"wpa-psk" = "{WORD}"\n',
    "no TOML at all": f'[wifi\npassword = "{WORD}"\n',
    "in vain": f'{STAND}[wifi]\npassword = "{WORD}"\n',
}


@pytest.mark.parametrize("name", SPELLED)
def test_it_is_left_out_and_all_else_is_said(name: str) -> None:
    text = SPELLED[name]
    kept = without_secrets(text)
    assert WORD not in kept
    assert "\\u006cetters42" not in kept
    if name == "no TOML at all":
        assert kept == ""
        return
    before = tomllib.loads(text.removeprefix("\ufeff"))
    for key in ("password", "wpa-psk"):
        before.get("wifi", {}).pop(key, None)
    assert tomllib.loads(kept.removeprefix("\ufeff")) == before
    rig_of("it", kept.removeprefix("\ufeff"))


NO_RIG = {
    "list of networks": f'{STAND}[[wifi]]\nname = "Ours"\npassword = "{WORD}"\n',
    "list in braces": f'wifi = [{{ name = "Ours", password = "{WORD}" }}]\n{STAND}',
    "lists in a list": f'{STAND}[wifi]\nname = "Ours"\nall = [[{{ psk = "{WORD}" }}]]\n',
    "table of its own": f'{STAND}[wifi]\nname = "Ours"\n[wifi.password]\nsays = "{WORD}"\n',
    "in a table of secrets": f'{STAND}[secrets.home]\nname = "Ours"\nword = "{WORD}"\n',
    "a list of secrets": f'{STAND}[wifi]\nname = "Ours"\npasswords = ["x", "{WORD}"]\n',
    "Kennwort": f'{STAND}[wifi]\nname = "Ours"\nKennwort = "{WORD}"\n',
    "old Kennwort": f"# Kennwort {WORD}\n{STAND}",
}
"""What no table is played with lies there all the same, and may be taken along."""


@pytest.mark.parametrize("name", NO_RIG)
def test_nor_where_the_file_is_no_tables(name: str) -> None:
    kept = without_secrets(NO_RIG[name])
    assert WORD not in kept
    assert tomllib.loads(kept)["stand"] == {"1": {"link": "virtual:"}}
    assert ("Ours" in kept) == ("Ours" in NO_RIG[name] and "[secrets" not in NO_RIG[name])


def test_lines_and_comments_of_a_file_without_a_wifi_stay() -> None:
    text = "# our table\n[stand.1]  # of oak\nlink = 'virtual:'\n\n# the small one\n[stand.2]\n"
    assert without_secrets(text) == text
    assert without_secrets("") == ""
    for build in (Path(__file__).parents[2] / "systemd").rglob("*.toml"):
        assert "# " in without_secrets(build.read_text("utf-8")), build


STRINGS = st.text(max_size=12)
VALUES = (
    STRINGS | st.integers(-9, 99) | st.booleans() | st.lists(st.integers(0, 9), max_size=2)
)
TABLES: st.SearchStrategy[dict[str, Any]] = st.recursive(
    st.dictionaries(STRINGS, VALUES, max_size=3),
    lambda inner: st.dictionaries(STRINGS, inner | VALUES, max_size=3),
    max_leaves=6,
)


@given(table=TABLES, password=st.text(min_size=8, max_size=20))
def test_what_is_written_anew_says_the_same(table: dict[str, Any], password: str) -> None:
    text = "".join(_written({**table, "wifi": {"name": "n", "password": password}}, ()))
    kept = without_secrets(text)
    assert tomllib.loads(kept) == {**_without(table), "wifi": {"name": "n"}}
