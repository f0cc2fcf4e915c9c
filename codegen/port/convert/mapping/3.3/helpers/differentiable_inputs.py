def differentiable_inputs(inputs, keep_graph):
    """Inputs that can be differentiated. They are detached from the graph that they come from, unless it is kept."""
    inputs = list(inputs) if isinstance(inputs, (tuple, list)) else [inputs]
    if not keep_graph:
        inputs = [x.detach() for x in inputs]
    inputs = [x if not x.stop_gradient else x.detach() for x in inputs]
    for x in inputs:
        x.stop_gradient = False
    return inputs
