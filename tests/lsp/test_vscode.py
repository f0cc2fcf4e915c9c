"""The extension for Visual Studio Code, with stand-ins for the editor."""

import os
import shutil
import subprocess

import pytest
from conftest import TOP

FOLDER = TOP / "editors/vscode"


def test_its_logic():
    node = shutil.which("node")
    if not node:
        assert not os.environ.get("CI"), "Node.js is missing, and CI must not skip it"
        pytest.skip("Node.js is missing")
    tested = subprocess.run([node, "--test"], cwd=FOLDER, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout
