class PaddleFlag:
    """Settings of PyTorch's backends. Code can set and read them, but they have no effect."""

    cudnn_enabled = True
    cudnn_benchmark = False
    cudnn_deterministic = False
    cudnn_allow_tf32 = True
    matmul_allow_tf32 = False
