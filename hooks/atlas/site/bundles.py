"""Style sheets and scripts: small files in ``docs/assets``, joined into one for all pages and one for each kind.

Modules that search fetches when it is first used keep their names, and lose only their comments.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

_COMMENT = re.compile(r"\s*/\*.*?\*/", re.DOTALL)
_DOC_COMMENT = re.compile(r"^[ \t]*/\*\*.*?\*/\n", re.DOTALL | re.MULTILINE)  # of a script: what begins a line
_LINE_COMMENT = re.compile(r"(?:^|\s)//\s.*$", re.MULTILINE)  # of a script: no string there has “ // ”
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_SPACE = re.compile(r"\s*([{};,])\s*|(?<=:)\s+")  # in style sheets, where it means nothing
_END = re.compile(r";\}\s*")  # of a rule
_IMPORT = re.compile(r'import \{.*\} from "\./([\w-]+)\.js";\n')
_HASH_LENGTH = 8  # characters of a file's name that change with its content, so that no browser keeps an old one


@dataclass(frozen=True)
class Bundles:
    """The joined files. ``folder`` is docs/assets; ``made`` has the texts of style sheets that are no files in it."""

    folder: Path
    made: dict[str, str] = field(default_factory=dict)
    _paths: dict[tuple[str, ...], str] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)

    # On every page. Styles are in the order of the cascade; level-colors is made from seeds/knowledge/stability.yml.
    STYLES: ClassVar = ("theme", "tokens", "level-colors", "base", "frame", "levels", "tables", "print")
    SCRIPTS: ClassVar = ("opener", "scheme", "menu", "language", "tooltips", "copy", "code", "details", "contents")
    MODULES: ClassVar = ("js/search/*.js", "vendor/*/index.js")  # fetched by other scripts

    def styles(self, names: Sequence[str]) -> str:
        """Return the path of the joined style sheets."""
        texts = (self.made[name] if name in self.made else self._read(f"css/{name}.css") for name in names)
        return self._joined("css", names, (_END.sub("}", _SPACE.sub(r"\1", _COMMENT.sub("", text))) for text in texts))

    def scripts(self, names: Sequence[str]) -> str:
        """Return the path of the joined modules."""
        return self._joined("js", names, self._blocks(names))

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield the path and text of each file that a page loads, and of the modules that its scripts fetch."""
        yield from self._texts.items()
        for path in sorted(path for pattern in self.MODULES for path in self.folder.glob(pattern)):
            name = path.relative_to(self.folder).as_posix()
            yield f"assets/{name}", _bare(self._read(name))

    def _blocks(self, names: Sequence[str]) -> Iterator[str]:
        """Yield what modules import from files beside them, then each as a block, so that its names are its own."""
        texts = [self._read(f"js/{name}.js") for name in names]
        for imported in dict.fromkeys(name for text in texts for name in _IMPORT.findall(text)):
            yield _EXPORT.sub("", _bare(self._read(f"js/{imported}.js")))
        yield from (f"{{\n{_IMPORT.sub('', _bare(text))}}}\n" for text in texts)

    def _read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def _joined(self, kind: str, names: Sequence[str], texts: Iterable[str]) -> str:
        key = (kind, *names)
        if key not in self._paths:
            lines = (line.strip() for text in texts for line in text.splitlines())
            text = "".join(f"{line}\n" for line in lines if line)
            title = "site" if names in (self.STYLES, self.SCRIPTS) else names[0]
            self._paths[key] = f"assets/{kind}/{title}.{sha256(text.encode()).hexdigest()[:_HASH_LENGTH]}.{kind}"
            self._texts[self._paths[key]] = text
        return self._paths[key]


def _bare(script: str) -> str:
    """Return a script without its comments."""
    return _LINE_COMMENT.sub("", _DOC_COMMENT.sub("", script))
