import paddle


def f(x):
    # !!!!!! torch: `paddle` takes its place, where names can be missing or mean something else
    # >>>>>> torch.nothing_like_it: there is no rule for it
    return make(paddle, x), torch.nothing_like_it(x)
