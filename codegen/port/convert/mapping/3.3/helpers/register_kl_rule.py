def register_kl_rule(type_p, type_q):
    """A decorator for the function that computes the divergence of two kinds of distributions."""

    def register(function):
        kl_rules[type_p, type_q] = function
        return function

    return register
