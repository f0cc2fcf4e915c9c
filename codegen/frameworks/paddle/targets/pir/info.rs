//! Plans how an operation's class describes its operands, attributes, results and kernel.

use profile::Profile;
use serde::Serialize;
use spec::{Addition, AttrType, Candidates, Element, Mapping, Param};

use super::parameter::DefaultValue;
use forms::pir::{Class, DialectOps, Entry, GradientInputs, PirAttr, ValueType};

#[derive(Debug, Serialize)]
pub struct InfoPlan {
    /// The operator in the YAML.
    op: String,
    inputs: Vec<InputInfo>,
    attributes: Vec<AttributeInfo>,
    outputs: Vec<OutputInfo>,
    run_time: RunTimeInfo,
    /// The addition of a kind of device, in a dialect of that device.
    device: Option<DeviceInfo>,
}

#[derive(Debug, Serialize)]
struct InputInfo {
    name: String,
    #[serde(flatten)]
    source: InputSource,
    /// Whether it is optional, has unread data, is a mutable attribute, and has a gradient; without false values at the end.
    flags: Vec<bool>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum InputSource {
    Value {
        #[serde(rename = "type")]
        ty: ValueType,
    },
    Attribute {
        #[serde(rename = "type")]
        ty: AttrType,
    },
}

#[derive(Debug, Serialize)]
struct AttributeInfo {
    name: String,
    #[serde(rename = "type")]
    ty: AttrType,
    is_list: bool,
    /// Whether its type does not tell how it is stored.
    is_generic: bool,
}

#[derive(Debug, Serialize)]
struct OutputInfo {
    name: String,
    #[serde(rename = "type")]
    ty: ValueType,
    /// Whether it is optional, and whether it is intermediate; without false values at the end.
    flags: Vec<bool>,
}

#[derive(Debug, Serialize)]
struct RunTimeInfo {
    infer_meta: String,
    infer_meta_params: Vec<String>,
    kernel: String,
    kernel_params: Vec<String>,
    /// The arguments that decide the data type of the kernel.
    data_types: Vec<String>,
    /// The arguments that decide the backend of the kernel.
    backends: Vec<String>,
    inplace: Vec<Pair>,
    view: Vec<Pair>,
    /// The number of these fields, without empty ones at the end.
    count: usize,
}

#[derive(Debug, Serialize)]
struct Pair {
    output: String,
    input: String,
}

#[derive(Debug, Serialize)]
struct DeviceInfo {
    extra_args: Vec<ExtraArg>,
    skip_transform: Vec<String>,
    data_format_tensors: Vec<String>,
    is_only_here: bool,
    falls_back: bool,
}

#[derive(Debug, Serialize)]
struct ExtraArg {
    name: String,
    #[serde(rename = "type")]
    ty: AttrType,
    is_list: bool,
    default: Option<DefaultValue>,
}

pub fn plan(entry: &Entry, class: &Class, ops: &DialectOps, profile: &Profile) -> InfoPlan {
    InfoPlan {
        op: entry.name().to_owned(),
        inputs: inputs(entry, class, &GradientInputs::new(entry, ops)),
        attributes: entry.immutable().map(attribute).collect(),
        outputs: outputs(entry, class),
        run_time: run_time(entry, class),
        device: ops.section.kind.is_of_device().then(|| device(entry, profile)),
    }
}

fn inputs(entry: &Entry, class: &Class, gradients: &GradientInputs) -> Vec<InputInfo> {
    let values = entry.inputs().iter().zip(&class.input_types).enumerate().map(|(index, (input, &ty))| InputInfo {
        name: input.name.value.clone(),
        source: InputSource::Value { ty },
        flags: trimmed([input.optional, input.no_need_buffer, false, gradients.has_input(index)]),
    });
    let mutable = entry.mutable().map(|attr| InputInfo {
        name: attr.name().to_owned(),
        source: InputSource::Attribute { ty: mutable_type(attr) },
        flags: trimmed([false, false, true, gradients.has_attr(attr.name())]),
    });
    values.chain(mutable).collect()
}

fn mutable_type(attr: &PirAttr) -> AttrType {
    let is_array = attr.is_array_operand();
    AttrType::one(if is_array { Element::IntArray } else { Element::Scalar(None) })
}

fn attribute(attr: &PirAttr) -> AttributeInfo {
    AttributeInfo {
        name: attr.name().to_owned(),
        ty: attr.ty(),
        is_list: attr.ty().list,
        is_generic: !attr.is_added && matches!(attr.ty().element, Element::Scalar(_) | Element::IntArray),
    }
}

fn outputs(entry: &Entry, class: &Class) -> Vec<OutputInfo> {
    let outputs = entry.outputs().iter().zip(&class.output_types).map(|(output, &ty)| OutputInfo {
        name: output.name.value.clone(),
        ty,
        flags: trimmed([entry.is_optional(output), output.intermediate]),
    });
    outputs.collect()
}

pub(super) fn trimmed<const N: usize>(flags: [bool; N]) -> Vec<bool> {
    let count = flags.iter().rposition(|&flag| flag).map_or(0, |last| last + 1);
    flags[..count].to_vec()
}

fn run_time(entry: &Entry, class: &Class) -> RunTimeInfo {
    let op = entry.op;
    let params = |params: Vec<Param>| params.iter().map(spelled).collect();
    let candidates = |of: Option<&Candidates>| of.map(key).unwrap_or_default();
    let (infer_meta, kernel) = (entry.infer_meta(), entry.kernel());
    let pairs = |mappings: &[Mapping]| {
        if class.is_inplace && entry.is_base() { mappings.iter().map(Pair::new).collect() } else { vec![] }
    };
    let mut info = RunTimeInfo {
        infer_meta: infer_meta.map_or(String::new(), |infer_meta| infer_meta.func.value.clone()),
        infer_meta_params: or_empty(infer_meta.map_or(Vec::new(), |_| params(entry.infer_meta_params()))),
        kernel: class.kernel.map_or(String::new(), |kernel| kernel.name.value.clone()),
        kernel_params: or_empty(kernel.map_or(Vec::new(), |_| params(op.kernel_params()))),
        data_types: candidates(kernel.and_then(|kernel| kernel.data_type.as_ref())),
        backends: candidates(kernel.and_then(|kernel| kernel.backend.as_ref())),
        inplace: pairs(&op.inplace),
        view: pairs(&op.view),
        count: 0,
    };
    let said =
        [!info.data_types.is_empty(), !info.backends.is_empty(), !info.inplace.is_empty(), !info.view.is_empty()];
    info.count = 4 + trimmed(said).len();
    info
}

/// If there are no names, the framework expects a single empty one.
fn or_empty(names: Vec<String>) -> Vec<String> {
    if names.is_empty() { vec![String::new()] } else { names }
}

/// A parameter as text. The framework spells booleans as in Python.
fn spelled(param: &Param) -> String {
    match param {
        Param::Literal(literal) if literal.value == "true" => "True".to_owned(),
        Param::Literal(literal) if literal.value == "false" => "False".to_owned(),
        Param::Name(text) | Param::Literal(text) | Param::Text(text) => text.value.clone(),
    }
}

fn key(candidates: &Candidates) -> Vec<String> {
    let names = candidates.names.iter().map(|candidate| match candidate.complex {
        true => format!("complex:{}", candidate.name.value),
        false => candidate.name.value.clone(),
    });
    names.collect()
}

impl Pair {
    fn new(mapping: &Mapping) -> Self {
        Pair { output: mapping.output.value.clone(), input: mapping.input.value.clone() }
    }
}

fn device(entry: &Entry, profile: &Profile) -> DeviceInfo {
    let texts = |names: &[source::Spanned<String>]| names.iter().map(|name| name.value.clone()).collect();
    let addition = entry.addition;
    let extra = addition.into_iter().flat_map(|addition: &Addition| &addition.extra_args).map(|attr| ExtraArg {
        name: attr.name.value.clone(),
        ty: attr.ty,
        is_list: attr.ty.list,
        default: attr.default.as_ref().map(|default| DefaultValue::new(&default.value, attr.ty, profile)),
    });
    let skipped = entry.inputs().iter().filter(|input| input.skip_transform);
    DeviceInfo {
        extra_args: extra.collect(),
        skip_transform: skipped.map(|input| input.name.value.clone()).collect(),
        data_format_tensors: addition.map_or(Vec::new(), |addition| texts(&addition.data_format_tensors)),
        is_only_here: entry.is_only_here,
        falls_back: addition.is_some_and(|addition| addition.dynamic_fallback),
    }
}
