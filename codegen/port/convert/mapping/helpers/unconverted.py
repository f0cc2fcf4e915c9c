import abc

class Unconverted(abc.ABCMeta):
    """The type of placeholders for names without a counterpart. Mentioning a placeholder works, using it fails."""

    def __call__(cls, *args, **kwargs):
        raise NotImplementedError(f"`{cls.unconverted}` is not converted")

    def __getattr__(cls, name):
        raise AttributeError(f"`{name}`: `{type.__getattribute__(cls, 'unconverted')}` is not converted")

    def decorate(cls, function):
        return cls


def unconverted(text):
    return Unconverted(text, (), {"unconverted": text})
