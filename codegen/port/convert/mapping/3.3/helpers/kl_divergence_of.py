def kl_divergence_of(p, q):
    """The Kullback-Leibler divergence of two distributions."""
    for type_p in type(p).__mro__:
        for type_q in type(q).__mro__:
            if (type_p, type_q) in kl_rules:
                return kl_rules[type_p, type_q](p, q)
    return known_kl_divergence(p, q)
