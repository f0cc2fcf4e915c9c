def helper_sum(x):
    return x
