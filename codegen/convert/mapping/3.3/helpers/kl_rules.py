kl_rules = {}
