def keep_function(target=None, *args, **options):
    """Returns a function or a layer as it is; a decorator with or without arguments."""
    return target if callable(target) else keep_function
