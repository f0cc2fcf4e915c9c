from elsewhere import decorator


def right(x, y, scale):
    return x


def ordered(scale: float, *, y: "list[int]" = (1, 2), x, block=64):
    return x


def all_of_them(x, **others):
    return x


def lacking(
    x,
    y,  # scale
):
    return x


def further(x, y, out, block=64):
    return x


def positional(x, /, y):
    return x


@decorator
def decorated(x):
    return x
