"""Code for Paddle computes beside converted code what it computes alone."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from typing import Any

import pytest
import tomllib
from replaced_names import effects

import paddle_torch

HERE = pathlib.Path(__file__).parent
MAPPING = pathlib.Path(paddle_torch.__file__).parent.parent
LISTED = tomllib.loads((MAPPING / "3.3" / "replaced.toml").read_text())["replaces"]


def printed(script: str, *arguments: str) -> Any:
    """The results that a script prints in a process without helpers."""
    paths = os.pathsep.join([str(MAPPING), str(HERE)])
    command = [sys.executable, str(HERE / script), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths})
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.rpartition("RESULTS ")[2])


def test_code_for_paddle_computes_the_same():
    """No helper changes what Paddle computes for Paddle's own arguments."""
    alone, beside = printed("paddle_code.py"), printed("paddle_code.py", "beside")
    assert len(alone) > 20
    assert {name for name in alone if alone[name] != beside[name]} == set()


@pytest.fixture(scope="module")
def replaced():
    """The names that each helper replaces."""
    return printed("replaced_names.py")


@pytest.mark.parametrize("helper", sorted({helper for helpers in effects().values() for helper in helpers}))
def test_replaced_names_are_listed(replaced, helper):
    """The report lists exactly the public names that helpers replace."""
    assert sorted(replaced.get(helper, [])) == sorted(LISTED.get(helper, []))
