def device2str(device):
    """The name of a device in Paddle. A number means a GPU."""
    if isinstance(device, int):
        return f"gpu:{device}"
    text = str(device)
    if text.startswith("Place("):
        text = text[len("Place(") : -1]
    return text.replace("cuda", "gpu")
