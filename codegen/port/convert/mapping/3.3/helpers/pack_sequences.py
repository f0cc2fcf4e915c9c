def pack_sequences(sequences, enforce_sorted=True):
    """Packs a list of sequences."""
    padded = pad_sequences(sequences, batch_first=True)
    return pack_padded_sequences(padded, [len(sequence) for sequence in sequences], True, enforce_sorted)
