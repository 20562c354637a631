"""A machine of stubs around the install script: a service that starts, or not, and plays on."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SILENT = ("apt-get", "dpkg", "getent", "udevadm", "journalctl", "hostname", "sync")
STEPS = ("mv", "ln", "rm", "cp", "systemctl")
"""What changes anything; after each of them the script can be killed."""
STEP = """#!/bin/sh
echo "${0##*/} $*" >>$HERE/steps
"$HERE/real/${0##*/}" "$@"
result=$?
[ "$(wc -l <$HERE/steps)" != "${CUT:-0}" ] || kill -9 0
exit $result
"""
PYTHON = """#!/bin/sh
case "$*" in
*-m\\ venv*) for last; do :; done
  mkdir -p "$last/bin"; printf '#!/bin/sh\\nexit 0\\n' >"$last/bin/python"
  printf '#!/bin/sh\\n! grep -q moon "$3"\\n# %s\\n' "$VERSION" >"$last/bin/companion"
  chmod +x "$last/bin/python" "$last/bin/companion";;
*healthz*) ! grep -q mute $ROOT/opt/companion/current/bin/companion;;
*moves*) exec $REAL_PYTHON "$@";;
esac
"""
SYSTEMCTL = """#!/bin/sh
now=$ROOT/opt/companion/current matches=$ROOT/var/lib/private/companion
case "$*" in
*show*) echo "0.0.0.0:80 (Stream)";;
stop*) echo stopped >$HERE/service;;
restart*|"start companion.socket companion.service")
  echo stopped >$HERE/service
  ! grep -q moon $ROOT/etc/companion/companion.toml || exit 1
  ! grep -q ExecStartPre $ROOT/etc/systemd/system/companion.service ||
    STATE_DIRECTORY=$matches sh $now/keep-matches.sh
  tail -n 1 $now/bin/companion >$HERE/service
  ! grep -q broken $now/bin/companion || exit 1
  ! grep -q mute $now/bin/companion ||
    $REAL_PYTHON $HERE/play.py $matches/table.sqlite3;;
esac
"""
PLAY = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
file.execute("INSERT INTO entry VALUES ('m', hex(randomblob(4)))")
"""
KILLED = -signal.SIGKILL


class StubMachine:
    """A folder that stands for the machine's root, and a checkout to install from."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root = folder, folder / "root"
        self.table = folder / "table"
        self.matches = self.root / "var/lib/private/companion"
        self.config = self.root / "etc/companion/companion.toml"

    def make(self) -> None:
        """Make it, with matches of an earlier evening."""
        (self.root / "run/systemd/system").mkdir(parents=True)
        shutil.copytree(ROOT / "systemd", self.table / "systemd")
        for name in ("README.md", "requirements.lock"):
            shutil.copy(ROOT / name, self.table)
        (self.folder / "play.py").write_text(PLAY)
        stubs, real = self.folder / "stubs", self.folder / "real"
        real.mkdir()
        stubs.mkdir()
        for name in SILENT:
            (stubs / name).write_text("#!/bin/sh\n")
        (stubs / "python3").write_text(PYTHON)
        for name in STEPS:
            (stubs / name).write_text(STEP)
            (real / name).symlink_to(shutil.which(name) or name)
        (real / "systemctl").unlink()
        (real / "systemctl").write_text(SYSTEMCTL)
        for stub in (*stubs.iterdir(), real / "systemctl"):
            stub.chmod(0o755)
        self.matches.mkdir(parents=True)
        with sqlite3.connect(self.matches / "table.sqlite3") as database:
            database.execute("CREATE TABLE entry (match, command)")
            database.execute("INSERT INTO entry VALUES ('m', 'played before')")
        database.close()

    def copy(self, folder: Path) -> "StubMachine":
        """Return one that stands as this one does now."""
        shutil.copytree(self.folder, folder, symlinks=True)
        return StubMachine(folder)

    def install(
        self, *arguments: str, version: str = "good", cut: int = 0
    ) -> subprocess.CompletedProcess[str]:
        """Run the script of the checkout; *cut*: kill it after so many steps."""
        (self.folder / "steps").write_text("")
        return subprocess.run(
            ["sh", str(self.table / "systemd/install.sh"), *arguments],
            env={
                **os.environ,
                "PATH": f"{self.folder}/stubs:{os.environ['PATH']}",
                "ROOT": str(self.root),
                "REAL_PYTHON": sys.executable,
                "HERE": str(self.folder),
                "VERSION": version,
                "CUT": str(cut),
            },
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,
        )

    def next_version(self) -> None:
        """Let unit and rules of the checkout be other ones than those installed."""
        for name in ("companion.service", "90-companion.rules"):
            with (self.table / "systemd" / name).open("a") as file:
                file.write("# of the next version\n")

    def steps(self) -> int:
        return len((self.folder / "steps").read_text().splitlines())

    def service(self) -> str:
        """Return which version runs."""
        return (self.folder / "service").read_text().strip("# \n")

    def could_start(self) -> bool:
        """Tell whether what is installed just now would come up after a power cut."""
        program = self.root / "opt/companion/current/bin/companion"
        return program.exists() and "moon" not in self.config.read_text()

    def installed(self) -> dict[str, str]:
        """Return the text of every file the system reads."""
        return {
            str(each.relative_to(self.root)): each.read_text()
            for each in (self.root / "etc").rglob("*")
            if each.is_file()
        }

    def played(self) -> list[str]:
        """Return the moves in the matches' file."""
        with sqlite3.connect(self.matches / "table.sqlite3") as database:
            found = database.execute("SELECT command FROM entry").fetchall()
        database.close()
        return [command for (command,) in found]
