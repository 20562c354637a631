#!/bin/sh
# Copies the matches as they are before this version of the program first writes them, beside
# them: for `install.sh`, which brings them back if the version does not answer.
set -eu
cd "$STATE_DIRECTORY"
version=$(readlink "${0%/*}")
kept=before-${version##*/}
[ ! -d "$kept" ] || exit 0
rm -rf "$kept.new"
trap 'rm -rf "$kept.new"' EXIT # a full card's last room is the matches'
mkdir "$kept.new"
for each in table.sqlite3* table.copy*.json; do
    [ ! -f "$each" ] || cp -p "$each" "$kept.new/"
done
sync -f "$kept.new"
mv "$kept.new" "$kept"
