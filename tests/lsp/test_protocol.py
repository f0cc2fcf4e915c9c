"""What any client may do to a server: encodings, several projects or none, cancellation, junk, and leaving."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time

import pytest
from conftest import SERVER, capabilities, start
from editor import Editor
from lsprotocol import types

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize(
    "offered, agreed", [(None, "utf-16"), (["utf-16", "utf-8"], "utf-8"), (["utf-32"], "utf-32"), (["utf-7"], "utf-16")]
)
async def test_columns_count_what_is_agreed_on(client, project, offered, agreed):
    given = capabilities()
    given.general = types.GeneralClientCapabilities(position_encodings=offered)
    result = await start(client, project, capabilities=given)
    assert result.capabilities.position_encoding == agreed
    editor = Editor(client, project)
    before = '  args : (Tensor x, str s = "é𝛼", '
    editor.open("ops.yaml", editor.text("ops.yaml").replace("  args : (Tensor x)\n", before + "flaot y)\n", 1))
    found = await editor.diagnostics("ops.yaml")
    units = {"utf-8": len(before.encode()), "utf-16": len(before.encode("utf-16-le")) // 2, "utf-32": len(before)}
    assert [one.range.start.character for one in found if "flaot" in one.message] == [units[agreed]]


async def test_changes_count_what_is_agreed_on(client, project):
    given = capabilities()
    given.general = types.GeneralClientCapabilities(position_encodings=["utf-8"])
    await start(client, project, capabilities=given)
    editor = Editor(client, project)
    text = "# é𝛼\n" + editor.text("ops.yaml")
    editor.open("ops.yaml", text)
    start_of = types.Position(0, 2 + len("é𝛼".encode()))
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=editor.uri("ops.yaml"), version=2),
            content_changes=[
                types.TextDocumentContentChangePartial(range=types.Range(start_of, start_of), text="\n- op : abs"),
            ],
        )
    )
    editor.versions["ops.yaml"] = 2
    found = await editor.diagnostics("ops.yaml")
    assert any(one.code == "E0105" for one in found), found


async def test_two_projects_and_a_file_of_none(client, project, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "ops.yaml").write_text((project / "ops.yaml").read_text().replace("op : abs", "op : magnitude"))
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "notes.yaml").write_text("a: [1, 2\n")
    await start(client, project, other)
    one, two, none = Editor(client, project), Editor(client, other), Editor(client, alone)
    for editor, name in [(one, "ops.yaml"), (two, "ops.yaml"), (none, "notes.yaml")]:
        editor.open(name)
    assert not await one.diagnostics("ops.yaml")
    assert {found.code for found in await two.diagnostics("ops.yaml")} == {"E0504"}
    place = types.Position(0, 1)
    document = none.document("notes.yaml")
    assert await client.text_document_hover_async(types.HoverParams(document, place)) is None
    assert await client.text_document_completion_async(types.CompletionParams(document, place)) is None
    assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(document)) is None
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="abs"))
    operators = [symbol.name for symbol in found if symbol.kind == types.SymbolKind.Function]
    assert set(operators) == {"abs", "abs_grad"}
    untitled = types.TextDocumentItem(uri="untitled:Untitled-1", language_id="yaml", version=1, text="- op : x\n")
    client.text_document_did_open(types.DidOpenTextDocumentParams(untitled))
    assert await client.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier("untitled:Untitled-1"), place)
    ) is None


async def test_a_package_outside_every_folder(client, project, tmp_path):
    subprocess.run([SERVER, "new", "apart"], cwd=tmp_path, check=True, capture_output=True)
    await start(client, project)
    editor = Editor(client, tmp_path / "apart")
    for name in ["yaml/ops.yaml", "yaml/backward.yaml"]:
        editor.open(name)
        assert not await editor.diagnostics(name)
    editor.replace("yaml/backward.yaml", "backward_op : ", "backward_op : no_")
    assert await editor.comes_to_show("yaml/ops.yaml", "E0504")


async def test_no_folder_is_open(client, project):
    await start(client)
    editor = Editor(client, project)
    editor.open("ops.yaml")
    editor.replace("ops.yaml", "backward : abs_grad", "backward : abs_grda")
    assert [found.code for found in await editor.diagnostics("ops.yaml")] == ["E0504"]


async def test_what_is_on_disk_counts_when_it_is_closed_or_changed_there(client, project):
    await start(client, project)
    editor = Editor(client, project)
    editor.open("ops.yaml")
    editor.open("backward.yaml")
    editor.replace("backward.yaml", "- backward_op : abs_grad", "- backward_op : abs_gard")
    assert await editor.comes_to_show("ops.yaml", "E0504")
    editor.close("backward.yaml")
    assert await editor.comes_to_show("ops.yaml", "E0504", shown=False)
    path = project / "backward.yaml"
    path.write_text(path.read_text().replace("- backward_op : abs_grad", "- backward_op : abs_gard"))
    change = types.FileEvent(uri=path.as_uri(), type=types.FileChangeType.Changed)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=[change]))
    assert await editor.comes_to_show("ops.yaml", "E0504")


async def test_a_broken_document_is_still_known(client, project):
    """Every prefix of a file: no crash, and an outline of what is there."""
    await start(client, project)
    editor = Editor(client, project)
    editor.open("ops.yaml")
    whole = editor.text("ops.yaml")
    for length in range(0, len(whole), 97):
        editor.replace("ops.yaml", editor.text("ops.yaml"), whole[:length]) if editor.text("ops.yaml") else editor.open(
            "ops.yaml", whole[:length]
        )
        end = editor.position(editor.text("ops.yaml"), length)
        document = editor.document("ops.yaml")
        await client.text_document_completion_async(types.CompletionParams(document, end))
        await client.text_document_hover_async(types.HoverParams(document, end))
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert len(symbols) >= whole[:length].count("\n- op : "), length


def pulling(refreshes=True):
    """The capabilities of a client that asks for the findings in open files."""
    given = capabilities(diagnostic=types.DiagnosticClientCapabilities())
    given.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=refreshes)
    return given


async def pull(client, editor, name, before=None):
    params = types.DocumentDiagnosticParams(text_document=editor.document(name), previous_result_id=before)
    return await client.text_document_diagnostic_async(params)


async def test_findings_are_pulled(client, project):
    started = await start(client, project, capabilities=pulling())
    assert started.capabilities.diagnostic_provider.inter_file_dependencies
    editor = Editor(client, project)
    editor.open("ops.yaml")
    clean = await pull(client, editor, "ops.yaml")
    assert (clean.kind, list(clean.items)) == ("full", [])
    assert (await pull(client, editor, "ops.yaml", clean.result_id)).kind == "unchanged"
    # The answer is about the text as it is now, and about the file alone.
    editor.replace("ops.yaml", "backward : abs_grad", "backward : abs_grda")
    found = await pull(client, editor, "ops.yaml", clean.result_id)
    assert [one.code for one in found.items] == ["E0504"]
    assert found.result_id != clean.result_id
    # The findings in files that are not open are published, and only those.
    editor.replace("ops.yaml", "- op : abs", "- op : absx")
    assert await editor.comes_to_show("backward.yaml", "E0501")
    assert not client.diagnostics.get(editor.uri("ops.yaml"))
    # They are asked for as soon as the file is open.
    editor.open("backward.yaml")
    assert await editor.comes_to_show("backward.yaml", "E0501", shown=False)
    before = await pull(client, editor, "backward.yaml")
    assert "E0501" in [one.code for one in before.items]
    # Another file makes that answer outdated.
    client.requested.clear()
    editor.replace("ops.yaml", "- op : absx", "- op : abs")
    for _ in range(400):
        if "workspace/diagnostic/refresh" in client.requested:
            break
        await asyncio.sleep(0.025)
    else:
        raise TimeoutError("the answer is outdated, and the client is not told")
    after = await pull(client, editor, "backward.yaml", before.result_id)
    assert (after.kind, "E0501" in [one.code for one in after.items]) == ("full", False)
    # A file of no project has no findings.
    outside = types.DocumentDiagnosticParams(types.TextDocumentIdentifier("untitled:Untitled-1"))
    assert not (await client.text_document_diagnostic_async(outside)).items


async def test_other_clients_are_sent_findings(client, project):
    started = await start(client, project)
    assert started.capabilities.diagnostic_provider is None
    editor = Editor(client, project)
    editor.open("ops.yaml", editor.text("ops.yaml").replace("backward : abs_grad", "backward : abs_grda"))
    assert [one.code for one in await editor.diagnostics("ops.yaml")] == ["E0504"]


@pytest.mark.parametrize("documents", [True, False], ids=["documentChanges", "changes"])
@pytest.mark.parametrize("creates", [True, False], ids=["creates", "creates-nothing"])
async def test_a_rename_in_the_form_that_the_client_knows(client, project, documents, creates):
    """The profile lists `relu`, so the rename needs an `opgen.toml`, which is not there."""
    (project / "opgen.toml").unlink()
    given = capabilities()
    given.workspace.workspace_edit = types.WorkspaceEditClientCapabilities(
        document_changes=documents, resource_operations=[types.ResourceOperationKind.Create] if creates else None
    )
    await start(client, project, capabilities=given)
    editor = Editor(client, project)
    editor.open("ops.yaml")
    params = types.RenameParams(editor.document("ops.yaml"), editor.at("ops.yaml", "- op : re|lu"), "rectify")
    edit = await client.text_document_rename_async(params)
    assert (edit.document_changes is None) == (not documents)
    assert (edit.changes is None) == documents
    created = [one for one in edit.document_changes or [] if isinstance(one, types.CreateFile)]
    assert len(created) == (documents and creates)
    texts = editor.changes(edit)
    assert texts["opgen.toml"].startswith("[profile]\n")
    for name, text in texts.items():
        (project / name).write_text(text)
    checked = subprocess.run([SERVER, "check", "--root", project], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


async def test_lenses_have_a_command_where_the_client_has_it(client, project):
    given = capabilities()
    given.experimental = {"commands": {"commands": ["opgen.showReferences"]}}
    await start(client, project, capabilities=given)
    editor = Editor(client, project)
    editor.open("ops.yaml")
    [lens, *_] = await client.text_document_code_lens_async(types.CodeLensParams(editor.document("ops.yaml")))
    uri, position = lens.command.arguments
    assert (lens.command.command, uri) == ("opgen.showReferences", editor.uri("ops.yaml"))
    place = types.Position(position["line"], position["character"])
    context = types.ReferenceContext(include_declaration=False)
    listed = await client.text_document_references_async(types.ReferenceParams(context, editor.document("ops.yaml"), place))
    assert lens.command.title == f"{len(listed)} references"


async def test_deep_brackets_are_selected(client, project):
    await start(client, project)
    editor = Editor(client, project)
    editor.open("ops.yaml", "- op : abs\n  args : " + "(" * 100000 + "x" + ")" * 100000 + "\n")
    params = types.SelectionRangeParams(editor.document("ops.yaml"), [types.Position(1, 9 + 100000)])
    [found] = await client.text_document_selection_range_async(params)
    assert editor.slice("ops.yaml", found.range) == "x"


class Raw:
    """A client that may say anything."""

    def __init__(self, **arguments):
        self.process = subprocess.Popen([SERVER, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **arguments)

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def answer(self, id):
        while (message := self.read()).get("id") != id or "method" in message:
            pass
        return message

    def ask(self, method, path, **params):
        self.asked = getattr(self, "asked", 0) + 1
        self.send(id=self.asked, method=method, params={"textDocument": {"uri": path.as_uri()}, **params})
        answer = self.answer(self.asked)
        return {key: answer[key] for key in answer if key != "id"}

    def begin(self, **params):
        self.send(id=0, method="initialize", params={"capabilities": {}, **params})
        answer = self.answer(0)
        self.send(method="initialized", params={})
        return answer


async def test_junk_is_refused_and_forgotten():
    raw = Raw()
    raw.begin()
    raw.write(b"noise\r\n\r\nContent-Length: 4\r\n\r\n{]}\n")
    assert raw.answer(None)["error"]["code"] == -32700
    raw.send(id=1, method="textDocument/hover", params={"textDocument": 3})
    assert raw.answer(1)["error"]["code"] == -32602
    raw.send(id=2, method="no/such/request", params=None)
    assert raw.answer(2)["error"]["code"] == -32601
    raw.send(method="no/such/notification", params=[])
    raw.send(method="textDocument/didChange", params={"textDocument": {"uri": "file:///a", "version": 1}, "contentChanges": [{"text": 3}]})
    raw.send(method="textDocument/didOpen", params={"textDocument": {"uri": "nonsense", "languageId": "yaml", "version": 1, "text": ""}})
    raw.send(id=3, method="initialize", params={"capabilities": {}})
    assert raw.answer(3)["error"]["code"] == -32600
    raw.send(id=4, method="shutdown")
    assert raw.answer(4)["result"] is None
    raw.send(id=5, method="workspace/symbol", params={"query": ""})
    assert raw.answer(5)["error"]["code"] == -32600
    raw.send(method="exit")
    assert raw.process.wait(10) == 0


async def test_a_cancelled_request_is_not_answered_in_full(project):
    raw = Raw()
    raw.begin(rootUri=project.as_uri())
    uri = (project / "ops.yaml").as_uri()
    messages = [{"id": id, "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": uri}}} for id in range(1, 40)]
    messages.append({"method": "$/cancelRequest", "params": {"id": 39}})
    data = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        data += b"Content-Length: %d\r\n\r\n" % len(body) + body
    raw.write(data)
    assert raw.answer(39)["error"]["code"] == -32800
    raw.process.kill()


async def test_it_goes_with_its_client():
    raw = Raw()
    raw.begin()
    raw.process.stdin.close()
    assert raw.process.wait(10) == 2
    raw = Raw()
    raw.begin()
    raw.send(method="exit")
    assert raw.process.wait(10) == 2
    # The process that has started the server is gone, but its end of the pipe is open here.
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    raw = Raw()
    raw.begin(processId=parent.pid)
    parent.communicate(b"\n")
    began = time.monotonic()
    assert raw.process.wait(20) == 2
    assert time.monotonic() - began < 15


FILES = ["ops.yaml", "backward.yaml", "sparse_ops.yaml", "op_compat.yaml", "op_version.yaml", "prim_api.yaml"]
NEW = "- op : fresh\n  args : (Tensor x, float scale = 1.0)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n    param : [x]\n  kernel :\n    func : relu\n    param : [x]\n\n"
EDITS = [
    ("ops.yaml", lambda text: "# A comment moves everything.\n" + text),
    ("ops.yaml", lambda text: NEW + text),
    ("backward.yaml", lambda text: text.replace("(Tensor out, Tensor grad_x_grad)", "(Tensor out, Tensor grad_x_grad, Tensor more)")),
    ("ops.yaml", lambda text: text.replace("- op : fresh", "- op : abs")),
    ("ops.yaml", lambda text: text.replace("args : (Tensor x)", "args : (Tensor y)")),
    ("op_compat.yaml", lambda text: text.replace("- op : relu", "- op : relu (rectified)")),
    ("sparse_ops.yaml", lambda text: text + "\n" + NEW),
    ("backward.yaml", lambda text: text[: len(text) // 2]),
    ("ops.yaml", lambda text: ""),
]


async def test_answers_after_edits_are_those_of_a_fresh_server(project):
    """The server that was asked before answers from one file, and the fresh one from what all files mention."""
    texts = {name: (project / name).read_text() for name in FILES}
    edited = Raw()
    edited.version = 1
    edited.begin(rootUri=project.as_uri())
    opened(edited, project, texts)
    for number, (name, edit) in enumerate(EDITS):
        texts[name] = edit(texts[name])
        uri = (project / name).as_uri()

        def change():
            edited.version += 1
            document = {"uri": uri, "version": edited.version}
            edited.send(method="textDocument/didChange", params={"textDocument": document, "contentChanges": [{"text": texts[name]}]})

        fresh = Raw()
        fresh.begin(rootUri=project.as_uri())
        opened(fresh, project, texts)
        for asked in FILES:
            fresh.ask("textDocument/codeLens", project / asked)
            expected = answers(fresh, project / asked, texts[asked], lambda: None)
            assert answers(edited, project / asked, texts[asked], change) == expected, (number, asked)
        fresh.process.kill()
    edited.process.kill()


def opened(server, project, texts):
    for name, text in texts.items():
        document = {"uri": (project / name).as_uri(), "languageId": "yaml", "version": 1, "text": text}
        server.send(method="textDocument/didOpen", params={"textDocument": document})


def answers(server, path, text, change):
    """The answers at all words. `change` comes before each line: the server reads everything after a while without a change."""
    change()
    found = [server.ask("textDocument/semanticTokens/full", path)]
    for line, content in enumerate(text.split("\n")):
        if content:
            change()
        for word in re.finditer(r"\w+", content):
            position = {"line": line, "character": word.start()}
            for method in ["hover", "definition", "documentHighlight", "prepareRename", "prepareCallHierarchy"]:
                answer = server.ask(f"textDocument/{method}", path, position=position)
                if method == "hover":
                    # The pages of findings follow, once the project is checked.
                    value = answer["result"]["contents"]["value"].split("\n\n---\n\n")[0] if answer["result"] else ""
                    answer = "" if re.match(r"\*\*[ENW]\d{4}:", value) else value
                found.append((position, method, answer))
    return found
