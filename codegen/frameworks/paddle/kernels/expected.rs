//! The parameters that a C++ function must have for the YAML's call of it.

use cpp::{Found, Item};
use forms::cpp_api::{self, Argument};
use profile::Profile;
use source::Span;
use spec::{Op, Param};
use spelling::Spelling;

/// A parameter that the YAML implies.
#[derive(Debug, Clone)]
pub struct Expected {
    /// The name in the YAML; empty for a literal.
    pub name: String,
    /// What the type must be.
    pub ty: ExpectedType,
    /// Where the YAML passes the argument: in `param`, or in the signature.
    pub span: Span,
    /// Where the signature declares it.
    pub declared: Option<Span>,
}

/// The type of an expected parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedType {
    /// Exactly this type, without namespaces.
    Exact(String),
    /// A tensor that a function of infer meta reads: one, or a list.
    Meta {
        /// Whether it is a list.
        list: bool,
    },
    /// A result of infer meta: one, or a list.
    MetaResult {
        /// Whether it is a list.
        list: bool,
    },
    /// A type to which this one is converted, without namespaces.
    Converted(String),
    /// Any type: the argument is a C++ expression.
    Any,
}

/// The parameters of each kernel after the context, in the order of the YAML. `None` for a kernel with an argument whose type only
/// C++ knows.
pub fn of_kernels(op: &Op, spelling: &Spelling) -> Vec<(String, Option<Vec<Expected>>)> {
    let params = op.kernel_params();
    let is_known = |param: &Param| param.name().is_none_or(|name| op.signature.has_arg(name));
    let kernels = spelling.kernels(op);
    let of = |kernel: &spelling::KernelSignature| {
        let types = types_of(&kernel.shown());
        let places = params.iter().map(|param| place(op, param)).chain(outputs(op));
        let typed = |((name, span, declared), ty)| Expected { name, ty: ExpectedType::Exact(ty), span, declared };
        let is_complete = params.iter().all(is_known) && types.len() == params.len() + op.signature.outputs.len();
        (kernel.name.clone(), is_complete.then(|| places.zip(types).map(typed).collect()))
    };
    kernels.iter().map(of).collect()
}

/// The parameters of the infer meta function. `None` if the operator calls none.
pub fn of_infer_meta(op: &Op, profile: &Profile) -> Option<Vec<Expected>> {
    let call = cpp_api::kernels(op, profile).into_iter().next()?.infer_meta?;
    let params = op.infer_meta_params();
    let arguments = params.iter().zip(&call.args).map(|(param, argument)| {
        let (name, span, declared) = place(op, param);
        Expected { name, ty: infer_meta_type(argument, profile), span, declared }
    });
    let results = outputs(op).zip(op.signature.outputs.iter()).map(|((name, span, declared), output)| Expected {
        name,
        ty: ExpectedType::MetaResult { list: output.ty.is_list() },
        span,
        declared,
    });
    Some(arguments.chain(results).collect())
}

/// The parameters of the spmd rule. `None` if the operator calls none. C++ converts what it returns, so there are no results.
pub fn of_spmd_rule(op: &Op, profile: &Profile) -> Option<Vec<Expected>> {
    let arguments = cpp_api::layout_rule(op, profile)?.args;
    let params = op.kernel_params();
    let span = op.infer_meta.as_ref()?.spmd_rule.as_ref()?.span;
    let first = arguments.len().saturating_sub(params.len());
    let of = |(at, argument): (usize, &Argument)| {
        let param = at.checked_sub(first).and_then(|at| params.get(at));
        let (name, span, declared) = param.map_or((String::new(), span, None), |param| place(op, param));
        Expected { name, ty: infer_meta_type(argument, profile), span, declared }
    };
    Some(arguments.iter().enumerate().map(of).collect())
}

fn infer_meta_type(argument: &Argument, profile: &Profile) -> ExpectedType {
    match argument {
        Argument::Input { list, .. } => ExpectedType::Meta { list: *list },
        Argument::Attribute { ty, .. } => {
            let text = profile.cpp.types.get("kernel").and_then(|types| types.get(&ty.to_string()));
            text.map_or(ExpectedType::Any, |text| ExpectedType::Converted(unqualified(text)))
        }
        _ => ExpectedType::Any,
    }
}

/// The name of an argument, where it is passed, and where it is declared.
fn place(op: &Op, param: &Param) -> (String, Span, Option<Span>) {
    let name = param.name().unwrap_or_default();
    let input = op.signature.input(name).map(|input| input.name.span);
    let declared = input.or_else(|| op.signature.attr(name).map(|attr| attr.name.span));
    (name.to_owned(), param.span(), declared)
}

fn outputs(op: &Op) -> impl Iterator<Item = (String, Span, Option<Span>)> {
    op.signature.outputs.iter().map(|output| (output.name.value.clone(), output.name.span, Some(output.name.span)))
}

/// The types of the parameters after the context in a declaration.
fn types_of(declaration: &str) -> Vec<String> {
    let mut types = Vec::new();
    cpp::read(&format!("{declaration};"), &mut |found: Found| {
        if let Item::Function(function) = &found.item {
            types = function.parameters().iter().skip(1).map(cpp::Parameter::type_text).collect();
        }
    });
    types
}

fn unqualified(ty: &str) -> String {
    cpp::tokens::type_text(&cpp::tokens::of(ty))
}
