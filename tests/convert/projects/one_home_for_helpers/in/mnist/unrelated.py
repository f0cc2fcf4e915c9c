print("no PyTorch")
