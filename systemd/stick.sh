#!/bin/sh
# The file to take along goes to every stick that is plugged in; a table where nobody has sat
# yet takes one that it finds on a stick, or beside config.txt on its own card.
#   stick.sh FOLDER       the folder of the matches
# STICKS, CARD, MOUNT, PROGRAM, CONFIG and MACHINE name other devices, folders and files: for
# the tests.
# A stick is mounted for as long as it is written to, where nothing else sees it: pull it when
# you like.
set -eu
umask 077
export LC_ALL=C # the reasons are read
folder=$1
card=${CARD:-/boot/firmware}
place=${MOUNT:-/run/companion-stick}
written=$folder/evening.companion
program=${PROGRAM:-/opt/companion/current}
config=${CONFIG:-/etc/companion/companion.toml}
most=20000000
trap 'rm -rf "$folder/found.new" "$folder/stick.news.new"' EXIT # what did not fit eats no room

# Its name for people, and a word that another table with the same name has not.
whose() {
    printf '%s-%.4s' "$(uname -n)" "$(sha256sum <"${MACHINE:-/etc/machine-id}")"
}

# The kernel's name of each stick that is nobody's yet, if it has a file system we know; of one
# that we do not know the table is told.
sticks() {
    for each in ${STICKS:-/dev/disk/by-id/usb-*}; do
        [ -b "$each" ] || continue
        ! findmnt -n -S "$(readlink -f "$each")" >/dev/null || continue
        kind=$(blkid -o value -s TYPE "$each" || true)
        case $kind in
        vfat | exfat | ext[234] | ntfs) readlink -f "$each" ;;
        '') ! is_bare "$each" || tell "$each" stick-unknown "it has no file system" ;;
        *) tell "$each" stick-unknown "its file system ($kind) is none that the table knows" ;;
        esac
    done | sort -u
}

# Whether $1 is a whole stick with nothing on it: no part of one, no empty slot, no parts.
is_bare() {
    case $1 in *-part[0-9]*) return 1 ;; esac
    [ "$(blockdev --getsize64 "$1" || echo 0)" -gt 0 ] &&
        [ -z "$(blkid -o value -s PTTYPE "$1" || true)" ]
}

# Says in the journal why a stick takes nothing, and leaves it for the host's page.
tell() {
    echo "$1 could not be used: $3" >&2
    [ -d "$folder" ] || return 0
    label=$(blkid -o value -s LABEL "$1" | tr -cd 'A-Za-z0-9 ._-' | cut -c1-30) || label=
    echo "$2 ${label:-${1##*/}}" >"$folder/stick.news.new" &&
        chown --reference="$folder" "$folder/stick.news.new" &&
        mv "$folder/stick.news.new" "$folder/stick.news" || true
}

# Finds the reason in what a program of the system has said.
why() {
    case $2 in
    *"No space left"* | *"File too large"* | *"quota"*) tell "$1" stick-full "it is full" ;;
    *"nput/output error"*) tell "$1" stick-broken "it reports errors" ;;
    *ibernat* | *"is dirty"* | *nclean* | *"Read-only file system"*)
        if [ "$(blockdev --getro "$1" || true)" = 1 ]; then
            tell "$1" stick-protected "it is write-protected"
        elif [ "$(blkid -o value -s TYPE "$1" || true)" = ntfs ]; then
            tell "$1" stick-hibernated "Windows has not let go of it"
        else
            tell "$1" stick-unreadable "its file system is damaged"
        fi ;;
    *mount*) tell "$1" stick-unreadable "it cannot be mounted, its file system is damaged" ;;
    *) tell "$1" stick-refused "it refuses to be written to" ;;
    esac
    echo "$2" >&2
}

# What may be a file to take along below $1: the newest by its own words first.
candidates() {
    for each in "$1"/*.[cC][oO][mM][pP][aA][nN][iI][oO][nN] \
        "$1"/word-table/*.[cC][oO][mM][pP][aA][nN][iI][oO][nN]; do
        [ -f "$each" ] && [ "$(stat -c %s "$each")" -le "$most" ] || continue
        case $each in *"
"*) continue ;; esac
        at=$(head -c 300 "$each" | tr -cd '[:print:]' |
            sed -n 's/.*"at":"\([0-9][0-9 :-]*\)".*/\1/p')
        printf '%s\t%s\n' "${at:-0}" "$each"
    done | sort -r | head -n 500 | cut -f2-
}

# Whether the program has laid a file aside that says the same as $1.
refused() {
    for old in "$folder"/found/*.refused; do
        ! cmp -s "$old" "$1" || return 0
    done
    return 1
}

# Nobody has played here: what is found is laid where the program looks at its start, which
# takes the newest that it can read. All of it or nothing: a folder gets its name at the end.
take() {
    [ ! -e "$written" ] || return 0
    for each in "$folder"/found/*.companion; do
        [ ! -e "$each" ] || return 0
    done
    # Before the very first start there is no folder; systemd gives it to the program then.
    rm -rf "$folder/found.new" && mkdir -p "$folder/found.new" || return 1
    candidates "$1" | gather || return 1
    for each in "$folder"/found.new/*.companion; do
        [ -e "$each" ] || return 0
        echo "found: ${each##*/[0-9][0-9]-}"
    done
    for each in "$folder"/found/*.refused; do
        [ ! -e "$each" ] || mv "$each" "$folder/found.new" || return 1
    done
    chown -R --reference="$folder" "$folder/found.new" && sync -f "$folder/found.new" &&
        rm -rf "$folder/found" && mv "$folder/found.new" "$folder/found" || return 1
}

gather() {
    number=10
    while IFS= read -r each; do
        [ "$number" -lt 22 ] || break # the next try takes what is left, once these are refused
        ! refused "$each" || continue
        name=$(printf %s "${each##*/}" | tr -cd 'A-Za-z0-9._-' | cut -c1-60)
        cp "$each" "$folder/found.new/$number-${name%.*}.companion" || return 1
        number=$((number + 1))
    done
}

# The table's file comes along where nobody has chosen one, it is the installer's still, and nobody
# has sat here yet: right before the start that takes the rest, and never while a table runs.
lay() {
    [ -d "$folder/found" ] && [ ! -e "$folder/found/settled" ] || return 0
    [ -f "$program/example.toml" ] && cmp -s "$program/example.toml" "$config" || return 0
    ! "$program/bin/python" -m companion.process.first_file "$folder" "$config" ||
        : >"$folder/found/settled"
}

# One file a day and table; the name comes last, so a stick that is pulled has the old one or the new.
give() {
    [ -f "$written" ] || return 0
    file=$1/word-table/$(whose)-$(date -r "$written" +%Y-%m-%d).companion
    ! cmp -s "$written" "$file" || return 0
    mkdir -p "$1/word-table" && cp "$written" "$file.new" && sync "$file.new" &&
        mv "$file.new" "$file" && sync -f "$1" || {
        rm -f "$file.new"
        return 1
    }
    echo "written to the stick: ${file##*/}"
}

state() { stat -c '%i %Z' "$written" 2>/dev/null || true; }

mkdir -p "$place"
begun=$(state)
take "$card" || echo "what lies on $card could not be taken: is the card full?" >&2
for stick in $(sticks); do
    # What lies there may be anybody's: a link must not lead anywhere on this machine.
    if said=$(mount -o nosuid,nodev,noexec,nosymfollow "$stick" "$place" 2>&1); then
        # Here no failure ends the script: each step says by itself whether it went well.
        take "$place" || echo "what lies on $stick could not be taken: is the card full?" >&2
        if said=$(give "$place" 2>&1); then
            [ -z "$said" ] || echo "$said"
        else
            why "$stick" "$said"
        fi
        umount "$place"
    else
        why "$stick" "mount: $said"
    fi
done
lay
# What the table wrote meanwhile: systemd has looked away for as long as this ran.
[ "$begun" = "$(state)" ] || exec sh "$0" "$folder"
