//! Plans the functions that build an operation: their parameters and bodies.

use profile::{Pir, Profile};
use serde::Serialize;
use spec::{AttrType, Call};

use super::attribute_read::AttributeRead;
use super::call::{CallPlan, Values};
use super::parameter::{Form, Parameter, parameters};
use forms::pir::{Class, DialectOps, Entry, PirAttr, class_name};

/// The functions of a class that build its operations.
#[derive(Debug, Clone, Serialize)]
pub struct BuildPlan {
    pub class: String,
    pub functions: Vec<BuildFunction>,
}

/// An overload of these functions, for one way to pass attributes.
#[derive(Debug, Clone, Serialize)]
pub struct BuildFunction {
    pub form: Form,
    pub parameters: Vec<Parameter>,
    /// Whether the body creates further operations.
    pub uses_builder: bool,
    pub body: Body,
    /// The names of all attributes, if the operation also keeps other entries of the map.
    pub own_attributes: Option<Vec<String>>,
    /// Whether the results never have gradients.
    pub stops_gradients: bool,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Body {
    /// Creates an operation.
    Operation {
        operands: Vec<OperandPlan>,
        attributes: Vec<AttributePlan>,
        /// How the types of the results are inferred, if no other function of the class does so.
        infer: Option<CallPlan>,
    },
    /// Calls another overload with the entries of the map.
    ReadMap { arguments: Vec<MapArgument> },
    /// Creates an operation that keeps the map's attributes unchanged.
    KeepMap { operands: Vec<String> },
    /// Calls another overload with operands that are created from values.
    MakeOperands { operands: Vec<OperandPlan>, attributes: Vec<AttributePlan> },
    /// Creates an operation of another class instead.
    Invoke { class: String, arguments: Vec<InvokeArgument> },
}

/// An operand of the operation.
#[derive(Debug, Clone, Serialize)]
pub struct OperandPlan {
    pub name: String,
    /// How it is created, if it is not passed.
    pub made: Option<MadeOperand>,
}

/// How an operand is created from the value of an attribute.
#[derive(Debug, Clone, Serialize)]
pub struct MadeOperand {
    /// Whether it is a list of integers.
    pub array: bool,
    /// The type of a number.
    pub number: String,
}

/// An attribute that the operation keeps.
#[derive(Debug, Clone, Serialize)]
pub struct AttributePlan {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: AttrType,
    /// Whether it is a list of integers that is stored as one attribute.
    pub array: bool,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MapArgument {
    Operand { name: String },
    Attribute(AttributeRead),
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InvokeArgument {
    Operand {
        name: String,
    },
    /// The data type of an operand.
    DataType {
        name: String,
    },
    /// In C++.
    Expression {
        text: String,
    },
}

/// Plans the functions of a class that build an operation. There are none if nothing determines the types of the results.
pub fn plan(entry: &Entry, class: &Class, ops: &DialectOps, profile: &Profile) -> BuildPlan {
    let Some(pir) = &profile.pir else { return BuildPlan { class: class.name.clone(), functions: Vec::new() } };
    let planner = Planner { entry, class, profile, pir };
    let mut functions = Vec::new();
    let invoked = planner.invoked(ops);
    let infers = entry.infer_meta().is_some();
    match &invoked {
        Some(call) => functions.push(planner.function(Form::Values, invoke(entry, call))),
        None if infers => functions.push(planner.function(Form::Values, planner.of_values())),
        None => {}
    }
    if infers && !entry.attrs.is_empty() {
        functions.push(planner.function(Form::Map, planner.of_map(invoked.is_some())));
    }
    if infers && entry.mutable().next().is_some() {
        functions.push(planner.function(Form::Operands, planner.operation(Form::Operands)));
    }
    BuildPlan { class: class.name.clone(), functions }
}

struct Planner<'p, 'a> {
    entry: &'p Entry<'a>,
    class: &'p Class<'a>,
    profile: &'p Profile,
    pir: &'p Pir,
}

impl<'a> Planner<'_, 'a> {
    /// The call of another operator that replaces this one.
    fn invoked(&self, ops: &DialectOps) -> Option<&'a Call> {
        let call = self.entry.op.invoke.as_ref().filter(|_| !self.entry.is_sparse)?;
        ops.find(&call.func.value, false).map(|_| call)
    }

    fn function(&self, form: Form, body: Body) -> BuildFunction {
        let parameters = parameters(self.entry, form, self.profile);
        let keeps_others = self.pir.form.is_annotated() && form == Form::Map && !matches!(body, Body::KeepMap { .. });
        let own = || self.entry.attrs.iter().map(|attr| attr.name().to_owned()).collect();
        let completes = matches!(body, Body::Operation { .. } | Body::KeepMap { .. });
        BuildFunction {
            form,
            parameters,
            uses_builder: body.uses_builder(),
            body,
            own_attributes: keeps_others.then(own),
            stops_gradients: completes && self.pir.build.stops_gradients.contains(&self.class.name),
        }
    }

    /// The body of the overload for values. If one function infers the types, the overload for operands does the rest.
    fn of_values(&self) -> Body {
        if self.pir.form.is_typed() && self.entry.mutable().next().is_some() {
            return Body::MakeOperands { operands: self.operands(Form::Values), attributes: self.attributes() };
        }
        self.operation(Form::Values)
    }

    fn operation(&self, form: Form) -> Body {
        let values = if form == Form::Operands { Values::Operands } else { Values::Parameters };
        let infer =
            (!self.pir.form.is_typed()).then(|| CallPlan::new(self.entry, self.class, values, self.profile)).flatten();
        Body::Operation { operands: self.operands(form), attributes: self.attributes(), infer }
    }

    /// The body of the overload for a map. Attributes that are stored as in the map need not be read.
    fn of_map(&self, invokes: bool) -> Body {
        let keeps = |attr: &PirAttr| attr.mutable.is_none() && attr.scalar.is_none();
        if self.pir.form.is_typed() && self.entry.attrs.iter().all(keeps) {
            let operands = self.entry.inputs().iter().map(|input| input.name.value.clone());
            return Body::KeepMap { operands: operands.collect() };
        }
        // If it invokes an operator, the overload for values builds something else.
        if invokes { self.operation(Form::Map) } else { self.read_map() }
    }

    fn read_map(&self) -> Body {
        let operands = self.entry.inputs().iter().map(|input| MapArgument::Operand { name: input.name.value.clone() });
        let attributes = self.entry.attrs.iter().map(|attr| MapArgument::Attribute(AttributeRead::new(attr)));
        Body::ReadMap { arguments: operands.chain(attributes).collect() }
    }

    fn operands(&self, form: Form) -> Vec<OperandPlan> {
        let inputs = self.entry.inputs().iter().map(|input| OperandPlan { name: input.name.value.clone(), made: None });
        let mutable = self.entry.mutable().map(|attr| {
            let made = (form != Form::Operands).then(|| MadeOperand::new(attr));
            OperandPlan { name: attr.name().to_owned(), made }
        });
        inputs.chain(mutable).collect()
    }

    fn attributes(&self) -> Vec<AttributePlan> {
        let plan =
            |attr: &PirAttr| AttributePlan { name: attr.name().to_owned(), ty: attr.ty(), array: attr.is_array() };
        self.entry.immutable().map(plan).collect()
    }
}

impl Body {
    fn uses_builder(&self) -> bool {
        match self {
            Body::Operation { operands, .. } => operands.iter().any(|operand| operand.made.is_some()),
            Body::KeepMap { .. } => false,
            Body::ReadMap { .. } | Body::MakeOperands { .. } | Body::Invoke { .. } => true,
        }
    }
}

impl MadeOperand {
    fn new(attr: &PirAttr) -> Self {
        let array = attr.is_array_operand();
        // A list of integers always has 64-bit ones, regardless of the type in `op_compat.yaml`.
        let number = attr.scalar.clone().filter(|_| !array).unwrap_or_else(|| "int64_t".to_owned());
        MadeOperand { array, number }
    }
}

fn invoke(entry: &Entry, call: &Call) -> Body {
    let argument = |text: &str| {
        let is_input = |name: &str| entry.inputs().iter().any(|input| input.name.value == name);
        match text.strip_suffix(".dtype()") {
            Some(name) if is_input(name) => InvokeArgument::DataType { name: name.to_owned() },
            _ if is_input(text) => InvokeArgument::Operand { name: text.to_owned() },
            _ => InvokeArgument::Expression { text: text.to_owned() },
        }
    };
    let arguments = call.args.iter().map(|arg| argument(&arg.value)).collect();
    Body::Invoke { class: class_name(&call.func.value), arguments }
}
