"""Somebody who sees nothing: the browser's accessibility tree and a keyboard, no more.

What stands in the tree is all that is known here; a control is found by its role and name,
gets the focus and is worked with keys, as a screen reader's user does.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Error

from tests.waiting import LIMIT_S

SILENT = {"InlineTextBox", "ListMarker"}


@dataclass(frozen=True)
class Node:
    """One thing the tree tells of, with everything below it in one line of *text*."""

    role: str
    name: str
    text: str
    dom: int
    facts: dict[str, Any] = field(default_factory=dict)
    below: tuple["Node", ...] = ()

    def walk(self) -> Iterator["Node"]:
        yield self
        for each in self.below:
            yield from each.walk()

    def find(self, role: str, name: str = "") -> list["Node"]:
        """Return what has *role* and a name that matches the pattern, in reading order."""
        found = re.compile(name)
        return [
            each for each in self.walk() if each.role == role and found.search(each.name)
        ]


class Blind:
    """One person, a page nobody looks at, and a keyboard."""

    def __init__(self, context: BrowserContext, name: str) -> None:
        self.name = name
        self.page = context.new_page()
        self._cdp = context.new_cdp_session(self.page)
        self._cdp.send("Accessibility.enable")

    def tree(self) -> Node:
        """Read the whole page, once it has loaded."""
        self.page.wait_for_load_state()
        nodes = self._cdp.send("Accessibility.getFullAXTree")["nodes"]
        return _node(nodes[0], {node["nodeId"]: node for node in nodes})

    def until(self, told: Callable[[Node], object], what: str) -> Node:
        """Read again and again until *told* is true of the page."""
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end:
            with suppress(Error):  # the page is on its way to the next one
                tree = self.tree()
                if told(tree):
                    return tree
            self.page.wait_for_timeout(20)
        told_now = " | ".join(each.name for each in self.tree().find("heading"))
        raise AssertionError(f"{self.name} does not hear {what}; headings: {told_now}")

    def happens(self) -> str:
        """Return the heading that says what happens now."""
        return next(
            each.name for each in self.tree().find("heading") if each.facts["level"] == 2
        )

    def hears(self, heading: str) -> Node:
        """Wait for a second-level heading that matches."""
        return self.until(
            lambda tree: [
                each for each in tree.find("heading", heading) if each.facts["level"] == 2
            ],
            heading,
        )

    def press(self, name: str, role: str = "button") -> None:
        """Work the first control of that name with the keyboard."""
        self._focus(role, name)
        self.page.keyboard.press("Space" if role == "checkbox" else "Enter")

    def write(self, name: str, text: str) -> None:
        """Write into the first text field of that name."""
        self._focus("textbox", name)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, name: str, first_letters: str) -> None:
        """Choose from a list by typing the beginning of what is wanted."""
        self._focus("combobox", name)
        self.page.keyboard.type(first_letters)

    def _focus(self, role: str, name: str) -> None:
        def focused(tree: Node) -> bool:
            for node in tree.find(role, name)[:1]:
                self._cdp.send("DOM.focus", {"backendNodeId": node.dom})
            return bool(tree.find(role, name))

        self.until(focused, f"{role} {name}")


def _node(raw: dict[str, Any], nodes: dict[str, dict[str, Any]]) -> Node:
    below = tuple(
        _node(nodes[child], nodes)
        for child in raw.get("childIds", ())
        if child in nodes and _role(nodes[child]) not in SILENT
    )
    name = raw.get("name", {}).get("value", "")
    inner = " ".join(each.text for each in below)
    return Node(
        role="" if raw.get("ignored") else _role(raw),
        name=name,
        text=" ".join((inner or name).split()),
        dom=raw.get("backendDOMNodeId", 0),
        facts={
            each["name"]: each["value"].get("value") for each in raw.get("properties", ())
        },
        below=below,
    )


def _role(raw: dict[str, Any]) -> str:
    return str(raw.get("role", {}).get("value", ""))
