"""The feed of level changes: an entry for each change, with its evidence.

Ids and dates are permanent: an id consists of the feature's first id, release and level; a date is the release's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from xml.etree import ElementTree as ET  # writes only: nothing is parsed

from atlas.core.versions import version_key
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle, Step
from atlas.history.statements import InAnnouncement, Statement
from atlas.site.exports import atom
from atlas.site.exports.feeds import EPOCH, updated
from atlas.site.locale import Locale

NAME = "changes.xml"
MAX_ENTRIES = 100  # in a feed


class LevelChange(NamedTuple):
    """A feature's step to another level, or to its first one."""

    life: Lifecycle
    before: Step | None
    after: Step


def files(atlas: Collection, locale: Locale, base: str) -> Iterator[tuple[str, str]]:
    """Yield the path, within the language, and text of the feed."""
    yield NAME, _ChangeFeed(atlas, locale, base).feed(changes(atlas))


def changes(atlas: Collection) -> list[LevelChange]:
    """Return every change of a feature's level, newest first."""
    found = [
        LevelChange(life, before, after)
        for life in atlas.features
        for before, after in zip((None, *life.steps), life.steps, strict=False)
    ]
    return sorted(found, key=lambda change: version_key(change.after.release), reverse=True)


@dataclass
class _ChangeFeed(atom.Feeds):
    def __post_init__(self) -> None:
        self._days = {version_key(version): day for version, day in updated(self.atlas.releases).items()}

    def feed(self, found: Sequence[LevelChange]) -> str:
        """Return the feed of these changes."""
        newest = max((self._day(change) for change in found), default=EPOCH)
        root = self.empty(self.locale.gettext("PyTorch 版本图鉴：级别的变化"), NAME, newest)
        atom.add(root, "rights", self.locale.gettext("引文的署名与许可见“关于”。"))
        for change in found[:MAX_ENTRIES]:
            self._entry(root, change)
        return atom.text(root)

    def _entry(self, root: ET.Element, change: LevelChange) -> None:
        life = change.life
        first = life.ids[1:2] or life.ids
        entry = ET.SubElement(root, "entry")
        atom.add(entry, "id", self.url(f"features/{first[0]}/#{change.after.release}-{change.after.level}"))
        words = {"name": self.locale.name_text(life), "answer": self.locale.answer(change.after)}
        atom.add(entry, "title", self.locale.gettext("%(name)s：%(answer)s") % words)
        ET.SubElement(entry, "link", {"href": self.url(life.path)})
        atom.add(entry, "updated", atom.moment(self._day(change)))
        atom.add(entry, "summary", " ".join(self._summary(change)))

    def _summary(self, change: LevelChange) -> Iterator[str]:
        """Yield the change and its evidence: a quote, its translation into the feed's language, and its source."""
        if change.before:
            yield " → ".join(self.locale.level_name(step.level) for step in (change.before, change.after))
        yield self._quoted(change.after.statement)
        yield f"— {self._source(change.after.statement)}"

    def _quoted(self, statement: Statement) -> str:
        _, locale, source = self.locale.gettext, self.locale, statement.source
        own, translation = _("“%(words)s”") % {"words": statement.quote}, ""
        if isinstance(source, InAnnouncement):
            translation = locale.quote_translation(source.announcement, source.seen)
        return _("“%(words)s”") % {"words": translation} + _("（%(quote)s）") % {"quote": own} if translation else own

    def _source(self, statement: Statement) -> str:
        _, source = self.locale.gettext, statement.source
        where = _("PyTorch %(version)s 的公告") % {"version": statement.release}
        if not isinstance(source, InAnnouncement):
            return where
        return f"{where}{_('，')}{_('源文件第 %(line)s 行') % {'line': source.seen.line}}"

    def _day(self, change: LevelChange) -> date:
        """Return the date of the release."""
        return self._days[version_key(change.after.release)]
