import triton

# def nowhere(x): is a comment.
TEXT = """
def nowhere(x): is a text
"""


def defined(x):
    def nowhere(x):
        return x

    return nowhere(x)


def misspelt(x):
    return x


@triton.autotune(configs=[], key=["count"])
@triton.jit
def jitted(x, out):
    pass


def twice(x):
    return x


def only_in_python(x):
    return x


made = triton.testing.make(defined)

if TEXT:
    def chosen(x):
        return x
