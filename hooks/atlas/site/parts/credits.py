"""Credits of texts: who published an announcement, and who translated it."""

from collections.abc import Iterable

from markupsafe import Markup

from atlas.core.languages import Language
from atlas.extract.announcement import Announcement
from atlas.site.words.interface import ENGLISH_BY
from atlas.site.words.locale import Locale


def translated_by(announcement: Announcement, language: Language, locale: Locale) -> str:
    """Return who made the text in ``language``, which is not the seed's: “translated by this site …”."""
    if language == "zh":
        return locale.gettext("Translated into Chinese by this site")
    return locale.gettext(ENGLISH_BY[announcement.translation.authorship][0])


def text_origin(announcement: Announcement, locale: Locale) -> str:
    """Return a sentence on who wrote or translated the text that an announcement's page shows; empty if unknown."""
    _ = locale.gettext
    if announcement.seed.language != locale.language:
        if not announcement.translation.has_begun:
            return _("Not translated yet.")
        return retold(announcement, locale) or _(
            "The Chinese is this site’s own translation; paragraphs not yet translated are left in English."
        )
    name = _author(announcement, locale)
    if announcement.seed.language == "zh":
        return (
            _("Chinese translation by %(name)s; not PyTorch’s wording.") % {"name": name}
            if name
            else _("A Chinese translation; not PyTorch’s wording.")
        )
    return name and _("By %(name)s.") % {"name": name}


def _author(announcement: Announcement, locale: Locale) -> str:
    """Return who published an announcement, and who translated it if it says so; empty if unknown."""
    facts = announcement.facts
    publisher = locale.knowledge.publisher(facts.publisher)
    name = publisher.name.of(locale.language) if publisher else facts.publisher
    if name and facts.translator.name:
        return locale.gettext("%(name)s (%(translator)s)") % {"name": name, "translator": facts.translator.name}
    return name or facts.translator.name


def retold(announcement: Announcement, locale: Locale) -> str:
    """Return a sentence, if the English text was made from a Chinese translation; else an empty string."""
    translation = announcement.translation
    is_retold = announcement.seed.language == "zh" and locale.language == "en" and translation.has_begun
    return locale.gettext(ENGLISH_BY[translation.authorship][1]) if is_retold else ""


def attribution(announcement: Announcement, locale: Locale, *, is_translated: bool = True) -> Markup:
    """Return the attribution of an announcement in sentences: its publisher, license and translators.

    Every page that shows a part of the text has it. ``is_translated``: the page shows the translation, not the seed.
    """
    _ = locale.gettext
    facts = announcement.facts
    publisher = locale.knowledge.publisher(facts.publisher)
    is_chinese = announcement.seed.language == "zh"
    parts: list[str | Markup] = []
    if is_translated:
        parts.append(retold(announcement, locale))
    if publisher:
        parts.append(publisher.terms.of(locale.language))
    elif facts.publisher:
        text = "Published by %(name)s." if is_chinese else "By %(name)s."
        parts.append(_(text) % {"name": facts.publisher})
    if is_translated and not is_chinese and locale.language == "zh":
        parts.append(
            _("The Chinese is this site’s own translation; paragraphs not yet translated are left in English.")
        )
    if facts.translator.name:
        text = _("Chinese translation by %(name)s.") if is_chinese else _("Translated by %(name)s.")
        name = Markup('<span class="together">{}</span>').format(facts.translator.name)
        parts.append(Markup.escape(text) % {"name": name})
    return locale.join_sentences(*parts)


def attributions(announcements: Iterable[Announcement], locale: Locale) -> tuple[tuple[Markup, tuple[str, ...]], ...]:
    """Return each distinct attribution of the seeds, with the versions of the seeds that it applies to."""
    by_text: dict[Markup, list[str]] = {}
    for announcement in announcements:
        text = attribution(announcement, locale, is_translated=False)
        by_text.setdefault(text, []).append(announcement.version)
    return tuple((text, tuple(versions)) for text, versions in by_text.items())
