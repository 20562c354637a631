#!/bin/sh
# Runs tests/pi/guest.py on an emulated Raspberry Pi 3; builds it below .pi/ the first time.
# $PYTHON is the interpreter with the project's packages: those without machine code are
# lent to the guest, the rest of what runs there is Debian's.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
work=$top/.pi
PYTHON=${PYTHON:-$top/.venv/bin/python}
key=/usr/share/keyrings/debian-archive-keyring.gpg

need() { command -v "$1" >/dev/null || missing="${missing:-} $2"; }
need cpio cpio
need modprobe kmod
need xz xz-utils
[ -f "$key" ] || missing="${missing:-} debian-archive-keyring"
[ -z "${missing:-}" ] || { echo "first: apt-get install --no-install-recommends$missing" >&2; exit 2; }

# Debian 13's QEMU is the first that knows the Pi's I2C. Its packages, and the Pi's own, are
# unpacked here and installed nowhere: apt works in a folder of its own.
fetch() {
    cd "$work"
    apt=$work/apt
    mkdir -p apt/etc/apt.conf.d apt/etc/preferences.d apt/state/lists/partial apt/cache/archives/partial
    : >apt/status
    echo "deb [signed-by=$key] http://deb.debian.org/debian trixie main" >apt/etc/sources.list
    cat >apt/conf <<END
APT::Architecture "amd64";
APT::Architectures { "amd64"; "arm64"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Dir::Etc "$apt/etc";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
END
    export APT_CONFIG=$apt/conf
    apt-get -qq update
    apt-get -qq -y --download-only install qemu-system-arm device-tree-compiler \
        linux-image-arm64:arm64 busybox-static:arm64 python3-minimal:arm64 \
        libpython3-stdlib:arm64 python3-pil:arm64 python3-cbor2:arm64
    for package in apt/cache/archives/*.deb; do
        case $package in
            *_arm64.deb) dpkg-deb -x "$package" pi ;;
            *_amd64.deb | */qemu-system-data_*) dpkg-deb -x "$package" host ;;
        esac
    done
    rm -r apt
}

# A program of Debian 13, with its own loader and libraries.
trixie() {
    program=$1
    shift
    libraries=$work/host/usr/lib/x86_64-linux-gnu
    QEMU_MODULE_DIR=$libraries/qemu timeout "${LIMIT_S:-600}" "$work/host/usr/lib64/ld-linux-x86-64.so.2" \
        --library-path "$libraries" "$work/host/usr/bin/$program" "$@"
}

# What `dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle` adds.
add_mux() {
    cp "$work"/pi/usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb "$work/pi3.dtb"
    node=/soc/i2c@7e804000/i2c-mux@70
    put() { trixie fdtput "$@"; }
    put -c "$work/pi3.dtb" $node
    put -t s "$work/pi3.dtb" $node compatible nxp,pca9548
    put -t x "$work/pi3.dtb" $node reg 70
    put -t x "$work/pi3.dtb" $node '#address-cells' 1
    put -t x "$work/pi3.dtb" $node '#size-cells' 0
    put "$work/pi3.dtb" $node i2c-mux-idle-disconnect
}

# The machine's files: Debian's arm64 Python with Pillow, and the kernel's own modules.
pack_system() {
    rm -rf "$work/system"
    mkdir -p "$work/system/m" "$work/system/dev" "$work/system/proc" "$work/system/sys" "$work/system/tmp"
    mkdir -p "$work/system/usr/bin" "$work/system/usr/lib"
    ln -s usr/bin usr/lib "$work/system/"
    cp "$work"/pi/usr/bin/busybox "$work"/pi/usr/bin/python3* "$work/system/usr/bin/"
    cp -r "$work"/pi/usr/lib/aarch64-linux-gnu "$work"/pi/usr/lib/python3* \
        "$work"/pi/usr/lib/ld-linux-aarch64.so.1 "$work/system/usr/lib/"
    kernel=$(basename "$work"/pi/usr/lib/modules/*)
    ln -sfn usr/lib "$work/pi/lib"
    depmod -b "$work/pi" "$kernel"
    for module in i2c-bcm2835 i2c-mux-pca954x i2c-dev bcm2835_wdt; do
        modprobe -d "$work/pi" -S "$kernel" --show-depends $module | sed -n 's/^insmod //p'
    done | awk '!seen[$0]++' | while read -r file; do
        name=$(basename "$file" .xz)
        xz -dc "$file" >"$work/system/m/$name"
        echo "$name" >>"$work/system/m/order"
    done
    (cd "$work/system" && find . | cpio -o -H newc --quiet | gzip -1) >"$work/system.gz"
}

pack_project() {
    rm -rf "$work/project"
    mkdir -p "$work/project/project/companion" "$work/project/project/tests/pi" "$work/project/site"
    cp "$here/init" "$work/project/init"
    cd "$top"
    cp -r hardware "$work/project/project/"
    cp companion/__init__.py companion/ports.py companion/links.py companion/errors.py "$work/project/project/companion/"
    cp tests/__init__.py "$work/project/project/tests/"
    cp tests/pi/*.py "$work/project/project/tests/pi/"
    site=$("$PYTHON" -c 'import gpiozero, os; print(os.path.dirname(os.path.dirname(gpiozero.__file__)))')
    for package in smbus2 gpiozero colorzero segno serial luma; do
        [ ! -e "$site/$package" ] || cp -r "$site/$package" "$work/project/site/"
    done
    find "$work/project" -name '__pycache__' -prune -exec rm -r {} +
    (cd "$work/project" && find . | cpio -o -H newc --quiet | gzip -1) >"$work/project.gz"
}

mkdir -p "$work"
if [ ! -f "$work/ready" ]; then
    fetch
    add_mux
    pack_system
    touch "$work/ready"
fi
pack_project
cat "$work/system.gz" "$work/project.gz" >"$work/initrd.gz"

# Six panels of one address: memories that take every write and answer 0 to every read.
panels=
for channel in 0 1 2 3 4 5; do
    panels="$panels -device at24c-eeprom,bus=i2c.$channel,address=0x3c,rom-size=65536,writable=off"
done
trixie qemu-system-aarch64 -version | head -1
cd "$work"
rm -f trace
# shellcheck disable=SC2086 # several words
trixie qemu-system-aarch64 -L "$work/host/usr/share/qemu" -M raspi3b \
    -nodefaults -display none -monitor none -no-reboot -serial stdio \
    -kernel "$work"/pi/boot/vmlinuz-* -dtb "$work/pi3.dtb" -initrd "$work/initrd.gz" \
    -device pca9548,bus=i2c-bus.1,address=0x70 $panels \
    -trace i2c_event -trace i2c_send -D "$work/trace" \
    -append "console=ttyAMA0,115200 quiet loglevel=3 panic=-1 rdinit=/init" \
    </dev/null | tee "$work/output"
grep -q '^guest: exit 0' "$work/output"
cd "$top"
"$PYTHON" -m tests.pi.judge "$work/trace"
