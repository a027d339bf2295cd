"""Whose words a release's text is."""

from collections.abc import Iterable

from markupsafe import Markup

from atlas.core.languages import Language
from atlas.extract.announcement import Announcement
from atlas.site.interface import ENGLISH_BY
from atlas.site.locale import Locale


def translated_by(release: Announcement, language: Language, locale: Locale) -> str:
    """Return whose words the text is in a language other than the seed's."""
    if language == "zh":
        return locale.gettext("中文由本站译出")
    return locale.gettext(ENGLISH_BY[release.translation.authorship][0])


def credit(release: Announcement, locale: Locale) -> str:
    """Return whose words the page of a release shows, in a few words."""
    _, publisher = locale.gettext, locale.knowledge.publisher(release.publisher)
    if release.seed.language != locale.language:
        return translated_by(release, locale.language, locale) if release.translation.has_begun else _("尚未翻译")
    if not publisher:
        return release.publisher or release.translator or release.seed.path
    name = publisher.name.of(locale.language)
    if release.translator:
        return _("译文：%(publisher)s（%(translator)s）") % {"publisher": name, "translator": release.translator}
    return name


def attribution(release: Announcement, locale: Locale, *, is_translated: bool = True) -> Markup:
    """Return the attribution of a text, for every page that shows part of it, translated or as it is."""
    _, publisher = locale.gettext, locale.knowledge.publisher(release.publisher)
    is_chinese = release.seed.language == "zh"
    parts: list[str | Markup] = []
    if is_translated and is_chinese and locale.language == "en" and release.translation.has_begun:
        parts.append(_(ENGLISH_BY[release.translation.authorship][1]))
    if publisher:
        parts.append(publisher.terms.of(locale.language))
    elif release.publisher:
        parts.append(_("发布：%(name)s。" if is_chinese else "署名：%(name)s。") % {"name": release.publisher})
    if is_translated and not is_chinese and locale.language == "zh":
        parts.append(_("中文由本站译出，尚未译出的段落保留英文。"))
    if release.translator:
        text = locale.pgettext("Chinese", "译者：%(name)s。") if is_chinese else _("译者：%(name)s。")
        name = Markup('<span class="together">{}</span>').format(release.translator)
        parts.append(Markup.escape(text) % {"name": name})
    return locale.sentences(*parts)


def attributions(releases: Iterable[Announcement], locale: Locale) -> tuple[tuple[Markup, tuple[str, ...]], ...]:
    """Return the attribution of seeds, each once with the versions that it is for."""
    by_text: dict[Markup, list[str]] = {}
    for release in releases:
        by_text.setdefault(attribution(release, locale, is_translated=False), []).append(release.version)
    return tuple((text, tuple(versions)) for text, versions in by_text.items())
