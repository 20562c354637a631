#!/bin/sh
# Installs Debian's packages, or says who can and how: packages.sh FINDING PACKAGE...
# FINDING says what is missing and for what. Asks nothing but sudo's password.
set -eu
finding=$1
shift
remedy="sudo apt update && sudo apt install -y $*"

fail() { echo "$finding. $*" >&2; exit 1; }

command -v apt-get >/dev/null || {
    names=$(echo "$*" | sed 's/-venv//; s/libatomic1/libatomic/')
    fail "There is no apt here. On Fedora: sudo dnf install $names; on macOS: brew install $names"
}
as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
        fail "Only root can install $*, and there is no sudo." \
            "As root: apt update && apt install -y $*"
    as_root=sudo
fi
echo "$finding: installing $* with apt${as_root:+ (sudo may ask for your password)}."
$as_root true || fail "You may not install packages here. Ask somebody who may for: $remedy"

# Another apt may be at work, on a new Pi for minutes: wait for it.
apt_get() {
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -o DPkg::Lock::Timeout=600 "$@" </dev/null >/dev/null
}
apt_get update || true # what is known already may do
apt_get install -y --no-install-recommends "$@" ||
    fail "apt could not install $*; its lines above say why. Once that is mended: $remedy"
