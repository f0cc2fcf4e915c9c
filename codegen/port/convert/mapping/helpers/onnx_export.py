import os


def onnx_export(model, f):
    """Exports a model to ONNX. Paddle adds the extension to the path."""
    return paddle.onnx.export(model, os.path.splitext(f)[0])
