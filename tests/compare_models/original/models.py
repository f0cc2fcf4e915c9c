"""Small models of many kinds."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 6), nn.ELU(), nn.Linear(6, 5), nn.PReLU(), nn.Linear(5, 2))

    def forward(self, x):
        return self.layers(x)


class Images(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)
        self.norm = nn.GroupNorm(2, 4)
        self.pool = nn.AvgPool2d(3, 2, padding=1)
        self.up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)
        self.back = nn.ConvTranspose2d(4, 3, 3, padding=1)
        self.scale = nn.InstanceNorm2d(3, affine=True)

    def forward(self, x):
        y = F.relu(self.norm(self.conv(x)))
        y = self.up(self.pool(y))
        return self.scale(self.back(y)) + 0.5 * x


class Sequence(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(7, 4)
        self.lstm = nn.LSTM(4, 5, batch_first=True)
        self.gru = nn.GRU(5, 3, batch_first=True)
        self.head = nn.Linear(3, 2)

    def forward(self, ids):
        hidden, _ = self.lstm(self.table(ids))
        hidden, _ = self.gru(torch.tanh(hidden))
        return self.head(hidden[:, -1])


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(4, 4)
        self.key = nn.Linear(4, 4)
        self.value = nn.Linear(4, 4, bias=False)
        self.softmax = nn.Softmax(dim=-1)
        self.out = nn.Linear(4, 4)

    def forward(self, x):
        scores = self.query(x) @ self.key(x).transpose(1, 2) / 2.0
        return self.out(self.softmax(scores) @ self.value(x)) + x


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True)
        self.blocks = nn.ModuleList([Attention() for _ in range(2)])
        self.norm = nn.LayerNorm(4)
        self.gate = nn.Parameter(torch.ones(4))

    def forward(self, x):
        x = self.first(x)
        for block in self.blocks:
            x = block(x)
        return self.norm(x * torch.sigmoid(self.gate))
