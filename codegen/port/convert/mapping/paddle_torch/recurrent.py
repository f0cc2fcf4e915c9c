"""Recurrent layers and cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle

from .convolution import functional_pad
from .init import init_uniform_by_fan_in
from .layer import TorchLayer


class GRUCell(paddle.nn.GRUCell):
    """Returns the new state only, as PyTorch's cell does."""

    def forward(self, inputs, states=None):
        return super(GRUCell, self).forward(inputs, states)[0]


class LSTMCell(paddle.nn.LSTMCell):
    """Returns the two new states only, as PyTorch's cell does."""

    def forward(self, inputs, states=None):
        return super(LSTMCell, self).forward(inputs, states)[1]


class SimpleRNNCell(paddle.nn.SimpleRNNCell):
    """Returns the new state only, as PyTorch's cell does."""

    def forward(self, inputs, states=None):
        return super(SimpleRNNCell, self).forward(inputs, states)[0]


class TorchRNNBase(TorchLayer, stands_for="RNNBase"):
    """Base of the recurrent layers, with PyTorch's arguments and parameters."""

    gates = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        rows, state = self.gates[mode] * hidden_size, proj_size or hidden_size
        for layer in range(num_layers):
            columns = input_size if layer == 0 else state * (2 if bidirectional else 1)
            for suffix in self._suffixes(layer):
                shapes: dict[str, tuple[int, ...]] = {"weight_ih": (rows, columns), "weight_hh": (rows, state)}
                if bias:
                    shapes.update(bias_ih=(rows,), bias_hh=(rows,))
                if proj_size:
                    shapes["weight_hr"] = (proj_size, hidden_size)
                for name, shape in shapes.items():
                    setattr(self, name + suffix, self.make_parameter(shape, device, dtype))
        self.reset_parameters()

    def _suffixes(self, layer: Any):
        return [f"_l{layer}", f"_l{layer}_reverse"] if self.bidirectional else [f"_l{layer}"]

    @property
    def all_weights(self):
        names = ["weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr"]
        suffixes = [suffix for layer in range(self.num_layers) for suffix in self._suffixes(layer)]
        return [[getattr(self, name + suffix) for name in names if hasattr(self, name + suffix)] for suffix in suffixes]

    def reset_parameters(self) -> None:
        init_uniform_by_fan_in(self.hidden_size, *self.parameters())

    def flatten_parameters(self) -> None:
        """Does nothing: parameters need not be in one block."""

    def forward(self, input: paddle.Tensor, hx: paddle.Tensor | None = None):
        if not paddle.is_tensor(input):
            return self._forward_packed(input, hx)
        if input.ndim == 2:
            axis = 0 if self.batch_first else 1
            hx = None if hx is None else self._each(hx, lambda state: state.unsqueeze(1))
            output, states = self.forward(input.unsqueeze(axis), hx)
            return output.squeeze(axis), self._each(states, lambda state: state.squeeze(1))
        steps = input.transpose([1, 0, 2]) if self.batch_first else input
        output, states = self._run(steps, hx, None)
        return (output.transpose([1, 0, 2]) if self.batch_first else output), states

    def _each(self, states, function: Callable[..., Any]):
        return tuple(function(state) for state in states) if isinstance(states, (tuple, list)) else function(states)

    def _forward_packed(self, packed, hx):
        """Unpacks a packed sequence to a padded one with lengths, and packs the result again."""
        counts = [int(count) for count in packed.batch_sizes]
        lengths = paddle.to_tensor([sum(count > item for count in counts) for item in range(counts[0])])
        rows = paddle.split(packed.data, counts)
        steps = paddle.stack([functional_pad(row, [0, 0, 0, counts[0] - row.shape[0]]) for row in rows])
        if hx is not None and packed.sorted_indices is not None:
            hx = self._each(hx, lambda state: paddle.index_select(state, packed.sorted_indices, 1))
        output, states = self._run(steps, hx, lengths.astype("int32"))
        data = paddle.concat([row[:count] for row, count in zip(output, counts)])
        if packed.unsorted_indices is not None:
            states = self._each(states, lambda state: paddle.index_select(state, packed.unsorted_indices, 1))
        return type(packed)(data, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices), states

    def _run(self, steps, hx, lengths):
        """Runs on an input whose first dimension are the steps. Paddle's kernel does everything but projections."""
        directions = 2 if self.bidirectional else 1
        count, batch = self.num_layers * directions, steps.shape[1]
        if hx is None:
            sizes = [self.proj_size or self.hidden_size, self.hidden_size]
            sizes = sizes if self.mode == "LSTM" else sizes[:1]
            hx = tuple(paddle.zeros([count, batch, size], steps.dtype) for size in sizes)
        states = list(hx) if isinstance(hx, (tuple, list)) else [hx]
        if self.proj_size:
            return self._run_with_projection(steps, states, lengths)
        weights: list[paddle.Tensor] = []
        biases: list[paddle.Tensor] = []
        for group in self.all_weights:
            weights += group[:2]
            biases += group[2:4] if self.bias else [self._zero_bias(group[0]), self._zero_bias(group[0])]
        parameters = weights + biases
        if not all(value.stop_gradient for value in [steps, *states, *weights]):
            parameters = [self._with_gradient(parameter) for parameter in parameters]
        reserved = paddle.zeros([0], "uint8")
        output, _, states = paddle._C_ops.rnn(
            steps,
            states,
            parameters,
            lengths,
            reserved,
            self.dropout if self.training else 0.0,
            self.bidirectional,
            self.input_size,
            self.hidden_size,
            self.num_layers,
            self.mode,
            0,
            False,
        )
        return output, tuple(states) if self.mode == "LSTM" else states[0]

    def _zero_bias(self, weight):
        return paddle.zeros([weight.shape[0]], weight.dtype)

    def _with_gradient(self, parameter):
        """A parameter for which the kernel can compute a gradient: it computes those of all parameters, or none."""
        if not parameter.stop_gradient:
            return parameter
        parameter = parameter.detach()
        parameter.stop_gradient = False
        return parameter

    def _run_with_projection(self, steps, states, lengths):
        """An LSTM whose hidden state is projected, step by step."""
        if lengths is not None:
            raise NotImplementedError("packed sequences with projections")
        groups, finals, output = self.all_weights, [], steps
        directions = 2 if self.bidirectional else 1
        for layer in range(self.num_layers):
            if layer and self.dropout:
                output = paddle.nn.functional.dropout(output, self.dropout, training=self.training)
            results = []
            for direction in range(directions):
                index = layer * directions + direction
                rows = list(output)[::-1] if direction else list(output)
                h, c = states[0][index], states[1][index]
                made = []
                for row in rows:
                    h, c = self._step(row, h, c, groups[index])
                    made.append(h)
                results.append(paddle.stack(made[::-1] if direction else made))
                finals.append((h, c))
            output = results[0] if directions == 1 else paddle.concat(results, -1)
        return output, tuple(paddle.stack([final[item] for final in finals]) for item in (0, 1))

    def _step(self, row, h, c, group):
        linear = paddle.compat.nn.functional.linear
        biases = group[2:4] if self.bias else (None, None)
        gates = linear(row, group[0], biases[0]) + linear(h, group[1], biases[1])
        i, f, g, o = paddle.chunk(gates, 4, -1)
        c = paddle.nn.functional.sigmoid(f) * c + paddle.nn.functional.sigmoid(i) * paddle.tanh(g)
        return linear(paddle.nn.functional.sigmoid(o) * paddle.tanh(c), group[-1]), c

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        for name, usual in (("num_layers", 1), ("bias", True), ("batch_first", False), ("dropout", 0.0)):
            if getattr(self, name) != usual:
                text += f", {name}={getattr(self, name)}"
        return f"{text}, bidirectional=True" if self.bidirectional else text


class TorchGRU(TorchRNNBase, stands_for="GRU"):
    """Gated recurrent units."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__("GRU", *args, **kwargs)


class TorchRNNCellBase(TorchLayer, stands_for="RNNCellBase"):
    """Base of the recurrent cells, with PyTorch's arguments and parameters."""

    def __init__(
        self, input_size: int, hidden_size: int, bias, num_chunks: int, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        self.weight_ih = self.make_parameter((rows, input_size), device, dtype)
        self.weight_hh = self.make_parameter((rows, hidden_size), device, dtype)
        self.bias_ih = self.make_parameter((rows,), device, dtype) if bias else None
        self.bias_hh = self.make_parameter((rows,), device, dtype) if bias else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        init_uniform_by_fan_in(self.hidden_size, *self.parameters())

    def _sums(self, input: paddle.Tensor, hx):
        """The inputs of the gates from the input and from the hidden state, which is zero if it is not given."""
        linear = paddle.compat.nn.functional.linear
        if hx is None:
            hx = paddle.zeros([*input.shape[:-1], self.hidden_size], input.dtype)
        return hx, linear(input, self.weight_ih, self.bias_ih), linear(hx, self.weight_hh, self.bias_hh)

    def extra_repr(self) -> str:
        return f"{self.input_size}, {self.hidden_size}" + ("" if self.bias else ", bias=False")


class TorchGRUCell(TorchRNNCellBase, stands_for="GRUCell"):
    """One step of gated recurrent units."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: paddle.Tensor, hx: paddle.Tensor | None = None):
        h, first, second = self._sums(input, hx)
        (r, z, n), (r2, z2, n2) = paddle.chunk(first, 3, -1), paddle.chunk(second, 3, -1)
        sigmoid = paddle.nn.functional.sigmoid
        reset, update = sigmoid(r + r2), sigmoid(z + z2)
        new = paddle.tanh(n + reset * n2)
        return (1 - update) * new + update * h


class TorchLSTM(TorchRNNBase, stands_for="LSTM"):
    """A long short-term memory."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__("LSTM", *args, **kwargs)


class TorchLSTMCell(TorchRNNCellBase, stands_for="LSTMCell"):
    """One step of a long short-term memory."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: paddle.Tensor, hx: paddle.Tensor | None = None):
        h, c = (None, None) if hx is None else hx
        h, first, second = self._sums(input, h)
        c = paddle.zeros_like(h) if c is None else c
        i, f, g, o = paddle.chunk(first + second, 4, -1)
        sigmoid = paddle.nn.functional.sigmoid
        c = sigmoid(f) * c + sigmoid(i) * paddle.tanh(g)
        return sigmoid(o) * paddle.tanh(c), c


class TorchRNN(TorchRNNBase, stands_for="RNN"):
    """A simple recurrent layer."""

    def __init__(
        self, input_size: int, hidden_size: int, num_layers: int = 1, nonlinearity: str = "tanh", *args, **kwargs
    ) -> None:
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"unknown nonlinearity '{nonlinearity}'")
        super().__init__(f"RNN_{nonlinearity.upper()}", input_size, hidden_size, num_layers, *args, **kwargs)
        self.nonlinearity = nonlinearity


class TorchRNNCell(TorchRNNCellBase, stands_for="RNNCell"):
    """One step of a simple recurrent layer."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: paddle.Tensor, hx: paddle.Tensor | None = None):
        _, first, second = self._sums(input, hx)
        function = paddle.tanh if self.nonlinearity == "tanh" else paddle.nn.functional.relu
        return function(first + second)
