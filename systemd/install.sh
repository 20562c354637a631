#!/bin/sh
# Installs the table on Raspberry Pi OS or Debian: a virtual environment, a user, a unit.
#   sudo systemd/install.sh [FILE.toml]
# Run it again after an update: the file in /etc and the matches stay as they are.
# ROOT=/some/folder installs below that folder, for a look.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
table=${1:-$here/systemd/companion.example.toml}
ROOT=${ROOT:-}
opt=$ROOT/opt/companion etc=$ROOT/etc/companion units=$ROOT/etc/systemd/system
boot=$ROOT/boot/firmware/config.txt

fail() { echo "install.sh: $1" >&2; exit 1; }

[ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || fail "only root can install: sudo $0"
[ -f "$table" ] || fail "there is no file $table: choose one of systemd/builds/*.toml"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "this needs Python 3.11 or newer: update Raspberry Pi OS"

echo "1/5 packages"
# lgpio comes from the system: newer Pythons have no wheel of it.
apt-get install -y -q python3-venv i2c-tools
apt-get install -y -q python3-lgpio || lgpio=lgpio

echo "2/5 the program, in $opt"
mkdir -p "$opt"
python3 -m venv --clear --system-site-packages "$opt"
"$opt/bin/python" -m pip install -q --disable-pip-version-check --require-hashes \
    -r "$here/requirements.lock"
"$opt/bin/python" -m pip install -q --disable-pip-version-check --no-deps \
    --no-build-isolation "$here"
# Debian 12 has no package of it, but Python 3.11 a wheel.
[ -z "${lgpio:-}" ] || "$opt/bin/python" -m pip install -q --disable-pip-version-check \
    --only-binary lgpio "lgpio==0.2.2.0" ||
    echo "lgpio is missing: buttons on the Pi's pins will not work, boards on USB will" >&2

echo "3/5 the user"
id -u companion >/dev/null 2>&1 || useradd --system --no-create-home companion
for group in gpio i2c dialout; do
    getent group "$group" >/dev/null || groupadd --system "$group"
    usermod -a -G "$group" companion
done

echo "4/5 the table's file, $etc/companion.toml"
mkdir -p "$etc" "$units" "$ROOT/etc/modules-load.d"
[ -f "$etc/companion.toml" ] || cp "$table" "$etc/companion.toml"
"$opt/bin/companion" wiring --config "$etc/companion.toml" >/dev/null
if [ -f "$boot" ]; then
    [ -f "$boot.before-companion" ] || cp "$boot" "$boot.before-companion"
    "$opt/bin/companion" wiring --config "$etc/companion.toml" --config-txt |
    while read -r line; do
        grep -qxF "$line" "$boot" || printf '%s\n' "$line" >>"$boot"
    done
    echo i2c-dev >"$ROOT/etc/modules-load.d/companion.conf"
fi

echo "5/5 the unit"
cp "$here/systemd/companion.service" "$units/companion.service"
systemctl daemon-reload
systemctl enable companion.service

echo
echo "Installed. Restart the machine: sudo reboot"
echo "Then: /opt/companion/bin/companion doctor --config /etc/companion/companion.toml"
