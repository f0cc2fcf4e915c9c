class Chi2Distribution(GammaDistribution):
    """The distribution of a sum of squared normal variables."""

    def __init__(self, df, validate_args=None):
        (df,) = broadcast_parameters(df)
        super().__init__(0.5 * df, 0.5)

    @property
    def df(self):
        return self.concentration * 2
