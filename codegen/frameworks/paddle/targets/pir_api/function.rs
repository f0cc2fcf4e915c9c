//! Plans the functions of an operator: their parameters, the conversion of inputs, the class to build, and the results.

use profile::{Dialect, PirApi, PirApiForm, Profile};
use serde::Serialize;
use spec::{AttrType, Input};

use super::checks::{self, ChecksPlan};
use super::results::{self, ResultsPlan, ReturnedType};
use crate::names::Locals;
use crate::pir::parameter::AttrParameter;
use forms::lists::is_listed;
use forms::pir::{Class, Entry, PirAttr, ValueType};
use forms::schema;

/// A function that adds an operator to a program, for one way to pass its attributes.
#[derive(Debug, Serialize)]
pub struct FunctionPlan {
    name: String,
    /// The operator on one line, in the words of its YAML.
    schema: String,
    returns: Vec<ReturnedType>,
    parameters: Vec<Parameter>,
    amp: Option<AmpPlan>,
    promotion: Option<PromotionPlan>,
    autocast: Option<AutocastPlan>,
    /// The class to build for each kernel.
    kernels: Vec<KernelPlan>,
    /// Lists of values that are combined into one value.
    combined: Vec<CombinedList>,
    arguments: Vec<Argument>,
    results: ResultsPlan,
}

/// A parameter in the declaration.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Parameter {
    Input {
        name: String,
        list: bool,
        optional: bool,
    },
    /// An attribute that is passed as a value, or as a list of values.
    Operand {
        name: String,
        list: bool,
    },
    Attribute(AttrParameter),
}

/// The code for AMP, which casts the inputs and calls the function again.
#[derive(Debug, Serialize)]
struct AmpPlan {
    local: String,
    inputs: Vec<CastInput>,
    /// The arguments of the call.
    arguments: Vec<String>,
}

/// The conversion if two inputs have different data types.
#[derive(Debug, Serialize)]
struct PromotionPlan {
    local: String,
    /// Whether the first input is cast in place.
    inplace: bool,
    first: CastInput,
    second: CastInput,
    arguments: Vec<String>,
}

/// The cast of an integer input that is computed as floating point.
#[derive(Debug, Serialize)]
struct AutocastPlan {
    local: String,
    /// Whether its gradient can be cast back.
    differentiable: bool,
    input: CastInput,
    arguments: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
struct CastInput {
    name: String,
    list: bool,
    /// The local variable with the result.
    local: String,
}

#[derive(Debug, Serialize)]
struct KernelPlan {
    /// The types of inputs that select the kernel. Empty if it is the only one.
    inputs: Vec<DispatchedInput>,
    /// The class of the operator.
    class: String,
    /// Whether the class is written by hand.
    #[serde(skip)]
    by_hand: bool,
    checks: Option<ChecksPlan>,
}

#[derive(Debug, Serialize)]
struct DispatchedInput {
    name: String,
    kind: ValueType,
}

#[derive(Debug, Serialize)]
struct CombinedList {
    name: String,
    local: String,
}

/// An argument of the class's `Build`.
#[derive(Debug, Serialize)]
struct Argument {
    name: String,
    /// Whether it may be absent, in which case it is an empty value.
    optional: bool,
}

/// A class that is written by hand, and the arguments that it is built with.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct HandWrittenPlan {
    class: String,
    arguments: Vec<BuildArgument>,
}

/// The type of an argument of a class's `Build`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum BuildArgument {
    Value,
    Attribute {
        /// The C++ type of a scalar that is given as a number.
        scalar: Option<String>,
        #[serde(rename = "type")]
        ty: AttrType,
    },
}

impl BuildArgument {
    fn new(parameter: &Parameter) -> Self {
        match parameter {
            Parameter::Input { .. } | Parameter::Operand { .. } => BuildArgument::Value,
            Parameter::Attribute(attribute) => {
                BuildArgument::Attribute { scalar: attribute.scalar.clone(), ty: attribute.ty }
            }
        }
    }
}

/// How mutable attributes are passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Overload {
    Attributes,
    Operands,
    /// As operands, and arrays as lists of operands.
    OperandLists,
}

/// Plans the functions of the operators of a dialect.
pub struct Functions<'a> {
    pub api: &'a PirApi,
    pub dialect: &'a Dialect,
    pub profile: &'a Profile,
}

impl Functions<'_> {
    /// All functions of an operator.
    pub fn of(&self, entry: &Entry) -> Vec<FunctionPlan> {
        let mut functions = Vec::new();
        for variant in entry.declared_variants(self.api, self.dialect) {
            let classes = entry.classes_of(variant);
            let overloads = overloads(entry);
            functions.extend(overloads.into_iter().map(|overload| self.function(entry, &classes, overload)));
        }
        functions
    }

    /// How an operator's functions build classes that are written by hand.
    pub fn by_hand(&self, entry: &Entry) -> Vec<HandWrittenPlan> {
        if !entry.variants().iter().any(|variant| self.dialect.is_hand_written(variant)) {
            return Vec::new();
        }
        let plans = |function: FunctionPlan| {
            let arguments: Vec<_> = function.parameters.iter().map(BuildArgument::new).collect();
            let kernels = function.kernels.into_iter().filter(|kernel| kernel.by_hand);
            kernels.map(move |kernel| HandWrittenPlan { class: kernel.class, arguments: arguments.clone() })
        };
        self.of(entry).into_iter().flat_map(plans).collect()
    }

    fn function(&self, entry: &Entry, classes: &[Class], overload: Overload) -> FunctionPlan {
        let variant = classes.first().map_or(entry.name(), |class| &class.variant);
        let parameters = self.parameters(entry, overload);
        let mut locals = Locals::new(entry.op.signature.arg_names());
        // These have blocks of their own.
        let amp = self.amp(entry, variant, &parameters, locals.clone());
        let promotion = self.promotion(entry, variant, &parameters, locals.clone());
        let autocast = self.autocast(entry, variant, &parameters, locals.clone());
        let combined = combined(&parameters, &mut locals);
        FunctionPlan {
            name: entry.marked(variant.to_owned()),
            schema: schema::of(entry.op),
            returns: results::types(entry, self.api),
            kernels: classes.iter().map(|class| self.kernel(entry, class, classes.len() > 1)).collect(),
            arguments: parameters.iter().map(|parameter| argument(parameter, &combined)).collect(),
            results: results::plan(entry, self.api, &mut locals),
            amp,
            promotion,
            autocast,
            combined,
            parameters,
        }
    }

    fn parameters(&self, entry: &Entry, overload: Overload) -> Vec<Parameter> {
        let input = |input: &Input| Parameter::Input {
            name: input.name.value.clone(),
            list: input.ty.is_list(),
            optional: input.optional,
        };
        let inputs = entry.inputs().iter().map(input);
        let attribute = |attr: &PirAttr| Parameter::Attribute(AttrParameter::new(attr, self.profile));
        if overload == Overload::Attributes {
            return inputs.chain(entry.attrs.iter().map(attribute)).collect();
        }
        let operand = |attr: &PirAttr| Parameter::Operand {
            name: attr.name().to_owned(),
            list: attr.is_array_operand() && overload == Overload::OperandLists,
        };
        inputs.chain(entry.mutable().map(operand)).chain(entry.immutable().map(attribute)).collect()
    }

    /// The code for AMP. There is none for gradients and inplace functions, which keep the given types.
    fn amp(&self, entry: &Entry, variant: &str, parameters: &[Parameter], mut locals: Locals) -> Option<AmpPlan> {
        let modes = self.api.modes.as_ref()?;
        if entry.inputs().is_empty() || is_listed(variant, &modes.no_amp, &modes.no_amp_endings) {
            return None;
        }
        let local = locals.fresh("amp");
        let inputs: Vec<CastInput> = entry.inputs().iter().map(|input| cast_input(input, &mut locals)).collect();
        let arguments = arguments(parameters, &inputs);
        Some(AmpPlan { local, inputs, arguments })
    }

    fn promotion(
        &self,
        entry: &Entry,
        variant: &str,
        parameters: &[Parameter],
        mut locals: Locals,
    ) -> Option<PromotionPlan> {
        let [first, second] = self.api.modes.as_ref()?.promotions.get(variant)?;
        let input = |name: &str| entry.op.signature.input(name).filter(|input| !input.ty.is_list() && !input.optional);
        let (first, second) = (input(first)?, input(second)?);
        let local = locals.fresh("promotion");
        let [first, second] = [first, second].map(|input| cast_input(input, &mut locals));
        let inplace = variant.ends_with('_');
        let cast = if inplace { vec![second.clone()] } else { vec![first.clone(), second.clone()] };
        Some(PromotionPlan { local, inplace, arguments: arguments(parameters, &cast), first, second })
    }

    fn autocast(
        &self,
        entry: &Entry,
        variant: &str,
        parameters: &[Parameter],
        mut locals: Locals,
    ) -> Option<AutocastPlan> {
        let modes = self.api.modes.as_ref()?;
        let [name] = modes.type_autocast.get(variant)?;
        let input = entry.op.signature.input(name).filter(|input| !input.ty.is_list() && !input.optional)?;
        let differentiable = modes.type_autocast_gradients.iter().any(|function| function == variant);
        let local = locals.fresh("autocast");
        let input = cast_input(input, &mut locals);
        let arguments = arguments(parameters, std::slice::from_ref(&input));
        Some(AutocastPlan { local, differentiable, input, arguments })
    }

    fn kernel(&self, entry: &Entry, class: &Class, is_dispatched: bool) -> KernelPlan {
        let inputs = entry.inputs().iter().zip(&class.input_types).filter(|_| is_dispatched);
        let inputs = inputs.map(|(input, kind)| DispatchedInput { name: input.name.value.clone(), kind: *kind });
        KernelPlan {
            inputs: inputs.collect(),
            class: class.name.clone(),
            by_hand: self.dialect.is_hand_written(&class.operation),
            checks: checks::plan(entry, self.checked_kernel(class, is_dispatched), self.api),
        }
    }

    /// The name under which a kernel's data types are looked up.
    fn checked_kernel(&self, class: &Class, is_dispatched: bool) -> String {
        let by_kernel = is_dispatched || self.api.form == PirApiForm::Optional;
        let Some(kernel) = class.kernel.filter(|_| by_kernel) else { return class.variant.to_string() };
        let name = &kernel.name.value;
        if class.is_inplace && !name.ends_with('_') { format!("{name}_") } else { name.clone() }
    }
}

fn overloads(entry: &Entry) -> Vec<Overload> {
    let mut overloads = vec![Overload::Attributes];
    if entry.mutable().next().is_some() {
        overloads.push(Overload::Operands);
    }
    if entry.mutable().any(PirAttr::is_array_operand) {
        overloads.push(Overload::OperandLists);
    }
    overloads
}

fn cast_input(input: &Input, locals: &mut Locals) -> CastInput {
    let name = input.name.value.clone();
    CastInput { local: locals.fresh(format!("new_{name}")), list: input.ty.is_list(), name }
}

/// All arguments, some of them cast.
fn arguments(parameters: &[Parameter], cast: &[CastInput]) -> Vec<String> {
    let argument = |parameter: &Parameter| {
        let name = parameter.name();
        cast.iter().find(|input| input.name == name).map_or(name, |input| &input.local).to_owned()
    };
    parameters.iter().map(argument).collect()
}

/// The lists to combine. Optional ones come first, as in the framework.
fn combined(parameters: &[Parameter], locals: &mut Locals) -> Vec<CombinedList> {
    let lists = |wanted: bool| parameters.iter().filter(move |parameter| parameter.list() == Some(wanted));
    let combined = |parameter: &Parameter| CombinedList {
        name: parameter.name().to_owned(),
        local: locals.fresh(format!("{}_value", parameter.name())),
    };
    lists(true).chain(lists(false)).map(combined).collect()
}

fn argument(parameter: &Parameter, combined: &[CombinedList]) -> Argument {
    let name = parameter.name();
    let list = combined.iter().find(|list| list.name == name);
    let optional = matches!(parameter, Parameter::Input { list: false, optional: true, .. });
    Argument { name: list.map_or(name, |list| &list.local).to_owned(), optional }
}

impl Parameter {
    fn name(&self) -> &str {
        match self {
            Parameter::Input { name, .. } | Parameter::Operand { name, .. } => name,
            Parameter::Attribute(attribute) => &attribute.name,
        }
    }

    /// For a list of values, whether it is optional.
    fn list(&self) -> Option<bool> {
        match self {
            Parameter::Input { list: true, optional, .. } => Some(*optional),
            Parameter::Operand { list: true, .. } => Some(false),
            _ => None,
        }
    }
}
