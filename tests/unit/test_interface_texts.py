"""The interface's catalog: it has the messages that code and templates ask for, and no others."""

import ast
import re

import jinja2
import polib
import pytest
from jinja2 import nodes

from atlas.core.characters import HAN_CHARACTER
from support.checkout import ROOT

# Functions that translate, and the number of their arguments that say which message: it may have a context.
TRANSLATING = {"_": 1, "gettext": 1, "ngettext": 1, "counted": 1, "pgettext": 2, "npgettext": 2}
CONTEXT = "\4"  # stands between a context and its message, as in gettext
BOTH = {"404.html"}  # a page in both languages, each in elements that name their language
# Words that stand in templates, as they are the same in both languages.
SAME = {"PyTorch", "Enter", "Esc", "features", "json", "csv"}


@pytest.fixture(scope="module")
def templates():
    """The syntax tree of each template by its name."""
    environment = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    paths = sorted((*(ROOT / "templates").rglob("*.html"), ROOT / "templates" / "theme" / "search.txt"))
    return {path.relative_to(ROOT).as_posix(): environment.parse(path.read_text(encoding="utf-8")) for path in paths}


@pytest.fixture(scope="module")
def code():
    """The syntax tree of each module that makes pages, by its name."""
    paths = sorted((ROOT / "hooks" / "atlas" / "site").rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


@pytest.fixture(scope="module")
def translated():
    entries = polib.pofile(str(ROOT / "templates" / "translations" / "zh.po"))
    return {f"{entry.msgctxt}{CONTEXT}{entry.msgid}" if entry.msgctxt else entry.msgid for entry in entries}


def written(node):
    """Return the text that a node of a syntax tree is, or an empty one."""
    value = getattr(node, "value", "")
    return value if isinstance(value, str) else ""


def literals(tree):
    """Return the texts that are written in a module or template."""
    return set(map(written, tree.find_all(nodes.Const) if isinstance(tree, nodes.Node) else ast.walk(tree)))


def messages(tree):
    """Return the texts that a module or template asks the catalog for, with their contexts, and those of msgids of classes.

    A text that is not written there, as in a table, is empty.
    """
    msgids = set()
    if isinstance(tree, nodes.Node):
        calls = [(call.node, call.args) for call in tree.find_all(nodes.Call)]
    else:
        calls = [(call.func, call.args) for call in ast.walk(tree) if isinstance(call, ast.Call)]
        fields = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
        msgids = {written(node.value) for node in fields if getattr(node.targets[0], "id", "").endswith("_msgid")}
    names = [getattr(called, "name", getattr(called, "attr", getattr(called, "id", ""))) for called, _ in calls]
    counts = [TRANSLATING.get(name, 0) for name in names]
    asked = {CONTEXT.join(map(written, args[:count])) for count, (_, args) in zip(counts, calls, strict=True) if count}
    return asked | msgids


def test_every_message_is_translated(templates, code, translated):
    """Also those of a state that no page of a build has; a build reports only what it shows."""
    asked = {name: messages(tree) for name, tree in (templates | code).items()}
    assert sum(map(len, asked.values())) > len(translated) / 2
    lacking = {(name, message) for name in asked for message in asked[name] - translated}
    assert {(name, message) for name, message in lacking if message.rpartition(CONTEXT)[2]} == set()


def test_every_translated_message_is_used(templates, code, translated):
    """Where it is written, or from a table or class, with the context, if any, that such texts get."""
    trees = (templates | code).values()
    asked, somewhere = set().union(*map(messages, trees)), set().union(*map(literals, trees))
    for message in translated - asked:
        *context, text = message.rpartition(CONTEXT)
        assert "".join(context) in asked, message
        assert text in somewhere, message


def test_words_of_templates_are_messages(templates):
    """Words outside of expressions and tags would be shown in both languages."""
    for name, tree in templates.items():
        text = "".join(data.data for data in tree.find_all(nodes.TemplateData))
        assert name.rpartition("/")[2] in BOTH or not HAN_CHARACTER.search(text), name
        shown = re.sub(r'<(script|style|svg)\b.*?</\1>|<[^<>]*>|\b\w+="[^"]*"|&\w+;', "", text, flags=re.DOTALL)
        assert name.rpartition("/")[2] in BOTH or set(re.findall(r"[A-Za-z]{2,}", shown)) <= SAME, name


def test_messages_and_code_are_in_english(templates, code, translated):
    assert not [message for message in translated if HAN_CHARACTER.search(message)]
    for name, tree in (templates | code).items():
        assert not [message for message in messages(tree) if HAN_CHARACTER.search(message)], name
