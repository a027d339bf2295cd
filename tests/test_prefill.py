"""Filling catalogs with an engine, against a stub on loopback: what is asked, what is kept, what goes wrong."""

from __future__ import annotations

import http.server
import json
import threading
from contextlib import contextmanager

import polib
import pytest

from atlas import __main__ as command
from atlas import engine
from atlas.catalog import files
from atlas.engine import Engine, EngineError

KEY = "sk-secret-0123456789"
POST = """# PyTorch 9.9 发布

发布：2021年1月2日

## 张量加速（Beta）

新的张量 `torch.x` 快了 30%，见[文档](https://example.org/a)。

## 编译（Stable）

**编译**更快了。
"""
ANSWERS = {
    "PyTorch 9.9 发布": "PyTorch 9.9 released",
    "张量加速": "Faster tensors",
    "新的张量 `torch.x` 快了 30%，见[文档](https://example.org/a)。": "The new tensor `torch.x` is 30% faster; see the [documentation](https://example.org/a).",
    "编译": "Compiling",
    "**编译**更快了。": "**Compiling** is faster.",
}


class Stub:
    """What the engine answers, and what it was asked. ``answers`` maps a text to what is sent, each once in turn."""

    def __init__(self):
        self.asked = []
        self.headers = []
        self.said = {text: [answer] for text, answer in ANSWERS.items()}
        self.before = lambda _: None  # may give a status and a body instead of an answer

    def answer(self, messages):
        text = messages[1]["content"].rpartition("The text:\n")[2]
        answers = self.said[text]
        return answers.pop(0) if len(answers) > 1 else answers[0]


@contextmanager
def listening(stub):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            stub.asked.append((self.path, body))
            stub.headers.append(dict(self.headers))
            status, sent, extra = 200, None, {}
            if refusal := stub.before(len(stub.asked)):
                status, sent, *more = refusal
                extra = more[0] if more else {}
            if sent is None:
                content = stub.answer(body["messages"])
                sent = json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode()
            self.send_response(status)
            for name, value in extra.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # a client that did not wait
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def stub():
    return Stub()


@pytest.fixture
def address(stub):
    with listening(stub) as found:
        yield found


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch, known):
    """A checkout with one seed, of which nothing is translated."""
    (tmp_path / "seeds").mkdir()
    monkeypatch.setattr("atlas.knowledge.load", lambda _: (known, ()))
    (tmp_path / "seeds" / "post.md").write_text(POST, encoding="utf-8")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.delenv(engine.KEY, raising=False)
    return tmp_path


@pytest.fixture
def run(capsys):
    """Run a command; gives its exit code, and what it wrote to either stream."""

    def run(*arguments):
        code = command.main(["translations", *map(str, arguments)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def prefill(run, address):
    def prefill(*files):
        return run("prefill", "--engine", address, "--model", "gpt-stub", *files)

    return prefill


def catalog(desk):
    return polib.pofile(str(desk / "seeds" / "translations" / "en" / "post.po"), wrapwidth=0)


def texts(desk):
    return {entry.msgid: entry.msgstr for entry in catalog(desk)}


def test_missing_texts_are_filled_as_fuzzy(desk, prefill, run, stub):
    code, out, _ = prefill()
    assert code == 0
    assert out == "5 of 5 texts filled, to be reviewed; 0 left\n"
    assert texts(desk) == ANSWERS
    for entry in catalog(desk):
        assert entry.fuzzy
        assert "Machine translation (gpt-stub)" in entry.tcomment
    assert {path for path, _ in stub.asked} == {"/v1/chat/completions"}
    assert {body["model"] for _, body in stub.asked} == {"gpt-stub"}
    assert run("check")[0] == 0
    assert "5" in run("status")[1].splitlines()[1].split()


def test_the_engine_is_told_what_it_needs(prefill, stub):
    """Both languages, the heading above, the glossary's words for what occurs, and what must stay."""
    prefill()
    by_text = {body["messages"][1]["content"].rpartition("The text:\n")[2]: body["messages"] for _, body in stub.asked}
    system, user = by_text["新的张量 `torch.x` 快了 30%，见[文档](https://example.org/a)。"]
    assert system["role"] == "system"
    assert "Simplified Chinese into English" in system["content"]
    assert all(word in system["content"] for word in ("link", "code span", "number", "emphasis"))
    assert "张量加速" in user["content"].partition("The text:")[0]
    assert "- 张量 = tensor" in user["content"]
    assert "- 文档 = documentation" in user["content"]
    assert "张量" not in by_text["**编译**更快了。"][1]["content"]


def test_nobodys_work_is_touched(desk, prefill, run, stub):
    """Neither a translation, nor a fuzzy one, nor what somebody wrote meanwhile."""
    run("update")
    po = catalog(desk)
    po.find("PyTorch 9.9 发布").msgstr = "By a person"
    started = po.find("编译")
    started.msgstr, started.flags = "Begun", ["fuzzy"]
    path = desk / "seeds" / "translations" / "en" / "post.po"
    po.save(str(path))

    def meanwhile(count):
        if count == 1:  # while the engine thinks, a person translates the same text and another
            po = catalog(desk)
            for entry in po:
                if entry.msgid in ("张量加速", "**编译**更快了。"):
                    entry.msgstr, entry.tcomment = "Meanwhile **x**", "mine"
            po.save(str(path))

    stub.before = meanwhile
    prefill()
    found = texts(desk)
    assert found["PyTorch 9.9 发布"] == "By a person"
    assert found["编译"] == "Begun"
    assert found["张量加速"] == found["**编译**更快了。"] == "Meanwhile **x**"
    assert [entry.msgid for entry in catalog(desk) if "Machine" in entry.tcomment] == [
        "新的张量 `torch.x` 快了 30%，见[文档](https://example.org/a)。"
    ]


def test_it_goes_on_where_it_stopped(desk, prefill, stub):
    """Everything before a crash is saved; the second run asks only for the rest."""

    def crash(count):
        if count == 3:
            raise KeyboardInterrupt

    real = Engine.ask

    def ask(self, messages):
        crash(len(stub.asked) + 1)
        return real(self, messages)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "ask", ask)
        code, out, err = prefill()
    assert code == 130
    assert out == "interrupted; 2 of 5 texts filled, to be reviewed; 3 left (run it again to go on)\n"
    assert "Traceback" not in err
    assert len([msgstr for msgstr in texts(desk).values() if msgstr]) == 2
    stub.asked.clear()
    assert prefill()[0] == 0
    assert len(stub.asked) == 3
    assert texts(desk) == ANSWERS


def test_one_failure_is_told_and_the_rest_goes_on(desk, prefill, stub):
    stub.before = lambda count: (500, b"oops") if count == 2 else None
    code, out, err = prefill()
    assert code == 1
    assert "4 of 5 texts filled" in out
    assert "post.po:" in err
    assert "500 Internal Server Error" in err
    assert len([msgstr for msgstr in texts(desk).values() if msgstr]) == 4


def test_failures_that_are_not_in_a_row_do_not_stop_it(prefill, stub):
    stub.before = lambda count: (503, b"") if count != 3 else None
    code, out, _ = prefill()
    assert code == 1
    assert out == "1 of 5 texts filled, to be reviewed; 4 left\n"
    assert len(stub.asked) == 5


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        ((401, b"no"), "the engine wants another key (401 Unauthorized): set ATLAS_ENGINE_KEY"),
        ((404, b"no"), "404 Not Found"),
        ((200, b"<html>"), "is not the JSON of chat completions"),
        ((200, b'{"choices": []}'), "is not the JSON of chat completions"),
        ((200, b"[" * 100_000), "is not the JSON of chat completions"),
        ((200, b'{"choices": [{"message": {"content": 7}}]}'), "holds no text"),
        ((200, b" " * 1_000_001), "larger than 1,000,000 bytes"),
        ((999, b""), "999 unknown"),
    ],
    ids=["401", "404", "html", "no-choice", "deep", "number", "large", "unknown-code"],
)
def test_three_failures_in_a_row_stop_it(desk, prefill, stub, refusal, said):
    stub.before = lambda _: refusal
    code, out, err = prefill()
    assert code == 1
    assert len(stub.asked) == 3
    assert out.startswith("stopped after 3 failures in a row (")
    assert "0 of 5 texts filled, to be reviewed; 5 left (run it again to go on)" in out
    assert said in out
    assert "Traceback" not in err
    assert not any(texts(desk).values())


def test_no_engine_there(run):
    code, out, _ = run("prefill", "--engine", "http://127.0.0.1:9/v1", "--model", "m")
    assert code == 1
    assert "the engine cannot be reached (Connection refused)" in out


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        ("The new tensor `torch.y` is 30% faster; see the [documentation](https://example.org/a).", "code spans"),
        ("The new tensor `torch.x` is 30% faster; see the [documentation](https://evil.example/).", "links"),
        ("The new tensor `torch.x` is 40% faster; see the [documentation](https://example.org/a).", "numbers"),
        ("<b>The</b> new tensor `torch.x` is 30% faster; see the [documentation](https://example.org/a).", "HTML"),
        ("Sure!\n\nThe new tensor `torch.x` is 30% faster; see the [documentation](https://example.org/a).", "line"),
        ("", "words: there are none"),
        (("Tensor " * 700).strip(), "length"),
        ("新的张量 `torch.x` 提速 30%，见[文档](https://example.org/a)。", "language: it is not English"),
    ],
)
def test_a_wrong_answer_is_asked_for_again_with_its_faults(desk, prefill, stub, bad, fault):
    text = "新的张量 `torch.x` 快了 30%，见[文档](https://example.org/a)。"
    stub.said[text] = [bad, ANSWERS[text]]
    assert prefill()[0] == 0
    assert texts(desk) == ANSWERS
    (again,) = [body["messages"] for _, body in stub.asked if len(body["messages"]) > 2]
    assert again[2] == {"role": "assistant", "content": bad}
    assert fault in again[3]["content"]


def test_a_text_that_comes_back_wrong_twice_stays_missing(desk, prefill, stub):
    """Neither a failure of the engine, nor anybody's translation: it is named, and the rest is done."""
    for text in list(ANSWERS)[:4]:
        stub.said[text] = ["`invented`"]
    code, out, err = prefill()
    assert code == 1
    assert "1 of 5 texts filled" in out
    assert len(stub.asked) == 9
    lines = {entry.msgid: entry.linenum for entry in catalog(desk)}
    for text, line in zip(list(ANSWERS)[:4], (1, 5, 7, 9), strict=True):
        where = f"seeds/translations/en/post.po:{lines[text]}: seed line {line}"
        assert f"{where} stays missing: the engine's answer differs in " in err
    assert texts(desk) == dict.fromkeys(ANSWERS, "") | {"**编译**更快了。": "**Compiling** is faster."}


def test_the_key_goes_along_and_is_told_to_nobody(desk, prefill, stub, monkeypatch):
    monkeypatch.setenv(engine.KEY, KEY)
    stub.before = lambda count: (401, KEY.encode()) if count == 1 else None
    _, out, err = prefill()
    assert {headers["Authorization"] for headers in stub.headers} == {f"Bearer {KEY}"}
    written = "".join(path.read_text(encoding="utf-8") for path in desk.rglob("*") if path.is_file())
    assert KEY not in out + err + written + repr(Engine("https://example.org/v1", "m", KEY))


def test_without_a_key_none_is_sent(prefill, stub):
    prefill()
    assert not any("Authorization" in headers for headers in stub.headers)


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(prefill, stub, monkeypatch, code):
    monkeypatch.setenv(engine.KEY, KEY)
    other = Stub()
    with listening(other) as elsewhere:
        stub.before = lambda _: (code, b"", {"Location": f"{elsewhere}/chat/completions"})
        exit_code, out, _ = prefill()
    assert exit_code == 1
    assert other.asked == []
    assert "redirects" in out


@pytest.mark.parametrize(
    ("address", "key", "said"),
    [
        ("http://engine.example/v1", KEY, "a key over http:// could be read on the way"),
        ("http://10.0.0.1/v1", KEY, "a key over http:// could be read on the way"),
        ("file:///etc/passwd", "", "must be http:// or https://"),
        ("ftp://engine.example/", "", "must be http:// or https://"),
        ("engine.example", "", "must be http:// or https://"),
        ("https:///v1", "", "must be http:// or https://"),
        ("https://engine.example/a b", "", "must be http:// or https://"),
        ("https://[::1/v1", "", "is no address"),
        ("https://engine.example:99999/", "", "is no address"),
        ("https://me:pass@engine.example/v1", "", "a key belongs in ATLAS_ENGINE_KEY"),
        ("https://engine.example/v1?key=1", "", "a key belongs in ATLAS_ENGINE_KEY"),
        ("https://engine.example/v1", "two\nlines", "ATLAS_ENGINE_KEY holds what no key has"),
    ],
)
def test_where_nothing_may_be_sent(run, monkeypatch, address, key, said):
    monkeypatch.setenv(engine.KEY, key)
    monkeypatch.setattr(Engine, "ask", lambda *_: pytest.fail("it was sent"))
    code, _, err = run("prefill", "--engine", address, "--model", "m")
    assert code == 2
    assert said in err
    assert not key or key not in err


@pytest.mark.parametrize("address", ["http://127.0.0.1:1/v1", "http://[::1]/v1", "http://localhost/v1"])
def test_a_key_may_go_to_this_machine(address):
    assert Engine(address, "m", KEY).key == KEY


def test_a_slow_engine_is_not_waited_for(stub, address, monkeypatch):
    monkeypatch.setattr(engine, "SECONDS", 0.2)
    waiting = threading.Event()
    stub.before = lambda _: (waiting.wait(10), (200, b"{}"))[1]
    with pytest.raises(EngineError, match="did not answer"):
        Engine(address, "m").ask([])
    waiting.set()


def test_no_other_command_sends_anything(desk, run, monkeypatch):
    monkeypatch.setenv(engine.KEY, KEY)
    monkeypatch.setattr("urllib.request.OpenerDirector.open", lambda *_a, **_k: pytest.fail("it was sent"))
    for action in ("update", "status", "check"):
        run(action)
    command.main(["inspect", str(desk / "seeds" / "post.md")])
    with pytest.raises(SystemExit) as stopped:
        run("prefill", "--model", "m")
    assert stopped.value.code == 2


def test_only_the_files_that_are_named(desk, prefill, stub):
    (desk / "seeds" / "other.md").write_text(POST.replace("9.9", "9.8"), encoding="utf-8")
    stub.said["PyTorch 9.8 发布"] = ["PyTorch 9.8 released"]
    code, _, _ = prefill(desk / "seeds" / "other.md")
    assert code == 0
    assert [path.name for path in desk.glob("seeds/translations/*/*.po")] == ["other.po"]
    code, _, err = prefill(desk / "seeds" / "none.md")
    assert code == 2
    assert "none.md: is neither a seed nor its catalog" in err
    stub.asked.clear()
    assert prefill(desk / "seeds" / "translations" / "en" / "post.po")[0] == 0
    assert len(stub.asked) == 5


def test_a_crash_while_saving_leaves_the_old_catalog(desk, run, monkeypatch):
    run("update")
    path = desk / "seeds" / "translations" / "en" / "post.po"
    before = path.read_bytes()

    def crash(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", crash)
    with pytest.raises(OSError, match="No space"):
        files.save(path, "half")
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.iterdir()] == ["post.po"]


def test_progress_is_one_line_in_ten_where_nobody_looks_on(desk, prefill, stub):
    (desk / "seeds" / "post.md").write_text(
        POST + "".join(f"\n第 {n} 段中文。\n" for n in range(20, 32)), encoding="utf-8"
    )
    stub.said |= {f"第 {n} 段中文。": [f"Paragraph {n}."] for n in range(20, 32)}
    _, _, err = prefill()
    assert err.splitlines() == ["10/17 texts", "17/17 texts"]
