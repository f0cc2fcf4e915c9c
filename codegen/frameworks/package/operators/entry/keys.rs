//! The keys of entries of packages.

use profile::keys::{Key, Keys, OwnKeys, Shape};

/// The keys.
pub const KEYS: OwnKeys = OwnKeys { shared: SHARED, entry: ENTRY, kernel: KERNEL, instead_of_func: REGISTERED_FOR };

/// The keys of Paddle's operators that those of packages have, too.
const SHARED: &[&str] = &["backward", "inplace", "optional", "intermediate", "no_need_buffer"];

/// The keys that only operators of packages have.
const ENTRY: &[Key<'static>] = &[
    Key::optional("doc", Shape::Text, "Documentation, which Python shows"),
    Key::optional(
        "shape",
        Shape::Rules,
        "The shapes of outputs: rules, such as `{out : \"[x[0], y[1]]\"}` or `{ys : \"for each x in xs : [x[0]]\"}`, or a function in C++",
    ),
    Key::optional(
        "data_type",
        Shape::Rules,
        "The data types of outputs: `{out : x}`, `{out : int64}`, or a function in C++",
    ),
    Key::optional(
        "require",
        Shape::Names,
        "Conditions on the arguments, each with a message if one helps: `\"x.rank == 2 and x[0] <= n : x must be a matrix\"`",
    ),
    Key::optional(
        "frameworks",
        Shape::Text,
        "The only frameworks that get the operator: `torch, jax`; by default, those of the package",
    ),
    Key::optional(
        "batch",
        Shape::Text,
        "The leading dimensions over which the operator works one by one: `x, y[:-1]` are all of `x`, and all but the last of `y`",
    ),
    Key::optional(
        "autocast",
        Shape::Text,
        "The type to which inputs are converted while the framework casts automatically: `lower` is the one that the caller chose, \
         others are `float32` or `like x`",
    ),
    Key::optional(
        "zeroed",
        Shape::Names,
        "Outputs that are zeros before the kernel runs; by default, outputs are not initialised",
    ),
    Key::optional(
        "registered_name",
        Shape::Renames,
        "Names with which Paddle registers tensors, if not their own: `{x : \"X \"}`",
    ),
    Key::optional(
        "namespace",
        Shape::Text,
        "For kernels of `torch`: the namespace of PyTorch's operator, if it is not the name of the package",
    ),
    Key::optional(
        "example",
        Shape::Renames,
        "Shapes of inputs and values of attributes for tests: `{x : \"[2, 3]\", axis : 1}`",
    ),
];

/// The key of `kernel` with the framework for whose tensors it is written.
pub const WRITTEN_FOR: &str = "written_for";

/// The key of `kernel` that allows XLA to capture it.
pub const CAPTURABLE: &str = "capturable";

/// The key of `kernel` with the dispatch keys for which sources of the package register a kernel.
pub const REGISTERED_FOR: &str = "registered_for";

const KERNEL: Keys = Keys {
    lenient: false,
    keys: &[
        Key::optional("func", Shape::Text, "The function in C++; required, unless the package's sources register it"),
        Key::optional("data_type", Shape::Text, "The data types that it supports: `float32, float64`"),
        Key::optional(
            "input_type",
            Shape::Renames,
            "Inputs whose data type is another one: `{index : int64, mask : any}`",
        ),
        Key::optional("backend", Shape::Text, "The devices that it supports: `CPU, GPU`; by default `CPU`"),
        Key::optional(
            CAPTURABLE,
            Shape::Flag,
            "For JAX on GPUs: whether XLA may capture the kernel into a command buffer and replay it; by default, it may not",
        ),
        Key::optional(
            WRITTEN_FOR,
            Shape::Text,
            "`paddle` or `torch`, if it takes tensors of that framework, and `jax`, if it is a handler of XLA; by default, it takes plain views, unless it has a `source`",
        ),
        Key::optional(
            REGISTERED_FOR,
            Shape::Text,
            "For `torch`: dispatch keys for which sources of the package register a kernel themselves, such as `CUDA, Autograd`",
        ),
        Key::optional(
            "source",
            Shape::Text,
            "For `paddle`: the file that defines it, which is included beside the registration",
        ),
    ],
};
