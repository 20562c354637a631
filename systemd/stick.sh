#!/bin/sh
# The file to take along goes to every stick that is plugged in; a table where nobody has sat
# yet takes one that it finds on a stick, or beside config.txt on its own card.
#   stick.sh FOLDER       the folder of the matches
# STICKS, CARD and MOUNT name other devices and folders: for the tests.
# A stick is mounted for as long as it is written to, where nothing else sees it: pull it when
# you like.
set -eu
umask 077
folder=$1
card=${CARD:-/boot/firmware}
place=${MOUNT:-/run/companion-stick}
written=$folder/evening.companion
most=20000000

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
}

# One file a day; the name comes last, so a stick that is pulled has the old one or the new.
give() {
    [ -f "$written" ] || return 0
    file=$1/word-table/table-$(date -r "$written" +%Y-%m-%d).companion
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
