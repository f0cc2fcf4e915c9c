//! The keys of every kind of entry, with the shape of their values and their meaning. Readers accept only these keys,
//! and the schemas for editors are generated from this table.

use super::action::ActionKind;
use profile::{ExtraShape, Graph, Holds, Home, PartShapes, Profile};

pub use profile::keys::{Key, Keys, Shape, names};

const fn strict(keys: &'static [Key<'static>]) -> Keys {
    Keys { keys, lenient: false }
}

const fn lenient(keys: &'static [Key<'static>]) -> Keys {
    Keys { keys, lenient: true }
}

/// The key under which an entry has the operator's name.
pub fn op_name(home: Home) -> &'static str {
    if home.is_backward() { BACKWARD_OP.name } else { OP.name }
}

/// The keys that begin an entry in the framework's own files, in their order. The first one names the entry.
pub fn leading(holds: Holds) -> &'static [&'static str] {
    match holds {
        Holds::Operators(home) if home.is_backward() => {
            &["backward_op", "forward", "args", "output", "infer_meta", "kernel"]
        }
        Holds::Operators(_) => &["op", "args", "output", "infer_meta", "kernel"],
        Holds::Compat => &["op", "backward"],
        Holds::Versions | Holds::Additions | Holds::PythonApis | Holds::Names | Holds::Registered => &["op"],
    }
}

/// The keys of an operator's entry. The key for its name comes first, and keys that the profile declares come last.
pub fn op(home: Home, profile: &Profile) -> Vec<Key<'_>> {
    let (name, forward) = match home.is_backward() {
        true => (BACKWARD_OP, Some(Key { required: needs_forward(home), ..FORWARD })),
        false => (OP, None),
    };
    let extra = profile.keys.iter().map(|(name, key)| Key {
        name,
        shape: match key.shape {
            ExtraShape::Text => Shape::Text,
            ExtraShape::Flag => Shape::Flag,
            ExtraShape::Names => Shape::Names,
        },
        required: false,
        about: &key.about,
    });
    let infer_meta = Key { shape: Shape::Map(infer_meta(profile)), ..INFER_META_KEY };
    let output = Key { shape: if may_lack_outputs(home) { Shape::TextOrNothing } else { Shape::Text }, ..OUTPUT_KEY };
    let kernel = Key { shape: Shape::Map(kernel(profile)), ..KERNEL_KEY };
    let own = profile.owner.keys;
    let others = OP_KEYS.iter().copied().filter(|key| own.is_none_or(|own| own.shared.contains(&key.name)));
    let own = own.iter().flat_map(|own| own.entry).copied();
    let known = [ARGS_KEY, output, infer_meta, kernel].into_iter().chain(others).chain(own);
    let python_api = profile.has_python_apis().then_some(PYTHON_API_KEY);
    std::iter::once(name).chain(known).chain(python_api).chain(forward).chain(extra).collect()
}

/// True if `output` may be empty. Operators that no C++ function calls may have no result, such as those that open a
/// connection.
pub fn may_lack_outputs(home: Home) -> bool {
    !home.calls_kernels() && home.family().graph() != Graph::Outside
}

/// True if every entry must have `forward`. Gradients must, except in PIR, where the forward operator may be written by
/// hand.
pub fn needs_forward(home: Home) -> bool {
    home.is_backward() && home.family().graph() != Graph::Pir
}

/// The keys of `kernel`.
pub fn kernel(profile: &Profile) -> Keys {
    profile.owner.keys.map_or(KERNEL, |own| own.kernel)
}

/// The keys of `infer_meta`, which depend on the version of the framework.
pub fn infer_meta(profile: &Profile) -> Keys {
    match profile.part_shapes {
        _ if profile.owner.keys.is_some() => INFER_META_ALONE,
        PartShapes::Profile => INFER_META,
        PartShapes::InferMeta => INFER_META_WITH_SHAPES,
    }
}

const OP: Key<'static> = Key::required("op", Shape::Text, "The operator's name");
const BACKWARD_OP: Key<'static> =
    Key::required("backward_op", Shape::Text, "The name of an operator that is a gradient");
const FORWARD: Key<'static> =
    Key::required("forward", Shape::Text, "The forward operator and its signature: `relu (Tensor x) -> Tensor(out)`");

const ARGS_KEY: Key<'static> = Key::required(
    "args",
    Shape::Arguments,
    "Inputs, then attributes; those with defaults come last: `(Tensor x, Tensor[] y, int axis = 0)`",
);
const OUTPUT_KEY: Key<'static> = Key::required(
    "output",
    Shape::Text,
    "Outputs; a list has an expression for its length: `Tensor(out), Tensor[](list){x.size()}`",
);
const INFER_META_KEY: Key<'static> =
    Key::optional("infer_meta", Shape::Map(INFER_META), "The function that infers shapes and types");

const PYTHON_API_KEY: Key<'static> = Key::optional(
    "python_api",
    Shape::Map(PYTHON_API),
    "How Python calls the operator, unless the file about that has an entry",
);

const KERNEL_KEY: Key<'static> = Key::optional(
    "kernel",
    Shape::Map(KERNEL),
    "The function that computes the outputs, and the arguments that select it",
);

/// The other keys of an operator.
const OP_KEYS: &[Key<'static>] = &[
    Key::optional("backward", Shape::Text, "The operator's gradient: `relu_grad`"),
    Key::optional("invoke", Shape::Text, "Another function that does the work: `full_like(x, 0, dtype, place)`"),
    Key::optional("inplace", Shape::Text, "Outputs that overwrite an input: `(x -> out), (y -> out2)`"),
    Key::optional("view", Shape::Text, "Outputs that are a view of an input: `(x -> out)`"),
    Key::optional("optional", Shape::Names, "Arguments and outputs that are optional"),
    Key::optional("intermediate", Shape::Names, "Outputs for the backward operator only"),
    Key::optional("no_need_buffer", Shape::Names, "Inputs of which only the shape and type are needed"),
    Key::optional("data_transform", Shape::Map(TRANSFORM), "How inputs are converted for the kernel"),
    Key::optional(
        "composite",
        Shape::Text,
        "A decomposition into primitive operators: `relu_grad(out, out_grad, x_grad)`",
    ),
    Key::optional("support_dygraph_mode", Shape::Flag, "For fused operators: also generate dynamic-graph functions"),
    Key::optional(
        "support_tensor",
        Shape::Names,
        "Attributes that may be passed as tensors in the static graph; in PIR, instead of those of `op_compat`",
    ),
    Key::optional("traits", Shape::Names, "C++ traits, for the static graph"),
    Key::optional("interfaces", Shape::Names, "C++ interfaces, for the static graph"),
];

/// The keys of `data_transform`.
pub const TRANSFORM: Keys = strict(&[
    Key::optional("skip_transform", Shape::Names, "Inputs that are passed to the kernel unchanged"),
    Key::optional("support_trans_dtype", Shape::Names, "Inputs that may be cast to the kernel's data type"),
]);

/// The keys of `kernel`.
pub const KERNEL: Keys = strict(&[
    Key::required(
        "func",
        Shape::Text,
        "One kernel, or several with a dispatch: `sgd {dense -> dense}, sgd_sr {selected_rows -> dense}`",
    ),
    Key::optional("param", Shape::Values, "The arguments that it is called with; all by default"),
    Key::optional("backend", Shape::Text, "The arguments that decide the backend: `x`, `x, y`, or `place > x`"),
    Key::optional("layout", Shape::Text, "The arguments that decide the layout: `x`, or `layout > x`"),
    Key::optional(
        "data_type",
        Shape::Text,
        "The arguments that decide the data type: `x`, `dtype > x`, or `complex(x)`",
    ),
    Key::optional("force_backend", Shape::Text, "A fixed backend, independent of the arguments"),
]);

const INFER_META_FUNC: Key<'static> = Key::required("func", Shape::Text, "The C++ function");
const INFER_META_PARAM: Key<'static> =
    Key::optional("param", Shape::Values, "The arguments that it is called with; all by default");
const SPMD_RULE: Key<'static> =
    Key::optional("spmd_rule", Shape::Text, "The C++ function that infers how results are spread over devices");

const INFER_META: Keys = strict(&[INFER_META_FUNC, INFER_META_PARAM, SPMD_RULE]);

/// Without spmd rules, which are for the framework's own operators.
const INFER_META_ALONE: Keys = strict(&[INFER_META_FUNC, INFER_META_PARAM]);

const INFER_META_WITH_SHAPES: Keys = strict(&[
    INFER_META_FUNC,
    INFER_META_PARAM,
    SPMD_RULE,
    Key::optional(
        "local_shape",
        Shape::Text,
        "Since 3.0: the output of which each device is given the shape of its own part",
    ),
    Key::optional(
        "global_shape",
        Shape::Text,
        "Since 3.0: the output that keeps the shape of the whole tensor if it is written in place",
    ),
]);

/// The keys of an entry of `op_compat.yaml`.
pub const COMPAT: Keys = strict(&[
    Key::required("op", Shape::Text, "The operator, and its name in programs: `add (elementwise_add)`"),
    Key::optional("backward", Shape::Text, "Its gradients in order, each with its name in programs"),
    Key::optional("inputs", Shape::Renames, "The names of inputs in programs: `x: X`"),
    Key::optional("outputs", Shape::Renames, "The names of outputs in programs: `out: Out`"),
    Key::optional("attrs", Shape::Renames, "The names of attributes in programs"),
    Key::optional("extra", Shape::Map(EXTRA), "Inputs, outputs and attributes that only programs have"),
    Key::optional("scalar", Shape::Each(MUTABLE), "How scalars are stored, and the tensors that may replace them"),
    Key::optional(
        "int_array",
        Shape::Each(MUTABLE),
        "How lists of integers are stored, and the tensors that may replace them",
    ),
    Key::optional("manual_signature", Shape::Names, "Operators whose argument mapping is written by hand"),
    Key::optional("complex_promote", Shape::Names, "Inputs that are promoted to complex numbers"),
    Key::optional("drop_empty_grad", Shape::Names, "Lists of gradients that keep a place for an absent gradient"),
    Key::optional("get_expected_kernel_type", Shape::Renames, "The C++ functions that select kernels, by operator"),
]);

/// The keys of `extra` in `op_compat.yaml`.
pub const EXTRA: Keys = lenient(&[
    Key::optional("inputs", Shape::Names, "Inputs that an inference program does not need"),
    Key::optional("outputs", Shape::Names, "Outputs that an inference program does not need"),
    Key::optional("attrs", Shape::Texts, "Attributes with their types and defaults: `bool use_mkldnn = false`"),
]);

/// The keys of an attribute in `scalar` and `int_array` of `op_compat.yaml`.
pub const MUTABLE: Keys = lenient(&[
    Key::optional("data_type", Shape::Text, "The C++ type that the attribute is stored as"),
    Key::optional("tensor_name", Shape::Text, "The input that may pass it as a tensor"),
    Key::optional("tensors_name", Shape::Text, "The input that may pass it as a list of tensors"),
    Key::optional("support_tensor", Shape::Flag, "Whether the attribute itself may be a tensor"),
]);

/// The keys of `layout_transform`.
pub const LAYOUT_TRANSFORM: Keys = strict(&[
    Key::optional("arg_name", Shape::Text, "The attribute with the layout, for the framework"),
    Key::optional("tensors", Shape::Names, "The inputs whose layouts decide that of the kernel"),
]);

/// The keys of an entry in a file of additions.
pub const ADDITION: Keys = strict(&[
    Key::required("op", Shape::Text, "The operator or gradient that something is added to"),
    Key::optional(
        "extra_args",
        Shape::TextOrNothing,
        "Attributes that follow those of the operator: `str mode=\"fast\", bool cached=false`",
    ),
    Key::optional("data_format_tensors", Shape::Names, "The inputs whose layouts decide that of the kernel"),
    Key::optional(
        "layout_transform",
        Shape::Map(LAYOUT_TRANSFORM),
        "`data_format_tensors` in trees from the beginning of 2024",
    ),
    Key::optional("dynamic_fallback", Shape::Flag, "Whether another device takes over if this one has no kernel"),
    Key::optional("traits", Shape::Names, "C++ traits"),
]);

/// The key of an entry about a function of Python that names the operator.
pub const PYTHON_API_OP: Key<'static> =
    Key::required("op", Shape::Text, "The operator, or the inplace variant of one: `abs`, `abs_`");

/// The key of `args_alias` that is not an argument.
pub const USUAL_ALIASES: &str = "use_default_mapping";

/// The keys of `python_api`.
pub const PYTHON_API: Keys = strict(&[
    Key::optional("name", Shape::Names, "Where Python finds the function: `paddle.abs`, `paddle.Tensor.abs`"),
    Key::optional(
        "args_alias",
        Shape::Aliases(USUAL_ALIASES),
        "Further names of arguments: `x : [input]`; with `use_default_mapping : True`, also the usual ones of all others",
    ),
    Key::optional(
        "pre_process",
        Shape::Map(BY_MODE),
        "Functions written by hand that change the arguments before the call: `Check(x, axis)`",
    ),
    Key::optional("args_mapper", Shape::Map(BY_MODE), "Functions written by hand that read all arguments"),
]);

/// The keys of an entry about a function of Python.
pub fn python_api_entry() -> Vec<Key<'static>> {
    std::iter::once(PYTHON_API_OP).chain(PYTHON_API.keys.iter().copied()).collect()
}

/// The keys of `pre_process` and `args_mapper`.
pub const BY_MODE: Keys = strict(&[
    Key::optional("func", Shape::Text, "The function for both modes"),
    Key::optional("dygraph_func", Shape::Text, "The function for the dynamic graph, instead of `func`"),
    Key::optional("static_func", Shape::Text, "The function for programs, instead of `func`"),
]);

/// The keys of an entry of `op_version.yaml`.
pub const VERSION: Keys = strict(&[
    Key::required("op", Shape::Text, "The operator, without the trailing underscore of inplace operators"),
    Key::required("version", Shape::List(CHECKPOINT), "Its checkpoints, oldest first"),
]);

/// The keys of a checkpoint in `op_version.yaml`.
pub const CHECKPOINT: Keys = strict(&[
    Key::required("checkpoint", Shape::Text, "One sentence that says what changed"),
    Key::required("action", Shape::Actions, "The changes"),
]);

/// The other keys of an action.
const ACTION_KEYS: &[Key<'static>] = &[
    Key::optional("comment", Shape::Text, "The reason for the change; recommended"),
    Key::optional(
        "default",
        Shape::Value,
        "With `add_attr` and `modify_attr`: the operator's default since then, in C++: `\"false\"`, `1.0`. It only documents: \
         programs without the attribute are loaded with the operator's own default",
    ),
];

/// The keys of an action. It must have exactly one of the kinds of action, which come first.
pub fn action() -> Vec<Key<'static>> {
    let subject = |name| Key::optional(name, Shape::Text, "The input, output or attribute, by its name in programs");
    ActionKind::all().map(|kind| subject(kind.key())).chain(ACTION_KEYS.iter().copied()).collect()
}
