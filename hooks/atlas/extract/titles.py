"""Titles of features: which registered feature or API a title names, and the key and id made from a title."""

import hashlib
import re

from atlas.core.api_names import PATH
from atlas.core.characters import HAN
from atlas.core.text import comparison_key, name_key
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.registered_feature import RegisteredFeature
from atlas.knowledge.text_patterns import Headings

_API = re.compile(rf"{PATH}|@?[A-Za-z]+(?:_\w+)+|[A-Z][a-z]+(?:[A-Z]\w*)+", re.ASCII)
_CALL = re.compile(r"\(\)$")  # the empty brackets of a call; a call with arguments may be another feature
_PLURAL = re.compile(r"^([a-z]{4,}[^sui])s$")


def identify(title: str, knowledge: Knowledge) -> tuple[RegisteredFeature | None, tuple[str, ...]]:
    """Return the registered feature whose name a title is, and ().

    If there is none, return None and the ids of the registered features whose names are part of the title.
    """
    registered = knowledge.registered_by_name(symbol_of(title, knowledge.headings)) or knowledge.registered_by_name(
        title
    )
    if registered:
        return registered, ()
    mentioned = map(knowledge.registered_by_name, knowledge.single_names.findall(title))
    return None, tuple(dict.fromkeys(registered.id for registered in mentioned if registered))


def symbol_of(title: str, headings: Headings) -> str:
    """Return the API name in a title that has no other words than a noun such as 模块 (“module”); else return "".

    “torch.export()” -> “torch.export”, “torch.func 模块” -> “torch.func”.
    """
    bare = _CALL.sub("", headings.without_generic_noun(title))
    return bare if _API.fullmatch(bare) else ""


def title_key(name: str, headings: Headings) -> str:
    """Return a key for comparing titles, which ignores a noun such as “API” at the end, and the plural."""
    return _PLURAL.sub(r"\1", name_key(headings.without_generic_noun(name)))


def slug(title: str) -> str:
    """Return an id for an unregistered title, from its first Latin words: “Flex Attention” -> “flex-attention”.

    If the title has Chinese characters or no Latin words, the id also has a hash of the title.
    """
    latin = re.findall(r"[a-z0-9]+", title.casefold().replace("c++", "cpp"))[:8]
    if latin and not re.search(rf"[{HAN}]", title):
        return "-".join(latin)
    digest = hashlib.sha256(comparison_key(title).encode()).hexdigest()[:6]
    return "-".join([*(latin or ["feature"]), digest])
