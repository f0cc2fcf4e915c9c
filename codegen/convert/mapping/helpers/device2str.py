def device2str(device):
    """The name of a device for Paddle; a number is a GPU."""
    if isinstance(device, int):
        return f"gpu:{device}"
    text = str(device)
    if text.startswith("Place("):
        text = text[len("Place(") : -1]
    return text.replace("cuda", "gpu")
