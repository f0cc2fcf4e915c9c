"""An editing session in Neovim, whose record is `neovim/session.txt`. `OPGEN_BLESS=1` rewrites it."""

import os
import pathlib
import shutil
import subprocess

import pytest
from conftest import HERE, SERVER, TOP

NEOVIM = shutil.which("nvim")


@pytest.fixture
def run(project, tmp_path):
    """Runs a script in Neovim, in the project. Returns what it shows."""
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

    def run(script):
        command = [NEOVIM, "--headless", "-n", "-u", HERE / "neovim/init.lua", "-S", HERE / "neovim" / script]
        subprocess.run(command, cwd=project, env=environment, check=True, timeout=120, stdin=subprocess.DEVNULL)
        return record.read_text()

    return run


def test_session(run):
    record, expected = run("session.lua"), HERE / "neovim/session.txt"
    if os.environ.get("OPGEN_BLESS"):
        expected.write_text(record)
    assert record == expected.read_text()


def test_a_rename_creates_a_file(run, project):
    """The profile lists `relu`, so its new name needs an `opgen.toml`."""
    (project / "opgen.toml").unlink()
    assert run("create.lua") == "renamed\n"
    assert (project / "opgen.toml").read_text().startswith("[profile]\n")
    checked = subprocess.run([SERVER, "check", "--root", project], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_the_page_has_what_is_tried():
    page = (TOP / "docs/editors.md").read_text()
    assert f"```lua\n{(HERE / 'neovim/init.lua').read_text()}```" in page
