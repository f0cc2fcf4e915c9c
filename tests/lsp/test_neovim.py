"""An editing session in Neovim, whose record is `neovim/session.txt`. `OPGEN_BLESS=1` rewrites it."""

import os
import pathlib
import shutil
import subprocess

import pytest
from conftest import HERE, SERVER, TOP

NEOVIM = shutil.which("nvim")


def test_session(project, tmp_path):
    if not NEOVIM:
        assert not os.environ.get("CI"), "Neovim is missing, and CI must not skip it"
        pytest.skip("Neovim is missing")
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "opgen").symlink_to(pathlib.Path(SERVER).resolve())
    record = tmp_path / "session.txt"
    environment = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "SESSION": str(record),
        "XDG_STATE_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    command = [NEOVIM, "--headless", "-n", "-u", HERE / "neovim/init.lua", "-S", HERE / "neovim/session.lua"]
    subprocess.run(command, cwd=project, env=environment, check=True, timeout=120, stdin=subprocess.DEVNULL)
    expected = HERE / "neovim/session.txt"
    if os.environ.get("OPGEN_BLESS"):
        expected.write_text(record.read_text())
    assert record.read_text() == expected.read_text()


def test_the_page_has_what_is_tried():
    page = (TOP / "docs/editors.md").read_text()
    assert f"```lua\n{(HERE / 'neovim/init.lua').read_text()}```" in page
