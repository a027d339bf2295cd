"""What a page is, in the words of schema.org: properties for its JSON-LD, with whole addresses.

Only what a seed states or the registers hold. A release's page in its seed's language is the announcement, as its
publisher has it; the page in the other language is this site's translation of that page.
"""

from __future__ import annotations

from typing import Any

from atlas.document import is_safe_url, plain
from atlas.history import Atlas
from atlas.model import Language
from atlas.page import address
from atlas.release import Release
from atlas.render.locale import Locale

Linked = dict[str, Any]

DATA = ("releases", "features", "areas", "stability", "stages")  # files below api/v1


def linked(template: str, locale: Locale, atlas: Atlas, base: str, context: dict[str, Any]) -> Linked:
    """More of the page that a template makes of a context; nothing where it is just a page."""
    match template:
        case "home.md":
            return {"@type": "WebSite", "name": context["title"]}
        case "release.md":
            return _release(locale, atlas, base, context["release"])
        case "feature.md":
            announced = dict.fromkeys(s.release.version for s in context["life"].statements)
            return {
                "@type": "TechArticle",
                "headline": context["title"],
                "about": _pytorch(featureList=context["title"]),
                "isBasedOn": [_of_release(base, version, locale.language) for version in announced],
            }
        case "glossary.md":
            terms = {(term.to, term.en): term.id for term in reversed(atlas.knowledge.terms)}
            page = address(base, "glossary/", locale.language)
            return {
                "@type": "DefinedTermSet",
                "hasDefinedTerm": [
                    {"@type": "DefinedTerm", "name": zh, "alternateName": en, "url": f"{page}#{anchor}"}
                    for (zh, en), anchor in reversed(terms.items())
                ],
            }
        case "features.md":
            return {"@type": "CollectionPage", "mainEntity": _dataset(locale, base)}
        case "releases.md" | "areas.md" | "area.md" | "stability.md" | "level.md" | "compare.md" | "sources.md":
            return {"@type": "CollectionPage"}
    return {}


def _release(locale: Locale, atlas: Atlas, base: str, release: Release) -> Linked:
    said = locale.said(release, release.title)
    made: Linked = {
        "@type": "TechArticle",
        "headline": f"PyTorch {release.version}" if said.lang else plain(said.inlines).strip(),
        "about": _pytorch(softwareVersion=release.version),
    }
    if release.date:
        made["datePublished"] = release.date.isoformat()
    if locale.language != release.seed.language:
        return {
            **made,
            "translationOfWork": {
                "@type": "TechArticle",
                "@id": _of_release(base, release.version, release.seed.language),
            },
        }
    if sources := [url for url in (release.original_url, release.translation_url) if is_safe_url(url)]:
        made["isBasedOn"] = sources
    if release.translator:
        made["translator"] = _named("Person", release.translator, release.translator_url)
    if release.publisher:
        known = atlas.knowledge.publisher(release.publisher)
        name = getattr(known.name, locale.language) if known else release.publisher
        made["publisher"] = _named("Organization", name, known.url if known else "")
    return made


def _of_release(base: str, version: str, language: Language) -> str:
    return address(base, f"releases/{version}/", language)


def _pytorch(**known: str) -> Linked:
    return {"@type": "SoftwareApplication", "name": "PyTorch", "applicationCategory": "DeveloperApplication", **known}


def _named(kind: str, name: str, url: str) -> Linked:
    return {"@type": kind, "name": name, **({"url": url} if is_safe_url(url) else {})}


def _dataset(locale: Locale, base: str) -> Linked:
    _ = locale.gettext
    files = [f"{base}api/v1/{name}.json" for name in DATA]
    return {
        "@type": "Dataset",
        "name": _("PyTorch 版本公告数据"),
        "description": _(
            "PyTorch 各版本公告的数据：版本、功能、领域、稳定级别，以及每项功能在各版本的级别与依据的原文行。"
            "JSON 格式，附模式。"
        ),
        "distribution": [
            {"@type": "DataDownload", "contentUrl": url, "encodingFormat": "application/json"} for url in files
        ],
    }
