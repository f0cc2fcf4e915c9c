import collections
import copy
import paddle


class OptimizerBase:
    """Keeps parameter groups and state under PyTorch's names. Subclasses define `update` or their own `step`."""

    def __init__(self, params, defaults):
        self.defaults = defaults
        self.state = collections.defaultdict(dict)
        self.param_groups = []
        params = [params] if isinstance(params, paddle.Tensor) else list(params)
        if not params:
            raise ValueError("optimizer got an empty parameter list")
        for group in params if isinstance(params[0], dict) else [{"params": params}]:
            self.add_param_group(group)

    @property
    def _param_groups(self):
        return self.param_groups

    @property
    def _parameter_list(self):
        return [p for group in self.param_groups for p in group["params"]]

    def add_param_group(self, param_group):
        params = param_group["params"]
        params = [params] if isinstance(params, paddle.Tensor) else list(params)
        params = [p[1] if isinstance(p, tuple) else p for p in params]
        known = {id(p) for p in self._parameter_list}
        if any(id(p) in known for p in params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append({**self.defaults, **param_group, "params": params})

    def zero_grad(self, set_to_none=True):
        for p in self._parameter_list:
            p.clear_gradient(not set_to_none)

    clear_grad = zero_grad

    @paddle.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with paddle.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    grad = -p.grad if group.get("maximize") else p.grad
                    self.update(p, grad, self.state[p], group)
        return loss

    def update(self, p, grad, state, group):
        raise NotImplementedError

    def state_dict(self):
        order = {id(p): index for index, p in enumerate(self._parameter_list)}
        groups = [{**group, "params": [order[id(p)] for p in group["params"]]} for group in self.param_groups]
        return {"state": {order.get(id(p), p): state for p, state in self.state.items()}, "param_groups": groups}

    def load_state_dict(self, state_dict):
        saved = copy.deepcopy(state_dict)
        if [len(g["params"]) for g in saved["param_groups"]] != [len(g["params"]) for g in self.param_groups]:
            raise ValueError("loaded state dict has parameter groups of other sizes")
        for group, other in zip(self.param_groups, saved["param_groups"]):
            group.update({**other, "params": group["params"]})
        params = self._parameter_list
        self.state = collections.defaultdict(dict)
        for index, state in saved["state"].items():
            self.state[params[index]] = state

    def __repr__(self):
        groups = (", ".join(f"{k}: {v}" for k, v in g.items() if k != "params") for g in self.param_groups)
        return f"{type(self).__name__} ({'; '.join(groups)})"
