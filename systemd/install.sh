#!/bin/sh
# Installs the table on Raspberry Pi OS or Debian; run it again to update, in mid-match too.
#   sudo systemd/install.sh [FILE.toml]    FILE: what your table is built of
#   sudo systemd/install.sh --remove       all goes but the matches (and your FILE, with them)
#   sudo systemd/install.sh --purge        the matches go, too
# ROOT=/some/folder works below that folder, for a look.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
ROOT=${ROOT:-}
opt=$ROOT/opt/companion etc=$ROOT/etc units=$ROOT/etc/systemd/system
command=$ROOT/usr/local/bin/companion config=$ROOT/etc/companion/companion.toml
matches=$ROOT/var/lib/private/companion
unset PYTHONPATH PYTHONHOME

fail() { echo "install.sh: $*" >&2; exit 1; }
say() { echo "install.sh: $*"; }
# Is a systemd at work here that can be told to start something?
awake() { [ -z "$ROOT" ] && [ -d /run/systemd/system ]; }

# -- packages --

packages() {
    python3 -c 'import ensurepip, venv' 2>/dev/null ||
        sh "$here/systemd/packages.sh" "Python cannot make a virtual environment" python3-venv
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "this needs Python 3.11 or newer: write a new card with Raspberry Pi OS"
    case $(dpkg --print-architecture 2>/dev/null || echo unknown) in
    armhf | armel) fail "this needs the 64-bit Raspberry Pi OS: write a new card with it" ;;
    esac
    # The pins' driver comes from the system: newer Pythons have no wheel of it.
    python3 -c 'import lgpio' 2>/dev/null ||
        apt-get install -y -q --no-install-recommends python3-lgpio >/dev/null 2>&1 || true
    # The name raspberrypi.local; without it there are still addresses and QR codes.
    [ -d "$etc/avahi" ] || apt-get install -y -q --no-install-recommends avahi-daemon \
        >/dev/null 2>&1 || say "no avahi-daemon: phones use the address, not the name"
}

# -- the program: a new folder beside the old one, so that nothing changes under a match --

program() {
    new=$opt/versions/$(date +%Y%m%d-%H%M%S)-$$
    mkdir -p "$opt/versions"
    trap 'rm -rf "$new"' EXIT
    python3 -m venv --system-site-packages "$new"
    pip="$new/bin/python -m pip install -q --disable-pip-version-check --no-input"
    $pip --require-hashes -r "$here/requirements.lock" ||
        fail "the packages could not be had: connect the Pi to the internet, and try again"
    $pip --no-deps --no-build-isolation "$here"
    "$new/bin/python" -c 'import lgpio' 2>/dev/null ||
        $pip --require-hashes --only-binary :all: -r "$here/systemd/requirements-pi.lock" \
            2>/dev/null ||
        say "no lgpio: buttons on the Pi's own pins will not work; boards on USB will"
    "$new/bin/python" -m companion.service.compile_pages || say "the first page will take a moment longer"
    cp "$here/README.md" "$here/systemd/install.sh" "$opt/"
}

# The table's own file: the one that was named, the one that is there, the one from before.
table_file() {
    mkdir -p "$etc/companion"
    if [ -n "$table" ]; then
        if [ -f "$config" ] && ! cmp -s "$table" "$config"; then
            cp "$config" "$config.before"
            say "your old file is kept as $config.before"
        fi
        cp "$table" "$config"
    elif [ ! -f "$config" ] && [ -f "$matches/companion.toml" ]; then
        mv "$matches/companion.toml" "$config"
    elif [ ! -f "$config" ]; then
        # Without hardware all stands are in the browser.
        sed 's/^\([^#]\)/# \1/' "$here/systemd/companion.example.toml" >"$config"
        printf '\n%s\n' '[stand.1]' '[stand.2]' '[stand.3]' '[stand.4]' '[stand.5]' \
            '[stand.6]' '[centre]' >>"$config"
    fi
    chmod 644 "$config"
    "$new/bin/companion" wiring --config "$config" >/dev/null
}

system_files() {
    mkdir -p "$units" "$etc/sysusers.d" "$etc/udev/rules.d" "$etc/avahi/services" \
        "$ROOT/usr/local/bin"
    cp "$here/systemd/companion.service" "$here/systemd/companion.socket" "$units/"
    cp "$here/systemd/companion.sysusers" "$etc/sysusers.d/companion.conf"
    cp "$here/systemd/60-companion.rules" "$etc/udev/rules.d/60-companion.rules"
    cp "$here/systemd/companion.avahi" "$etc/avahi/services/companion.service"
    ln -sfn /opt/companion/current/bin/companion "$command"
    # A user that an earlier version made is in the way of the one the unit makes.
    if [ -z "$ROOT" ] && getent passwd companion | grep -q ':/home/companion:'; then
        systemctl stop companion.service 2>/dev/null || true
        userdel companion || true
    fi
    if [ -z "$ROOT" ]; then
        for group in gpio spi i2c; do
            getent group $group >/dev/null || echo $group >>"$opt/groups"
        done
        systemd-sysusers "$etc/sysusers.d/companion.conf"
    fi
}

# -- over to the new program, and back if it does not come up --

switch() {
    before=$(readlink "$opt/current" 2>/dev/null || true)
    point_at "versions/${new##*/}"
    trap - EXIT
    systemctl daemon-reload || true
    systemctl enable -q companion.socket companion.service
    if awake; then
        udevadm control --reload 2>/dev/null && udevadm trigger 2>/dev/null || true
        systemctl start companion.socket || fail "port 80 cannot be had. What holds it:" \
            "sudo ss -ltnp 'sport = :80'. Stop that, or choose another port:" \
            "sudo systemctl edit companion.socket"
        if ! systemctl restart companion.service; then
            journalctl -u companion.service -n 15 -o cat --no-pager >&2 || true
            [ -n "$before" ] || fail "the table does not start; the lines above say why"
            point_at "$before"
            systemctl restart companion.service || true
            rm -rf "$new"
            fail "the new version does not start; the old one runs again"
        fi
    fi
    # What the first layout put right into the folder.
    [ ! -f "$opt/pyvenv.cfg" ] || (cd "$opt" && rm -rf bin include lib lib64 share pyvenv.cfg)
    for old in "$opt"/versions/*; do
        [ "$old" = "$new" ] || rm -rf "$old"
    done
}

point_at() {
    ln -sfn "$1" "$opt/current.new"
    mv -fT "$opt/current.new" "$opt/current"
}

# -- away with it --

remove() {
    [ ! -x "$opt/current/bin/companion" ] || [ -n "$ROOT" ] ||
        "$opt/current/bin/companion" setup-pi --undo --yes || true
    systemctl disable -q --now companion.socket companion.service 2>/dev/null || true
    if [ -f "$config" ] && [ -d "$matches" ]; then
        mv "$config" "$matches/companion.toml"
    fi
    rm -f "$units/companion.service" "$units/companion.socket" "$command" \
        "$etc/sysusers.d/companion.conf" "$etc/udev/rules.d/60-companion.rules" \
        "$etc/avahi/services/companion.service" "$etc/modules-load.d/companion.conf"
    rm -rf "$units/companion.service.d" "$units/companion.socket.d" "$etc/companion" \
        "$ROOT/run/companion"
    if [ -f "$opt/groups" ]; then
        while read -r group; do groupdel "$group" 2>/dev/null || true; done <"$opt/groups"
    fi
    rm -rf "$opt"
    rmdir "$etc/avahi/services" "$etc/avahi" "$etc/sysusers.d" 2>/dev/null || true
    systemctl daemon-reload || true
    systemctl reset-failed companion.service companion.socket 2>/dev/null || true
    if [ "$1" = --purge ]; then
        rm -rf "$matches" "$ROOT/var/lib/companion"
        rmdir "$ROOT/var/lib/private" 2>/dev/null || true
        say "removed, with all matches"
    elif [ -d "$matches" ]; then
        say "removed; the matches are in $matches (away with them: --purge)"
    else
        say "removed"
    fi
}

[ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || fail "only root can install: sudo $0"
case ${1:-} in
--remove | --purge)
    remove "$1"
    exit
    ;;
-*) fail "$1 is unknown: write a FILE.toml, --remove or --purge" ;;
esac
table=${1:-}
[ -z "$table" ] || [ -f "$table" ] ||
    fail "there is no file $table: choose one of systemd/builds/*.toml"
[ -f "$here/requirements.lock" ] || fail "start it in the program's own folder: cd table"

echo "1/5 packages"
packages
echo "2/5 the program, in $opt (some minutes on a small Pi)"
program
echo "3/5 the table's file, $config"
table_file
echo "4/5 units, groups, rules"
system_files
echo "5/5 over to it"
switch
echo
if awake; then
    say "the table is open: http://$(hostname -I | cut -d' ' -f1)"
    say "next, on a Pi with displays: sudo companion setup-pi"
    say "look at it: sudo companion doctor --config $config"
else
    say "installed; it opens with the next start"
fi
