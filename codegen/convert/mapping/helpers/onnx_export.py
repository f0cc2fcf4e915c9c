import os


def onnx_export(model, f):
    """Writes a model as ONNX; Paddle adds the ending to the path itself."""
    return paddle.onnx.export(model, os.path.splitext(f)[0])
