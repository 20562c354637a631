"""The first step of the service, before anything large is loaded."""

from companion.service.heap import grow_heap, leave_out_openssl
from companion.service.settings import Settings


def serve(settings: Settings) -> int:
    """Serve a table until it is stopped; return the exit code."""
    grow_heap()
    leave_out_openssl()
    from companion.service.run import run  # noqa: PLC0415 - it loads what OpenSSL hangs on

    return run(settings)
