"""Compiled templates lie beside the compiled Python, and are as easily done without.

Compiling them takes 14 MB that never come back, and a Zero two seconds before the first page.
"""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

FOLDER: Final = Path(__file__).parent / "__pycache__"


class TemplateCache(FileSystemBytecodeCache):
    """Jinja's own cache, which looks whether source and Python are the same; it may fail."""

    def __init__(self, folder: Path = FOLDER) -> None:
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
        super().__init__(str(folder), "page-%s.cache")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find what was compiled, if it can be read."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled, unless Python itself may not, or the folder is closed."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)
                # Jinja lets only the owner read: of an installation that is root.
                Path(self._get_cache_filename(bucket)).chmod(0o644)
