// Tiny virtual I2C adapter with I2C_FUNC_I2C. Acks the addresses listed in the
// module's "present" bitmap (writable at run time = hot plug), else -EREMOTEIO/-ENXIO.
// The transferred bytes are visible through the kernel's own i2c tracepoints.
#include <linux/module.h>
#include <linux/i2c.h>
#include <linux/delay.h>
#include <linux/miscdevice.h>
#include <linux/kfifo.h>
#include <linux/wait.h>
#include <linux/poll.h>
#include <linux/uaccess.h>
static DEFINE_KFIFO(fifo, u8, (1 << 18));
static DEFINE_SPINLOCK(flock);
static DECLARE_WAIT_QUEUE_HEAD(wq);
static uint dropped; module_param(dropped, uint, 0444);
/* record = bus nr, addr, len lo, len hi, data */
static void put(int bus, struct i2c_msg *m)
{
	u8 h[4] = { bus, m->addr, m->len & 255, m->len >> 8 };
	spin_lock(&flock);
	if (kfifo_avail(&fifo) >= m->len + 4) { kfifo_in(&fifo, h, 4); kfifo_in(&fifo, m->buf, m->len); } else dropped++;
	spin_unlock(&flock);
	wake_up_interruptible(&wq);
}
static ssize_t rd(struct file *f, char __user *u, size_t n, loff_t *o)
{
	unsigned int c = 0; int r;
	if (kfifo_is_empty(&fifo)) {
		if (f->f_flags & O_NONBLOCK) return -EAGAIN;
		r = wait_event_interruptible(wq, !kfifo_is_empty(&fifo)); if (r) return r;
	}
	r = kfifo_to_user(&fifo, u, n, &c);
	return r ? r : c;
}
static __poll_t pl(struct file *f, poll_table *w) { poll_wait(f, &wq, w); return kfifo_is_empty(&fifo) ? 0 : EPOLLIN | EPOLLRDNORM; }
static const struct file_operations fops = { .owner = THIS_MODULE, .read = rd, .poll = pl };
static struct miscdevice md = { .minor = MISC_DYNAMIC_MINOR, .name = "i2c-vbus", .fops = &fops };
#define MAXB 4
static int nbus = 3;            module_param(nbus, int, 0444);
static int err = EREMOTEIO;     module_param(err, int, 0644);
static uint present[MAXB] = {3,3,3,3}; module_param_array(present, uint, NULL, 0644); /* bit0=0x3c bit1=0x3d */
static int base = 11;             module_param(base, int, 0444);
static uint hz = 400000;        module_param(hz, uint, 0644);   /* 0 = no delay */
static struct i2c_adapter ad[MAXB];
static int xfer(struct i2c_adapter *a, struct i2c_msg *m, int n)
{
	int b = a - ad, i; unsigned long bits = 0;
	for (i = 0; i < n; i++) {
		int s = m[i].addr - 0x3c;
		if (s < 0 || s > 1 || !(READ_ONCE(present[b]) & (1 << s)))
			return -err;
		if (!(m[i].flags & I2C_M_RD)) put(a->nr, &m[i]);
		bits += 2 + 9 * (1 + m[i].len);
		if (m[i].flags & I2C_M_RD) memset(m[i].buf, 0x03, m[i].len);
	}
	if (hz) { unsigned long us = bits * 1000 / (hz / 1000); if (us) usleep_range(us, us + us/16 + 1); }
	return n;
}
static u32 func(struct i2c_adapter *a) { return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL; }
static const struct i2c_algorithm algo = { .master_xfer = xfer, .functionality = func };
static int __init vb_init(void)
{
	int i, r = misc_register(&md);
	if (r) return r;
	for (i = 0; i < nbus && i < MAXB; i++) {
		ad[i].owner = THIS_MODULE; ad[i].class = 0; ad[i].algo = &algo;
		snprintf(ad[i].name, sizeof(ad[i].name), "virtual bus %d", i);
		ad[i].nr = base + i;
		r = i2c_add_numbered_adapter(&ad[i]);
		if (r) { while (--i >= 0) i2c_del_adapter(&ad[i]); misc_deregister(&md); return r; }
	}
	return 0;
}
static void __exit vb_exit(void) { int i; for (i = 0; i < nbus && i < MAXB; i++) i2c_del_adapter(&ad[i]); misc_deregister(&md); }
module_init(vb_init); module_exit(vb_exit);
MODULE_LICENSE("GPL");
