import functools


class AutogradFunction(paddle.autograd.PyLayer):
    """A function with its own gradient. As in PyTorch, `backward` returns a gradient for each argument."""

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if "forward" in cls.__dict__:
            cls.forward = staticmethod(cls._wrap_forward(cls.forward))
        if "backward" in cls.__dict__:
            cls.backward = staticmethod(cls._wrap_backward(cls.backward))

    @classmethod
    def _wrap_forward(cls, forward):
        @functools.wraps(forward)
        def wrapped(ctx, *args, **options):
            args_are_tensors = [isinstance(arg, paddle.Tensor) for arg in args]
            ctx._inputs = [arg for arg in args if isinstance(arg, paddle.Tensor)]
            ctx._args_are_tensors = args_are_tensors
            ctx.needs_input_grad = tuple(isinstance(arg, paddle.Tensor) and not arg.stop_gradient for arg in args)
            if not hasattr(cls, "setup_context"):
                return forward(ctx, *args, **options)
            output = forward(*args, **options)
            cls.setup_context(ctx, args, output)
            return output

        return wrapped

    @classmethod
    def _wrap_backward(cls, backward):
        @functools.wraps(backward)
        def wrapped(ctx, *gradients):
            results = backward(ctx, *gradients)
            if not hasattr(ctx, "_args_are_tensors"):
                return results
            results = results if isinstance(results, (tuple, list)) else (results,)
            kept = [result for result, is_tensor in zip(results, ctx._args_are_tensors) if is_tensor]
            kept = [
                paddle.zeros_like(arg) if result is None and not arg.stop_gradient else result
                for result, arg in zip(kept, ctx._inputs)
            ]
            return tuple(kept) if len(kept) != 1 else kept[0]

        return wrapped


paddle.autograd.PyLayerContext.saved_tensors = property(lambda ctx: tuple(ctx.saved_tensor() or ()))
