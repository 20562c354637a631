"""What bots say: a family's words, no names, no abbreviations; whatever else is understood."""

import tomllib
from pathlib import Path

import pytest

from companion.errors import DataError
from companion.games.letter_jam import pages
from companion.languages import LANGUAGES, Language, fold
from companion.words.dictionary import ShippedDictionary
from companion.words.lexicon import load_lexicon
from companion.words.vocabulary import load_vocabulary
from companion.words.workshop.house_words import house_forms

PAGES = Path(pages.__path__[0])
UNSAID = {
    "en": """
        Manhattan Morocco Wheeler Daphne Garvey Jerry Maya Cox Emirates Abba Chad Colleen Rudd
        Mike Sims Mac Putin Trump Jew SS spanking stripping stripped screwed screwing sleazy
        virginity seduced cremated cremation shootings shiv caliphate Nancy Roger Tony Berlin
        Japan Wales Kelly Twitter Google fa kw ln hath gotta Pacific Kamala Mars Bubba
    """,
    "de": """
        Karin Dirk Ungarn Hessen Stevens Lutz Phil Max Anna Klaus Hans Bayern Polen Schweden
        Manchester Franziska Putin Merkel KZ SA NS SS Wehrmacht Missbrauch Asylanten Brustkrebs
        PC WM CD DM KM KW FC KB CF II MD MR FA CA MS werd Media pump usw evtl inkl etc
        Opel Mercedes Toyota Volkswagen Alpen Ruhr Pfalz Werder Moses Mars Russen Finnen allg
    """,
}
SAID = {
    "en": "fox bacon cherry berry robin jasmine turkey march rose mark can will of it hi ok",
    "de": "Mittwoch Straßen Füßen Räder Rose Ernst Engel Essen Heide Wolf Löwen ab ei um ja",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_abbreviations_are_not_said(language: Language) -> None:
    known = load_vocabulary(language)
    said = known.weights.keys() - known.silent
    assert [word for word in UNSAID[language].split() if fold(word, language) in said] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_are_names_too_are_said(language: Language) -> None:
    known = load_vocabulary(language)
    said = known.weights.keys() - known.silent
    assert [
        word for word in SAID[language].split() if fold(word, language) not in said
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_two_letters_few_are_said(language: Language) -> None:
    known = load_vocabulary(language)
    short = {word for word in known.weights.keys() - known.silent if len(word) == 2}
    assert 15 <= len(short) <= 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_dealt_is_said(language: Language) -> None:
    assert load_vocabulary(language).silent & load_lexicon(language).secret.keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tutorial_says_what_bots_say(language: Language) -> None:
    told = tomllib.loads((PAGES / f"tutorial.{language}.toml").read_text("utf-8"))
    known = load_vocabulary(language)
    clue = told["reading"].replace("?", told["letter"])
    for word in (*told["words"], clue, told["example"]):
        assert word in known.weights.keys() - known.silent


WORDS_OF_THE_HOUSE = {
    "en": """
        app aww besties bff chatbot chillax dinos donut donuts dropdown ew flipflops
        frisbee gameplay gifs grandkids gummies haha hangry hotspot influencer jeggings
        leaderboard lightbulb livestream lol nana onesie photobomb photoshoot playdate
        podcaster popsicles repost reposts rollerblades sippy smores snuggly sudoku unmute
        vlog vlogger wifi yay
        audiobook biryani captcha carbonara cutscene dojo gouda jetpack katana kettlebell
        lightsaber masala motorhome ouchie parmesan passcode pickleball pullup sashimi satnav
        sensei starship taekwondo teleporter tooltip velcro walkthrough wishlist
    """,
    "de": """
        aua autsch babysitten brr checkt chillt easy fluffig gamer gebummelt gecheckt gechillt
        geblitzt gehopst gehüpft geknabbert genickt gepuzzelt gescannt geschwebt
        gestylt gesummt gezockt hatschi hey hoppla huhu igitt juhu kikeriki knuddeln knuffig
        kuschelig liken lol mailt muh pfui piekst plumps postet puh puzzelt shirt skatet sorry
        streamt uff updaten ups verpennt wow wuschelig
        ausgeflippt ayran canceln daddelt federmäppchen gelabert gemailt hochstuhl husky
        kapuzenpulli klebstift kniffeln labern laber lahmacun macchiato mailte mochi
        pancakes plumpsen remix simst sitzsack spüli tacker tempura tzaziki uncool vinyl
        wischmop zappte
    """,
}
"""Everyday words, more than forty a language, that an older list refused."""
NO_WORDS = {"en": [], "de": ["usw", "evtl", "inkl", "etc", "bzw"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_the_house_count_in_every_game(language: Language) -> None:
    lexicon, dictionary = load_lexicon(language), ShippedDictionary(language)
    for word in WORDS_OF_THE_HOUSE[language].split():
        assert lexicon.is_word(word), word
        assert fold(word, language) in dictionary, word
    assert [word for word in NO_WORDS[language] if lexicon.is_word(word)] == []


FORMS = {
    "daddeln +verb": "daddel daddeln daddle daddelst daddelt daddelte daddeltest daddelten"
    " daddeltet gedaddelt",
    "tackern +verb": "tacker tackern tackere tackerst tackert tackerte tackertest tackerten"
    " tackertet getackert",
    "casten +verb": "casten caste castest castet castete castetest casteten castetet gecastet",
    "plumpsen +verb": "plumpsen plumpse plumpst plumpste plumpstest plumpsten plumpstet"
    " geplumpst",
    "uncool +adjektiv": "uncool uncoole uncoolem uncoolen uncooler uncooles",
    "aua": "aua",
}


@pytest.mark.parametrize(("line", "forms"), FORMS.items())
def test_a_line_of_the_house_stands_for_all_regular_forms(line: str, forms: str) -> None:
    assert house_forms(line) == set(forms.split())


def test_a_kind_of_word_that_is_none_is_said() -> None:
    with pytest.raises(DataError, match="write \\+verb"):
        house_forms("uncool +adjective")
