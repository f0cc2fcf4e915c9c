class StraightThroughCategorical(OneHotCategoricalDistribution):
    """One-hot samples whose gradient is that of the probabilities."""

    has_rsample = True

    def rsample(self, sample_shape=()):
        return self.sample(sample_shape) + (self.probs - self.probs.detach())
