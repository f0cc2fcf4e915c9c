"""The server under test, and clients that drive it."""

import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, LanguageClientProtocol
from pytest_lsp.client import register_lsp_features

HERE = pathlib.Path(__file__).parent
TOP = HERE.parent.parent
SERVER = os.environ.get("OPGEN", str(TOP / "target/debug/opgen"))


@pytest.fixture
def project(tmp_path):
    """A copy of the small project, in a repository of its own."""
    folder = tmp_path / "project"
    shutil.copytree(HERE / "project", folder)
    commit(folder)
    return folder


def commit(folder):
    who = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
    for command in [["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "as it was"]]:
        subprocess.run(["git", "-C", folder, *command], check=True)


def capabilities(**text_document):
    """What a client can do that can do everything."""
    return types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(
                document_changes=True,
                resource_operations=[types.ResourceOperationKind.Create],
                change_annotation_support=types.ChangeAnnotationsSupportOptions(),
            )
        ),
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
            completion=types.CompletionClientCapabilities(
                completion_item=types.ClientCompletionItemOptions(
                    documentation_format=[types.MarkupKind.Markdown], snippet_support=True
                )
            ),
            document_symbol=types.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True),
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                related_information=True, code_description_support=True
            ),
            **text_document,
        ),
    )


async def start(client: LanguageClient, *folders, **arguments):
    arguments.setdefault("capabilities", capabilities())
    workspace = [types.WorkspaceFolder(uri=folder.as_uri(), name=folder.name) for folder in folders]
    return await client.initialize_session(
        types.InitializeParams(workspace_folders=workspace or None, process_id=os.getpid(), **arguments)
    )


class Protocol(LanguageClientProtocol):
    """Notes of which version the diagnostics of a document are, and what the server has asked for."""

    def _handle_request(self, msg_id, method_name, params):
        self._server.requested.append(method_name)
        return super()._handle_request(msg_id, method_name, params)

    def _handle_notification(self, method_name, params):
        if method_name == types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS:
            self._server.published[params.uri] = params.version
        return super()._handle_notification(method_name, params)


def new_client():
    client = LanguageClient(converter_factory=default_converter, protocol_cls=Protocol)
    client.published, client.requested = {}, []
    register_lsp_features(client)
    return client


# The server writes the pages of rules into the user's cache.
CACHE = tempfile.mkdtemp()


@pytest_lsp.fixture(
    config=ClientServerConfig(
        server_command=[SERVER, "lsp"],
        server_env={**os.environ, "XDG_CACHE_HOME": CACHE},
        client_factory=new_client,
    )
)
async def client(lsp_client: LanguageClient):
    yield
    await lsp_client.shutdown_session()
