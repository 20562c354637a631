"""Nothing a page of the shell asks for is missing."""

import re
from pathlib import Path

import pytest

import web
from companion.languages import DEFAULT_LANGUAGE
from companion.messages import load
from web.pages.game_pages import SHELL

HERE = Path(web.__file__).parent
EN = load(SHELL, DEFAULT_LANGUAGE).sentences


def known(id_: str) -> bool:
    return id_ in EN or (f"{id_}.one" in EN and f"{id_}.other" in EN)


TEMPLATES = sorted((HERE / "pages" / "templates").glob("*.html"))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_every_sentence_of_a_template_exists(template: Path) -> None:
    text = template.read_text("utf-8")
    for id_ in re.findall(r"\bt\('([^']+)'", text):
        assert known(id_) or any(
            each.startswith(id_) for each in EN if id_.endswith(".")
        ), id_


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_sentence_stands_in_a_template(template: Path) -> None:
    text = template.read_text("utf-8")
    text = re.sub(r"{% block (live|script) %}.*?{% endblock %}", " ", text)  # attributes
    text = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>", " ", text, flags=re.DOTALL)
    assert not re.findall(r"[A-Za-z]{2,}", text)


def test_every_sentence_of_the_code_and_its_refusals_exists() -> None:
    for path in HERE.rglob("*.py"):
        text = path.read_text("utf-8")
        for id_ in re.findall(r'text\(\s*"(web\.[\w.-]+)"', text):
            assert known(id_), id_
        for code in re.findall(r'refuse\("([\w-]+)"', text):
            assert known(f"refused.{code}"), code
