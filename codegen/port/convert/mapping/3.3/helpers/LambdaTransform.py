class LambdaTransform:
    """A function as a transform."""

    def __init__(self, lambd):
        self.lambd = lambd

    def __call__(self, image):
        return self.lambd(image)
