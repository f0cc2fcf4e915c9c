"""Sessions: each file below `sessions/` has commands behind `>` and, below each, what an editor shows.

`OPGEN_BLESS=1` rewrites what is shown.
"""

import asyncio
import os
import shlex

import pytest
from conftest import HERE, start
from editor import Editor, path_of
from lsprotocol import types
from pygls.exceptions import JsonRpcException

SESSIONS = sorted((HERE / "sessions").glob("*.txt"))


class Session(Editor):
    """One method for each command. It returns the lines that are shown."""

    async def run(self, line):
        command, *arguments = shlex.split(line)
        return await getattr(self, f"do_{command}")(*[argument.replace("\\n", "\n") for argument in arguments])

    async def do_open(self, name):
        self.open(name)
        return []

    async def do_edit(self, name, old, new):
        self.replace(name, old, new)
        return []

    async def do_save(self, name):
        self.save(name)
        return []

    async def do_write(self, name, text):
        """Another program writes a file."""
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)
        return []

    async def do_change(self, name, text):
        """Another program writes a file, and the editor notices."""
        kind = types.FileChangeType.Changed if (self.folder / name).exists() else types.FileChangeType.Created
        await self.do_write(name, text)
        changes = [types.FileEvent(self.uri(name), kind)]
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))
        return []

    async def do_finds(self, name, code):
        """The findings of a rule. Those about C++ may come later than others."""
        await self.comes_to_show(name, code)
        return self.shown([one for one in await self.diagnostics(name) if one.code == code]) or [f"never {code}"]

    async def do_loses(self, name, code):
        """Whether a rule has no findings in the end."""
        return [] if await self.comes_to_show(name, code, shown=False) else [f"still {code}"]

    async def do_diagnostics(self, name):
        return self.shown(await self.diagnostics(name))

    def shown(self, diagnostics):
        lines = []
        for found in diagnostics:
            start, end = found.range.start, found.range.end
            level = found.severity.name.lower()
            tags = "".join(f" ({tag.name.lower()})" for tag in found.tags or [])
            place = f"{start.line + 1}:{start.character + 1}-{end.line + 1}:{end.character + 1}"
            lines.append(f"{place} {level} {found.code}{tags} {found.message}".replace("\n", "\n    "))
            lines += [f"    {self.place(other.location)}: {other.message}" for other in found.related_information or []]
        return lines

    async def do_hover(self, name, marked):
        hover = await self.client.text_document_hover_async(
            types.HoverParams(text_document=self.document(name), position=self.at(name, marked))
        )
        if hover is None:
            return ["nothing"]
        return [f"[{self.slice(name, hover.range)}]", *hover.contents.value.splitlines()]

    async def locations(self, found):
        return [self.place(location) for location in found or []] or ["nothing"]

    async def do_definition(self, name, marked):
        return await self.locations(
            await self.client.text_document_definition_async(
                types.DefinitionParams(text_document=self.document(name), position=self.at(name, marked))
            )
        )

    async def do_references(self, name, marked, declaration="yes"):
        context = types.ReferenceContext(include_declaration=declaration == "yes")
        return await self.locations(
            await self.client.text_document_references_async(
                types.ReferenceParams(
                    text_document=self.document(name), position=self.at(name, marked), context=context
                )
            )
        )

    async def do_highlights(self, name, marked):
        found = await self.client.text_document_document_highlight_async(
            types.DocumentHighlightParams(text_document=self.document(name), position=self.at(name, marked))
        )
        uri = self.uri(name)
        return [f"{one.kind.name.lower()} {self.place(types.Location(uri, one.range))}" for one in found or []]

    async def do_complete(self, name, marked, most="8"):
        found = await self.client.text_document_completion_async(
            types.CompletionParams(text_document=self.document(name), position=self.at(name, marked))
        )
        if not found or not found.items:
            return ["nothing"]
        items = sorted(found.items, key=lambda item: item.sort_text)
        shown = [
            f"{item.text_edit.new_text!r} {types.CompletionItemKind(item.kind).name.lower()}: {item.detail}"
            + (f" -- {item.documentation.value}" if item.documentation else "")
            for item in items[: int(most)]
        ]
        return shown + ([f"and {len(items) - int(most)} more"] if len(items) > int(most) else [])

    async def do_resolve(self, name, marked, label):
        found = await self.client.text_document_completion_async(
            types.CompletionParams(text_document=self.document(name), position=self.at(name, marked))
        )
        item = next(item for item in found.items if item.label == label)
        resolved = await self.client.completion_item_resolve_async(item)
        return resolved.documentation.value.splitlines()

    async def do_prepare(self, name, marked):
        params = types.PrepareRenameParams(text_document=self.document(name), position=self.at(name, marked))
        try:
            found = await self.client.text_document_prepare_rename_async(params)
        except JsonRpcException as refusal:
            return [f"refused: {refusal.message}"]
        return [f"{found.placeholder} at {self.slice(name, found.range)}"]

    async def do_rename(self, name, marked, new, *adopt):
        params = types.RenameParams(
            text_document=self.document(name), position=self.at(name, marked), new_name=new
        )
        try:
            edit = await self.client.text_document_rename_async(params)
        except JsonRpcException as refusal:
            return [f"refused: {refusal.message}"]
        texts = self.changes(edit)
        shown = self.diff(texts)
        if adopt:
            self.adopt(texts)
        return shown

    async def do_preview(self, name, marked, new):
        """The groups of changes that an editor shows before a rename."""
        params = types.RenameParams(text_document=self.document(name), position=self.at(name, marked), new_name=new)
        edit = await self.client.text_document_rename_async(params)
        shown = []
        for key, group in sorted(edit.change_annotations.items()):
            shown.append(f"{group.label}{' (asks first)' if group.needs_confirmation else ''}")
            for change in edit.document_changes:
                edits = [one for one in change.edits if one.annotation_id == key]
                shown += [f"  {self.name(change.text_document.uri)}:{one.range.start.line + 1} {one.new_text!r}" for one in edits]
        return shown

    async def do_format(self, name, marked_start="", marked_end=""):
        document = self.document(name)
        options = types.FormattingOptions(tab_size=2, insert_spaces=True)
        if marked_start:
            part = types.Range(self.at(name, marked_start), self.at(name, marked_end))
            found = await self.client.text_document_range_formatting_async(types.DocumentRangeFormattingParams(document, part, options))
        else:
            found = await self.client.text_document_formatting_async(types.DocumentFormattingParams(document, options))
        if found is None:
            return ["nothing"]
        text = self.text(name)
        for one in sorted(found, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
            start, end = (self.offset(text, position) for position in (one.range.start, one.range.end))
            text = text[:start] + one.new_text + text[end:]
        shown = self.diff({name: text})
        self.adopt({name: text})
        return shown or ["unchanged"]

    async def do_calls(self, name, marked):
        params = types.CallHierarchyPrepareParams(text_document=self.document(name), position=self.at(name, marked))
        shown = []
        for item in await self.client.text_document_prepare_call_hierarchy_async(params) or []:
            shown.append(f"{item.name}: {item.detail}")
            outgoing = await self.client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(item))
            shown += [f"  calls {one.to.name} at {self.place(types.Location(item.uri, one.from_ranges[0]))}" for one in outgoing]
            incoming = await self.client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item))
            shown += [f"  called by {one.from_.name} at {self.place(types.Location(one.from_.uri, one.from_ranges[0]))}" for one in incoming]
        return shown or ["nothing"]

    async def do_pages(self, name):
        """The pages that the findings of a file link to."""
        links = {one.code: one.code_description.href for one in await self.diagnostics(name)}
        return [f"{code} {path_of(link).name}: {path_of(link).read_text().splitlines()[0]}" for code, link in sorted(links.items())]

    async def do_actions_of(self, name, marked, kind):
        return [f"{action.title} [{action.kind}]" for action in await self.actions(name, marked, [kind])] or ["nothing"]

    async def actions(self, name, marked, only=None):
        position = self.at(name, marked)
        return await self.client.text_document_code_action_async(
            types.CodeActionParams(
                text_document=self.document(name),
                range=types.Range(position, position),
                context=types.CodeActionContext(diagnostics=[], only=only),
            )
        )

    async def do_actions(self, name, marked):
        found = await self.actions(name, marked)
        return [f"{action.title} [{action.kind.value if hasattr(action.kind, 'value') else action.kind}]" for action in found] or ["nothing"]

    async def do_act(self, name, marked, title):
        """Does what an action says. Until the last commit is read, one that depends on it is not offered."""
        for _ in range(200):
            chosen = [action for action in await self.actions(name, marked) if action.title == title]
            if chosen:
                texts = self.changes(chosen[0].edit)
                shown = self.diff(texts)
                self.adopt(texts)
                return shown
            await asyncio.sleep(0.025)
        return [f"there is no action `{title}`"]

    async def do_symbols(self, name):
        def show(symbol, depth):
            start, end = symbol.range.start, symbol.range.end
            detail = f": {symbol.detail}" if symbol.detail else ""
            line = f"{'  ' * depth}{symbol.name} ({symbol.kind.name.lower()}) {start.line + 1}-{end.line + 1}{detail}"
            return [line] + [line for child in symbol.children or [] for line in show(child, depth + 1)]

        found = await self.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(text_document=self.document(name))
        )
        return [line for symbol in found for line in show(symbol, 0)]

    async def do_tokens(self, name, marked_start="", marked_end=""):
        """The tokens of a file, or of a part of it: a line of the file, and each of its tokens."""
        document = self.document(name)
        legend = self.server.capabilities.semantic_tokens_provider.legend
        if marked_start:
            part = types.Range(self.at(name, marked_start), self.at(name, marked_end))
            found = await self.client.text_document_semantic_tokens_range_async(types.SemanticTokensRangeParams(document, part))
        else:
            found = await self.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        shown, line, column = [], 0, 0
        for down, right, length, kind, bits in zip(*[iter(found.data)] * 5):
            line, column = line + down, right if down else column + right
            text = self.slice(name, types.Range(types.Position(line, column), types.Position(line, column + length)))
            modifiers = "".join(f" ({one})" for bit, one in enumerate(legend.token_modifiers) if bits >> bit & 1)
            shown.append(f"{line + 1}:{column + 1} {legend.token_types[kind]}{modifiers} {text}")
        return shown or ["nothing"]

    async def do_select(self, name, marked):
        """The texts that are selected, one after the other."""
        params = types.SelectionRangeParams(self.document(name), [self.at(name, marked)])
        [found] = await self.client.text_document_selection_range_async(params)
        shown = []
        while found:
            text = self.slice(name, found.range)
            lines = text.splitlines()
            start, end = found.range.start.line + 1, found.range.end.line + 1
            shown.append(f"{start}  {text}" if len(lines) == 1 else f"{start}-{end}  {lines[0]} ... {lines[-1].strip()}")
            found = found.parent
        return shown

    async def do_lenses(self, name):
        found = await self.client.text_document_code_lens_async(types.CodeLensParams(self.document(name)))
        return [f"{one.range.start.line + 1} {self.slice(name, one.range)}: {one.command.title}" for one in found] or ["nothing"]

    async def do_search(self, query):
        found = await self.client.workspace_symbol_async(types.WorkspaceSymbolParams(query=query))
        return [f"{symbol.name}: {self.place(symbol.location)}  {symbol.container_name}" for symbol in found] or ["nothing"]

    async def do_folds(self, name):
        found = await self.client.text_document_folding_range_async(
            types.FoldingRangeParams(text_document=self.document(name))
        )
        kind = lambda fold: f" {fold.kind.value if hasattr(fold.kind, 'value') else fold.kind}" if fold.kind else ""
        return [f"{fold.start_line + 1}-{fold.end_line + 1}{kind(fold)}" for fold in found]

    async def do_hints(self, name):
        whole = types.Range(types.Position(0, 0), types.Position(10**6, 0))
        found = await self.client.text_document_inlay_hint_async(
            types.InlayHintParams(text_document=self.document(name), range=whole)
        )
        lines = self.text(name).splitlines()
        return [f"{lines[hint.position.line][: hint.position.character]} <{hint.label}>" for hint in found]


def parts(text):
    """Comments and commands, each with the lines below it."""
    parts = []
    for line in text.splitlines():
        if line.startswith(("> ", "#")) or not line.strip() and not (parts and parts[-1][0].startswith("> ")):
            parts.append((line, []))
        elif parts:
            parts[-1][1].append(line)
    return parts


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
@pytest.mark.asyncio
async def test_session(client, project, path):
    session, wanted = Session(client, project), path.read_text()
    session.server = await start(client, project)
    shown = []
    for line, _ in parts(wanted):
        shown.append(line)
        if line.startswith("> "):
            shown += [answer.rstrip() or "." for answer in "\n".join(await session.run(line[2:])).splitlines()]
            shown.append("")
    text = "\n".join(shown).rstrip() + "\n"
    if os.environ.get("OPGEN_BLESS"):
        path.write_text(text)
    assert text == wanted
