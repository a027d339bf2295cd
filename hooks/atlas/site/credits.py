"""Whose words an announcement's text is."""

from collections.abc import Iterable

from markupsafe import Markup

from atlas.core.languages import Language
from atlas.extract.announcement import Announcement
from atlas.site.interface import ENGLISH_BY
from atlas.site.locale import Locale


def translated_by(announcement: Announcement, language: Language, locale: Locale) -> str:
    """Return whose words the text is in a language other than the seed's."""
    if language == "zh":
        return locale.gettext("中文由本站译出")
    return locale.gettext(ENGLISH_BY[announcement.translation.authorship][0])


def credit(announcement: Announcement, locale: Locale) -> str:
    """Return whose words the page of a release shows, in a few words."""
    _, facts = locale.gettext, announcement.facts
    publisher = locale.knowledge.publisher(facts.publisher)
    if announcement.seed.language != locale.language:
        return (
            translated_by(announcement, locale.language, locale)
            if announcement.translation.has_begun
            else _("尚未翻译")
        )
    if not publisher:
        return facts.publisher or facts.translator.name or announcement.seed.path
    name = publisher.name.of(locale.language)
    if facts.translator.name:
        return _("译文：%(publisher)s（%(translator)s）") % {"publisher": name, "translator": facts.translator.name}
    return name


def attribution(announcement: Announcement, locale: Locale, *, is_translated: bool = True) -> Markup:
    """Return the attribution of a text, for every page that shows part of it, translated or as it is."""
    _, facts = locale.gettext, announcement.facts
    publisher = locale.knowledge.publisher(facts.publisher)
    is_chinese = announcement.seed.language == "zh"
    parts: list[str | Markup] = []
    if is_translated and is_chinese and locale.language == "en" and announcement.translation.has_begun:
        parts.append(_(ENGLISH_BY[announcement.translation.authorship][1]))
    if publisher:
        parts.append(publisher.terms.of(locale.language))
    elif facts.publisher:
        parts.append(_("发布：%(name)s。" if is_chinese else "署名：%(name)s。") % {"name": facts.publisher})
    if is_translated and not is_chinese and locale.language == "zh":
        parts.append(_("中文由本站译出，尚未译出的段落保留英文。"))
    if facts.translator.name:
        text = locale.pgettext("Chinese", "译者：%(name)s。") if is_chinese else _("译者：%(name)s。")
        name = Markup('<span class="together">{}</span>').format(facts.translator.name)
        parts.append(Markup.escape(text) % {"name": name})
    return locale.sentences(*parts)


def attributions(announcements: Iterable[Announcement], locale: Locale) -> tuple[tuple[Markup, tuple[str, ...]], ...]:
    """Return the attribution of seeds, each once with the versions that it is for."""
    by_text: dict[Markup, list[str]] = {}
    for announcement in announcements:
        by_text.setdefault(attribution(announcement, locale, is_translated=False), []).append(announcement.version)
    return tuple((text, tuple(versions)) for text, versions in by_text.items())
