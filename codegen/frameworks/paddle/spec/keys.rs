//! The keys of every kind of entry, with the shape of their values and their meaning. Readers accept only these keys,
//! and the schemas for editors are generated from this table.

use super::action::ActionKind;
use profile::{ExtraShape, Graph, Holds, Home, PartShapes, Profile};

pub use profile::keys::{Key, Keys, Shape, names};

const fn key(name: &'static str, shape: Shape, about: &'static str) -> Key<'static> {
    Key { name, shape, required: false, about }
}

const fn required(name: &'static str, shape: Shape, about: &'static str) -> Key<'static> {
    Key { name, shape, required: true, about }
}

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

const OP: Key<'static> = required("op", Shape::Text, "The operator's name");
const BACKWARD_OP: Key<'static> = required("backward_op", Shape::Text, "The name of an operator that is a gradient");
const FORWARD: Key<'static> =
    required("forward", Shape::Text, "The forward operator and its signature: `relu (Tensor x) -> Tensor(out)`");

const ARGS_KEY: Key<'static> = required(
    "args",
    Shape::Arguments,
    "Inputs, then attributes; those with defaults come last: `(Tensor x, Tensor[] y, int axis = 0)`",
);
const OUTPUT_KEY: Key<'static> = required(
    "output",
    Shape::Text,
    "Outputs; a list has an expression for its length: `Tensor(out), Tensor[](list){x.size()}`",
);
const INFER_META_KEY: Key<'static> =
    key("infer_meta", Shape::Map(INFER_META), "The function that infers shapes and types");

const PYTHON_API_KEY: Key<'static> =
    key("python_api", Shape::Map(PYTHON_API), "How Python calls the operator, unless the file about that has an entry");

const KERNEL_KEY: Key<'static> =
    key("kernel", Shape::Map(KERNEL), "The function that computes the outputs, and the arguments that select it");

/// The other keys of an operator.
const OP_KEYS: &[Key<'static>] = &[
    key("backward", Shape::Text, "The operator's gradient: `relu_grad`"),
    key("invoke", Shape::Text, "Another function that does the work: `full_like(x, 0, dtype, place)`"),
    key("inplace", Shape::Text, "Outputs that overwrite an input: `(x -> out), (y -> out2)`"),
    key("view", Shape::Text, "Outputs that are a view of an input: `(x -> out)`"),
    key("optional", Shape::Names, "Arguments and outputs that are optional"),
    key("intermediate", Shape::Names, "Outputs for the backward operator only"),
    key("no_need_buffer", Shape::Names, "Inputs of which only the shape and type are needed"),
    key("data_transform", Shape::Map(TRANSFORM), "How inputs are converted for the kernel"),
    key("composite", Shape::Text, "A decomposition into primitive operators: `relu_grad(out, out_grad, x_grad)`"),
    key("support_dygraph_mode", Shape::Flag, "For fused operators: also generate dynamic-graph functions"),
    key(
        "support_tensor",
        Shape::Names,
        "Attributes that may be passed as tensors in the static graph; in PIR, instead of those of `op_compat`",
    ),
    key("traits", Shape::Names, "C++ traits, for the static graph"),
    key("interfaces", Shape::Names, "C++ interfaces, for the static graph"),
];

/// The keys of `data_transform`.
pub const TRANSFORM: Keys = strict(&[
    key("skip_transform", Shape::Names, "Inputs that are passed to the kernel unchanged"),
    key("support_trans_dtype", Shape::Names, "Inputs that may be cast to the kernel's data type"),
]);

/// The keys of `kernel`.
pub const KERNEL: Keys = strict(&[
    required(
        "func",
        Shape::Text,
        "One kernel, or several with a dispatch: `sgd {dense -> dense}, sgd_sr {selected_rows -> dense}`",
    ),
    key("param", Shape::Values, "The arguments that it is called with; all by default"),
    key("backend", Shape::Text, "The arguments that decide the backend: `x`, `x, y`, or `place > x`"),
    key("layout", Shape::Text, "The arguments that decide the layout: `x`, or `layout > x`"),
    key("data_type", Shape::Text, "The arguments that decide the data type: `x`, `dtype > x`, or `complex(x)`"),
    key("force_backend", Shape::Text, "A fixed backend, independent of the arguments"),
]);

const INFER_META_FUNC: Key<'static> = required("func", Shape::Text, "The C++ function");
const INFER_META_PARAM: Key<'static> =
    key("param", Shape::Values, "The arguments that it is called with; all by default");
const SPMD_RULE: Key<'static> =
    key("spmd_rule", Shape::Text, "The C++ function that infers how results are spread over devices");

const INFER_META: Keys = strict(&[INFER_META_FUNC, INFER_META_PARAM, SPMD_RULE]);

/// Without spmd rules, which are for the framework's own operators.
const INFER_META_ALONE: Keys = strict(&[INFER_META_FUNC, INFER_META_PARAM]);

const INFER_META_WITH_SHAPES: Keys = strict(&[
    INFER_META_FUNC,
    INFER_META_PARAM,
    SPMD_RULE,
    key("local_shape", Shape::Text, "Since 3.0: the output of which each device is given the shape of its own part"),
    key(
        "global_shape",
        Shape::Text,
        "Since 3.0: the output that keeps the shape of the whole tensor if it is written in place",
    ),
]);

/// The keys of an entry of `op_compat.yaml`.
pub const COMPAT: Keys = strict(&[
    required("op", Shape::Text, "The operator, and its name in programs: `add (elementwise_add)`"),
    key("backward", Shape::Text, "Its gradients in order, each with its name in programs"),
    key("inputs", Shape::Renames, "The names of inputs in programs: `x: X`"),
    key("outputs", Shape::Renames, "The names of outputs in programs: `out: Out`"),
    key("attrs", Shape::Renames, "The names of attributes in programs"),
    key("extra", Shape::Map(EXTRA), "Inputs, outputs and attributes that only programs have"),
    key("scalar", Shape::Each(MUTABLE), "How scalars are stored, and the tensors that may replace them"),
    key("int_array", Shape::Each(MUTABLE), "How lists of integers are stored, and the tensors that may replace them"),
    key("manual_signature", Shape::Names, "Operators whose argument mapping is written by hand"),
    key("complex_promote", Shape::Names, "Inputs that are promoted to complex numbers"),
    key("drop_empty_grad", Shape::Names, "Lists of gradients that keep a place for an absent gradient"),
    key("get_expected_kernel_type", Shape::Renames, "The C++ functions that select kernels, by operator"),
]);

/// The keys of `extra` in `op_compat.yaml`.
pub const EXTRA: Keys = lenient(&[
    key("inputs", Shape::Names, "Inputs that an inference program does not need"),
    key("outputs", Shape::Names, "Outputs that an inference program does not need"),
    key("attrs", Shape::Texts, "Attributes with their types and defaults: `bool use_mkldnn = false`"),
]);

/// The keys of an attribute in `scalar` and `int_array` of `op_compat.yaml`.
pub const MUTABLE: Keys = lenient(&[
    key("data_type", Shape::Text, "The C++ type that the attribute is stored as"),
    key("tensor_name", Shape::Text, "The input that may pass it as a tensor"),
    key("tensors_name", Shape::Text, "The input that may pass it as a list of tensors"),
    key("support_tensor", Shape::Flag, "Whether the attribute itself may be a tensor"),
]);

/// The keys of `layout_transform`.
pub const LAYOUT_TRANSFORM: Keys = strict(&[
    key("arg_name", Shape::Text, "The attribute with the layout, for the framework"),
    key("tensors", Shape::Names, "The inputs whose layouts decide that of the kernel"),
]);

/// The keys of an entry in a file of additions.
pub const ADDITION: Keys = strict(&[
    required("op", Shape::Text, "The operator or gradient that something is added to"),
    key(
        "extra_args",
        Shape::TextOrNothing,
        "Attributes that follow those of the operator: `str mode=\"fast\", bool cached=false`",
    ),
    key("data_format_tensors", Shape::Names, "The inputs whose layouts decide that of the kernel"),
    key("layout_transform", Shape::Map(LAYOUT_TRANSFORM), "`data_format_tensors` in trees from the beginning of 2024"),
    key("dynamic_fallback", Shape::Flag, "Whether another device takes over if this one has no kernel"),
    key("traits", Shape::Names, "C++ traits"),
]);

/// The key of an entry about a function of Python that names the operator.
pub const PYTHON_API_OP: Key<'static> =
    required("op", Shape::Text, "The operator, or the inplace variant of one: `abs`, `abs_`");

/// The key of `args_alias` that is not an argument.
pub const USUAL_ALIASES: &str = "use_default_mapping";

/// The keys of `python_api`.
pub const PYTHON_API: Keys = strict(&[
    key("name", Shape::Names, "Where Python finds the function: `paddle.abs`, `paddle.Tensor.abs`"),
    key(
        "args_alias",
        Shape::Aliases(USUAL_ALIASES),
        "Further names of arguments: `x : [input]`; with `use_default_mapping : True`, also the usual ones of all others",
    ),
    key(
        "pre_process",
        Shape::Map(BY_MODE),
        "Functions written by hand that change the arguments before the call: `Check(x, axis)`",
    ),
    key("args_mapper", Shape::Map(BY_MODE), "Functions written by hand that read all arguments"),
]);

/// The keys of an entry about a function of Python.
pub fn python_api_entry() -> Vec<Key<'static>> {
    std::iter::once(PYTHON_API_OP).chain(PYTHON_API.keys.iter().copied()).collect()
}

/// The keys of `pre_process` and `args_mapper`.
pub const BY_MODE: Keys = strict(&[
    key("func", Shape::Text, "The function for both modes"),
    key("dygraph_func", Shape::Text, "The function for the dynamic graph, instead of `func`"),
    key("static_func", Shape::Text, "The function for programs, instead of `func`"),
]);

/// The keys of an entry of `op_version.yaml`.
pub const VERSION: Keys = strict(&[
    required("op", Shape::Text, "The operator, without the trailing underscore of inplace operators"),
    required("version", Shape::List(CHECKPOINT), "Its checkpoints, oldest first"),
]);

/// The keys of a checkpoint in `op_version.yaml`.
pub const CHECKPOINT: Keys = strict(&[
    required("checkpoint", Shape::Text, "One sentence that says what changed"),
    required("action", Shape::Actions, "The changes"),
]);

/// The other keys of an action.
const ACTION_KEYS: &[Key<'static>] = &[
    key("comment", Shape::Text, "The reason for the change; recommended"),
    key(
        "default",
        Shape::Value,
        "With `add_attr` and `modify_attr`: the operator's default since then, in C++: `\"false\"`, `1.0`. It only documents: \
         programs without the attribute are loaded with the operator's own default",
    ),
];

/// The keys of an action. It must have exactly one of the kinds of action, which come first.
pub fn action() -> Vec<Key<'static>> {
    let subject = |name| key(name, Shape::Text, "The input, output or attribute, by its name in programs");
    ActionKind::all().map(|kind| subject(kind.key())).chain(ACTION_KEYS.iter().copied()).collect()
}
