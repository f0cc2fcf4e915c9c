//! Target `operants`: the methods and operators of the C++ `Tensor`, and the classes that implement them in each mode.
//!
//! `Tensor::add` calls `OperantsManager`, which calls the class of the current mode.

use serde::Serialize;

use super::{BANNER, FilePlan};
use forms::cpp_api::{ApiSignature, Parameter, Returned, Variant};
use forms::dygraph::ad_function;
use profile::{Mode, ModeFiles, Operand, Operants, Overload, Profile};
use registry::Registry;
use spec::{AttrType, Element, Op, Signature};

/// The declaration of a method, which all classes share.
#[derive(Debug, Serialize)]
struct Method {
    #[serde(flatten)]
    signature: ApiSignature,
    /// Whether `Tensor` has the method. If so, the first parameter is the object.
    member: bool,
    /// The equivalent C++ operator with a number as left operand.
    operator: Option<String>,
}

/// A C++ operator that is defined as a method of `Tensor`.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum TensorOperator<'a> {
    Binary {
        operator: &'a str,
        method: &'a str,
        /// Whether the right operand is a number.
        scalar: bool,
    },
    Unary {
        operator: &'a str,
        /// A call of a method, in C++.
        call: &'a str,
    },
}

/// A method, implemented for one mode.
#[derive(Debug, Serialize)]
struct Definition<'a> {
    #[serde(flatten)]
    method: &'a Method,
    /// `None` if an operator that it needs does not exist.
    call: Option<MethodCall<'a>>,
}

/// The call in a method's body.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum MethodCall<'a> {
    /// A function of the mode, with these C++ arguments or else those of the method.
    Function { name: String, args: Option<&'a str> },
    /// Another method of the class.
    Method { name: &'a str, args: Option<&'a str>, scalar: Option<Operand> },
}

/// The function that creates a tensor filled with a value.
#[derive(Debug, Serialize)]
struct FillPlan<'a> {
    name: String,
    /// In C++.
    args: &'a str,
}

#[derive(Serialize)]
struct SharedPlan<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    operants: &'a Operants,
    methods: &'a [Method],
    operators: &'a [TensorOperator<'a>],
    /// The class that calls the C++ API, which is in the same library as the manager.
    own_mode: Option<&'a ModePlan<'a>>,
}

#[derive(Serialize)]
struct ModePlan<'a> {
    banner: &'a str,
    operants: &'a Operants,
    /// The section of the mode.
    mode: &'a ModeFiles,
    /// `None` if the operator does not exist.
    fill: Option<FillPlan<'a>>,
    methods: Vec<Definition<'a>>,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(operants) = &profile.operants else { return Vec::new() };
    let ops = registry.listed(&operants.homes, registry.specs().list(&operants.list));
    let overloads = operants.overloads.iter().map(|overload| overload_method(overload, operants));
    let methods: Vec<Method> = overloads.chain(ops.map(|(_, op)| method(op))).collect();
    let modes: Vec<ModePlan> =
        operants.modes.values().map(|mode| mode_plan(registry, operants, mode, &methods)).collect();
    let is_own = |plan: &&ModePlan| plan.mode.mode == Mode::Phi;
    let own_mode = modes.iter().find(is_own);
    let shared =
        SharedPlan { banner: BANNER, operants, methods: &methods, operators: &tensor_operators(operants), own_mode };
    let mut plans = vec![
        FilePlan::new(&operants.base, "operants/base.h.j2", &shared),
        FilePlan::new(&operants.manager_header, "operants/manager.h.j2", &shared),
        FilePlan::new(&operants.manager_source, "operants/manager.cc.j2", &shared),
        FilePlan::new(&operants.tensor_source, "operants/empty_source.cc.j2", &shared),
    ];
    for plan in &modes {
        let source = if is_own(&plan) { "operants/empty_source.cc.j2" } else { "operants/class.cc.j2" };
        plans.push(FilePlan::new(&plan.mode.header, "operants/class.h.j2", plan));
        plans.push(FilePlan::new(&plan.mode.source, source, plan));
    }
    plans
}

fn method(op: &Op) -> Method {
    Method { signature: Variant::named(op).signature(), member: is_member(&op.signature), operator: None }
}

/// Whether the first argument can be the object of a method.
fn is_member(signature: &Signature) -> bool {
    signature.inputs.first().is_some_and(|input| !input.optional && !input.ty.is_list())
}

fn overload_method(overload: &Overload, operants: &Operants) -> Method {
    let member = overload.scalar != Some(Operand::X);
    let operator = operants.operators.iter().find(|(_, method)| **method == overload.name);
    let returned = Returned { name: "out".to_owned(), list: false, optional: false, written: false };
    let parameters = [(Operand::X, "x"), (Operand::Y, "y")];
    let signature = ApiSignature {
        name: overload.name.clone(),
        parameters: parameters.map(|(operand, name)| parameter(name, overload.scalar == Some(operand))).into(),
        returns: vec![returned],
    };
    Method { signature, member, operator: operator.filter(|_| !member).map(|(operator, _)| operator.clone()) }
}

fn parameter(name: &str, is_scalar: bool) -> Parameter {
    let name = name.to_owned();
    if is_scalar {
        let ty = AttrType::one(Element::Scalar(None));
        Parameter::Attribute { name, ty, optional: false, default: None }
    } else {
        Parameter::Input { name, list: false, optional: false, written: false }
    }
}

fn tensor_operators(operants: &Operants) -> Vec<TensorOperator<'_>> {
    let takes_number = |method: &String| {
        operants.overloads.iter().any(|overload| overload.name == *method && overload.scalar == Some(Operand::Y))
    };
    let binary = |scalar: bool| {
        let operators = operants.operators.iter().filter(move |(_, method)| !scalar || takes_number(method));
        operators.map(move |(operator, method)| TensorOperator::Binary { operator, method, scalar })
    };
    let unary = operants.unary_operators.iter().map(|(operator, call)| TensorOperator::Unary { operator, call });
    binary(false).chain(binary(true)).chain(unary).collect()
}

/// Plans the class of a mode. It has all methods, but only those whose operators exist are implemented.
fn mode_plan<'a>(
    registry: &Registry,
    operants: &'a Operants,
    mode: &'a ModeFiles,
    methods: &'a [Method],
) -> ModePlan<'a> {
    let (overloads, listed) = methods.split_at(operants.overloads.len());
    let is_defined = |name: &str| registry.ops_of(&operants.homes).any(|(_, op)| op.name.value == name);
    let can_fill = is_defined(&mode.fill);
    let overloads = overloads.iter().zip(&operants.overloads).map(|(method, overload)| {
        let is_same = |own: &&Overload| own.name == overload.name && own.scalar == overload.scalar;
        if let Some(own) = mode.overloads.iter().find(is_same) {
            let name = function_name(mode.mode, &own.calls);
            let call = MethodCall::Function { name, args: own.args.as_deref() };
            return Definition { method, call: is_defined(&own.calls).then_some(call) };
        }
        let needs_fill = overload.scalar.is_some() && overload.args.is_none();
        let exists = listed.iter().any(|method| method.signature.name == overload.calls) && (can_fill || !needs_fill);
        let call =
            MethodCall::Method { name: &overload.calls, args: overload.args.as_deref(), scalar: overload.scalar };
        Definition { method, call: exists.then_some(call) }
    });
    let listed = listed.iter().map(|method| {
        let name = function_name(mode.mode, &method.signature.name);
        Definition { method, call: Some(MethodCall::Function { name, args: None }) }
    });
    let fill = FillPlan { name: function_name(mode.mode, &mode.fill), args: &mode.fill_args };
    ModePlan {
        banner: BANNER,
        operants,
        mode,
        fill: can_fill.then_some(fill),
        methods: overloads.chain(listed).collect(),
    }
}

/// The name of an operator's function in a mode.
fn function_name(mode: Mode, name: &str) -> String {
    match mode {
        Mode::Eager => ad_function(name),
        Mode::Phi | Mode::Static => name.to_owned(),
    }
}
