import secrets


def renew_seed():
    """Seeds the random numbers with a number that cannot be foreseen, and returns it."""
    seed = secrets.randbits(63)
    paddle.seed(seed)
    return seed
