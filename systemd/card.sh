#!/bin/sh
# What a new card does until the table is installed, and then at each start: the screen shows the
# way in. `companion card` puts this file on the card; nobody starts it by hand.
#   card.sh SHA256 COUNTRY
# Cut off anywhere it begins again at the next start, and ends the same: a step that was done is
# passed over, and nothing stands half made under its own name. What a later form does not
# choose any more is taken back: an empty file says that it was not chosen.
# ROOT stands before every path: for the tests.
set -eu
umask 022
sha256=$1 country=$2
ROOT=${ROOT:-}
here=$ROOT/var/lib/companion-card
boot=$ROOT/boot/firmware
archive=$boot/table.tar.gz
table=$ROOT/opt/companion-card/table
config=$ROOT/etc/companion/companion.toml
again=$ROOT/run/companion-card-again # until the next start, whatever ends this run
line=$boot/cmdline.txt
trap 'rm -rf "$table.new" "$line.new" "$config.new"' EXIT # what did not fit eats no room

tell() {
    echo "$*"
    mkdir -p "$ROOT/run/issue.d"
    printf '\n%s\n\n' "$*" >"$ROOT/run/issue.d/companion.issue"
    # Where there is a screen; a card without one says it in its journal alone.
    (printf '\n\n   %s\n\n' "$*" >"$ROOT/dev/tty1") 2>/dev/null || true
}
# Ends this run; systemd begins another in a while.
wait_for() { tell "$*"; exit 75; }

# -- the program, whole or not at all --

unpack() {
    [ -f "$archive" ] || wait_for "There is no table.tar.gz on the card. Pull the plug, put the" \
        "card into your computer, copy that file beside config.txt, and start again."
    [ "$(sha256sum <"$archive")" = "$sha256  -" ] || wait_for "table.tar.gz on the card is not the" \
        "file that this card was made with, or was damaged while it was copied. Copy it anew."
    tell "The table is being installed: five minutes, ten on a small Pi. Leave it plugged in."
    rm -rf "$table.new"
    mkdir -p "$table.new"
    tar -xzf "$archive" -C "$table.new"
    sync -f "$table.new"
    rm -rf "$table"
    mv "$table.new" "$table"
}

install_table() {
    if [ -d "$table/wheels" ]; then
        export PIP_NO_INDEX=1 PIP_FIND_LINKS="$table/wheels"
    fi
    file=$here/companion.toml
    if [ -s "$file" ]; then
        touch "$here/chose-file"
    else
        file=
        # The form before this one chose a file, this one none: the installer gives its own.
        if [ -f "$here/chose-file" ]; then
            [ ! -f "$config" ] || mv "$config" "$config.before"
            rm "$here/chose-file"
        fi
    fi
    said=$(sh "$table/systemd/install.sh" $file 2>&1) || {
        echo "$said"
        [ -d "$table/wheels" ] || online || wait_for "The table needs the internet once, for some" \
            "minutes: plug in a network cable, or see whether the Wi-Fi's name and password are right."
        wait_for "The table could not be installed, and tries again. $(echo "$said" | tail -n 1)"
    }
}

online() { python3 -c 'import socket; socket.create_connection(("pypi.org", 443), 5)' 2>/dev/null; }

# -- the Pi: country of the radio, I2C, a Wi-Fi of its own --

radio() {
    [ -f "$line" ] && [ -n "$country" ] || return 0
    wanted=cfg80211.ieee80211_regdom=$country
    ! grep -qw "$wanted" "$line" || return 0
    sed -e 's/ cfg80211.ieee80211_regdom=[A-Z]*//' -e "1s/\$/ $wanted/" "$line" >"$line.new"
    sync "$line.new"
    touch "$again"
    mv "$line.new" "$line"
}

pins() {
    [ -f "$boot/config.txt" ] || return 0
    before=$(cksum <"$boot/config.txt")
    companion setup-pi --yes || wait_for "The table is installed, but the Pi's pins could not be" \
        "set up: the file of the table may not fit. Its own words: $(companion setup-pi --yes 2>&1 | tail -n 1)"
    [ "$before" = "$(cksum <"$boot/config.txt")" ] || touch "$again"
}

hotspot() {
    [ -f "$here/hotspot" ] || return 0
    without_hotspot
    if [ ! -s "$here/hotspot" ]; then
        rm "$here/hotspot"
        return 0
    fi
    name=$(sed -n 1p "$here/hotspot") password=$(sed -n 2p "$here/hotspot")
    rfkill unblock wifi 2>/dev/null || true
    # It would say the password, which must not lie in the journal, nor in a process's title. A
    # name may begin with a hyphen.
    printf '%s\n' "$password" |
        companion setup-pi --yes --hotspot="$name" --password-file=- >/dev/null &&
        companion setup-pi --confirm || wait_for "The table's own Wi-Fi could not be set up. It tries" \
        "again; a network cable works meanwhile."
    # The displays show a code that leads a phone into it.
    touch "$here/made-hotspot"
    if ! grep -q '^\[wifi\]' "$config"; then
        { cat "$config"; printf '\n%s\n[wifi]\nname = "%s"\npassword = "%s"\n' "$mark" "$name" "$password"; } >"$config.new"
        put_config
    fi
    rm "$here/hotspot" # its password stands where NetworkManager keeps it
}

# Takes back the Wi-Fi that an earlier form made, and its lines in the table's file.
mark='# From the form of the card, with its three lines:'
without_hotspot() {
    [ -f "$here/made-hotspot" ] || return 0
    nmcli connection delete companion-hotspot >/dev/null 2>&1 || true
    rm -f "$ROOT/etc/NetworkManager/system-connections/companion-hotspot.nmconnection" \
        "$ROOT/etc/NetworkManager/dnsmasq-shared.d/companion.conf"
    if grep -qF "$mark" "$config"; then
        sed "/^$mark\$/,+3d" "$config" >"$config.new"
        put_config
    fi
    rm "$here/made-hotspot"
}

put_config() {
    sync "$config.new"
    mv "$config.new" "$config"
    systemctl restart companion.service
}

# -- the way in --

show() {
    systemctl start companion.socket companion.service || wait_for "The table does not start." \
        "Its own words: $(systemctl show --value -p StatusText companion.service)"
    pin=$(python3 -c 'import json, urllib.request as web
print(json.load(web.urlopen("http://127.0.0.1/host/pin", timeout=20))["pin"])') ||
        wait_for "The table does not answer yet."
    address=$(hostname -I | cut -d" " -f1)
    tell "The table is open: http://${address:-$(hostname).local}  PIN $pin"
}

mkdir -p "$here"
# Files that were put on the card anew later are carried out, too.
if [ ! -f "$here/done" ] || [ "$here/card.sh" -nt "$here/done" ]; then
    unpack
    install_table
    radio
    pins
    hotspot
    sync
    touch "$here/done"
    rm -rf "${table%/*}"
    [ ! -f "$again" ] || { tell "Installed. One more start, then the table is open."; systemctl reboot; exit 0; }
fi
show
