class PaddleFlag:
    """Switches of PyTorch's backends, which code may set and read, and which change nothing here."""

    cudnn_enabled = True
    cudnn_benchmark = False
    cudnn_deterministic = False
    cudnn_allow_tf32 = True
    matmul_allow_tf32 = False
