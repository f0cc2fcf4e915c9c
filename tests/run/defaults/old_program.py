"""A program from before a checkpoint, which lacks an attribute: which value does it get?

For `atol` of `allclose` the checkpoint in `op_version.yaml` says 1e-5, and the operator itself 1e-8. For `axis1` and `axis2` of `trace`
the checkpoint says lists of floats, and the attributes are integers.
"""

import numpy as np
import paddle
from paddle.base import core
from paddle.base.proto import framework_pb2

paddle.enable_static()
new = paddle.static.Program()
with paddle.static.program_guard(new):
    x, y = (paddle.static.data(name, [2], "float32") for name in "xy")
    square = paddle.static.data("square", [2, 2], "float32")
    fetched = [paddle.allclose(x, y, rtol=0.0, atol=1e-5).name, paddle.trace(square).name]

desc = framework_pb2.ProgramDesc.FromString(new.desc.serialize_to_string())
for op in desc.blocks[0].ops:
    kept = [attr for attr in op.attrs if attr.name not in ("atol", "axis1", "axis2")]
    del op.attrs[:]
    op.attrs.extend(kept)
for pair in desc.op_version_map.pair:
    pair.op_version.version = 0
old = paddle.static.Program.parse_from_string(desc.SerializeToString())

updates = [info for point in core.get_op_version_map()["allclose"].checkpoints() for info in point.version_desc().infos()]
recorded = [update.info() for update in updates if update.type() == core.OpUpdateType.kNewAttr]
assert [info.default_value() for info in recorded if info.name() == "atol"] == ["1e-5"]

executor = paddle.static.Executor(paddle.CPUPlace())
feed = {
    "x": np.array([0, 0], "float32"),
    "y": np.array([3e-6, 0], "float32"),
    "square": np.arange(4, dtype="float32").reshape(2, 2),
}
close, trace = executor.run(new, feed=feed, fetch_list=fetched)
assert close and trace == 3, (close, trace)
close, trace = executor.run(old, feed=feed, fetch_list=fetched)
assert not close, "the program would get the default of the checkpoint"
assert trace == 3, trace
