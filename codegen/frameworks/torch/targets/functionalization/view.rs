//! Views, which are recorded so that they can be computed again.

use serde::Serialize;
use torch_cpp::{Parameter, Signature, dispatcher};
use torch_profile::{FunctionalizationSettings, Profile};
use torch_registry::Function;
use torch_registry::tags::INPLACE_VIEW;
use torch_schema::Type;

use super::{TensorArgument, function_name, with_suffix};
use crate::operator::behind_keys;

/// The kernel of a view.
#[derive(Debug, Serialize)]
pub struct View {
    returns: String,
    /// The type of a value that holds the results.
    value: String,
    name: String,
    parameters: String,
    /// The tensor that is viewed.
    viewed: String,
    tensors: Vec<TensorArgument>,
    operator: String,
    /// The operator that copies the memory that the view would share.
    copy: String,
    arguments: String,
    meta_arguments: String,
    /// The arguments that may be symbolic.
    symbolic: Vec<String>,
    /// True if the view replaces the tensor that is viewed.
    is_inplace: bool,
    /// True if the view is an object of a class of its own.
    has_class: bool,
    class: ViewClass,
}

/// How a view is computed again.
#[derive(Debug, Serialize)]
pub struct ViewClass {
    /// The name of the operator.
    operator: String,
    copy: String,
    /// The view, also for its inplace form.
    view: String,
    is_multi_output: bool,
    is_as_strided: bool,
    /// The arguments behind the tensor that is viewed.
    arguments: Vec<Held>,
}

/// An argument that is held for later.
#[derive(Debug, Serialize)]
struct Held {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    /// The type that owns the value.
    owning: String,
    /// How an owning value is made: `copy`, `list`, or `optional_list`.
    form: &'static str,
}

/// The declaration of an inverse.
#[derive(Debug, Serialize)]
pub struct Inverse {
    name: String,
    /// The parameter with the number of a result, if there are several.
    index: Option<String>,
    parameters: Vec<String>,
}

impl View {
    /// The kernel of a view, or of its inplace form.
    pub fn new(function: &Function, copy: &Function, view: &Function, profile: &Profile) -> View {
        let func = &function.entry.func;
        let signature = dispatcher(function);
        let called = dispatcher(copy);
        let tensors = func.arguments.all().filter(|argument| argument.ty.value.is_tensor_like());
        let symbolic = copy.entry.func.arguments.without_out().filter(|argument| argument.ty.value.is_symint_like());
        View {
            value: signature.returns.trim_start_matches("const ").trim_end_matches(" &").to_owned(),
            name: function_name(function),
            parameters: behind_keys("c10::DispatchKeySet dispatchKeySet", &signature.defined()),
            viewed: signature.parameters.first().map(|parameter| parameter.name.clone()).unwrap_or_default(),
            tensors: tensors
                .map(|argument| TensorArgument { name: argument.name.value.clone(), is_written: false })
                .collect(),
            operator: function.name().unambiguous(),
            copy: copy.name().unambiguous(),
            arguments: with_suffix(function, &called.parameters, "_"),
            meta_arguments: with_suffix(function, &called.parameters, "_meta"),
            symbolic: symbolic.map(|argument| argument.name.value.clone()).collect(),
            is_inplace: function.has_tag(INPLACE_VIEW),
            has_class: profile.functionalization.has_view_classes,
            class: ViewClass::new(function, copy, view, profile),
            returns: signature.returns,
        }
    }
}

impl ViewClass {
    /// How a view, or its inplace form, is computed again.
    pub fn new(function: &Function, copy: &Function, view: &Function, profile: &Profile) -> ViewClass {
        let name = function.name();
        let strided = &profile.functionalization.as_strided;
        ViewClass {
            operator: name.unambiguous(),
            copy: copy.name().unambiguous(),
            view: view.name().unambiguous(),
            is_multi_output: is_multi_output(function),
            is_as_strided: name.to_string() == *strided,
            arguments: dispatcher(function).parameters.iter().skip(1).map(Held::new).collect(),
        }
    }
}

impl Held {
    fn new(parameter: &Parameter) -> Held {
        let (owning, form) = match parameter.ty.as_str() {
            "c10::SymIntArrayRef" => ("::std::vector<c10::SymInt>", "list"),
            "at::IntArrayRef" => ("::std::vector<int64_t>", "list"),
            "at::OptionalSymIntArrayRef" => ("::std::optional<::std::vector<c10::SymInt>>", "optional_list"),
            "at::OptionalIntArrayRef" => ("::std::optional<::std::vector<int64_t>>", "optional_list"),
            other => (other.trim_start_matches("const ").trim_end_matches(" &"), "copy"),
        };
        Held { name: parameter.name.clone(), ty: parameter.ty.clone(), owning: owning.to_owned(), form }
    }
}

/// True if the view is several tensors.
fn is_multi_output(function: &Function) -> bool {
    match function.entry.func.returns.as_slice() {
        [only] => matches!(only.ty.value, Type::List { .. }),
        several => several.len() > 1,
    }
}

impl Inverse {
    /// The inverse of a view.
    pub fn new(view: &Function, settings: &FunctionalizationSettings) -> Inverse {
        let Signature { parameters, .. } = dispatcher(view);
        Inverse {
            name: view.name().unambiguous(),
            index: is_multi_output(view).then(|| settings.output_index.clone()),
            parameters: parameters.iter().skip(1).map(Parameter::defined).collect(),
        }
    }
}
