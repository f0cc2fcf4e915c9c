//! The Python-C functions of one operator: what they read, what they call, what they give back.

use serde::Serialize;

use super::cast;
use crate::cpp::{self, joined};
use crate::names::Locals;
use spec::{Attr, Element, Input, Op, Output};

/// One function that Python can call.
#[derive(Debug, Serialize)]
pub struct FunctionPlan<'a> {
    /// Its name in the table of methods.
    pub method: String,
    /// The C++ function, without its namespace.
    pub name: String,
    pub namespace: Option<&'a str>,
    /// What `help()` shows in Python.
    pub doc: String,
    /// The operator's name, for messages and the profiler.
    pub op: String,
    /// The name of this variant, for the log.
    pub variant: String,
    pub arity: usize,
    pub tensors: Vec<TensorRead>,
    pub mesh: Option<MeshPlan>,
    pub attrs: Vec<AttrRead>,
    /// The attribute that names the place to run at; the one Python expects where there is none.
    pub place: Option<String>,
    /// The call of the function that records the gradient.
    pub call: String,
    pub gives: Gives,
    /// The local variable with the state of the call.
    pub state: String,
    /// The tuple of arguments.
    pub args: String,
}

/// A tensor argument.
#[derive(Debug, Clone, Serialize)]
pub struct TensorRead {
    pub local: String,
    pub name: String,
    pub function: &'static str,
    pub position: usize,
    /// `true` or `false`: whether the argument may be `None`.
    pub dispensable: &'static str,
    /// The caller's own tensor; what else there is are copies, which are read again when tensors have moved to a mesh.
    pub by_reference: bool,
}

/// What is done when one of the tensors is spread over a mesh of devices.
#[derive(Debug, Serialize)]
pub struct MeshPlan {
    pub local: String,
    /// Tensors that are asked for their mesh.
    pub sources: String,
    /// Pointers to the tensors that are moved where they stand.
    pub moved: String,
    pub read_again: Vec<TensorRead>,
}

/// An attribute.
#[derive(Debug, Serialize)]
pub struct AttrRead {
    pub local: String,
    pub function: &'static str,
    pub position: usize,
}

/// What the caller gets.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Gives {
    /// New objects; of several a tuple.
    New,
    /// The one output was written into this argument.
    Argument { position: usize },
    /// A tuple in which some places are taken by arguments: `{place, argument}, ..`.
    Tuple { kept: String },
}

/// The name of a function in the table of methods.
pub fn method_name(op: &Op, inplace: bool, namespace: Option<&str>) -> String {
    let name = op.function_name(inplace);
    namespace.map_or(name.clone(), |namespace| format!("{namespace}_{name}"))
}

/// All functions of an operator.
pub fn plan<'a>(op: &Op, namespace: Option<&'a str>) -> Vec<FunctionPlan<'a>> {
    op.variants().map(|inplace| function(op, inplace, namespace)).collect()
}

fn function<'a>(op: &Op, inplace: bool, namespace: Option<&'a str>) -> FunctionPlan<'a> {
    let signature = &op.signature;
    let name = &op.name.value;
    let variant = op.function_name(inplace);
    let mut locals = Locals::default();
    let [args, state, mesh] = ["args", "call", "mesh"].map(|wanted| locals.fresh(wanted));
    let tensors: Vec<_> = signature.inputs.iter().enumerate().map(|(i, input)| tensor(input, i, &mut locals)).collect();
    let attrs = signature.attrs.iter().enumerate();
    let attrs: Vec<_> = attrs.map(|(i, attr)| attribute(attr, tensors.len() + i, &mut locals)).collect();
    let place = signature.attrs.iter().position(|attr| attr.ty.is(Element::Place));
    let passed = tensors.iter().map(|read| &read.local).chain(attrs.iter().map(|read| &read.local));
    let method = method_name(op, inplace, namespace);
    FunctionPlan {
        doc: format!("{method}({})", joined(signature.arg_names())),
        method,
        name: format!("eager_api_{variant}"),
        namespace,
        op: name.clone(),
        arity: tensors.len() + attrs.len(),
        mesh: mesh_plan(&tensors, mesh),
        place: place.map(|i| attrs[i].local.clone()),
        call: format!("::{}{variant}_ad_func({})", cpp::prefix(namespace), joined(passed)),
        gives: if inplace { gives_inplace(op) } else { Gives::New },
        variant,
        tensors,
        attrs,
        state,
        args,
    }
}

fn tensor(input: &Input, position: usize, locals: &mut Locals) -> TensorRead {
    let function = match (input.ty.is_list(), input.optional) {
        (false, false) => "GetTensorFromArgs",
        (false, true) => "GetOptionalTensorFromArgs",
        (true, false) => "GetTensorListFromArgs",
        (true, true) => "GetOptionalTensorListFromArgs",
    };
    TensorRead {
        local: locals.fresh(&input.name.value),
        name: input.name.value.clone(),
        function,
        position,
        dispensable: if input.optional { "true" } else { "false" },
        by_reference: !input.optional && !input.ty.is_list(),
    }
}

fn attribute(attr: &Attr, position: usize, locals: &mut Locals) -> AttrRead {
    AttrRead { local: locals.fresh(&attr.name.value), function: cast::of(attr.ty).function, position }
}

fn mesh_plan(tensors: &[TensorRead], local: String) -> Option<MeshPlan> {
    if tensors.is_empty() {
        return None;
    }
    let moved = tensors.iter().filter(|read| read.by_reference).map(|read| format!("&{}", read.local));
    Some(MeshPlan {
        local,
        sources: joined(tensors.iter().map(|read| &read.local)),
        moved: joined(moved),
        read_again: tensors.iter().filter(|read| !read.by_reference).cloned().collect(),
    })
}

/// Outputs that were written into arguments are given back as those very objects.
fn gives_inplace(op: &Op) -> Gives {
    let argument = |output: &Output| {
        let input = op.inplace_input(&output.name.value)?;
        op.signature.input_names().position(|name| name == input)
    };
    let returned: Vec<_> = op.signature.outputs.iter().filter(|output| !output.intermediate).map(argument).collect();
    if let [Some(position)] = returned[..] {
        return Gives::Argument { position };
    }
    let kept = returned.iter().enumerate().filter_map(|(place, argument)| Some((place, (*argument)?)));
    let kept = joined(kept.map(|(place, argument)| format!("{{{place}, {argument}}}")));
    if kept.is_empty() { Gives::New } else { Gives::Tuple { kept } }
}
