def set_module(obj, mod):
    """Sets the module that an object says it is from."""
    obj.__module__ = mod
