"""How the program is, for people and for programs: facts that the whole house may know."""

from flask import Blueprint, Response, jsonify

from companion.table.program_health import Vitals
from web.shell import Shell

LATELY = 8
STEP_MB = 100
"""Room is told in steps: no reader can count what others write."""


def routes(shell: Shell) -> Blueprint:
    """Return the routes of this module."""
    blueprint = Blueprint("status", __name__)

    @blueprint.get("/status")
    def status() -> Response:
        vitals = shell.vitals()
        incidents = [each for each in shell.latest.incidents if each.kind != "started"]
        return shell.html(
            "status.html",
            vitals=vitals,
            free_mb=_free_mb(vitals),
            minutes=_minutes(vitals),
            incidents=incidents[:LATELY],
        )

    @blueprint.get("/healthz")
    def healthz() -> Response:
        vitals = shell.vitals()
        response = jsonify(_report(vitals))
        response.status_code = 200 if vitals.well else 503
        return response

    return blueprint


def _report(vitals: Vitals) -> dict[str, object]:
    doing = vitals.doing
    return {
        "well": vitals.well,
        "table": {"fresh": vitals.fresh},
        "saved": doing.saved,
        "disk": {"enough": vitals.roomy, "free_mb": _free_mb(vitals)},
        "stands": {
            place: {"up": health.up, "why": health.why}
            for place, health in vitals.stands.items()
        },
        "match": {
            "game": doing.game,
            "playing": doing.playing,
            "finished": doing.finished,
        },
        "people": doing.people,
        "up_minutes": _minutes(vitals),
    }


def _free_mb(vitals: Vitals) -> int | None:
    return None if vitals.free_mb is None else vitals.free_mb // STEP_MB * STEP_MB


def _minutes(vitals: Vitals) -> int:
    return int(vitals.up_s // 60)
