import collections
import functools


@functools.cache
def type_of_named_values(names):
    return collections.namedtuple("named_values", names)


def named_values(names, values):
    """A tuple whose values also have names, such as `values` and `indices`."""
    return type_of_named_values(names)(*values)
