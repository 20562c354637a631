"""Stands in for MicroPython's network: everybody is joined, and the file "joined" says where."""

import os

if os.getenv("STAND_CHIP") == "a board without Wi-Fi":
    raise ImportError("no module named 'network'")
STA_IF, AP_IF = 0, 1


class WLAN:
    PM_NONE, PM_POWERSAVE = 0, 2

    def __init__(self, kind):
        self.kind = kind

    def active(self, on):
        pass

    def config(self, **what):
        with open(os.getenv("STAND_FOLDER") + "/network", "a") as file:
            file.write("%d %s\n" % (self.kind, sorted(what.items())))

    def ifconfig(self, addresses):
        pass

    def connect(self, name, key):
        assert len(key) == 63

    def isconnected(self):
        return True

    def status(self, what):
        return -58
