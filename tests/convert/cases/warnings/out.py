import paddle


def f(x):
    # !!!!!! torch: it is replaced by `paddle`, in which names can be missing or mean something else
    # >>>>>> torch.nothing_like_it: there is no rule for it
    return make(paddle, x), torch.nothing_like_it(x)
