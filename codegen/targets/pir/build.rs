//! The functions that build an operation: what is given to them, and what they make of it.

use profile::{Pir, Profile};
use serde::Serialize;
use spec::{AttrType, Call};

use super::infer_meta::{CallPlan, Values};
use super::parameter::{Form, Parameter, parameters};
use forms::pir::{Class, DialectOps, Entry, PirAttr, class_name};

/// The functions of a class that build an operation of it.
#[derive(Debug, Clone, Serialize)]
pub struct BuildPlan {
    pub class: String,
    pub functions: Vec<BuildFunction>,
}

/// One of these functions: an overload for the way in which attributes are given.
#[derive(Debug, Clone, Serialize)]
pub struct BuildFunction {
    pub form: Form,
    pub parameters: Vec<Parameter>,
    /// The body makes operations besides the one that it describes.
    pub uses_builder: bool,
    pub body: Body,
    /// The names of all attributes, if the operation keeps what is given beside them.
    pub own_attributes: Option<Vec<String>>,
    /// The results never have gradients.
    pub stops_gradients: bool,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Body {
    /// Makes an operation.
    Operation {
        operands: Vec<OperandPlan>,
        attributes: Vec<AttributePlan>,
        /// How the types of the results are found, if no other function of the class does it.
        infer: Option<CallPlan>,
    },
    /// Another overload, given what is in the map.
    ReadMap { arguments: Vec<MapArgument> },
    /// Makes an operation that keeps attributes as they are in the map.
    KeepMap { operands: Vec<String> },
    /// Another overload, given operands that are made of values.
    MakeOperands { operands: Vec<OperandPlan>, attributes: Vec<AttributePlan> },
    /// An operation of another class is made instead.
    Invoke { class: String, arguments: Vec<InvokeArgument> },
}

/// An operand of the operation.
#[derive(Debug, Clone, Serialize)]
pub struct OperandPlan {
    pub name: String,
    /// How it is made, if it is not given.
    pub made: Option<MadeOperand>,
}

/// How an operand is made of the value of an attribute.
#[derive(Debug, Clone, Serialize)]
pub struct MadeOperand {
    /// It is a list of integers.
    pub array: bool,
    /// The type of the number.
    pub number: String,
}

/// An attribute that the operation keeps.
#[derive(Debug, Clone, Serialize)]
pub struct AttributePlan {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: AttrType,
    /// It is a list of integers, which is stored as one attribute.
    pub array: bool,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MapArgument {
    Operand { name: String },
    Attribute(AttributeRead),
}

/// An attribute that is read by its name.
#[derive(Debug, Clone, Serialize)]
pub struct AttributeRead {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: AttrType,
    pub array: bool,
    /// The type of the number that a scalar is read as.
    pub scalar: Option<String>,
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

/// The functions of a class that build an operation. There are none if nothing says which types the results have.
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
    /// The call of another operator that takes the place of building this one.
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

    /// What is made of values: where one function infers the types, the overload for operands does the rest.
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

    /// What is made of a map: an attribute that is stored as it is given need not be read.
    fn of_map(&self, invokes: bool) -> Body {
        let keeps = |attr: &PirAttr| attr.mutable.is_none() && attr.scalar.is_none();
        if self.pir.form.is_typed() && self.entry.attrs.iter().all(keeps) {
            let operands = self.entry.inputs().iter().map(|input| input.name.value.clone());
            return Body::KeepMap { operands: operands.collect() };
        }
        // The overload for values makes something else if it invokes an operator.
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
        // A list of integers is of 64-bit ones, however op_compat.yaml calls its type.
        let number = attr.scalar.clone().filter(|_| !array).unwrap_or_else(|| "int64_t".to_owned());
        MadeOperand { array, number }
    }
}

impl AttributeRead {
    pub fn new(attr: &PirAttr) -> Self {
        AttributeRead {
            name: attr.name().to_owned(),
            ty: attr.ty(),
            array: attr.is_array(),
            scalar: attr.scalar.clone(),
        }
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
