"""Names in titles, and the registered feature that a title names, by an API symbol, an alias, or the exact title."""

import hashlib
import re

from atlas.core.api_names import PATH
from atlas.core.characters import HAN
from atlas.core.text import comparison_key
from atlas.knowledge.fields import name_key
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Identity
from atlas.knowledge.wording import Headings

_API = re.compile(rf"{PATH}|@?[A-Za-z]+(?:_\w+)+|[A-Z][a-z]+(?:[A-Z]\w*)+", re.ASCII)
_CALL = re.compile(r"\(\)$")  # with arguments, it would be another feature
_PLURAL = re.compile(r"^([a-z]{4,}[^sui])s$")


def identify(title: str, knowledge: Knowledge) -> tuple[Identity | None, tuple[str, ...]]:
    """Return the feature that ``title`` names, else the ids that it may mean."""
    if identity := knowledge.feature_by_name(symbol_of(title, knowledge.headings)) or knowledge.feature_by_name(title):
        return identity, ()
    possible = map(knowledge.feature_by_name, knowledge.single_names.findall(title))
    return None, tuple(dict.fromkeys(identity.id for identity in possible if identity))


def symbol_of(title: str, headings: Headings) -> str:
    """Return the API symbol that is the whole title (``torch.export()``, “torch.func 模块”), or ""."""
    bare = _CALL.sub("", headings.without_kind(title))
    return bare if _API.fullmatch(bare) else ""


def title_key(name: str, headings: Headings) -> str:
    """Return a name's key for comparing titles: without a final noun such as API, and in the singular."""
    return _PLURAL.sub(r"\1", name_key(headings.without_kind(name)))


def slug(title: str) -> str:
    """Return an id for an unregistered title: its Latin words, and a digest unless those suffice."""
    latin = re.findall(r"[a-z0-9]+", title.casefold().replace("c++", "cpp"))[:8]
    if latin and not re.search(rf"[{HAN}]", title):
        return "-".join(latin)
    return "-".join([*(latin or ["feature"]), hashlib.sha256(comparison_key(title).encode()).hexdigest()[:6]])
