import os


def VOCDetection(root, year="2012", image_set="train", download=True, transform=None):
    """The detection set of 2012, read from an archive below `root`."""
    modes = {"trainval": "train", "train": "test", "val": "valid"}
    if year != "2012" or image_set not in modes:
        raise ValueError("only train, val and trainval of 2012 are available")
    archive = os.path.join(root, "VOCtrainval_11-May-2012.tar")
    return paddle.vision.datasets.VOC2012(archive, modes[image_set], transform, download, backend=None)
