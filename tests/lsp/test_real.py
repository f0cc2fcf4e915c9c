"""The real YAML: every kind of request at many places, and how long it takes.

`OPGEN_LSP_LIMIT` is the longest time that an answer may take, in milliseconds. Without it, times are only measured: a test
machine may be busy, and the server may not be optimised.
"""

import os
import pathlib
import random
import shutil
import subprocess
import time

import pytest
from conftest import SERVER, TOP, commit, start
from editor import Editor
from lsprotocol import types
from pygls.exceptions import JsonRpcException

REAL = TOP.parent / "shared/oracle"
VERSIONS = sorted(path.parent for path in REAL.glob("paddle-*/yaml")) if REAL.exists() else []
LIMIT = float(os.environ.get("OPGEN_LSP_LIMIT", "inf"))
PLACES = int(os.environ.get("OPGEN_LSP_PLACES", "1"))
MOST_MEMORY = 140 << 10


def inputs(project):
    """The YAML that opgen reads. Other files of a tree get no answers."""
    listed = subprocess.run(
        [SERVER, "generate", "--list-inputs", "--quiet", "--root", str(project)], check=True, capture_output=True, text=True
    )
    paths = [project / line for line in listed.stdout.splitlines() if line.endswith(".yaml")]
    return sorted(path.relative_to(project).as_posix() for path in paths if path.is_relative_to(project))


def test_the_real_yaml_is_there():
    if not VERSIONS:
        assert not os.environ.get("CI"), f"{REAL} is missing, and CI must not skip it"
        pytest.skip(f"{REAL} is missing")


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
@pytest.mark.asyncio
async def test_every_request_in_time(client, tmp_path, version):
    project = tmp_path / "project"
    shutil.copytree(version / "yaml", project)
    commit(project)
    await start(client, project)
    editor = Editor(client, project)
    names = inputs(project)
    for name in names:
        editor.open(name)
    for name in names:
        await editor.diagnostics(name)
    places = random.Random(0)
    times = {}

    async def ask(kind, request, name, line):
        began = time.perf_counter()
        try:
            return await request
        finally:
            taken = (time.perf_counter() - began) * 1000
            times.setdefault(kind, []).append((taken, f"{name}:{line + 1}"))

    whole = types.Range(types.Position(0, 0), types.Position(10**6, 0))
    context = types.CodeActionContext(diagnostics=[])
    for name in names:
        document, text = editor.document(name), editor.text(name)
        await ask("documentSymbol", client.text_document_document_symbol_async(types.DocumentSymbolParams(document)), name, 0)
        await ask("foldingRange", client.text_document_folding_range_async(types.FoldingRangeParams(document)), name, 0)
        await ask("inlayHint", client.text_document_inlay_hint_async(types.InlayHintParams(text_document=document, range=whole)), name, 0)
        options = types.FormattingOptions(tab_size=2, insert_spaces=True)
        await ask("formatting", client.text_document_formatting_async(types.DocumentFormattingParams(document, options)), name, 0)
        lines = text.split("\n")
        for line in sorted(places.sample(range(len(lines)), min(PLACES, len(lines)))):
            place = types.Position(line, places.randint(0, len(lines[line])))
            here = types.Range(place, place)
            for changed in ["", "after a change: "]:
                if changed:
                    offset = editor.offset(text, place)
                    editor.texts[name] = text[:offset] + "x" + text[offset:]
                    editor.versions[name] += 1
                    change = types.TextDocumentContentChangePartial(range=here, text="x")
                    version_of = types.VersionedTextDocumentIdentifier(uri=document.uri, version=editor.versions[name])
                    client.text_document_did_change(types.DidChangeTextDocumentParams(version_of, [change]))
                for kind, request in [
                    ("completion", client.text_document_completion_async(types.CompletionParams(document, place))),
                    ("hover", client.text_document_hover_async(types.HoverParams(document, place))),
                    ("definition", client.text_document_definition_async(types.DefinitionParams(document, place))),
                    ("references", client.text_document_references_async(types.ReferenceParams(text_document=document, position=place, context=types.ReferenceContext(True)))),
                    ("documentHighlight", client.text_document_document_highlight_async(types.DocumentHighlightParams(document, place))),
                    ("prepareCallHierarchy", client.text_document_prepare_call_hierarchy_async(types.CallHierarchyPrepareParams(document, place))),
                    ("rangeFormatting", client.text_document_range_formatting_async(types.DocumentRangeFormattingParams(document, here, options))),
                    ("codeAction", client.text_document_code_action_async(types.CodeActionParams(text_document=document, range=here, context=context))),
                ]:
                    answer = await ask(changed + kind, request, name, line)
                    if kind == "prepareCallHierarchy" and answer:
                        outgoing = client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(answer[0]))
                        await ask(changed + "outgoingCalls", outgoing, name, line)
                        incoming = client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(answer[0]))
                        await ask(changed + "incomingCalls", incoming, name, line)
                    if changed and kind == "hover":
                        await ask("after a change: documentSymbol", client.text_document_document_symbol_async(types.DocumentSymbolParams(document)), name, line)
                try:
                    rename = client.text_document_rename_async(types.RenameParams(text_document=document, position=place, new_name="renamed"))
                    await ask(changed + "rename", rename, name, line)
                except JsonRpcException as refusal:
                    assert refusal.message, name
            back = types.Range(place, types.Position(place.line, place.character + 1))
            editor.texts[name] = text
            editor.versions[name] += 1
            version_of = types.VersionedTextDocumentIdentifier(uri=document.uri, version=editor.versions[name])
            change = types.TextDocumentContentChangePartial(range=back, text="")
            client.text_document_did_change(types.DidChangeTextDocumentParams(version_of, [change]))
    for query in ["", "a", "elementwise_add", "add_ad_func", "matmull", "nothing_of_this_name"]:
        await ask("workspace/symbol", client.workspace_symbol_async(types.WorkspaceSymbolParams(query=query)), query, 0)
    for kind, taken in sorted(times.items()):
        slowest, where = max(taken)
        print(f"{kind:34} {len(taken):5}  mean {sum(one for one, _ in taken) / len(taken):6.1f} ms  worst {slowest:6.1f} ms  {where}")
    status = pathlib.Path(f"/proc/{client._server.pid}/status")
    memory = next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    print(f"memory {memory >> 10} MB")
    assert memory < MOST_MEMORY
    late = [(kind, max(taken)) for kind, taken in times.items() if max(taken)[0] > LIMIT]
    assert not late, late
    assert sum(map(len, times.values())) > 100
