//! Target `operants`: the methods and operators of the C++ `Tensor`, and the classes that answer them in each mode.
//!
//! `Tensor::add` asks `OperantsManager`, which asks the class of the mode that is on.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::cpp::joined;
use super::cpp_api::function::Variant;
use super::{BANNER, FilePlan};
use profile::Profile;
use registry::Registry;
use spec::{Home, Op, Signature};

/// What the profile says of this target.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Where the listed operators are defined.
    pub homes: Vec<Home>,
    pub base: String,
    pub manager_header: String,
    pub manager_source: String,
    pub tensor_source: String,
    /// C++ operator to the method that it calls with the other tensor.
    pub operators: IndexMap<String, String>,
    /// C++ operator without an operand to the method call that it stands for.
    pub unary_operators: IndexMap<String, String>,
    #[serde(rename = "overload")]
    pub overloads: Vec<Overload>,
    #[serde(rename = "mode")]
    pub modes: Vec<ModeFiles>,
}

/// A method beside those of the listed operators: its parameters are `x` and `y`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overload {
    pub name: String,
    /// Which of the two is a number.
    #[serde(default)]
    pub scalar: Option<Operand>,
    /// The listed operator that it is made of.
    pub calls: String,
    /// Arguments of that; `Filled(x, y)` is a tensor like `x`, full of `y`.
    pub args: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operand {
    X,
    Y,
}

/// The class of a mode.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ModeFiles {
    pub mode: Mode,
    pub class: String,
    pub namespace: String,
    pub header: String,
    pub source: String,
    /// Tests of other libraries use the class.
    #[serde(default)]
    pub exported: bool,
    /// The operator that makes a tensor shaped like `like` and full of `value`, and what it is called with.
    pub fill: String,
    pub fill_args: String,
}

/// What stands behind the methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The C++ API.
    Phi,
    /// Differentiable functions of the dynamic graph.
    Eager,
    /// Primitive functions that add to a program, of either kind.
    Static,
}

impl Mode {
    fn template(self) -> &'static str {
        match self {
            Mode::Phi => "operants/phi.cc.j2",
            Mode::Eager => "operants/eager.cc.j2",
            Mode::Static => "operants/static.cc.j2",
        }
    }

    fn call(self, name: &str, args: &str) -> String {
        match self {
            Mode::Phi => format!("experimental::{name}({args})"),
            Mode::Eager => format!("::{}({args})", super::dygraph::ad_function(name)),
            Mode::Static => {
                format!("FLAGS_enable_pir_api ? backend::{name}<LazyTensor>({args}) : prim::{name}<DescTensor>({args})")
            }
        }
    }
}

/// A method as all classes have it.
#[derive(Debug, Serialize)]
struct Method {
    name: String,
    returns: String,
    declared: String,
    defined: String,
    args: String,
    member: Option<Member>,
    /// The same as a C++ operator whose left operand is a number.
    operator: Option<String>,
}

/// The method of `Tensor` itself, whose first argument is the object.
#[derive(Debug, Serialize)]
struct Member {
    defined: String,
    args: String,
    writes: bool,
}

/// A C++ operator that is a method of `Tensor`.
#[derive(Debug, Serialize)]
struct TensorOperator {
    operator: String,
    parameter: &'static str,
    calls: String,
}

/// A method with what one mode does in it.
#[derive(Debug, Serialize)]
struct Definition<'a> {
    #[serde(flatten)]
    method: &'a Method,
    /// An expression; absent where what it takes is not among the operators.
    call: Option<String>,
}

#[derive(Serialize)]
struct SharedPlan<'a> {
    banner: &'a str,
    base: &'a str,
    manager_header: &'a str,
    methods: &'a [Method],
    operators: &'a [TensorOperator],
}

#[derive(Serialize)]
struct ModePlan<'a> {
    banner: &'a str,
    base: &'a str,
    files: &'a ModeFiles,
    /// Absent without the operator for it.
    fill: Option<String>,
    methods: Vec<Definition<'a>>,
}

/// Plans every file of the target.
pub fn plan<'a>(registry: &'a Registry, profile: &'a Profile) -> Vec<FilePlan<'a>> {
    let settings = &profile.operants;
    let ops = registry.listed(&settings.homes, &registry.specs().tensor_operants);
    let overloads = settings.overloads.iter().map(|overload| overload_method(overload, settings));
    let methods: Vec<Method> = overloads.chain(ops.map(|(_, op)| method(op))).collect();
    let shared = SharedPlan {
        banner: BANNER,
        base: &settings.base,
        manager_header: &settings.manager_header,
        methods: &methods,
        operators: &tensor_operators(settings),
    };
    let mut plans = vec![
        FilePlan::new(&settings.base, "operants/base.h.j2", &shared),
        FilePlan::new(&settings.manager_header, "operants/manager.h.j2", &shared),
        FilePlan::new(&settings.manager_source, "operants/manager.cc.j2", &shared),
        FilePlan::new(&settings.tensor_source, "operants/tensor_api.cc.j2", &shared),
    ];
    for files in &settings.modes {
        let plan = mode_plan(registry, settings, files, &methods);
        plans.push(FilePlan::new(&files.header, "operants/class.h.j2", &plan));
        plans.push(FilePlan::new(&files.source, files.mode.template(), &plan));
    }
    plans
}

fn method(op: &Op) -> Method {
    let variant = Variant::named(op);
    let parameters = variant.parameters(false);
    Method {
        name: variant.name(),
        returns: variant.returns(),
        declared: joined(variant.parameters(true)),
        defined: joined(&parameters),
        args: joined(op.signature.arg_names()),
        member: is_member(&op.signature).then(|| Member {
            defined: joined(&parameters[1..]),
            args: joined(std::iter::once("*this").chain(op.signature.arg_names().skip(1))),
            writes: op.signature.inputs.first().is_some_and(|input| variant.writes(input)),
        }),
        operator: None,
    }
}

/// Whether the first argument can be the object of a method.
fn is_member(signature: &Signature) -> bool {
    signature.inputs.first().is_some_and(|input| !input.optional && !input.ty.is_list())
}

fn overload_method(overload: &Overload, settings: &Settings) -> Method {
    let ty = |operand| if overload.scalar == Some(operand) { "const Scalar&" } else { "const Tensor&" };
    let parameters = format!("{} x, {} y", ty(Operand::X), ty(Operand::Y));
    let is_member = overload.scalar != Some(Operand::X);
    let operator = settings.operators.iter().find(|(_, method)| **method == overload.name);
    Method {
        name: overload.name.clone(),
        returns: "Tensor".to_owned(),
        declared: parameters.clone(),
        defined: parameters,
        args: "x, y".to_owned(),
        member: is_member.then(|| Member {
            defined: format!("{} y", ty(Operand::Y)),
            args: "*this, y".to_owned(),
            writes: false,
        }),
        operator: operator.filter(|_| !is_member).map(|(operator, _)| operator.clone()),
    }
}

fn tensor_operators(settings: &Settings) -> Vec<TensorOperator> {
    let binary = |scalar: bool| {
        let is_there = move |method: &str| {
            let mut overloads = settings.overloads.iter();
            !scalar || overloads.any(|overload| overload.name == method && overload.scalar == Some(Operand::Y))
        };
        let operators = settings.operators.iter().filter(move |(_, method)| is_there(method));
        operators.map(move |(operator, method)| TensorOperator {
            operator: operator.clone(),
            parameter: if scalar { "const Scalar& other" } else { "const Tensor& other" },
            calls: format!("{method}(other)"),
        })
    };
    let unary = settings.unary_operators.iter();
    let unary = unary.map(|(operator, calls)| TensorOperator {
        operator: operator.clone(),
        parameter: "",
        calls: calls.clone(),
    });
    binary(false).chain(binary(true)).chain(unary).collect()
}

/// The class of a mode has every method; only those can do something whose operators there are.
fn mode_plan<'a>(
    registry: &Registry,
    settings: &'a Settings,
    files: &'a ModeFiles,
    methods: &'a [Method],
) -> ModePlan<'a> {
    let (overloads, own) = methods.split_at(settings.overloads.len());
    let fill = registry.ops_of(&settings.homes).find(|(_, op)| op.name.value == files.fill);
    let overloads = overloads.iter().zip(&settings.overloads).map(|(method, overload)| {
        let is_there = own.iter().any(|method| method.name == overload.calls);
        let is_there = is_there && (fill.is_some() || !overload.args.contains("Filled("));
        Definition { method, call: is_there.then(|| format!("{}({})", overload.calls, overload.args)) }
    });
    let own_calls =
        own.iter().map(|method| Definition { method, call: Some(files.mode.call(&method.name, &method.args)) });
    ModePlan {
        banner: BANNER,
        base: &settings.base,
        files,
        fill: fill.map(|_| files.mode.call(&files.fill, &files.fill_args)),
        methods: overloads.chain(own_calls).collect(),
    }
}
