#!/bin/sh
# Installs the table on Raspberry Pi OS or Debian; run it again to update, in mid-match too.
#   sudo systemd/install.sh [FILE.toml]    FILE: what your table is built of
#   sudo systemd/install.sh --remove       all goes but the matches (and your FILE, with them)
#   sudo systemd/install.sh --purge        the matches go, too
# ROOT=/some/folder works below that folder, for a look.
#
# A version is a folder in versions/ with all that is of it: the program, and in etc/ what the
# system reads. `current` names the one in force. While `before` is there, a change is on trial:
# the next run ends it, whatever ended this one.
set -eu
umask 022

here=$(cd "$(dirname "$0")/.." && pwd)
ROOT=${ROOT:-}
opt=$ROOT/opt/companion etc=$ROOT/etc units=$ROOT/etc/systemd/system
command=$ROOT/usr/local/bin/companion toml=etc/companion/companion.toml
config=$ROOT/$toml matches=$ROOT/var/lib/private/companion
read_by_system="etc/systemd/system/companion.service etc/systemd/system/companion.socket
    etc/systemd/system/companion-stick.service etc/systemd/system/companion-stick.path
    etc/sysusers.d/companion.conf etc/udev/rules.d/90-companion.rules
    etc/avahi/services/companion.service etc/udev/rules.d/60-companion.rules"
# The last one is an earlier name of the rules: it goes with its version, and comes back with it.
unset PYTHONPATH PYTHONHOME

fail() { echo "install.sh: $*" >&2; exit 1; }
say() { echo "install.sh: $*"; }
# Is a systemd at work here that can be told to start something?
awake() { [ -d "$ROOT/run/systemd/system" ]; }
# Writes new, then renames: whoever reads finds the old one or the new one, whole. What does not
# fit leaves no half of it.
put() {
    install -d -m 755 "${2%/*}" && install -m 644 "$1" "$2.new" && mv -fT "$2.new" "$2" || {
        rm -f "$2.new"
        return 1
    }
}
link() { ln -sfn "$1" "$2.new" && mv -fT "$2.new" "$2"; }

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
    [ -x "$ROOT/usr/sbin/avahi-daemon" ] ||
        apt-get install -y -q --no-install-recommends avahi-daemon >/dev/null 2>&1 ||
        say "no avahi-daemon: phones use the address, not the name"
}

# -- the program: a new folder beside the old one, so that nothing changes under a match --

program() {
    new=$opt/versions/$(date +%Y%m%d-%H%M%S)-$$
    mkdir -p "$opt/versions"
    chmod 755 "$opt" "$opt/versions" # an earlier umask may have shut them
    trap 'rm -rf "$new"' EXIT
    python3 -m venv --system-site-packages "$new"
    pip="$new/bin/python -m pip install -q --disable-pip-version-check --no-input"
    $pip --require-hashes -r "$here/requirements.lock" ||
        fail "the packages could not be fetched: connect the Pi to the internet, and try again"
    $pip --no-deps --no-build-isolation "$here"
    "$new/bin/python" -c 'import lgpio' 2>/dev/null ||
        $pip --require-hashes --only-binary :all: -r "$here/systemd/requirements-pi.lock" \
            2>/dev/null ||
        say "no lgpio: buttons on the Pi's own pins will not work; boards on USB will"
    "$new/bin/python" -m companion.process.compile_pages || say "the first page will take a moment longer"
    install -m 644 "$here/README.md" "$here/systemd/keep-matches.sh" "$here/systemd/stick.sh" "$new/"
    for file in companion.service companion.socket companion-stick.service companion-stick.path; do
        put "$here/systemd/$file" "$new/etc/systemd/system/$file"
    done
    put "$here/systemd/companion.sysusers" "$new/etc/sysusers.d/companion.conf"
    put "$here/systemd/90-companion.rules" "$new/etc/udev/rules.d/90-companion.rules"
    put "$here/systemd/companion.avahi" "$new/etc/avahi/services/companion.service"
}

# The table's own file: the one that was named, the one that is there, the one from before.
table_file() {
    for file in "$table" "$config" "$matches/companion.toml" "$new/example.toml"; do
        [ ! -f "$file" ] || break
    done
    if [ "$file" = "$new/example.toml" ]; then
        # Without hardware all stands are in the browser.
        sed 's/^\([^#]\)/# \1/' "$here/systemd/companion.example.toml" >"$file"
        printf '\n%s\n' '[stand.1]' '[stand.2]' '[stand.3]' '[stand.4]' '[stand.5]' \
            '[stand.6]' '[centre]' >>"$file"
    fi
    "$new/bin/companion" wiring --config "$file" >/dev/null ||
        fail "$file cannot be used, the line above says why: mend it, and run this again." \
            "Nothing was changed"
    put "$file" "$new/$toml"
}

groups() {
    [ -z "$ROOT" ] || return 0
    # A user that an earlier version made is in the way of the one the unit makes.
    if getent passwd companion | grep -q ':/home/companion:'; then
        systemctl stop companion.service 2>/dev/null || true
        userdel companion || true
    fi
    for group in gpio spi i2c; do
        getent group $group >/dev/null || echo $group >>"$opt/groups"
    done
    systemd-sysusers "$new/etc/sysusers.d/companion.conf"
}

# -- over to the new version, and wholly back if it does not answer --

switch() {
    # What is in force now, a person's own changes with it, is what a way back leads to.
    if [ -L "$opt/current" ]; then
        for file in $read_by_system $toml; do
            [ ! -f "$ROOT/$file" ] || put "$ROOT/$file" "$opt/current/$file"
        done
        rm -rf "$matches"/before-*
        link "$(readlink "$opt/current")" "$opt/before"
    fi
    sync # a plug pulled after the change finds the new version whole
    trap - EXIT
    trial "versions/${new##*/}" || fail "the new version does not answer; the lines above" \
        "may say why. The old one runs again, with its own units, rules and table's file"
}

trial() {
    if over "$1" && tell_system && { ! awake || opens; }; then
        settled
        return 0
    fi
    journalctl -u companion.service -n 15 -o cat --no-pager >&2 || true
    ! awake || systemctl -q is-active companion.socket || say "port 80 cannot be used. What" \
        "holds it: sudo ss -ltnp 'sport = :80'. Stop that, or choose another port:" \
        "sudo systemctl edit companion.socket"
    [ -L "$opt/before" ] || fail "the table does not start; the lines above say why"
    go_back
    return 1
}

# The units go first: the new one has the matches copied before a new program writes them. The
# table's file goes last: a program understands the file of the version before it.
over() {
    for file in $read_by_system; do lay "$1" "$file" || return; done
    link "$1" "$opt/current" && lay "$1" "$toml" && mkdir -p "${command%/*}" &&
        link /opt/companion/current/bin/companion "$command"
}

lay() {
    if [ -f "$opt/$1/$2" ]; then put "$opt/$1/$2" "$ROOT/$2"; else rm -f "$ROOT/$2"; fi
}

tell_system() {
    systemctl daemon-reload || true
    systemctl enable -q companion.socket companion.service || true
    # A version before this one has none.
    [ ! -f "$units/companion-stick.path" ] || systemctl enable -q companion-stick.path || true
    ! awake || { udevadm control --reload && udevadm trigger; } 2>/dev/null || true
}

opens() {
    systemctl start companion.socket && systemctl restart companion.service || return
    systemctl start companion-stick.path || say "sticks get no backup: systemctl status companion-stick.path"
    port=$(systemctl show --value -p Listen companion.socket |
        sed -n 's/.*:\([0-9]*\) (Stream).*/\1/p' | head -n 1)
    port=${port:-80}
    # That it is not well is an answer, too: a full card is no fault of the version.
    python3 -c 'if "healthz":
        import http.client, json, sys
        table = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=30)
        table.request("GET", "/healthz")
        sys.exit("well" not in json.load(table.getresponse()))' "$port" 2>/dev/null
}

settled() {
    if [ -f "$opt/before/$toml" ] && ! cmp -s "$opt/before/$toml" "$config"; then
        put "$opt/before/$toml" "$config.before"
        say "your old file is kept as $config.before"
    fi
    rm -f "$opt/before" "$matches/companion.toml"
    # What earlier layouts put right into the folder.
    (cd "$opt" && rm -rf bin include lib lib64 share pyvenv.cfg README.md install.sh)
    sweep
}

sweep() {
    for old in "$opt"/versions/*; do
        [ "versions/${old##*/}" = "$(readlink "$opt/current")" ] || rm -rf "$old"
    done
}

go_back() {
    # The port, too: a phone that knocks would start the table while its matches are changed.
    systemctl stop companion.socket companion.service || true
    before=$(readlink "$opt/before")
    lay "$before" "$toml" # before the program: see over()
    if over "$before" && bring_matches_back; then whole=yes; else whole=; fi
    tell_system
    systemctl start companion.socket companion.service ||
        say "the old version does not start either: sudo systemctl status companion says why"
    [ -n "$whole" ] || fail "the way back was not gone to its end, the lines above say why:" \
        "make room on the card, and run this again"
    rm -f "$opt/before"
    sweep
}

# The matches as they were before the new version first wrote; what it wrote is kept aside.
bring_matches_back() {
    for kept in "$matches"/before-*; do
        name=${kept##*/before-}
        [ -d "$kept" ] || continue
        [ "versions/$name" != "$(readlink "$opt/current")" ] || continue # its own, from its start
        aside=$matches/played-with-$name
        if [ ! -d "$aside" ]; then
            rm -rf "$aside.new"
            mkdir -m 700 "$aside.new" && copy_matches "$matches" "$aside.new" &&
                mv -T "$aside.new" "$aside" || {
                rm -rf "$aside.new"
                return 1
            }
        fi
        rm -f "$matches"/table.sqlite3* "$matches"/table.copy*
        copy_matches "$kept" "$matches" || return
        moves=$(python3 -c 'if "moves":
            import sqlite3, sys
            played, kept = (set(sqlite3.connect(f"{each}/table.sqlite3").execute(
                "SELECT match, command FROM entry")) for each in sys.argv[1:])
            print(len(played - kept))' "$aside" "$kept" 2>/dev/null) || moves=the
        say "the matches are as they were at $(date -r "$kept" +%H:%M). $moves moves made since" \
            "are in $aside; to look at them: sudo companion export --data $aside"
        rm -rf "$kept"
    done
}

copy_matches() {
    for each in "$1"/table.sqlite3* "$1"/table.copy*; do
        [ ! -f "$each" ] || cp -p "$each" "$2/" || return
    done
    sync
}

# -- away with it --

remove() {
    [ ! -x "$opt/current/bin/companion" ] || [ -n "$ROOT" ] ||
        "$opt/current/bin/companion" setup-pi --undo --yes || true
    systemctl disable -q --now companion.socket companion.service companion-stick.path 2>/dev/null || true
    # What a card from the form does at each start, and would be at a loss without the table.
    systemctl disable -q --now companion-card.service 2>/dev/null || true
    rm -rf "$units/companion-card.service" "$ROOT/var/lib/companion-card" \
        "$ROOT/opt/companion-card" "$ROOT/run/issue.d/companion.issue"
    rm -rf "$matches"/before-*
    if [ -f "$config" ] && [ -d "$matches" ]; then
        mv "$config" "$matches/companion.toml"
    fi
    rm -f "$units/companion.service" "$units/companion.socket" "$command" \
        "$units/companion-stick.service" "$units/companion-stick.path" \
        "$etc/sysusers.d/companion.conf" "$etc"/udev/rules.d/[69]0-companion.rules \
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

if [ -L "$opt/before" ]; then
    say "the last run was cut short: it is ended first"
    running=$(readlink "$opt/current")
    # `|| true`: no single failure may end it half-way.
    if [ "$(readlink "$opt/before")" = "$running" ]; then go_back; else trial "$running"; fi || true
fi
[ ! -L "$opt/current" ] || sweep # what a run left that was cut short
echo "1/5 packages"
packages
echo "2/5 the program, in $opt (some minutes on a small Pi)"
program
echo "3/5 the table's file, $config"
table_file
echo "4/5 groups"
groups
echo "5/5 over to it"
switch
echo
if awake; then
    [ "$port" != 80 ] || port=
    say "the table is open: http://$(hostname -I | cut -d' ' -f1)${port:+:$port}"
    say "next, on a Pi with displays: sudo companion setup-pi"
    say "look at it: sudo companion doctor --config $config${port:+ --port $port}"
else
    say "installed; it opens with the next start"
fi
