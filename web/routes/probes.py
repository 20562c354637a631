"""Answers the questions of ``web.probes`` before anybody looks whose host's name it is."""

import logging
from collections import Counter
from collections.abc import Callable
from threading import Lock

from flask import Response, g, request

from web.guard import READS, host_name
from web.probes import PROBES

LOG = logging.getLogger(__name__)


def answers() -> Callable[[], Response | None]:
    """Return what answers such a question, and counts it in the log."""
    asked, lock = Counter[str](), Lock()

    def before() -> Response | None:
        name = host_name(request.headers.get("Host", ""))
        probe = PROBES.get(name or "", {}).get(request.path)
        if probe is None or request.method not in READS:
            return None
        with lock:
            asked[probe.system] += 1
            count = asked[probe.system]
        if count & (count - 1) == 0:  # 1, 2, 4, 8, …: phones ask again and again
            LOG.info(
                "phones ask for the internet: %s, %d times so far", probe.system, count
            )
        g.probe = probe  # whatever path of the table's own it is like, this is another page
        headers = dict([probe.header] if probe.header else ())
        return Response(probe.body, probe.status, headers, mimetype=probe.mimetype)

    return before
