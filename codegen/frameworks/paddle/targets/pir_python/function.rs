//! Plans functions that Python calls: the arguments that they read, and the C++ functions that they call.

use profile::{Dialect, PirPython, PirPythonForm, Profile};
use registry::Registry;
use serde::Serialize;
use spec::Input;
use spec::python_api::Mode;

use crate::by_hand::{ByHand, Helpers, Variable};
use crate::names::Locals;
use crate::pir::parameter::{AttrParameter, DefaultValue};
use forms::lists::is_listed;
use forms::pir::{Entry, PirAttr};
use forms::python::NamedArguments;

/// A function that Python can call.
#[derive(Debug, Serialize)]
pub struct FunctionPlan<'a> {
    name: String,
    values: Vec<ValueArgument<'a>>,
    attributes: Vec<AttributeArgument<'a>>,
    /// The local variables that are passed to the C++ function.
    arguments: Vec<String>,
    returns: bool,
    /// Whether operators record the position of the call in Python.
    records: bool,
    /// The names of the arguments, if they can be passed by keyword.
    named: Option<NamedArguments>,
    /// The function that reads all arguments: it gets what Python passes, and fills the local variables.
    mapper: Option<ByHand<'a>>,
    /// The function that changes the arguments before the call.
    pre_process: Option<ByHand<'a>>,
    /// Whether a warning says that programs ignore tensors for the results.
    ignores_out: bool,
    local: Reserved,
}

/// An input.
#[derive(Debug, Serialize)]
struct ValueArgument<'a> {
    local: String,
    name: &'a str,
    position: usize,
    list: bool,
    optional: bool,
    /// Whether the reader must know if `None` is allowed.
    dispensable: bool,
}

/// An attribute, passed as a Python value or, if it is mutable, as a value of the program.
#[derive(Debug, Serialize)]
struct AttributeArgument<'a> {
    local: String,
    name: String,
    position: usize,
    /// Absent if the profile has no reader for the type, in which case the template fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    reader: Option<&'a str>,
    /// The C++ type that the reader returns.
    returns: Option<&'a str>,
    operand: Option<Operand<'a>>,
    default: Option<DefaultValue>,
}

impl<'a> ValueArgument<'a> {
    fn variable(&self) -> Variable<'a> {
        let ValueArgument { local, list, optional, .. } = self;
        Variable { variable: local.clone(), returns: None, list: *list, optional: *optional, target: None }
    }
}

impl<'a> AttributeArgument<'a> {
    fn variable(&self) -> Variable<'a> {
        let AttributeArgument { local, returns, operand, .. } = self;
        let returns = returns.filter(|_| operand.is_none());
        Variable { variable: local.clone(), returns, list: false, optional: false, target: None }
    }
}

/// How an attribute is converted to a value of the program.
#[derive(Debug, Serialize)]
struct Operand<'a> {
    /// The local variable with the Python object.
    given: String,
    /// Whether it is an array, which may also be passed as a list of values.
    array: bool,
    /// Whether values and integers may be mixed in that list.
    mixed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_type: Option<&'a str>,
}

/// The names of local variables besides arguments.
#[derive(Debug, Serialize)]
struct Reserved {
    /// The tuple of arguments.
    args: String,
    /// The state of the call.
    call: String,
    /// The arguments that Python passes by keyword.
    kwargs: String,
    /// The tuple that Python passes, if it is not `args`.
    given: String,
    /// All arguments by their names.
    named: String,
}

/// Plans the functions of the operators of a dialect.
pub struct Functions<'a> {
    pub registry: &'a Registry,
    pub profile: &'a Profile,
    pub python: &'a PirPython,
    pub dialect: &'a Dialect,
}

impl<'a> Functions<'a> {
    /// All functions of an operator.
    pub fn of(&self, entry: &'a Entry<'a>) -> Vec<FunctionPlan<'a>> {
        let PirPython { without, without_endings, .. } = self.python;
        let variants = entry.variants().into_iter().filter(|variant| {
            entry.is_buildable(variant, self.dialect) && !is_listed(variant, without, without_endings)
        });
        variants.map(|variant| self.function(entry, &variant)).collect()
    }

    fn function(&self, entry: &'a Entry<'a>, variant: &str) -> FunctionPlan<'a> {
        let mut locals = Locals::default();
        let [args, call] = ["args", "call"].map(|wanted| locals.fresh(wanted));
        let keywords = self.profile.python_c.as_ref().and_then(|python_c| python_c.keywords.as_ref());
        let [kwargs, given, named] = match keywords {
            Some(_) => ["kwargs", "given", "named"].map(|wanted| locals.fresh(wanted)),
            None => [(); 3].map(|()| String::new()),
        };
        let inputs = entry.inputs().iter().enumerate();
        let values: Vec<_> = inputs.map(|(position, input)| self.value(input, position, &mut locals)).collect();
        let has_operands = !entry.outputs().is_empty();
        let attributes = entry.attrs.iter().enumerate();
        let attributes: Vec<_> =
            attributes.map(|(i, attr)| self.attribute(attr, values.len() + i, has_operands, &mut locals)).collect();
        let inputs = values.iter().map(|value| &value.local);
        let (operands, others): (Vec<_>, Vec<_>) = attributes.iter().partition(|attr| attr.operand.is_some());
        let arguments = inputs.chain(operands.iter().chain(&others).map(|attr| &attr.local)).cloned().collect();
        let api = self.registry.python_api(entry.op, variant).zip(keywords);
        let variables =
            values.iter().map(ValueArgument::variable).chain(attributes.iter().map(AttributeArgument::variable));
        let helpers = api.map(|(api, _)| Helpers::new(api, Mode::Programs, &entry.op.signature, variables));
        let Helpers { mapper, pre_process } = helpers.unwrap_or_default();
        let name = entry.marked(variant.to_owned());
        let is_plain = !(name.ends_with('_') || name.ends_with("grad") || name.contains("sparse"));
        FunctionPlan {
            named: api
                .filter(|_| mapper.is_none())
                .map(|(api, keywords)| NamedArguments::new(entry.op.signature.arg_names(), api, keywords)),
            mapper,
            pre_process,
            ignores_out: keywords.is_some() && has_operands && is_plain,
            name,
            returns: entry.outputs().iter().any(|output| !output.intermediate),
            records: self.python.form == PirPythonForm::Traced,
            values,
            attributes,
            arguments,
            local: Reserved { args, call, kwargs, given, named },
        }
    }

    fn value(&self, input: &'a Input, position: usize, locals: &mut Locals) -> ValueArgument<'a> {
        let name = input.name.value.as_str();
        let (list, optional) = (input.ty.is_list(), input.optional);
        let dispensable = self.python.form == PirPythonForm::Traced;
        ValueArgument { local: locals.fresh(name), name, position, list, optional, dispensable }
    }

    fn attribute(
        &self,
        attr: &PirAttr,
        position: usize,
        has_operands: bool,
        locals: &mut Locals,
    ) -> AttributeArgument<'a> {
        let ty = attr.scalar.clone().unwrap_or_else(|| attr.ty().to_string());
        let cast = self.python.casts.get(&ty);
        let is_operand = attr.mutable.is_some() && has_operands;
        let local = locals.fresh(attr.name());
        let operand = is_operand.then(|| Operand {
            given: locals.fresh(format!("given_{}", attr.name())),
            array: attr.is_array_operand(),
            mixed: attr.is_array_operand() && self.python.mixed_lists,
            data_type: cast.and_then(|cast| cast.data_type.as_deref()),
        });
        AttributeArgument {
            local,
            name: attr.name().to_owned(),
            position,
            reader: cast.map(|cast| cast.reader.as_str()),
            returns: cast.map(|cast| cast.returns.as_str()),
            operand,
            default: AttrParameter::new(attr, self.profile).default,
        }
    }
}
