"""Which letters look like others, so that two names can be told apart by eye. Pure."""

from typing import Final
from unicodedata import category, normalize

_AS: Final = {
    # Each row: letters, and under each the Latin one that it looks like.
    "Cyrillic": (
        "АВЕЅІЈКМНОРСТУХԚԜӀҮҺЗЬавеѕіјкмнорстухԛԝӏүһзьѵԁ",
        "ABESlJKMHOPCTYXQWlYh3baBesijKMHOPCTyxqwlyh3bvd",
    ),
    "Greek": (
        "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺαβεικνορτυχϲγωϳ",
        "ABEZHlKMNOPTYXCMabeikvoptuxcywj",
    ),
    "Armenian": ("ՏՕԼՍօոսհզցյոք", "SOLUonuhqgjnp"),
    "Cherokee": (
        "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏳᏴ",
        "DRTiYAJEWMHYOGhZbRWSVSLCPKGB",
    ),
    "Coptic": ("ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ", "ABEHlKMNOPCTYXaBeHiKMNopcTyx"),
    "Canadian": ("ᗅᗩᗷᑕᗞᗪᖴᕼᒍᒪᗰᑎᑭᖇᔕᑌᐯᗯ", "AABCDDFHJLMNPRSUVW"),
    "Lisu": ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAElOU"),
    "Latin": (
        "IƖɪıȷƿɑɡʟɴʀɢʜʏʙᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢØøĐđŁłĦħŦŧ",
        "lllijpagLNRGHYBACDEJKMOPTUVWZOoDdLlHhTt",
    ),
    "figures and strokes": ("10|!ǀ¦’‘ʼʻ′`ʹʾʿꞌ‐‑‒–—―−", "lOllll''''''''''-------"),
}
_LOOKS: Final = {
    letter: like
    for row, looks in _AS.values()
    for letter, like in zip(row, looks, strict=True)
}
_PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Letters side by side that are read as one."""
_KEPT: Final = frozenset("L")
"""A capital that its small letter does not look like, but another letter does."""


def look(name: str) -> str:
    """Return what *name* looks like: the same for two names that the eye takes for one."""
    bare = (each for each in normalize("NFKD", name) if category(each)[0] != "M")
    drawn = (_LOOKS.get(each, each) for each in bare)
    seen = "".join(each if each in _KEPT else each.casefold() for each in drawn)
    for two, one in _PAIRS:
        seen = seen.replace(two, one)
    return seen


def looks(name: str) -> tuple[str, ...]:
    """Return *name* as it looks written as it is, as a name, small and in capitals."""
    titled = " ".join(word[:1].upper() + word[1:].lower() for word in name.split())
    return look(name), look(titled), look(name.lower()), look(name.upper())


def look_alike(one: str, other: str) -> bool:
    """Tell whether two names would be taken for one another, whatever case they come in."""
    (*first, small, large), (*second, other_small, other_large) = looks(one), looks(other)
    together = not {*first}.isdisjoint(second)
    return together or small == other_small or large == other_large
