def current_seed():
    """The seed of the random numbers."""
    return paddle.get_rng_state("cpu")[0].current_seed()
