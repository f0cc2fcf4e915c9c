class TorchConv(TorchLayer):
    """Base of the convolutions, with PyTorch's attributes, padding modes and initialisation."""

    dims = 0
    transposed = False

    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
        padding_mode="zeros", device=None, dtype=None, output_padding=0,
    ):
        super().__init__()
        if in_channels % groups or out_channels % groups:
            raise ValueError("in_channels and out_channels must be divisible by groups")
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            raise ValueError(f"padding_mode must not be '{padding_mode}'")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = as_tuple(kernel_size, self.dims)
        self.stride = as_tuple(stride, self.dims)
        self.padding = padding if isinstance(padding, str) else as_tuple(padding, self.dims)
        self.dilation = as_tuple(dilation, self.dims)
        self.output_padding = as_tuple(output_padding, self.dims)
        self.groups = groups
        self.padding_mode = padding_mode
        first, second = (in_channels, out_channels) if self.transposed else (out_channels, in_channels)
        self.weight = self.make_parameter((first, second // groups, *self.kernel_size), device, dtype)
        self.bias = self.make_parameter((out_channels,), device, dtype) if bias else None
        self.reset_parameters()

    def reset_parameters(self):
        fan_in = self.weight.shape[1]
        for size in self.kernel_size:
            fan_in *= size
        init_uniform_by_fan_in(fan_in, self.weight, self.bias)

    @property
    def _reversed_padding_repeated_twice(self):
        if self.padding == "valid":
            return [0, 0] * self.dims
        if self.padding == "same":
            totals = [d * (size - 1) for d, size in zip(self.dilation, self.kernel_size)]
            return [side for total in reversed(totals) for side in (total // 2, total - total // 2)]
        return [size for size in reversed(self.padding) for _ in range(2)]

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = functional_pad(input, self._reversed_padding_repeated_twice, self.padding_mode)
            padding = 0
        return functional_conv(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)

    def extra_repr(self):
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        zeros, ones = (0,) * self.dims, (1,) * self.dims
        if self.padding != zeros:
            text += f", padding={self.padding}"
        if self.dilation != ones:
            text += f", dilation={self.dilation}"
        if self.output_padding != zeros:
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        return text if self.padding_mode == "zeros" else f"{text}, padding_mode={self.padding_mode}"
