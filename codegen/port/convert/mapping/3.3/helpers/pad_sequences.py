def pad_sequences(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Joins sequences of different lengths to one tensor, and pads the shorter ones."""
    sequences = list(sequences)
    longest = max(len(sequence) for sequence in sequences)
    padded = []
    for sequence in sequences:
        shape = [longest - len(sequence), *sequence.shape[1:]]
        rest = paddle.full(shape, padding_value, dtype=sequence.dtype)
        parts = [sequence, rest] if padding_side == "right" else [rest, sequence]
        padded.append(paddle.concat(parts) if shape[0] else sequence)
    return paddle.stack(padded, 0 if batch_first else 1)
