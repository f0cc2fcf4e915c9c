def set_module(obj, mod):
    """Sets the `__module__` of an object."""
    obj.__module__ = mod
