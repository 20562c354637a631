"""Codes for cameras: as small as they get, and the same text in every reader."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import segno


def code(text: str, error: Literal["l", "m"] = "m") -> "segno.QRCode":
    """Return the code of *text* that stands *error* and more where that costs no module.

    Addresses stay in small letters: phones exist that open no ``HTTP://``.
    """
    import segno  # noqa: PLC0415 - it brings urllib and http along; few pictures are codes

    if text.isascii():
        return segno.make(text, error=error, micro=False)
    # Unmarked, readers guess: some take UTF-8 for Chinese, and segno writes ’ in Japanese.
    return segno.make(text, error=error, micro=False, encoding="utf-8", eci=True)
