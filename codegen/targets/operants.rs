//! Target `operants`: the methods and operators of the C++ `Tensor`, and the classes that answer them in each mode.
//!
//! `Tensor::add` asks `OperantsManager`, which asks the class of the mode that is on.

use serde::Serialize;

use super::cpp::joined;
use super::cpp_api::function::Variant;
use super::{BANNER, FilePlan};
use profile::{Mode, ModeFiles, Operand, Operants, Overload, Profile};
use registry::Registry;
use spec::{Op, Signature};

fn template(mode: Mode) -> &'static str {
    match mode {
        Mode::Phi => "operants/phi.cc.j2",
        Mode::Eager => "operants/eager.cc.j2",
        Mode::Static => "operants/static.cc.j2",
    }
}

fn call(mode: Mode, name: &str, args: &str) -> String {
    match mode {
        Mode::Phi => format!("experimental::{name}({args})"),
        Mode::Eager => format!("::{}({args})", super::dygraph::ad_function(name)),
        Mode::Static => {
            format!("FLAGS_enable_pir_api ? backend::{name}<LazyTensor>({args}) : prim::{name}<DescTensor>({args})")
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
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(settings) = &profile.operants else { return Vec::new() };
    let ops = registry.listed(&settings.homes, registry.specs().list(&settings.list));
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
    for files in settings.modes.values() {
        let plan = mode_plan(registry, settings, files, &methods);
        plans.push(FilePlan::new(&files.header, "operants/class.h.j2", &plan));
        plans.push(FilePlan::new(&files.source, template(files.mode), &plan));
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

fn overload_method(overload: &Overload, settings: &Operants) -> Method {
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

fn tensor_operators(settings: &Operants) -> Vec<TensorOperator> {
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
    settings: &'a Operants,
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
        own.iter().map(|method| Definition { method, call: Some(call(files.mode, &method.name, &method.args)) });
    ModePlan {
        banner: BANNER,
        base: &settings.base,
        files,
        fill: fill.map(|_| call(files.mode, &files.fill, &files.fill_args)),
        methods: overloads.chain(own_calls).collect(),
    }
}
