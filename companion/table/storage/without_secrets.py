"""The table's file as it may go along: no password, however TOML spells it. Pure functions."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

SECRET: Final = re.compile(
    "pass|psk|pwd|secret|geheim|schl[üu]ssel|kennw|losung|token|key", re.IGNORECASE
)
"""What a key, or a comment about one, has in it."""
_ABOUT_WIFI: Final = re.compile(rf"{SECRET.pattern}|wi-?fi|wlan", re.IGNORECASE)
_BARE: Final = re.compile("[A-Za-z0-9_-]+")
_KEY: Final = re.compile(r"\s*[A-Za-z0-9_.\"' -]+=")


def without_secrets(text: str) -> str:
    """Return *text* with no password in it, and nothing where that cannot be sure.

    Lines stay as they are as long as what is left says the same; else it is written anew.
    """
    found = _parsed(text)
    if found is None:
        return ""
    wanted = _without(found)
    secrets = {each for each in _secrets(found) if each}
    kept = "".join(_lines(text, secrets))
    if _has_comment_in_wifi(text) or not _says(kept, wanted):
        kept = "".join(_written(wanted, ()))
    return kept if _says(kept, wanted) else ""


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None


def _says(text: str, wanted: Mapping[str, Any]) -> bool:
    return _parsed(text) == wanted


def _without(value: Any) -> Any:  # noqa: ANN401 - whatever TOML can say
    """Return *value* without what any key about a secret holds, tables and lists too."""
    if isinstance(value, list):
        return [_without(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {k: _without(each) for k, each in value.items() if not SECRET.search(k)}


def _secrets(value: object, *, secret: bool = False) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _secrets(each, secret=secret or bool(SECRET.search(key)))
    elif isinstance(value, list):
        for each in value:
            yield from _secrets(each, secret=secret)
    elif secret:
        yield str(value)


# -- the lines as they are ---------------------------------------------------------------


def _lines(text: str, secrets: set[str]) -> Iterator[str]:
    """Yield what has no secret; of comments about such things the whole block goes."""
    block: list[str] = []
    for line in (*text.splitlines(keepends=True), ""):
        if line.lstrip().startswith("#"):
            block.append(line)
            continue
        said = "".join(block)
        if not (_ABOUT_WIFI.search(said) or any(each in said for each in secrets)):
            yield said
        block = []
        if not (SECRET.search(line) and _KEY.match(line)):
            yield line


def _has_comment_in_wifi(text: str) -> bool:
    """Tell whether something is said where a password could be said in passing.

    Lines of one string or array are not told from others here; then it is written anew.
    """
    if '"""' in text or "'''" in text:
        return True
    inside = False
    for line in text.splitlines():
        bare = line.strip()
        if bare.startswith("["):
            inside = "wifi" in bare.lower()
        elif bare.startswith("#"):
            if inside:
                return True
        elif "#" in bare and (inside or _ABOUT_WIFI.search(bare)):
            return True
    return False


# -- written anew ------------------------------------------------------------------------


def _written(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of *table*: no comment is left."""
    values = {key: each for key, each in table.items() if not isinstance(each, dict)}
    if path and (values or not table):
        yield f"[{'.'.join(map(_key, path))}]\n"
    for key, each in values.items():
        yield f"{_key(key)} = {_value(each)}\n"
    for key, each in table.items():
        if isinstance(each, dict):
            yield from _written(each, (*path, key))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: object) -> str:
    match value:
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case bool():
            return str(value).lower()
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            pairs = (f"{_key(key)} = {_value(each)}" for key, each in value.items())
            return f"{{{', '.join(pairs)}}}"
        case _:
            return str(value)  # numbers, and days, which nothing here asks for
