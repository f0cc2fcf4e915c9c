def extend_recurrent_layers():
    """Lets recurrent layers take packed sequences."""
    layer = type(paddle.nn.GRU(1, 1)).__mro__[1]
    forward = layer.forward

    def forward_packed(self, inputs, initial_states=None, sequence_length=None):
        if not isinstance(inputs, PackedSequences):
            return forward(self, inputs, initial_states, sequence_length)
        padded, lengths = pad_packed_sequences(inputs, batch_first=not self.time_major)
        outputs, states = forward(self, padded, initial_states, lengths)
        packed = pack_padded_sequences(outputs, lengths, not self.time_major, enforce_sorted=False)
        if inputs.sorted_indices is None:
            packed = packed._replace(sorted_indices=None, unsorted_indices=None)
        return packed, states

    layer.forward = forward_packed


extend_recurrent_layers()
