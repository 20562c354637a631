"""A disk that remembers every write and every flush, in order; and may begin to fail.

``python -m tests.faults.disk IMAGE LOG FOLDER`` mounts two files in FOLDER by the kernel's
FUSE protocol: ``disk`` for a loop device, and ``mark``: what is written there stands in the
log between the writes, or, as ``fail``, lets every later write of the disk fail.
"""

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

HEAD: Final = struct.Struct("<cQI")
IN: Final = struct.Struct("<IIQQIIIHH")
OUT: Final = struct.Struct("<IiQ")
ATTR: Final = struct.Struct("<QQQQQQIIIIIIIIII")
WRITE_BYTES: Final = 128 * 1024
ROOT, DISK, MARK = 1, 2, 3
NAMES: Final = {b"disk": DISK, b"mark": MARK}
FOREVER: Final = 3600


@dataclass(frozen=True)
class Step:
    """One thing that the disk was told."""

    kind: Literal["W", "F", "M"]
    offset: int
    data: bytes


def read_log(path: Path) -> list[Step]:
    """Return everything the disk was told, in order."""
    return list(_steps(path.read_bytes()))


def _steps(text: bytes) -> Iterator[Step]:
    at = 0
    while at + HEAD.size <= len(text):
        kind, offset, length = HEAD.unpack_from(text, at)
        at += HEAD.size
        yield Step(kind.decode(), offset, text[at : at + length])
        at += length


class Disk:
    """Answers the kernel's requests one by one."""

    def __init__(self, image: Path, log: Path) -> None:
        self._image = os.open(image, os.O_RDWR)
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
        self._size = os.fstat(self._image).st_size
        self._fails = False

    def answer(self, opcode: int, node: int, body: bytes) -> bytes | int | None:  # noqa: PLR0912, C901 - one case an operation
        """Return the answer: bytes, an errno, or None where none is wanted."""
        match opcode:
            case 26:  # INIT
                flags = 1 << 5  # big writes
                return struct.pack(
                    "<IIIIHHIIHHI28x", 7, 31, 65536, flags, 12, 9, WRITE_BYTES, 1, 32, 0, 0
                )
            case 1:  # LOOKUP
                found = NAMES.get(body.rstrip(b"\0"))
                if found is None:
                    return errno.ENOENT
                head = struct.pack("<QQQQII", found, 0, FOREVER, FOREVER, 0, 0)
                return head + self._attributes(found)
            case 3 | 4:  # GETATTR, SETATTR
                return struct.pack("<QII", FOREVER, 0, 0) + self._attributes(node)
            case 14 | 27:  # OPEN, OPENDIR: marks must not wait in a cache
                return struct.pack("<QII", 0, 1 if node == MARK else 0, 0)
            case 15:  # READ
                _, offset, size = struct.unpack_from("<QQI", body)
                return os.pread(self._image, size, offset)
            case 16:  # WRITE
                _, offset, size = struct.unpack_from("<QQI", body)
                return self._write(node, offset, body[40 : 40 + size])
            case 20:  # FSYNC
                if self._fails:
                    return errno.EIO
                if node == DISK:
                    self._record(b"F", 0, b"")
                return b""
            case 2 | 42 | 36:  # FORGET, BATCH_FORGET, INTERRUPT
                return None
            case 17:  # STATFS
                return struct.pack("<QQQQQIIII24x", 0, 0, 0, 0, 0, 4096, 255, 4096, 0)
            case 18 | 25 | 29 | 34 | 38:  # RELEASE, FLUSH, RELEASEDIR, ACCESS, DESTROY
                return b""
            case _:
                return errno.ENOSYS

    def _write(self, node: int, offset: int, data: bytes) -> bytes | int:
        if node == MARK:
            self._fails = self._fails or data == b"fail"
            self._record(b"M", 0, data)
        elif self._fails:
            return errno.EIO
        else:
            self._record(b"W", offset, data)
            os.pwrite(self._image, data, offset)
        return struct.pack("<II", len(data), 0)

    def _record(self, kind: bytes, offset: int, data: bytes) -> None:
        os.write(self._log, HEAD.pack(kind, offset, len(data)) + data)

    def _attributes(self, node: int) -> bytes:
        mode = 0o040755 if node == ROOT else 0o100600
        size = self._size if node == DISK else 0
        blocks = size // 512
        times = (0,) * 6
        return ATTR.pack(node, size, blocks, *times, mode, 1, 0, 0, 0, 4096, 0)


def serve(disk: Disk, folder: Path) -> None:
    """Mount *disk* at *folder* and answer until it is unmounted."""
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"disk", str(folder).encode(), b"fuse", 0, options):
        raise OSError(ctypes.get_errno(), "the disk cannot be mounted")
    while True:
        try:
            request = os.read(device, WRITE_BYTES + 4096)
        except OSError as error:
            if error.errno == errno.ENODEV:  # unmounted
                return
            raise
        _, opcode, unique, node, *_ = IN.unpack_from(request)
        found = disk.answer(opcode, node, request[IN.size :])
        if found is None:
            continue
        body = b"" if isinstance(found, int) else found
        code = -found if isinstance(found, int) else 0
        os.write(device, OUT.pack(OUT.size + len(body), code, unique) + body)


if __name__ == "__main__":
    serve(Disk(Path(sys.argv[1]), Path(sys.argv[2])), Path(sys.argv[3]))
