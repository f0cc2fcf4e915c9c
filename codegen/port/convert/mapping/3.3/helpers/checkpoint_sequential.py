def checkpoint_sequential(functions, segments, input, **options):
    """Runs layers one after the other, and computes all segments but the last again in the backward pass."""
    layers = list(functions.children()) if isinstance(functions, paddle.nn.Layer) else list(functions)
    size = len(layers) // segments

    def run(part):
        def forward(x):
            for layer in part:
                x = layer(x)
            return x

        return forward

    for start in range(0, size * (segments - 1), size):
        input = checkpoint_call(run(layers[start : start + size]), input, **options)
    return run(layers[size * (segments - 1) :])(input)
