from paddle import nn


class Mlp(nn.Layer):
    def __init__(self, width, hidden=4, layer=nn.Linear):
        super().__init__()
        self.fc1 = layer(width, hidden)
        self.fc2 = layer(hidden, width)
