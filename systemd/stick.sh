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
folder=$1
card=${CARD:-/boot/firmware}
place=${MOUNT:-/run/companion-stick}
written=$folder/evening.companion
program=${PROGRAM:-/opt/companion/current}
config=${CONFIG:-/etc/companion/companion.toml}
most=20000000

# Its name for people, and a word that another table with the same name has not.
whose() {
    printf '%s-%.4s' "$(uname -n)" "$(sha256sum <"${MACHINE:-/etc/machine-id}")"
}

# The kernel's name of each stick that has a file system we know and is nobody's yet.
sticks() {
    for each in ${STICKS:-/dev/disk/by-id/usb-*}; do
        [ -b "$each" ] || continue
        ! findmnt -n -S "$(readlink -f "$each")" >/dev/null || continue
        case $(blkid -o value -s TYPE "$each" || true) in
        vfat | exfat | ext[234] | ntfs) readlink -f "$each" ;;
        esac
    done | sort -u
}

# Nobody has played here: what is found is laid where the program looks at its start.
take() {
    [ ! -e "$written" ] && [ ! -e "$folder/found.companion" ] || return 0
    newest=
    for each in "$1"/*.companion "$1"/word-table/*.companion; do
        [ -f "$each" ] && [ "$(stat -c %s "$each")" -le "$most" ] || continue
        if [ -z "$newest" ] || [ "$each" -nt "$newest" ]; then newest=$each; fi
    done
    [ -n "$newest" ] || return 0
    # Before the very first start there is no folder; systemd gives it to the program then.
    mkdir -p "$folder" && cp "$newest" "$folder/found.companion.new" &&
        chown --reference="$folder" "$folder/found.companion.new" &&
        sync "$folder/found.companion.new" &&
        mv "$folder/found.companion.new" "$folder/found.companion" || {
        rm -f "$folder/found.companion.new"
        return 1
    }
    echo "found: ${newest##*/}"
    lay
}

# The table's file comes along where nobody has chosen one: it is the installer's still.
lay() {
    [ -f "$program/example.toml" ] && cmp -s "$program/example.toml" "$config" || return 0
    "$program/bin/companion" restore "$folder/found.companion" --only-table-file \
        --table-file "$config" || echo "the table's file stays as it is" >&2
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

mkdir -p "$place"
take "$card" || echo "what lies on $card could not be taken: is the card full?" >&2
for stick in $(sticks); do
    # What lies there may be anybody's: a link must not lead anywhere on this machine.
    if mount -o nosuid,nodev,noexec,nosymfollow "$stick" "$place"; then
        # Here no failure ends the script: each step says by itself whether it went well.
        take "$place" && give "$place" || echo "$stick could not be used: is it full?" >&2
        umount "$place"
    fi
done
