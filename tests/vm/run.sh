#!/bin/sh
# Runs tests/vm/guest.py in a virtual machine; builds it below .vm/ the first time.
# $PYTHON is the interpreter with the project's packages, inside as outside.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
work=$top/.vm
PYTHON=${PYTHON:-$top/.venv/bin/python}
case $top/ in
/tmp/* | /run/* | /root/.cache/*)
    echo "The machine has a /tmp, /run and /root/.cache of its own and would not see $top: put the project elsewhere." >&2
    exit 2
    ;;
esac
mkdir -p "$work"

need() { command -v "$1" >/dev/null || missing="${missing:-} $2"; }
need qemu-system-x86_64 qemu-system-x86
need busybox busybox-static
need cpio cpio
need gcc gcc
need make make
need depmod kmod
need mmdebstrap mmdebstrap
need mkfs.vfat dosfstools
need mcopy mtools
[ -z "${missing:-}" ] || { echo "first: apt-get install --no-install-recommends$missing" >&2; exit 2; }

# Nothing can be written in there, and emulated it takes its time.
"$PYTHON" -m compileall -q "$top/companion" "$top/hardware" "$top/tests"

kernel=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: linux-image-//p')
version=${kernel%-amd64}

if [ ! -f "$work/ready-$kernel" ]; then
    cd "$work"
    [ -d "/usr/src/linux-headers-$kernel" ] ||
        { echo "first: apt-get install linux-headers-$kernel" >&2; exit 2; }
    apt-get download "linux-image-$kernel" linux-source-6.1
    dpkg-deb -x linux-image-*.deb k
    dpkg-deb --fsys-tarfile linux-source-6.1*.deb | tar -x ./usr/src/linux-source-6.1.tar.xz
    mkdir -p kmod
    source=linux-source-6.1
    tar -xJf usr/src/$source.tar.xz --transform 's,.*/,kmod/,' \
        $source/drivers/gpio/gpio-sim.c $source/drivers/gpio/gpiolib.h $source/kernel/irq/irq_sim.c
    rm -r usr linux-*.deb
    mv kmod/gpio-sim.c kmod/gpio-sim-core.c
    # The one change: the kernel does not export irq_to_desc to modules.
    sed 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' \
        kmod/irq_sim.c >kmod/irq-sim-core.c
    cp "$here/i2c-vbus.c" kmod/
    printf 'obj-m := gpio-sim.o i2c-vbus.o\ngpio-sim-y := gpio-sim-core.o irq-sim-core.o\n' >kmod/Makefile
    make -s -C "/lib/modules/$kernel/build" M="$work/kmod" modules
    mkdir -p "k/lib/modules/$kernel/extra"
    cp kmod/*.ko "k/lib/modules/$kernel/extra/"
    depmod -b k "$kernel"
    touch "ready-$kernel"
fi

rm -rf "$work/initrd"
mkdir -p "$work/initrd/bin" "$work/initrd/m" "$work/initrd/r" "$work/initrd/proc" "$work/initrd/dev"
cp "$(command -v busybox)" "$work/initrd/bin/busybox"
cp "$here/init" "$work/initrd/init"
for module in virtio_pci 9pnet_virtio 9p; do
    modprobe -d "$work/k" -S "$kernel" --show-depends $module | sed -n 's/^insmod //p'
done | awk '!seen[$0]++' | while read -r file; do
    cp "$file" "$work/initrd/m/"
    basename "$file" >>"$work/initrd/order"
done
printf 'PYTHON=%s\nTOP=%s\nMODULES=%s\nARGS="%s"\n' "$PYTHON" "$top" "$work/k" "${ARGS:-}" >"$work/initrd/settings"
(cd "$work/initrd" && find . | cpio -o -H newc --quiet) | gzip -1 >"$work/initrd.gz"

# Software emulation works everywhere; where /dev/kvm really works, ACCEL=kvm is quicker.
accel=${ACCEL:-tcg,thread=multi}
echo "kernel $version, $accel"
timeout "${LIMIT_S:-600}" qemu-system-x86_64 -M q35 -accel "$accel" -cpu max,arch-capabilities=off,pmu=off -smp 2 -m 1024 \
    -nodefaults -nographic -no-reboot -serial stdio \
    -kernel "$work/k/boot/vmlinuz-$kernel" -initrd "$work/initrd.gz" \
    -virtfs local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap \
    -append "console=ttyS0 quiet loglevel=3 panic=-1 mitigations=off" | tee "$work/output"
grep -q '^guest: exit 0' "$work/output"
