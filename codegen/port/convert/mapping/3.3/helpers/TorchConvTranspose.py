class TorchConvTranspose(TorchConv):
    """Base of the transposed convolutions."""

    transposed = True

    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True,
        dilation=1, padding_mode="zeros", device=None, dtype=None,
    ):
        if padding_mode != "zeros":
            raise ValueError("a transposed convolution pads with zeros only")
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, device,
            dtype, output_padding,
        )

    def forward(self, input, output_size=None):
        output_padding = self.output_padding if output_size is None else self._padding_for(input, output_size)
        return functional_conv_transpose(
            input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation
        )

    def _padding_for(self, input, output_size):
        """The output padding that leads to a size."""
        sizes = list(output_size)[-self.dims:]
        padding = []
        for axis, size in enumerate(sizes):
            length = input.shape[axis - self.dims]
            least = (length - 1) * self.stride[axis] - 2 * self.padding[axis]
            least += self.dilation[axis] * (self.kernel_size[axis] - 1) + 1
            if not least <= size < least + max(self.stride[axis], self.dilation[axis]):
                raise ValueError(f"an output of the size {sizes} is not possible")
            padding.append(size - least)
        return padding
