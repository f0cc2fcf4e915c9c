//! Plans the Python-C functions of an operator: the arguments that they read, the function that they call, and their results.

use serde::Serialize;

use crate::names::Locals;
use forms::dygraph::ad_function;
use forms::python::method_name;
use profile::PythonC;
use spec::{Attr, Element, Input, Op, Output};

/// A function that Python can call.
#[derive(Debug, Serialize)]
pub struct FunctionPlan<'a> {
    /// The name in the method table.
    method: String,
    namespace: Option<&'a str>,
    /// The operator's name, for messages and the profiler.
    op: &'a str,
    /// The operator's name, or that of its inplace variant.
    variant: String,
    /// The names of the arguments, in order.
    parameters: Vec<&'a str>,
    tensors: Vec<TensorArgument<'a>>,
    attrs: Vec<AttrArgument<'a>>,
    mesh: MeshPlan<'a>,
    /// The attribute with the device to run on. Without one, it is the device that Python expects.
    place: Option<String>,
    /// The function of the dynamic graph, and the local variables that it takes.
    callee: String,
    arguments: Vec<String>,
    result: ResultPlan,
    local: Reserved,
}

/// A tensor argument.
#[derive(Debug, Clone, Serialize)]
struct TensorArgument<'a> {
    local: String,
    name: &'a str,
    position: usize,
    list: bool,
    optional: bool,
}

impl TensorArgument<'_> {
    /// Whether the local variable refers to the caller's tensor instead of a copy.
    fn is_reference(&self) -> bool {
        !self.list && !self.optional
    }
}

/// An attribute.
#[derive(Debug, Serialize)]
struct AttrArgument<'a> {
    local: String,
    /// Absent if the profile has no reader for the type, in which case the template fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    reader: Option<&'a str>,
    position: usize,
}

/// The conversion if one of the tensors is distributed over a mesh of devices.
#[derive(Debug, Serialize)]
struct MeshPlan<'a> {
    /// The local variables whose tensors are converted in place.
    moved: Vec<String>,
    /// The copies, which have to be read again.
    read_again: Vec<TensorArgument<'a>>,
}

/// The result for the caller.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum ResultPlan {
    /// New objects, several of them as a tuple.
    New,
    /// The only output was written into this argument.
    Argument { position: usize },
    /// A tuple of new objects and arguments.
    Tuple { arguments: Vec<ReturnedArgument> },
}

/// One of several outputs that was written into an argument.
#[derive(Debug, Serialize)]
struct ReturnedArgument {
    output: usize,
    position: usize,
}

/// The names of local variables besides arguments.
#[derive(Debug, Serialize)]
struct Reserved {
    /// The tuple of arguments.
    args: String,
    /// The state of the call.
    call: String,
    mesh: String,
}

/// All functions of an operator.
pub fn plan<'a>(op: &'a Op, namespace: Option<&'a str>, python_c: &'a PythonC) -> Vec<FunctionPlan<'a>> {
    op.variants().map(|inplace| function(op, inplace, namespace, python_c)).collect()
}

fn function<'a>(op: &'a Op, inplace: bool, namespace: Option<&'a str>, python_c: &'a PythonC) -> FunctionPlan<'a> {
    let signature = &op.signature;
    let variant = op.function_name(inplace);
    let mut locals = Locals::default();
    let [args, call, mesh] = ["args", "call", "mesh"].map(|wanted| locals.fresh(wanted));
    let tensors: Vec<_> = signature.inputs.iter().enumerate().map(|(i, input)| tensor(input, i, &mut locals)).collect();
    let attrs = signature.attrs.iter().enumerate();
    let attrs: Vec<_> = attrs.map(|(i, attr)| attribute(attr, tensors.len() + i, &mut locals, python_c)).collect();
    let place = signature.attrs.iter().position(|attr| attr.ty.is(Element::Place));
    let arguments = tensors.iter().map(|tensor| &tensor.local).chain(attrs.iter().map(|attr| &attr.local));
    FunctionPlan {
        method: method_name(op, inplace, namespace),
        namespace,
        op: op.name.as_str(),
        parameters: signature.arg_names().collect(),
        mesh: mesh_plan(&tensors),
        place: place.map(|i| attrs[i].local.clone()),
        callee: ad_function(&variant),
        arguments: arguments.cloned().collect(),
        result: if inplace { inplace_result(op) } else { ResultPlan::New },
        variant,
        tensors,
        attrs,
        local: Reserved { args, call, mesh },
    }
}

fn tensor<'a>(input: &'a Input, position: usize, locals: &mut Locals) -> TensorArgument<'a> {
    let name = input.name.as_str();
    TensorArgument { local: locals.fresh(name), name, position, list: input.ty.is_list(), optional: input.optional }
}

fn attribute<'a>(attr: &Attr, position: usize, locals: &mut Locals, python_c: &'a PythonC) -> AttrArgument<'a> {
    let cast = python_c.casts.get(&attr.ty.to_string());
    AttrArgument { local: locals.fresh(attr.name.as_str()), reader: cast.map(|cast| cast.reader.as_str()), position }
}

fn mesh_plan<'a>(tensors: &[TensorArgument<'a>]) -> MeshPlan<'a> {
    let (references, copies): (Vec<_>, Vec<_>) = tensors.iter().cloned().partition(TensorArgument::is_reference);
    MeshPlan { moved: references.into_iter().map(|tensor| tensor.local).collect(), read_again: copies }
}

/// Outputs that were written into arguments are returned as the same objects.
fn inplace_result(op: &Op) -> ResultPlan {
    let argument = |output: &Output| {
        let input = op.inplace_input(&output.name.value)?;
        op.signature.input_names().position(|name| name == input)
    };
    let returned: Vec<_> = op.signature.outputs.iter().filter(|output| !output.intermediate).map(argument).collect();
    if let [Some(position)] = returned[..] {
        return ResultPlan::Argument { position };
    }
    let written = returned.into_iter().enumerate();
    let written = written.filter_map(|(output, position)| Some(ReturnedArgument { output, position: position? }));
    let arguments: Vec<_> = written.collect();
    if arguments.is_empty() { ResultPlan::New } else { ResultPlan::Tuple { arguments } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_uses_every_reserved_name() {
        let template = include_str!("../../../templates/python_c/function.cc.j2");
        let [args, call, mesh] = [(); 3].map(|()| String::new());
        let names = crate::value(&Reserved { args, call, mesh });
        for name in names.try_iter().expect("it has fields") {
            assert!(template.contains(&format!("local.{name}")), "{name}");
        }
    }
}
