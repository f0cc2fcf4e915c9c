//! Operators for which variables of templates are described.

/// An operator of a package whose kernels are Triton's, and its gradient, each with the key of its kind of file.
pub const TRITON_OPERATORS: [(&str, &str); 2] = [
    (
        "ops",
        "\
- op : triton_scaled
  args : (Tensor x, float scale = 1.0, *, bool twice = false)
  output : Tensor(out)
  require : \"x.rank >= 1\"
  frameworks : torch
  autocast : float32
  kernel : {func : scaled, written_for : triton}
  backward : triton_scaled_grad
",
    ),
    (
        "backward",
        "\
- backward_op : triton_scaled_grad
  forward : triton_scaled (Tensor x, float scale, bool twice) -> Tensor(out)
  args : (Tensor x, Tensor out_grad, float scale, bool twice)
  output : Tensor(x_grad)
  kernel : {func : scaled_grad, written_for : triton}
",
    ),
];
