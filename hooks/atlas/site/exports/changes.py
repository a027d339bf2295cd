"""The feed of level changes: an entry for each change, with its evidence.

Ids and dates are permanent: an id consists of the feature's first id, version and level; a date is the version's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from xml.etree import ElementTree as ET  # writes only: nothing is parsed

from atlas.core.versions import version_key
from atlas.history.answer import Answer
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.site import quotes
from atlas.site.exports import atom
from atlas.site.exports.feeds import EPOCH, updated
from atlas.site.locale import Locale

NAME = "changes.xml"
MAX_ENTRIES = 100  # in a feed


@dataclass(frozen=True, slots=True)
class LevelChange:
    """A feature's change to another level, or its first one, in a version; ``answer`` is as of that version."""

    life: Lifecycle
    version: str
    was: str  # the previous level; empty before the first
    answer: Answer


def files(atlas: Collection, locale: Locale, base: str) -> Iterator[tuple[str, str]]:
    """Yield the path, within the language, and text of the feed."""
    yield NAME, _ChangeFeed(atlas, locale, base).feed(changes(atlas))


def changes(atlas: Collection) -> list[LevelChange]:
    """Return every change of a feature's level, newest first."""
    found = []
    for life in atlas.features:
        was = life.prior_stage
        for version, stage in life.transitions:
            if stage != was:
                found.append(LevelChange(life, version, was, atlas.answer(life, version)))
            was = stage
    return sorted(found, key=lambda change: version_key(change.version), reverse=True)


@dataclass
class _ChangeFeed(atom.Feeds):
    def __post_init__(self) -> None:
        self._days = {version_key(version): day for version, day in updated(self.atlas.releases).items()}
        self._days |= {version_key(known.version): known.date for known in self.atlas.knowledge.releases}

    def feed(self, found: Sequence[LevelChange]) -> str:
        """Return the feed of these changes."""
        newest = max((self._day(change) for change in found), default=EPOCH)
        root = self.empty(self.locale.gettext("PyTorch 版本图鉴：级别的变化"), NAME, newest)
        atom.add(root, "rights", self.locale.gettext("引文的署名与许可见“关于”。"))
        for change in found[:MAX_ENTRIES]:
            self._entry(root, change)
        return atom.text(root)

    def _entry(self, root: ET.Element, change: LevelChange) -> None:
        life, level = change.life, change.answer.level
        first = life.ids[1:2] or life.ids
        entry = ET.SubElement(root, "entry")
        atom.add(entry, "id", self.url(f"features/{first[0]}/#{change.version}-{level}"))
        words = {"name": self.locale.name_text(life), "answer": self.locale.answer(change.answer)}
        atom.add(entry, "title", self.locale.gettext("%(name)s：%(answer)s") % words)
        ET.SubElement(entry, "link", {"href": self.url(life.path)})
        atom.add(entry, "updated", atom.moment(self._day(change)))
        atom.add(entry, "summary", " ".join(self._summary(change)))

    def _summary(self, change: LevelChange) -> Iterator[str]:
        """Yield the change and its evidence: a quote, its translation into the feed's language, and its source."""
        _, locale, statement = self.locale.gettext, self.locale, change.answer.evidence
        if change.was:
            yield f"{locale.level_name(change.was)} → {locale.level_name(change.answer.level)}"
        if not statement:
            return
        release = statement.release
        translation = quotes.translate_quote(
            release, statement.feature, statement.seen, locale.language, locale.knowledge.stability
        )
        own, quoted = (_("“%(words)s”") % {"words": words} for words in (statement.seen.quote, translation))
        is_own = release.seed.language == locale.language or not translation
        yield own if is_own else quoted + _("（%(quote)s）") % {"quote": own}
        where = _("PyTorch %(version)s 的公告") % {"version": release.version}
        yield f"— {where}{_('，')}{_('源文件第 %(line)s 行') % {'line': statement.seen.line}}"

    def _day(self, change: LevelChange) -> date:
        """Return the date of the version's release, else of the announcement that states the level."""
        statement = change.answer.evidence
        day = self._days[statement.release.key] if statement else EPOCH
        return self._days.get(version_key(change.version), day)
