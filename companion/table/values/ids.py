"""What names a device, a page and a person at the table."""

from typing import NewType

DeviceId = NewType("DeviceId", str)
"""SHA-256 of a device's key, in hex; the key itself never enters the table."""

Handle = NewType("Handle", str)
"""Opaque name of one person's page, worthless without the device that holds it."""

PersonId = NewType("PersonId", str)
"""Public name of a person at the table, for host and join pages."""
