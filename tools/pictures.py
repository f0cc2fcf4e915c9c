"""Makes the pictures of the README and of docs/torch.md from what opgen really prints: docs/images/check.svg, torch.svg, reference.png.

pictures.py OPGEN [CHROMIUM]: the program, and a Chromium for the second picture.
"""

import html
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs/images"

OPS = """\
- op : clip
  args : (Tensor x, Scalar(float) min, Scalar(float) max)
  output : Tensor(out)
  infer_meta :
    func : UnchangedInferMeta
    param : [x]
  kernel :
    func : clip
    data_type : X
  inplace : (x -> out)
  backward : clip_grad
"""
BACKWARD = """\
- backward_op : clip_grad
  forward : clip (Tensor x, Scalar(float) min) -> Tensor(out)
  args : (Tensor x, Tensor out_grad, Scalar min = 0., Scalar max = 0.)
  output : Tensor(x_grad)
  infer_meta :
    func : UnchangedInferMeta
    param : [x]
  kernel :
    func : clip_grad
"""

# PyTorch's files, with two mistakes.
FUNCTIONS = """\
- func: peak(Tensor self, SymInt k, int dim=-1, bool largest=Ture) -> (Tensor values, Tensor indices)
  structured_delegate: peak.values
  variants: function, method

- func: peak.values(Tensor self, SymInt k, int dim=-1, bool largest=True, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)
  structured: True
  dispatch:
    CPU, CUDA: peak_out

- func: mix(Tensor self, Tensor end, Scalar weight) -> Tensor
  dispatch:
    CPU, CUDA: mix
  autogen: mix.out
"""
DERIVATIVES = """\
- name: mix(Tensor self, Tensor end, Scalar weight) -> Tensor
  self: grad * (1 - wieght)
  end: grad * weight
"""

# Readable on a light page and on a dark one.
PAPER, INK = "#1b2226", "#e4e9eb"
COLOURS = {
    "31": "#ff7b72", "91": "#ff7b72", "33": "#f0bd62", "93": "#f0bd62", "32": "#8fd694", "92": "#8fd694",
    "34": "#7db7ff", "94": "#7db7ff", "36": "#6fcbd8", "96": "#6fcbd8", "35": "#d6a3ff", "95": "#d6a3ff",
}
SIZE, WIDTH, HEIGHT, MARGIN = 14, 8.45, 20, 16
# Renderers collapse blanks.
NBSP = "\u00a0"


def runs(line):
    """The parts of a line between escape sequences, with their colours and whether they are bold."""
    colour, bold = INK, False
    for at, part in enumerate(re.split(r"\x1b\[([0-9;]*)m", line)):
        if at % 2 == 0:
            if part:
                yield part, colour, bold
            continue
        for code in part.split(";"):
            if code in ("", "0"):
                colour, bold = INK, False
            elif code == "1":
                bold = True
            else:
                colour = COLOURS.get(code, colour)


def svg(text, title):
    lines = text.rstrip("\n").split("\n")
    columns = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines)
    width, height = round(columns * WIDTH + 2 * MARGIN), len(lines) * HEIGHT + 2 * MARGIN
    drawn = []
    for number, line in enumerate(lines):
        column, parts = 0, []
        for part, colour, bold in runs(line):
            weight = ' font-weight="bold"' if bold else ""
            x = round(MARGIN + column * WIDTH, 2)
            length = round(len(part) * WIDTH, 2)
            parts.append(f'<tspan x="{x}" textLength="{length}" fill="{colour}"{weight}>{html.escape(part).replace(" ", NBSP)}</tspan>')
            column += len(part)
        drawn.append(f'<text y="{MARGIN + number * HEIGHT + SIZE}">{"".join(parts)}</text>\n')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" aria-label="{html.escape(title)}" '
        f"font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"{SIZE}\">\n"
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>\n{"".join(drawn)}</svg>\n'
    )


def check(opgen, files, name):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            Path(folder, path).write_text(text)
        command = [opgen, "check", "--root", ".", "--color", "always"]
        text = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
    (IMAGES / name).write_text(svg(text, "Findings of opgen check"))


def reference(opgen, chromium):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([opgen, "docs", "--built-in", "--quiet", "--out", folder], check=True)
        page, picture = Path(folder, "op/dense/clip.html"), IMAGES / "reference.png"
        fixed = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1100,640"]
        subprocess.run([chromium, *fixed, f"--screenshot={picture}", page.as_uri()], check=True, capture_output=True)


IMAGES.mkdir(exist_ok=True)
check(sys.argv[1], {"ops.yaml": OPS, "backward.yaml": BACKWARD}, "check.svg")
check(sys.argv[1], {"native_functions.yaml": FUNCTIONS, "derivatives.yaml": DERIVATIVES}, "torch.svg")
if len(sys.argv) > 2:
    reference(*sys.argv[1:3])
