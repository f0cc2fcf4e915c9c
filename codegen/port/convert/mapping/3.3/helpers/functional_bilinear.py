def functional_bilinear(input1, input2, weight, bias=None):
    """`x1 @ W @ x2` for each output, with any number of leading dimensions."""
    output = paddle.einsum("...i,oij,...j->...o", input1, weight, input2)
    return output if bias is None else output + bias
