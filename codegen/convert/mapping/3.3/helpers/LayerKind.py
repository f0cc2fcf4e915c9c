import abc


class LayerKind(abc.ABCMeta):
    """Layers of other packages that were converted by themselves count as instances of the layer that they stand for, too."""

    def __instancecheck__(cls, value):
        return cls.__subclasscheck__(type(value))

    def __subclasscheck__(cls, other):
        name = cls.__dict__.get("stands_for")
        if name is None:
            return super().__subclasscheck__(other)
        return any(base.__dict__.get("stands_for") == name for base in getattr(other, "__mro__", ()))
