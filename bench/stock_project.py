"""Write the pages of the checkout in the working directory as a project for stock Material and static-i18n.

Used by ``builds.py``, as a process of its own: its memory would count as that of the builds.
"""

import re
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

import yaml
from mkdocs.utils.yaml import yaml_load

from atlas import pipeline
from atlas.core.languages import LANGUAGES
from atlas.site.content import Content, escape_markdown

_HEADING = re.compile(r'^<h(\d) id="([^"]+)">(.*)<a class="headerlink".*</h\d>$', re.MULTILINE)


def markdown(content: Content) -> str:
    """Return a page's content with Markdown headings, which make MkDocs' table of contents, and blocks of HTML."""
    html = re.sub(r"\n\s*\n", "\n", content.html)  # a blank line would end the block
    return _HEADING.sub(lambda h: f"\n{'#' * int(h[1])} {escape_markdown(h[3])} {{#{h[2]}}}\n", html)


def write(root: Path, folder: Path) -> None:
    """Write the pages of the checkout ``root``, handwritten ones included, and ``mkdocs.yml`` with its navigation."""
    with (root / "mkdocs.yml").open(encoding="utf-8") as file:
        settings = yaml_load(file)
    site = pipeline.build(root, datetime.now(tz=UTC).date(), settings["site_url"])
    for language in LANGUAGES:
        shutil.copytree(root / "docs" / language, folder / "docs" / language)
    for page in site.pages:
        path = folder / "docs" / page.language / page.src_uri
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(markdown(page.content), "utf-8")
    languages = [
        {"locale": language, "name": language, "build": True, "default": not i, "nav": site.nav[language]}
        for i, language in enumerate(LANGUAGES)
    ]
    stock = {
        **{key: settings[key] for key in ("site_name", "site_url", "markdown_extensions")},
        "theme": {"name": "material"},
        "plugins": ["search", {"i18n": {"docs_structure": "folder", "languages": languages}}],
        "not_in_nav": "*.md",  # otherwise unlisted pages would be added, in alphabetical order
    }
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(stock, allow_unicode=True, sort_keys=False), "utf-8")


if __name__ == "__main__":
    write(Path.cwd(), Path(sys.argv[1]))
