"""The language of whoever asks."""

from typing import Final

from flask import Request

from companion.languages import DEFAULT_LANGUAGE, LANGUAGES

LANGUAGE_COOKIE: Final = "language"


def language_of(asked: Request) -> str:
    """Return a reader's language: as chosen, else as the browser asks, else English."""
    if (chosen := chosen_language(asked)) is not None:
        return chosen
    # Not best_match: for it "de-CH, en" means English, as nothing matches de-CH exactly.
    wishes = (wish.split("-")[0].lower() for wish in asked.accept_languages.values())
    return next((wish for wish in wishes if wish in LANGUAGES), DEFAULT_LANGUAGE)


def chosen_language(asked: Request) -> str | None:
    """Return the language that a reader has chosen, if any."""
    chosen = asked.cookies.get(LANGUAGE_COOKIE)
    return chosen if chosen in LANGUAGES else None
