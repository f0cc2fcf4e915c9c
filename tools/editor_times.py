#!/usr/bin/env python3
"""How long the language server takes to answer after an edit: milliseconds, the median and the 99th percentile.

    tools/editor_times.py OPGEN ROOT FILE [--times N] [--only REQUEST]

ROOT is the folder of a project, and FILE one of its files of operators, from there. Before each request, a space is added to the end
of a line, or removed from it, at another place each time, and nothing is waited for. The requests ask about the operator there.
"""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import time

REQUESTS = ["hover", "completion", "documentSymbol", "rename", "diagnostics"]


class Server:
    """A server, to which one message after another is sent."""

    def __init__(self, program: str, root: pathlib.Path):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0
        edits = {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}}
        folders = [{"uri": root.as_uri(), "name": root.name}]
        self.request("initialize", {"processId": None, "capabilities": {"workspace": edits}, "workspaceFolders": folders})
        self.notify("initialized", {})

    def send(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self) -> dict:
        length = 0
        while (line := self.process.stdout.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def notify(self, method: str, params: dict) -> None:
        self.send({"method": method, "params": params})

    def request(self, method: str, params: dict) -> dict:
        """The answer. Requests of the server are refused."""
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.last and "method" not in message:
                return message

    def wait_for(self, method: str, uri: str) -> None:
        while True:
            message = self.receive()
            if message.get("method") == method and message["params"]["uri"] == uri:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("opgen")
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("file")
    parser.add_argument("--times", type=int, default=40, help="how often each request is sent (default: 40)")
    parser.add_argument("--only", choices=REQUESTS, help="the only request to send")
    arguments = parser.parse_args()

    root = arguments.root.resolve()
    uri = (root / arguments.file).as_uri()
    lines = (root / arguments.file).read_text().split("\n")
    operators = [number for number, line in enumerate(lines) if re.match(r"- *(op|backward_op) *:", line)]
    step = max(1, len(operators) // arguments.times)
    server = Server(arguments.opgen, root)
    document = {"uri": uri, "languageId": "yaml", "version": 0, "text": "\n".join(lines)}
    server.notify("textDocument/didOpen", {"textDocument": document})
    server.wait_for("textDocument/publishDiagnostics", uri)
    version = 0
    for request in [arguments.only] if arguments.only else REQUESTS:
        taken, refused = [], 0
        for number in operators[::step][: arguments.times]:
            line = lines[number + 1]
            lines[number + 1] = line[:-1] if line.endswith(" ") else line + " "
            version += 1
            change = {"range": span(number + 1, 0, len(line)), "text": lines[number + 1]}
            identity = {"uri": uri, "version": version}
            place = {"line": number, "character": lines[number].index(":") + 3}
            params = {"textDocument": {"uri": uri}, "position": place}
            if request == "completion":
                params["position"] = {"line": number + 1, "character": len(lines[number + 1])}
            if request == "rename":
                params["newName"] = "renamed_" + lines[number].split(":")[1].strip().rstrip("_")
            began = time.perf_counter()
            server.notify("textDocument/didChange", {"textDocument": identity, "contentChanges": [change]})
            if request == "diagnostics":
                server.wait_for("textDocument/publishDiagnostics", uri)
            else:
                refused += "error" in server.request(f"textDocument/{request}", params)
            taken.append((time.perf_counter() - began) * 1000)
            if request != "diagnostics":
                server.wait_for("textDocument/publishDiagnostics", uri)
        late = sorted(taken)[int(len(taken) * 0.99)]
        note = f", {refused} refused" if refused else ""
        print(f"{request:15} median {statistics.median(taken):6.1f} ms, 99 % {late:6.1f} ms ({len(taken)} times{note})")
    server.request("shutdown", {})
    server.notify("exit", {})
    server.process.wait()


def span(line: int, start: int, end: int) -> dict:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


if __name__ == "__main__":
    main()
