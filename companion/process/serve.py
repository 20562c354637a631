"""The first step of the service, before anything large is loaded."""

from companion.process.heap import grow_heap, leave_out_openssl
from companion.process.settings import Settings


def serve(settings: Settings) -> int:
    """Serve a table until it is stopped; return the exit code."""
    grow_heap()
    leave_out_openssl()
    from companion.process.run import run  # noqa: PLC0415 - it loads what OpenSSL hangs on

    return run(settings)
