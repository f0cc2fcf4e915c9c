import torch
from torch import nn


class Same(nn.Conv2d):
    def __init__(self, inputs, outputs, size, stride=1, bias=True, **settings):
        super().__init__(inputs, outputs, size, stride, 0, 1, 1, bias)


class Other(nn.Conv2d):
    def __init__(self, *sizes, **settings):
        super(Other, self).__init__(*sizes, **settings)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 8, 3, padding=1, bias=False),  # no bias
            nn.BatchNorm2d(8, momentum=0.01, eps=1e-3),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(2, stride=2),
            nn.Dropout(0.5),
            nn.Flatten(start_dim=1),
        )
        self.norm = nn.LayerNorm([8], elementwise_affine=False)
        self.group = nn.GroupNorm(2, 8)
        self.lstm = nn.LSTM(8, 16, num_layers=2, batch_first=True, bidirectional=True)
        self.up = nn.ConvTranspose2d(8, 4, kernel_size=2, stride=2)
        self.pool = nn.MaxPool2d(2, dilation=2)
        self.layers = nn.ModuleList([nn.Embedding(10, 4), nn.Linear(4, 4, bias=False)])
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, batch_first=True), num_layers=2)
        self.decoder = nn.TransformerDecoderLayer(8, 2)

    def device(self):
        return next(self.parameters()).device


def make(loss=nn.CrossEntropyLoss(label_smoothing=0.1)):
    net = Net()
    net.zero_grad()
    net.load_state_dict(torch.load("net.pt", map_location="cpu"))
    return net, isinstance(net.body[0], nn.Conv2d)
