//! Operators whose kernels are Triton's: what their registration with `PyTorch` in Python needs.

use crate::forms::{ArgumentForm, InputForm, Literals, PackageForm, default_literal, spelling};
use profile::Package;
use serde::Serialize;
use spec::Attr;
use spec::argument_marks::NONE;

/// An operator whose kernel is a function in Python.
#[derive(Debug, Serialize)]
pub struct TritonPlan {
    /// In the order of the entry.
    arguments: Vec<TritonArgument>,
    /// The types of the results in a schema.
    results: Vec<String>,
    /// The positions of the outputs without a gradient.
    constant: Vec<usize>,
}

#[derive(Debug, Serialize)]
struct TritonArgument {
    name: String,
    /// The type in a schema, without marks.
    schema: String,
    /// The default in Python.
    default: Option<String>,
    is_keyword: bool,
}

/// What the registration of an operator needs. `None` if its kernel is not a function in Python.
pub fn plan(form: &PackageForm, package: &Package) -> Option<TritonPlan> {
    if !form.is_triton {
        return None;
    }
    let list = |is_list: bool| if is_list { "[]" } else { "" };
    let mut results: Vec<String> = form.returned().map(|output| format!("Tensor{}", list(output.list))).collect();
    for value in form.values {
        let schema = package.attributes.get(&value.ty.to_string()).map_or("", |spelling| &spelling.schema);
        results.insert(value.at.min(results.len()), schema.to_owned());
    }
    let argument = |argument: &ArgumentForm| match *argument {
        ArgumentForm::Input(at) => input(&form.inputs[at], form),
        ArgumentForm::Attr(at) => attribute(form.attrs[at], form, package),
    };
    Some(TritonPlan {
        arguments: form.arguments.iter().map(argument).collect(),
        results,
        constant: (0..form.outputs.len()).filter(|&at| form.outputs[at].without_gradient).collect(),
    })
}

/// What generated tests of an operator with its gradients need: "any" for a GPU or Triton's interpreter, "interpreted" for the
/// latter, because some of the kernels are in C++ and tested on CPUs. `None` if no kernel is Triton's.
pub fn in_tests(family: [Option<&PackageForm>; 3]) -> Option<&'static str> {
    let mut all = family.into_iter().flatten();
    let (any, every) = (all.clone().any(|form| form.is_triton), all.all(|form| form.is_triton));
    any.then_some(if every { "any" } else { "interpreted" })
}

fn input(input: &InputForm, form: &PackageForm) -> TritonArgument {
    let mark = |is_there: bool, mark: &'static str| if is_there { mark } else { "" };
    TritonArgument {
        name: input.name.clone(),
        schema: format!(
            "Tensor{}{}{}",
            mark(input.absent_items, "?"),
            mark(input.list, "[]"),
            mark(input.optional, "?")
        ),
        default: input.none_by_default.then(|| NONE.to_owned()),
        is_keyword: form.marks(&input.name).is_some_and(|marks| marks.keyword_only),
    }
}

fn attribute(attr: &Attr, form: &PackageForm, package: &Package) -> TritonArgument {
    TritonArgument {
        name: attr.name.value.clone(),
        schema: spelling(attr, package).map_or_else(String::new, |spelling| spelling.schema.clone()),
        default: default_literal(attr, Literals::PYTHON),
        is_keyword: form.marks(attr.name.as_str()).is_some_and(|marks| marks.keyword_only),
    }
}
