//! Plans the Python-C functions of an operator: the arguments that they read, the function that they call, and their results.

use serde::Serialize;

use crate::by_hand::{ByHand, Helpers, Variable};
use crate::names::Locals;
use forms::cpp_api::Variant;
use forms::dygraph::AttributeDefault;
use forms::dygraph::ad_function;
use forms::lists::variants_in;
use forms::python::{NamedArguments, method_name};
use profile::{ApiForm, Group, Profile, PythonC};
use registry::Registry;
use spec::python_api::Mode;
use spec::{Attr, Element, Input, Op, Output, PythonApi};

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
    /// The names of the arguments, if they can be passed by keyword.
    named: Option<NamedArguments>,
    /// The function that reads all arguments: it gets what Python passes, and fills the local variables.
    mapper: Option<ByHand<'a>>,
    /// The function that changes the arguments before the call.
    pre_process: Option<ByHand<'a>>,
    /// The number of tensors that the caller may pass for the results.
    predefined: Option<usize>,
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
    /// The pointer to the caller's tensor, if a function that is written by hand finds it.
    pointer: Option<String>,
}

impl<'a> TensorArgument<'a> {
    /// Whether the local variable refers to the caller's tensor instead of a copy.
    fn is_reference(&self) -> bool {
        !self.list && !self.optional
    }

    fn variable(&self) -> Variable<'a> {
        let TensorArgument { local, list, optional, pointer, .. } = self.clone();
        let target = pointer.is_some().then(|| local.clone());
        Variable { variable: pointer.unwrap_or(local), returns: None, list, optional, target }
    }
}

/// An attribute.
#[derive(Debug, Serialize)]
struct AttrArgument<'a> {
    local: String,
    /// Absent if the profile has no reader for the type, in which case the template fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    reader: Option<&'a str>,
    /// The C++ type that the reader returns.
    returns: Option<&'a str>,
    position: usize,
    default: Option<AttributeDefault>,
}

impl<'a> AttrArgument<'a> {
    fn variable(&self) -> Variable<'a> {
        let AttrArgument { local, returns, .. } = self;
        Variable { variable: local.clone(), returns: *returns, list: false, optional: false, target: None }
    }
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
    /// The arguments that Python passes by keyword.
    kwargs: String,
    /// The tuple that Python passes, if it is not `args`.
    given: String,
    /// All arguments by their names.
    named: String,
    /// The tensors that the caller passes for the results.
    out: String,
}

/// Plans the functions of operators.
#[derive(Clone, Copy)]
pub struct Functions<'a> {
    pub registry: &'a Registry,
    pub profile: &'a Profile,
    pub python_c: &'a PythonC,
    pub namespace: Option<&'a str>,
}

impl<'a> Functions<'a> {
    /// All functions of an operator.
    pub fn of(self, op: &'a Op, group: &Group) -> Vec<FunctionPlan<'a>> {
        variants_in(op, group).map(|inplace| self.function(op, inplace)).collect()
    }

    fn function(self, op: &'a Op, inplace: bool) -> FunctionPlan<'a> {
        let Functions { namespace, python_c, .. } = self;
        let signature = &op.signature;
        let variant = op.function_name(inplace);
        let mut locals = Locals::default();
        let has_keywords = python_c.keywords.is_some();
        let mut reserve = |wanted: &str, is_needed: bool| if is_needed { locals.fresh(wanted) } else { String::new() };
        let local = Reserved {
            args: reserve("args", true),
            call: reserve("call", true),
            mesh: reserve("mesh", true),
            kwargs: reserve("kwargs", has_keywords),
            given: reserve("given", has_keywords),
            named: reserve("named", has_keywords),
            out: reserve("out", has_keywords),
        };
        let mut tensors: Vec<_> =
            signature.inputs.iter().enumerate().map(|(i, input)| tensor(input, i, &mut locals)).collect();
        let attrs = signature.attrs.iter().enumerate();
        let attrs: Vec<_> = attrs.map(|(i, attr)| attribute(attr, tensors.len() + i, &mut locals, python_c)).collect();
        let place = signature.attrs.iter().position(|attr| attr.ty.is(Element::Place));
        let predefined = self.predefined(op, inplace).filter(|_| has_keywords);
        let arguments = tensors.iter().map(|tensor| &tensor.local).chain(attrs.iter().map(|attr| &attr.local));
        let arguments = arguments.chain(predefined.map(|_| &local.out)).cloned().collect();
        let api = self.api(op, &variant);
        let is_read_by_hand = api.is_some_and(|api| api.args_mapper.of(Mode::Dygraph).is_some());
        for tensor in tensors.iter_mut().filter(|tensor| is_read_by_hand && tensor.is_reference()) {
            tensor.pointer = Some(locals.fresh(format!("given_{}", tensor.name)));
        }
        let variables = tensors.iter().map(TensorArgument::variable).chain(attrs.iter().map(AttrArgument::variable));
        let helpers = api.map(|api| Helpers::new(api, Mode::Dygraph, signature, variables));
        let Helpers { mapper, pre_process } = helpers.unwrap_or_default();
        FunctionPlan {
            method: method_name(op, inplace, namespace),
            namespace,
            op: op.name.as_str(),
            parameters: signature.arg_names().collect(),
            named: api.filter(|_| !is_read_by_hand).and_then(|api| self.named(op, api)),
            mapper,
            pre_process,
            predefined,
            mesh: mesh_plan(&tensors),
            place: place.map(|i| attrs[i].local.clone()),
            callee: ad_function(&variant),
            arguments,
            result: if inplace && !is_read_by_hand { inplace_result(op) } else { ResultPlan::New },
            variant,
            tensors,
            attrs,
            local,
        }
    }

    fn predefined(self, op: &Op, inplace: bool) -> Option<usize> {
        Variant { op, inplace, form: ApiForm::Returning }.predefined_outputs(self.profile.cpp_api.as_ref()?)
    }

    fn named(self, op: &Op, api: &PythonApi) -> Option<NamedArguments> {
        Some(NamedArguments::new(op.signature.arg_names(), api, self.python_c.keywords.as_ref()?))
    }

    /// How Python calls a function, if the profile has arguments by keyword.
    fn api(self, op: &'a Op, variant: &str) -> Option<&'a PythonApi> {
        self.registry.dygraph_python_api(op, variant).filter(|_| self.python_c.keywords.is_some())
    }
}

fn tensor<'a>(input: &'a Input, position: usize, locals: &mut Locals) -> TensorArgument<'a> {
    let name = input.name.as_str();
    let (list, optional) = (input.ty.is_list(), input.optional);
    TensorArgument { local: locals.fresh(name), name, position, list, optional, pointer: None }
}

fn attribute<'a>(attr: &Attr, position: usize, locals: &mut Locals, python_c: &'a PythonC) -> AttrArgument<'a> {
    let cast = python_c.casts.get(&attr.ty.to_string());
    AttrArgument {
        local: locals.fresh(attr.name.as_str()),
        reader: cast.map(|cast| cast.reader.as_str()),
        returns: cast.map(|cast| cast.returns.as_str()),
        position,
        default: AttributeDefault::new(attr),
    }
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
        let template = [
            include_str!("../../../../../templates/python_c/function.cc.j2"),
            include_str!("../../../../../templates/python_c/arguments.cc.j2"),
        ];
        let [args, call, mesh, kwargs, given, named, out] = [(); 7].map(|()| String::new());
        let names = crate::value(&Reserved { args, call, mesh, kwargs, given, named, out });
        for name in names.try_iter().expect("it has fields") {
            assert!(template.concat().contains(&format!("local.{name}")), "{name}");
        }
    }
}
