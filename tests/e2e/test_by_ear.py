"""A whole match in German, by keyboard and accessibility tree alone."""

import re
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.words.lexicon import load_lexicon
from tests.e2e.blind import Blind, Node
from tests.e2e.daemon import Daemon

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ("Anna", "Ben", "Cleo")
LENGTH = 3
WON = "^Alle 3 Wörter zählen: gewonnen!$"
STAND = re.compile(r"^(?:Zu meinem Hinweis: )?(\w+) ([A-Z]) (?:Buchstabe|fertig)")


def letters(tree: Node) -> dict[str, str]:
    """Return the letter on each other player's stand, as the list of stands tells it."""
    (stands,) = tree.find("region", "^Die Halter$")
    told = (STAND.match(each.text) for each in stands.find("listitem"))
    return {found[1]: found[2] for found in told if found and found[1] in NAMES}


def own_position(tree: Node) -> int:
    """Return which letter of the own row stands now."""
    (stands,) = tree.find("region", "^Die Halter$")
    own = next(each.text for each in stands.find("listitem") if each.text.startswith("Du "))
    found = re.search(r"Buchstabe (\d) von", own)
    return int(found[1]) if found else LENGTH + 1


def giver(tree: Node) -> str:
    """Return who gives: the first who owes a token, else the first who may give at all."""
    (talk,) = tree.find("region", "^Reden über Hinweise$")
    items = [each for each in talk.find("listitem") if each.find("button", "Wählen")]
    owing = [each for each in items if "schuldet" in each.text]
    return (owing or items)[0].text.split()[0]


def confirm(person: Blind) -> None:
    """Say yes where a dialog asks; go on where none does."""
    tree = person.until(
        lambda tree: tree.find("dialog") or not tree.find("button", "^Nächster Buchstabe$"),
        "an answer",
    )
    if tree.find("dialog"):
        person.press("^Ja$")


def play_round(people: list[Blind], rows: dict[str, str]) -> None:
    told = [person.hears("^Suche einen Hinweis$") for person in people]
    true = {name: letter for tree in told for name, letter in letters(tree).items()}
    chosen = giver(told[0])
    give = people[0] if chosen == "Du" else next(p for p in people if p.name == chosen)
    others = [person for person in people if person is not give]
    for other in others:
        give.press(f"^Zu meinem Hinweis: {other.name} ")
    give.press("^Dem Tisch sagen$")
    give.press("Ich gebe den Hinweis$")
    give.press("^Diesen Hinweis geben$")
    for person in (give, *others):
        tree = person.hears("Kennst du Buchstabe|Dein Zusatzbuchstabe|Die anderen")
        position = own_position(tree)
        if tree.find("button", "^Nächster Buchstabe$"):
            (clue,) = tree.find("region", r"^Nächster Buchstabe\?$")
            assert "?" in clue.text  # the clue is read with a gap where the own letter is
            person.write(f"^Vermutung für Buchstabe {position}$", true[person.name])
            rows[person.name] += true[person.name]
            person.press("^Nächster Buchstabe$")
            confirm(person)
        elif tree.find("button", "^Jetzt nicht raten$"):
            person.press("^Jetzt nicht raten$")


def lay_word(person: Blind, row: str) -> str:
    word = next(
        word
        for word in load_lexicon("de").secret_words("children", LENGTH)
        if Counter(word) == Counter(row)
    )
    left = list(enumerate(row, 1))
    for letter in word:
        card = next(each for each in left if each[1] == letter)
        left.remove(card)
        person.press(f"^Karte {card[0]}, {letter}: zum Wort legen$")
    person.press("^Dieses Wort verdeckt legen$")
    return word


def test_three_people_play_a_match_by_ear(browser: Browser, tmp_path: Path) -> None:
    with Daemon(tmp_path) as daemon:
        contexts = [browser.new_context(locale="de-DE") for _ in NAMES]
        people = [Blind(*each) for each in zip(contexts, NAMES, strict=True)]
        for person in people:
            person.page.goto(f"{daemon.url}/J/{daemon.pin}")
            person.write("^Dein Name$", person.name)
            person.press("^Hinsetzen$")
            person.hears("^Wer da ist$")
        start(people[0])
        rows: dict[str, str] = dict.fromkeys(NAMES, "")
        while any(len(row) < LENGTH for row in rows.values()):
            play_round(people, rows)
        finish(people, rows)
        for context in contexts:
            context.close()


def start(host: Blind) -> None:
    host.press("^Partie vorbereiten$", "link")
    host.hears("^3 Personen am Tisch$")
    host.choose("^Geheimwörter$", "Für Kinder")
    host.press("^Hilfen, Punkte, Längen, eine bestimmte Partie$", "DisclosureTriangle")
    for name in NAMES:
        host.choose(f"^Buchstaben für {name}$", str(LENGTH))
    host.press("^Partie beginnen\\b")
    host.hears("^Suche einen Hinweis$")  # the page goes on by itself


def tells(word: str, tree: Node) -> bool:
    """Return whether *word* is read out somewhere on the page."""
    return word in tree.text


def finish(people: list[Blind], rows: dict[str, str]) -> None:
    for person in people:
        person.press("^Menü$", "DisclosureTriangle")
        person.press("^Ich brauche keine Hinweise mehr$")
    for person in people:
        person.hears("^Lege dein Lösungswort$")
    words = {person.name: lay_word(person, rows[person.name]) for person in people}
    for person in people:
        person.press("^Mein Wort aufdecken$")
        person.press("^Ja$")
        judge = people[0] if person is not people[0] else people[1]
        judge.hears(rf"^Zählt das Wort von {person.name}\?$")
        judge.until(partial(tells, words[person.name]), "the word that was revealed")
        judge.press("^Es zählt$")
        person.hears(f"^Dein Wort ist aufgedeckt$|{WON}")
    for person in people:
        tree = person.hears(WON)
        (score,) = tree.find("region", "Punkte")
        assert all(word in score.text for word in words.values())
        (picture,) = tree.find("region", "^Bild dieser Partie$")
        (told,) = picture.find("image")
        assert all(f"{name}: {word} ✓" in told.name for name, word in words.items())
