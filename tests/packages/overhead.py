"""Compares what calling a generated operator costs with a hand-written one: the same tiny kernel, in the dynamic graph.

    overhead.py OPGEN [--out DIR]

Builds both with this Python's Paddle. Several processes call them in turns; the result is the median over all rounds of the ratio
of two rounds that follow each other. Exits with 1 if it is above 1.05.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys

YAML = """- op : shifted
  args : (Tensor x, float by = 1.0)
  output : Tensor(out)
  kernel :
    func : shifted
    data_type : float32, float64
"""

KERNEL = """#include "kernels.h"

namespace fast_ops {

template <typename T>
void cpu::shifted(const Context& context, View<const T> x, float by, View<T> out) {
  for (int64_t i = 0; i < x.numel(); ++i) out[i] = x[i] + static_cast<T>(by);
}
FAST_OPS_KERNEL(cpu, shifted);

}  // namespace fast_ops
"""

BY_HAND = """#include "paddle/extension.h"

template <typename T>
void compute(const T* x, float by, T* out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) out[i] = x[i] + static_cast<T>(by);
}

std::vector<paddle::Tensor> Shifted(const paddle::Tensor& x, float by) {
  if (!x.is_cpu()) PD_THROW("shifted needs a tensor on a CPU");
  paddle::Tensor out = paddle::empty(x.shape(), x.dtype(), x.place());
  PD_DISPATCH_FLOATING_TYPES(x.type(), "shifted", ([&] {
    compute<data_t>(x.data<data_t>(), by, out.data<data_t>(), x.numel());
  }));
  return {out};
}

PD_BUILD_OP(shifted_by_hand).Inputs({"x"}).Outputs({"out"}).Attrs({"by: float"}).SetKernelFn(PD_KERNEL(Shifted));
"""

MEASURE = """
import json, sys, time
import paddle
from paddle.utils.cpp_extension import load
sys.path.insert(0, sys.argv[2])
import fast_ops
by_hand = load(name="by_hand", sources=[sys.argv[1]], build_directory=sys.argv[3], extra_cxx_cflags=["-O2"]).shifted_by_hand
generated = fast_ops.shifted
x = paddle.rand([4])
assert (by_hand(x, 2.0) == generated(x, 2.0)).all()

def seconds(function, calls=4000):
    start = time.process_time()
    for _ in range(calls):
        function(x, 2.0)
    return time.process_time() - start

for function in (by_hand, generated):
    seconds(function)
rounds = []
for index in range(20):
    pair = {}
    for name, function in (("hand", by_hand), ("opgen", generated))[:: 1 if index % 2 else -1]:
        pair[name] = seconds(function)
    rounds.append(pair)
print(json.dumps(rounds))
"""


def main():
    import json

    parser = argparse.ArgumentParser()
    parser.add_argument("opgen")
    parser.add_argument("--out", default="overhead", help="where both are built; removed first")
    options = parser.parse_args()
    opgen, out = os.path.abspath(options.opgen), os.path.abspath(options.out)
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    package, source, script = (os.path.join(out, name) for name in ("package", "by_hand.cc", "measure.py"))
    subprocess.run([opgen, "new", "fast_ops", "--framework", "paddle", "--path", package], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(os.path.join(package, "kernels"))
    os.remove(os.path.join(package, "yaml", "backward.yaml"))
    os.makedirs(os.path.join(package, "kernels"))
    for path, text in {
        os.path.join(package, "yaml", "ops.yaml"): YAML,
        os.path.join(package, "kernels", "shifted.cc"): KERNEL,
        source: BY_HAND,
        script: MEASURE,
    }.items():
        with open(path, "w") as file:
            file.write(text)
    build = "import package_build as build; build.generate(); build.compile_all(build.GENERATED)"
    environment = {**os.environ, "OPGEN": opgen}
    subprocess.run([sys.executable, "-c", build], cwd=package, env=environment, check=True, stdout=subprocess.DEVNULL)
    rounds = []
    for _ in range(5):
        command = [sys.executable, script, source, package, out]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        rounds += json.loads(done.stdout.splitlines()[-1])
    ratio = statistics.median(pair["opgen"] / pair["hand"] for pair in rounds)
    microseconds = [statistics.median(pair[name] for pair in rounds) / 4000 * 1e6 for name in ("hand", "opgen")]
    import paddle

    print(f"paddle {paddle.__version__}: by hand {microseconds[0]:.2f} us, generated {microseconds[1]:.2f} us, ratio {ratio:.3f}")
    sys.exit(1 if ratio > 1.05 else 0)


if __name__ == "__main__":
    main()
