def set_group_momentum(group, momentum):
    """Sets the momentum of a parameter group, or the first of its `betas`."""
    if "betas" in group:
        group["betas"] = (momentum, *group["betas"][1:])
    else:
        group["momentum"] = momentum
