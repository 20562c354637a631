"""Stands in for a board's start and its prompt: MicroPython's port for PCs has no raw one.

The folder "flash" is what the board keeps; what is sent is carried out by the real interpreter.
"""

import os
import sys


def say(data):
    sys.stdout.buffer.write(data)


def carry_out(code, known):
    say(b"OK")
    trouble = b""
    try:
        exec(code.decode(), known)
    except Exception as error:
        trouble = b"Traceback\r\n%s: %s\r\n" % (
            type(error).__name__.encode(),
            str(error).encode(),
        )
    say(b"\x04" + trouble + b"\x04>")


def prompt():
    """Return when the line is closed; SystemExit: start anew."""
    raw, code, known = False, b"", {}
    say(b">>> ")
    while True:
        byte = sys.stdin.buffer.read(1)
        if not byte:
            return
        if byte == b"\x01":
            raw, code = True, b""
            say(b"raw REPL; CTRL-B to exit\r\n>")
        elif byte == b"\x02":
            raw, code = False, b""
            say(b"\r\n>>> ")
        elif byte == b"\x03":
            code = b""
        elif not raw:
            say(b"\r\n>>> " if byte in b"\r\n" else byte)
        elif byte == b"\x04":
            carry_out(code, known)
            code = b""
        else:
            code += byte


os.chdir(os.getenv("STAND_FOLDER") + "/flash")
sys.path.insert(0, "")
while True:
    try:
        for name in list(sys.modules):  # a board that starts anew has forgotten them
            if name.startswith("stand_"):
                del sys.modules[name]
        if "main.py" in os.listdir("."):
            with open("main.py") as file:
                source = file.read()
            try:
                exec(source, {"__name__": "__main__"})
            except Exception:
                pass  # a program that has ended leaves the prompt
        prompt()
        break
    except SystemExit:
        pass
