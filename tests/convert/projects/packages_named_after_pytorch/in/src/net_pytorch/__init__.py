from net_pytorch.layers import Net
