"""Small on the wire: what is text travels packed, what never changes is packed once.

A line of a script or stylesheet that is a comment and nothing else travels as an empty one: so
what a fault is told of by its line is found, and nobody has to spare words in the sources.
"""

import re
from functools import lru_cache
from gzip import compress
from typing import Final

from flask import Response, request

KINDS: Final = frozenset(
    {
        "text/html",
        "text/css",
        "text/javascript",
        "image/svg+xml",
        "application/manifest+json",
    }
)
LEAST_BYTES: Final = 600
"""Less fits into one packet anyway."""
_QUICK: Final = 5
_TIGHT: Final = 9
_COMMENT: Final = re.compile(rb"^[ \t]*(?://.*|/\*(?:(?!\*/).)*\*/)[ \t]*$", re.MULTILINE)
_COMMENTED: Final = frozenset({"text/css", "text/javascript"})


def compress_response(response: Response) -> Response:
    """Pack the body of *response* where the browser can unpack it; streams stay as they are.

    Plain http hides nothing from whoever listens, so the length of a packed page gives
    nothing away that its bytes would not.
    """
    if response.mimetype not in KINDS or response.status_code != 200:  # noqa: PLR2004 - a whole answer
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings.quality("gzip"):
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    if len(plain) < LEAST_BYTES:
        return response
    lasting = "ETag" in response.headers
    response.set_data(
        _compressed_once(plain, response.mimetype)
        if lasting
        else compress(plain, _QUICK, mtime=0)
    )
    response.headers["Content-Encoding"] = "gzip"
    if lasting:  # the same text in other bytes
        response.set_etag(response.get_etag()[0] or "", weak=True)
    return response


@lru_cache(maxsize=64)
def _compressed_once(plain: bytes, kind: str) -> bytes:
    told = _COMMENT.sub(b"", plain) if kind in _COMMENTED else plain
    return compress(told, _TIGHT, mtime=0)
