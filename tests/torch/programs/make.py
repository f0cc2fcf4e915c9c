"""Makes the programs here: `make.py script` with any PyTorch, `make.py export` with PyTorch 2.11."""

import pathlib
import sys

import torch
from torch import nn

FOLDER = pathlib.Path(__file__).parent


class Scripted(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x, n: int):
        y = torch.relu(self.linear(x))
        for _ in range(n):
            y = torch.add(y, x, alpha=2).sum(1, keepdim=True)
        parts = [y, y * 2.0]
        print("torch.sub(")
        return torch.cat(parts), len(parts), y.clamp(min=0.0)


class Exported(nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,)) + torch.relu(x)


torch.manual_seed(0)
if sys.argv[1:] == ["script"]:
    program = torch.jit.script(Scripted())
    program.save(str(FOLDER / "scripted.pt"))
    program._save_for_lite_interpreter(str(FOLDER / "mobile.ptl"))
else:
    program = torch.export.export(Exported(), (torch.ones(2),))
    # These have paths of the machine.
    for module in program.graph_module.modules():
        for node in module.graph.nodes:
            node.meta.pop("stack_trace", None)
    torch.export.save(program, FOLDER / "exported.pt2")
