"""An editor without a screen: it keeps texts as the server should see them, and shows answers as text."""

import asyncio
import difflib
import pathlib

from lsprotocol import types


def path_of(uri):
    return pathlib.Path(types_path(uri))


def types_path(uri):
    from pygls.uris import to_fs_path

    return to_fs_path(uri)


class Editor:
    def __init__(self, client, folder):
        self.client, self.folder = client, folder
        self.texts, self.versions = {}, {}

    def uri(self, name):
        return (self.folder / name).as_uri()

    def document(self, name):
        return types.TextDocumentIdentifier(uri=self.uri(name))

    def text(self, name):
        return self.texts[name] if name in self.texts else (self.folder / name).read_text()

    def open(self, name, text=None):
        self.texts[name] = self.text(name) if text is None else text
        self.versions[name] = 1
        item = types.TextDocumentItem(uri=self.uri(name), language_id="yaml", version=1, text=self.texts[name])
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    def close(self, name):
        del self.texts[name]
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=self.document(name)))

    def save(self, name):
        (self.folder / name).write_text(self.texts[name])
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(text_document=self.document(name)))

    def position(self, text, offset):
        """Lines, and columns in UTF-16."""
        before = text[:offset]
        column = before[before.rfind("\n") + 1 :]
        return types.Position(before.count("\n"), len(column.encode("utf-16-le")) // 2)

    def at(self, name, marked):
        """The position of `|` in a text that the file has once."""
        text, plain = self.text(name), marked.replace("|", "", 1)
        assert text.count(plain) == 1, f"{name} has {plain!r} {text.count(plain)} times"
        return self.position(text, text.index(plain) + marked.index("|"))

    def replace(self, name, old, new):
        """An incremental change, as if it had been typed."""
        text = self.text(name)
        assert text.count(old) == 1, f"{name} has {old!r} {text.count(old)} times"
        start = text.index(old)
        span = types.Range(self.position(text, start), self.position(text, start + len(old)))
        self.texts[name] = text[:start] + new + text[start + len(old) :]
        self.versions[name] += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=self.uri(name), version=self.versions[name]),
                content_changes=[types.TextDocumentContentChangePartial(range=span, text=new)],
            )
        )

    async def diagnostics(self, name):
        """What is shown of the file's present version."""
        uri = self.uri(name)
        for _ in range(400):
            if self.client.published.get(uri) == self.versions.get(name) and uri in self.client.diagnostics:
                return self.client.diagnostics[uri]
            await asyncio.sleep(0.025)
        raise TimeoutError(f"no diagnostics of {name}")

    async def comes_to_show(self, name, code, shown=True):
        """Whether a finding is shown in a file in the end, or no longer is. Another file may have changed."""
        for _ in range(400):
            found = self.client.diagnostics.get(self.uri(name), [])
            if any(one.code == code for one in found) == shown:
                return True
            await asyncio.sleep(0.025)
        return False

    def slice(self, name, span):
        lines = self.text(name).splitlines(keepends=True)
        part = lines[span.start.line : span.end.line + 1]
        if not part:
            return ""
        encode = lambda line: line.encode("utf-16-le")
        if span.end.line < len(lines):
            part[-1] = encode(part[-1])[: span.end.character * 2].decode("utf-16-le")
        part[0] = encode(part[0])[span.start.character * 2 :].decode("utf-16-le")
        return "".join(part)

    def place(self, location):
        name = path_of(location.uri).relative_to(self.folder).as_posix()
        start = location.range.start
        line = self.text(name).splitlines()[start.line].strip()
        return f"{name}:{start.line + 1}:{start.character + 1}  {self.slice(name, location.range)}  | {line}"

    def changes(self, edit):
        """A workspace edit as new texts by the names of files."""
        texts = {}
        for uri, edits in (edit.changes or {}).items():
            name = self.name(uri)
            text = self.text(name) if name in self.texts or (self.folder / name).exists() else ""
            texts[name] = self.edited(text, edits)
        for change in edit.document_changes or []:
            if isinstance(change, types.CreateFile):
                texts[self.name(change.uri)] = ""
                continue
            name = self.name(change.text_document.uri)
            text = texts.get(name)
            if text is None:
                text = self.text(name) if name in self.texts or (self.folder / name).exists() else ""
            assert change.text_document.version == self.versions.get(name), name
            texts[name] = self.edited(text, change.edits)
        return texts

    def edited(self, text, edits):
        for one in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
            start, end = (self.offset(text, position) for position in (one.range.start, one.range.end))
            text = text[:start] + one.new_text + text[end:]
        return text

    def name(self, uri):
        return path_of(uri).relative_to(self.folder).as_posix()

    def offset(self, text, position):
        lines = text.splitlines(keepends=True)
        before = sum(len(line) for line in lines[: position.line])
        line = lines[position.line] if position.line < len(lines) else ""
        return before + len(line.encode("utf-16-le")[: position.character * 2].decode("utf-16-le"))

    def diff(self, texts):
        shown = []
        for name, text in sorted(texts.items()):
            old = self.text(name) if name in self.texts or (self.folder / name).exists() else ""
            lines = difflib.unified_diff(old.splitlines(), text.splitlines(), name, name, lineterm="", n=0)
            shown += [line for line in lines if not line.startswith(("---", "@@"))]
        return shown

    def adopt(self, texts):
        """Makes the changes, as an editor does that the user has told to."""
        for name, text in texts.items():
            if name in self.texts:
                if self.texts[name] != text:
                    self.replace(name, self.texts[name], text)
            else:
                (self.folder / name).write_text(text)
                self.open(name)
