"""What lies on a board already: whether it is somebody's program, and a copy of it."""

import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from shutil import rmtree
from typing import Final

from hardware.workshop.raw_prompt import BoardError, RawPrompt, shown

MOST_FILES: Final = 400
MOST_BYTES: Final = 16_000_000
"""More than such a board's flash holds."""
_PIECE: Final = 1024
_NAMED: Final = 6
"""So many files are named; the others are counted."""

_LIST = f"""import binascii,os
n=[]
def w(d):
 for e in (os.listdir(d) if d else os.listdir()):
  if len(n)>{MOST_FILES}: return
  p=d+'/'+e if d else e
  s=os.stat(p)
  if s[0]&0x4000: w(p)
  else: n.append((p,s[6]))
w('')
print(len(n))"""
_NAME = "print(binascii.b2a_base64(n[{0}][0].encode()).decode())"
_SIZE = "print(n[{0}][1])"
_READ = """f=open(n[{0}][0],'rb')
f.seek({1})
print(binascii.b2a_base64(f.read({2})).decode())
f.close()"""
_OURS: Final = re.compile(
    rb'# (?:A stand of its own|The bridge of a table): .*^FIRMWARE = "',
    re.DOTALL | re.MULTILINE,
)
_BESIDE: Final = {
    "stand_glass.py": b"# The displays that a stand may have",
    "stand_wire.py": b"# How a board's lines travel",
}
"""How our other programs begin."""
_KEYS: Final = {"told.json", "bridge.json"}
_DATA: Final = {"stand.json", "prompt", *_KEYS}
_SAFE: Final = re.compile(r"(?!\.{1,2}$)[A-Za-z0-9._-]{1,60}")

Files = Mapping[str, int]
"""By its path on the board the bytes of each file."""


class BoardFiles:
    """The files of one board, read over its prompt."""

    def __init__(self, prompt: RawPrompt, number: str) -> None:
        """Look what there is; raises HardwareError where it is too much. *number* is shown."""
        self._prompt, self._number = prompt, number
        found = prompt.number(_LIST)
        if found > MOST_FILES:
            raise self._too_much(f"more than {MOST_FILES} files")
        self._names = [
            prompt.data(_NAME.format(n)).decode("utf-8", "replace") for n in range(found)
        ]
        self._sizes = [prompt.number(_SIZE.format(n)) for n in range(found)]

    def own(self) -> list[str]:
        """Return the files that are neither ours nor MicroPython's own."""
        return [name for n, name in enumerate(self._names) if not self._is_known(n)]

    def has(self, name: str) -> bool:
        """Tell whether there is a file *name*."""
        return name in self._names

    def _is_known(self, n: int) -> bool:
        name = self._names[n]
        if name in _DATA or name.removesuffix(".new") in {"main.py", *_BESIDE, *_DATA} - {
            name
        }:
            return True
        if name in _BESIDE:
            return self._read(n).startswith(_BESIDE[name])
        if name not in {"main.py", "boot.py"}:
            return False
        text = self._read(n)
        ours = name == "main.py" and _OURS.match(text) is not None
        lines = (line.strip() for line in text.splitlines())
        return ours or all(line[:1] in (b"", b"#") or line == b"pass" for line in lines)

    def told(self) -> str:
        """Return the names of the files that are somebody's, as a sentence has them."""
        own = [shown(each, 40) for each in self.own()]
        more = len(own) - _NAMED
        return ", ".join(own[:_NAMED]) + (f" and {more} more" if more > 0 else "")

    def named(self) -> str:
        """Return the same for whoever has sentences in another language."""
        own = [shown(each, 40) for each in self.own()]
        return ", ".join([*own[:_NAMED], "…"] if len(own) > _NAMED else own)

    def copy(self, folder: Path) -> Path:
        """Copy all but a table's key to a new folder in *folder*; return it, or HardwareError."""
        if sum(self._sizes) > MOST_BYTES:
            raise self._too_much(f"more than {MOST_BYTES // 10**6} MB of files")
        files = {
            _safe(name, n): self._read(n)  # no fault of the disk, if it fails
            for n, name in enumerate(self._names)
            if name.removesuffix(".new") not in _KEYS
        }
        try:
            new = _fresh(folder, self._number)
            _fill(new, files)
        except OSError as error:
            raise BoardError(
                "not-kept",
                f"what is on board {self._number} cannot be kept in {folder} "
                f"({error.strerror}); nothing on it was changed",
                why=str(error.strerror),
            ) from error
        return new

    def _read(self, n: int) -> bytes:
        data, size = b"", self._sizes[n]
        if size > MOST_BYTES:
            raise self._too_much(f"more than {MOST_BYTES // 10**6} MB of files")
        while len(data) < size:
            piece = self._prompt.data(_READ.format(n, len(data), _PIECE))
            if not piece:
                break
            data += piece
        if len(data) != size:
            raise BoardError(
                "not-read",
                f"board {self._number} does not give its file {shown(self._names[n], 40)} "
                "whole; nothing on it was changed",
            )
        return data

    def _too_much(self, what: str) -> BoardError:
        return BoardError(
            "too-much",
            f"board {self._number} says that it holds {what}; nothing on it was changed: "
            "copy and clear it yourself, or take another board",
        )


def _fresh(folder: Path, number: str) -> Path:
    name = re.sub(r"[^A-Za-z0-9_-]", "_", number)[:40]
    for n in count(1):
        new = folder / (name if n == 1 else f"{name}-{n}")
        try:
            new.mkdir(parents=True)
        except FileExistsError:
            continue
        break
    return new


def _fill(new: Path, files: Mapping[Path, bytes]) -> None:
    try:
        for name, data in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError:  # the matches lie on the same disk, and want its last room
        rmtree(new, ignore_errors=True)
        raise


def _safe(name: str, n: int) -> Path:
    """Return where the file *name* goes: nothing that a board says leads out of the folder."""
    parts = [part for part in name.split("/") if part]
    if parts and all(_SAFE.fullmatch(part) for part in parts):
        return Path(*parts)
    return Path(f"file-{n + 1}")
