import torch.nn as nn

import net_pytorch.sizes


class Net(nn.Module):
    sizes = net_pytorch.sizes.SIZES
