//! Target `stubs`: types and documentation of the functions that Python calls, for editors and type checkers.

mod readable;

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::Serialize;

use super::pir_python::{self, OnlyInPrograms};
use super::{BANNER, FilePlan, Item, items, python_c, schema};
use profile::{Profile, Stubs};
use registry::Registry;
use spec::{AttrType, Op, Output, keywords};

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
    /// Tables that Python may read, and what is in them.
    info_tables: Option<&'a IndexMap<String, String>>,
}

/// A function as Python sees it.
#[derive(Debug, Serialize)]
struct StubPlan<'a> {
    name: String,
    /// Positional only: that is how arguments are read.
    parameters: Vec<ParameterPlan<'a>>,
    returns: Vec<ReturnPlan>,
    /// The operator as its YAML has it, defaults included.
    schema: String,
    /// It only adds to programs. Without results, these functions return `None`.
    in_programs: bool,
    /// Python's types that are hidden in the file because an operator has the same name.
    hidden: &'a [&'a str],
}

#[derive(Debug, Serialize)]
struct ParameterPlan<'a> {
    name: String,
    /// The type, or that of the elements of a list. It is absent for a type that the profile does not know: the template
    /// then fails.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<&'a str>,
    list: bool,
    optional: bool,
}

/// One or more tensors.
#[derive(Debug, Serialize)]
struct ReturnPlan {
    list: bool,
    optional: bool,
}

/// Python's containers, which the template writes itself.
const CONTAINERS: [&str; 2] = ["list", "tuple"];

/// Plans the stub file.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(stubs) = &profile.stubs else { return Vec::new() };
    let functions: Vec<Function> = functions(registry, profile).collect();
    let hidden = hidden(&functions, stubs);
    let info_tables = profile.python_c.as_ref().map(|python_c| &python_c.info_tables);
    let file = FilePlan::new(&stubs.file, "stubs/file.pyi.j2", FileContext { banner: BANNER, info_tables });
    let item = |function: &Function| Item::new(&function.op.name.value, function.stubs(stubs, &hidden));
    vec![file.with_items("stubs/function.pyi.j2", items(&functions, item))]
}

/// All functions as Python sees them.
pub struct Declarations<'a> {
    stubs: Option<&'a Stubs>,
    functions: Vec<Function<'a>>,
    hidden: Vec<&'a str>,
}

impl<'a> Declarations<'a> {
    pub fn new(registry: &'a Registry, profile: &'a Profile) -> Self {
        let stubs = profile.stubs.as_ref();
        let functions: Vec<Function> = stubs.map_or(Vec::new(), |_| functions(registry, profile).collect());
        let hidden = stubs.map_or(Vec::new(), |stubs| hidden(&functions, stubs));
        Declarations { stubs, functions, hidden }
    }

    /// Those of one operator: `def abs(x: Tensor, /) -> Tensor`.
    pub fn of(&self, op: &Op) -> Vec<String> {
        let Some(stubs) = self.stubs else { return Vec::new() };
        let of_op = self.functions.iter().filter(|function| std::ptr::eq(function.op, op));
        let stubs = of_op.flat_map(|function| function.stubs(stubs, &self.hidden));
        stubs.map(|stub| readable::declaration(&stub)).collect()
    }
}

/// An operator that Python can call.
struct Function<'a> {
    op: &'a Op,
    namespace: Option<&'a str>,
    /// For each function, whether it is the inplace variant.
    variants: Vec<bool>,
    in_programs: bool,
}

fn functions<'a>(registry: &'a Registry, profile: &'a Profile) -> impl Iterator<Item = Function<'a>> {
    let groups = profile.python_c.iter().flat_map(|section| section.groups.values());
    let eager = groups.flat_map(|group| {
        let namespace = group.namespace.as_deref();
        let function =
            move |op: &'a Op| Function { op, namespace, variants: op.variants().collect(), in_programs: false };
        python_c::ops_of(registry, group).map(move |(_, op)| function(op))
    });
    let programs = pir_python::only_in_programs(registry, profile).into_iter();
    eager.chain(programs.map(|OnlyInPrograms { op, namespace, variants }| Function {
        op,
        namespace,
        variants,
        in_programs: true,
    }))
}

/// Python's types that functions of the same names hide.
fn hidden<'a>(functions: &[Function], stubs: &'a Stubs) -> Vec<&'a str> {
    let names: BTreeSet<String> = functions.iter().flat_map(Function::names).collect();
    let types: BTreeSet<&str> = stubs.types.values().map(String::as_str).chain(CONTAINERS).collect();
    types.into_iter().filter(|ty| names.contains(*ty)).collect()
}

impl<'a> Function<'a> {
    fn names(&self) -> impl Iterator<Item = String> {
        self.variants.iter().map(|inplace| self.name(*inplace))
    }

    fn name(&self, inplace: bool) -> String {
        python_c::method_name(self.op, inplace, self.namespace)
    }

    fn stubs<'p>(&self, stubs: &'p Stubs, hidden: &'p [&'p str]) -> Vec<StubPlan<'p>> {
        let stub = |inplace| StubPlan {
            name: self.name(inplace),
            parameters: parameters(self.op, stubs),
            returns: returns(self.op, inplace),
            schema: schema::of(self.op),
            in_programs: self.in_programs,
            hidden,
        };
        // Python cannot declare a function that is named like a keyword.
        let declared = self.variants.iter().copied().filter(|inplace| !keywords::is_python(&self.name(*inplace)));
        declared.map(stub).collect()
    }
}

fn parameters<'a>(op: &Op, stubs: &'a Stubs) -> Vec<ParameterPlan<'a>> {
    let inputs = op.signature.inputs.iter().map(|input| ParameterPlan {
        name: python_name(input.name.as_str()),
        ty: Some("Tensor"),
        list: input.ty.is_list(),
        optional: input.optional,
    });
    let attrs = op.signature.attrs.iter().map(|attr| ParameterPlan {
        name: python_name(attr.name.as_str()),
        ty: stubs.types.get(&AttrType::one(attr.ty.element).to_string()).map(String::as_str),
        list: attr.ty.list,
        optional: false,
    });
    inputs.chain(attrs).collect()
}

fn returns(op: &Op, inplace: bool) -> Vec<ReturnPlan> {
    let returned = op.signature.outputs.iter().filter(|output| !output.intermediate);
    returned.map(|output| return_plan(op, output, inplace)).collect()
}

/// An optional argument that was not given comes back as `None`.
fn return_plan(op: &Op, output: &Output, inplace: bool) -> ReturnPlan {
    let target = inplace.then(|| op.inplace_input(&output.name.value)).flatten();
    let optional = target.and_then(|input| op.signature.input(input)).is_some_and(|input| input.optional);
    ReturnPlan { list: output.ty.is_list(), optional }
}

/// No parameter may be called like a keyword.
fn python_name(name: &str) -> String {
    if keywords::is_python(name) { format!("{name}_") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_attribute_has_one_in_python() {
        let stubs = Profile::default().stubs.expect("the profile has the section");
        let elements = AttrType::names().filter_map(|name| name.parse::<AttrType>().ok()).map(|ty| ty.element);
        for element in elements {
            assert!(stubs.types.contains_key(&AttrType::one(element).to_string()), "{element:?}");
        }
    }

    #[test]
    fn the_template_asks_for_every_container() {
        let template = include_str!("../../../templates/stubs/function.pyi.j2");
        let asked: BTreeSet<&str> = template.split("in hidden").filter_map(|text| text.rsplit('"').nth(1)).collect();
        assert!(CONTAINERS.iter().all(|name| asked.contains(name)), "{asked:?}");
        assert_eq!(template.matches("\" in hidden").count(), CONTAINERS.len());
    }
}
