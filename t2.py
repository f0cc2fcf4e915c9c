import torch, torch.nn as nn
class Net(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.fc = nn.Sequential(nn.Linear(d, 4*d), nn.GELU(), nn.Linear(4*d, d))
        self.norm = nn.LayerNorm(d)
        self.bn = nn.BatchNorm1d(d)
        self.emb = nn.Embedding(10, d, padding_idx=0)
        self.layers = nn.ModuleList([nn.Linear(d, d) for _ in range(3)])
        self.bil = nn.Bilinear(d, d, d)
        self.attn = nn.MultiheadAttention(d, 2)
        self.prelu = nn.PReLU()
        self.x = nn.Linear(2,2)
torch.save({'model':Net(8).state_dict(),'epoch':3},'/tmp/t2.pt')
