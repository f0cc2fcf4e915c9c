# The part of the helpers that matters here: the classes and their parameters.
import paddle


class TorchLayer(paddle.nn.Layer):
    def make_parameter(self, shape):
        return self.create_parameter(list(shape), dtype="float32")


class TorchLinear(TorchLayer):
    def __init__(self, in_features, out_features):
        super().__init__()
        self.weight = self.make_parameter((out_features, in_features))
        self.bias = self.make_parameter((out_features,))


class TorchBatchNorm1d(TorchLayer):
    def __init__(self, num_features):
        super().__init__()
        self.weight = self.make_parameter((num_features,))
        self.bias = self.make_parameter((num_features,))
        self.register_buffer("running_mean", paddle.zeros([num_features]))
        self.register_buffer("running_var", paddle.ones([num_features]))
        self.register_buffer("num_batches_tracked", paddle.zeros([], dtype="int64"))


def module_extensions():
    pass
