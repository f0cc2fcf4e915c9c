"""Checkpoints of PyTorch: those in `tests/weights`, with the values that PyTorch reads."""

import pathlib
import pickle

import paddle
import pytest

from paddle_torch.files import load_object, save_object

CASES = pathlib.Path(__file__).parents[5] / "tests/weights/cases"
TYPES = {"bool": "BOOL", "uint8": "U8", "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64", "float16": "F16"}
TYPES |= {"bfloat16": "BF16", "float32": "F32", "float64": "F64", "complex64": "C64"}
# Values that are chosen by options, and types that Paddle has not.
SKIPPED = ("for_", "small_floats", "several", "training")


def checkpoints(prefix):
    """The cases whose names begin with a prefix."""
    return sorted(path for path in CASES.glob("*/model.pt") if path.parent.name.startswith(prefix))


def rows(state):
    """The tensors of a state dict as `values.txt` has them."""
    for name, tensor in sorted(state.items()):
        if isinstance(tensor, paddle.Tensor):
            kind = TYPES[str(tensor.dtype).rpartition(".")[2]]
            yield f"{name} {kind} {list(tensor.shape)} {tensor.numpy().tobytes().hex()}"


@pytest.mark.parametrize("path", checkpoints(""), ids=lambda path: path.parent.name)
def test_values(path):
    """The values are those that PyTorch reads."""
    values = path.parent / "values.txt"
    if not values.exists() or path.parent.name.startswith(SKIPPED):
        pytest.skip("it is not a plain checkpoint")
    assert list(rows(load_object(path))) == values.read_text().splitlines()


@pytest.mark.parametrize("path", checkpoints("hostile"), ids=lambda path: path.parent.name)
def test_hostile_files_run_nothing(path, tmp_path, monkeypatch):
    """A hostile file is an error, or has no tensors."""
    monkeypatch.chdir(tmp_path)
    name = path.parent.name
    if name in ("hostile_plain_pickle", "hostile_no_bytes", "hostile_not_a_checkpoint"):
        pytest.skip("it is not a file of PyTorch")
    try:
        loaded = load_object(path)
    except pickle.UnpicklingError:
        loaded = {}
    assert not isinstance(loaded, dict) or not any(isinstance(value, paddle.Tensor) for value in loaded.values())
    assert not list(tmp_path.iterdir())


def test_training_checkpoint():
    """Containers, numbers and types are kept."""
    loaded = load_object(CASES / "training/model.pt")
    assert (loaded["epoch"], loaded["best"], loaded["size"], loaded["dtype"]) == (3, 0.5, (2,), paddle.float32)
    assert list(rows(loaded["model"])) == (CASES / "training/values.txt").read_text().splitlines()
    assert loaded["optimizer"]["state"][0]["exp_avg"].shape == [2, 2]


def test_open_files_and_own_files(tmp_path):
    """Open files are read, and files that converted code wrote."""
    with open(CASES / "zip/model.pt", "rb") as file:
        assert list(load_object(file)) == ["fc.weight", "fc.bias"]
    save_object({"a": paddle.ones([2])}, tmp_path / "own.pt")
    assert load_object(str(tmp_path / "own.pt"))["a"].tolist() == [1.0, 1.0]
