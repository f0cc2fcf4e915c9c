import secrets


def renew_seed():
    """Seeds the random numbers with an unpredictable number, and returns it."""
    seed = secrets.randbits(63)
    paddle.seed(seed)
    return seed
