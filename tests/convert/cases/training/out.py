import paddle
from paddle_utils import AdamWOptimizer, Autocast, AutogradFunction, BatchLoader, InferenceMode, NormalDistribution, OneCycleLRScheduler, TensorKinds, TensorRows, extend_gradients, extend_operators, kl_divergence_of, load_object, module_extensions, save_object, state_of


class Scale(AutogradFunction):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * ctx.factor, None


@InferenceMode
def evaluate(model, x):
    return model(x)


@InferenceMode()
def infer(model, x):
    with paddle.no_grad(), Autocast(device_type="cuda", dtype=paddle.float16, enabled=False):
        return model(x)


def train(model: paddle.nn.Module, x: TensorKinds.FloatTensor, y, path):
    loader = BatchLoader(TensorRows(x, y), batch_size=4, shuffle=True, num_workers=2)
    optimizer = AdamWOptimizer(model.parameters(), lr=1e-3)
    schedule = OneCycleLRScheduler(optimizer, max_lr=1e-2, total_steps=10)
    for inputs, _ in loader:
        optimizer.zero_grad(set_to_none=True)
        loss = kl_divergence_of(NormalDistribution(model(inputs), 1.0), NormalDistribution(0.0, 1.0)).mean()
        loss.backward(grad_tensor=None, retain_graph=False)
        optimizer.step()
        schedule.step()
    save_object(state_of(model), path)
    return load_object(path, map_location="cpu")
