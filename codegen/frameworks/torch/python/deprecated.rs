//! Old signatures, joined with the functions that they call.

use torch_registry::Registry;
use torch_schema::{Annotation, Argument, BaseType, FunctionSchema, Type};
use torch_spec::deprecated::{Call, Deprecated};

use crate::{Bound, PythonSignature};

/// Ends the C++ names of functions with out arguments.
const OUT: &str = "_out";
/// The only constant that a call of an old signature passes on.
const ONE: &str = "1";

/// The old signatures of the functions among `bound`, in the order of the file.
pub fn deprecated(registry: &Registry, bound: &[Bound]) -> Vec<Bound> {
    let entries = registry.deprecated().unwrap_or_default();
    entries.iter().flat_map(|entry| of_entry(entry, registry, bound)).collect()
}

fn of_entry(entry: &Deprecated, registry: &Registry, bound: &[Bound]) -> Vec<Bound> {
    let (Some(schema), Some(call)) = (&entry.schema, &entry.call) else { return Vec::new() };
    let name = call.function.as_str();
    let (name, is_out) = name.strip_suffix(OUT).map_or((name, false), |name| (name, true));
    let called = bound.iter().filter(|bound| bound.signature.name == name);
    let called = called.filter(|bound| fits(schema, call, is_out, &registry[bound.function].entry.func));
    let old = called.map(|bound| {
        let category = registry[bound.function].entry.category_override.as_ref().map(|category| category.as_str());
        let signature = PythonSignature::of_schema(schema, category, bound.signature.is_method);
        let passed = call.arguments.iter().map(|argument| argument.value.clone()).collect();
        let signature = PythonSignature { is_deprecated: true, ..signature };
        Bound { signature, passed: Some(passed), ..bound.clone() }
    });
    old.collect()
}

/// True if a function can be called with the arguments of an old signature.
fn fits(schema: &FunctionSchema, call: &Call, is_out: bool, func: &FunctionSchema) -> bool {
    let arguments = &func.arguments;
    let in_order: Vec<&Argument> = match is_out {
        true => arguments.out.iter().chain(arguments.without_out()).collect(),
        false => arguments.all().collect(),
    };
    let fits = |(at, argument): (usize, &&Argument)| match call.arguments.get(at) {
        None => argument.default.is_some(),
        Some(given) => given_type(schema, &given.value)
            .is_some_and(|(ty, annotation)| ty == argument.ty.value && annotation == argument.annotation.as_ref()),
    };
    let returns = |func: &FunctionSchema| func.returns.iter().map(|one| one.to_string()).collect::<Vec<_>>();
    in_order.iter().enumerate().all(fits) && returns(schema) == returns(func)
}

/// The type of an argument of a call: a name of the old signature, or a constant.
fn given_type<'a>(schema: &'a FunctionSchema, given: &str) -> Option<(Type, Option<&'a Annotation>)> {
    if given == ONE {
        return Some((Type::Base(BaseType::Scalar), None));
    }
    let argument = schema.arguments.of_name(given)?;
    Some((argument.ty.value.clone(), argument.annotation.as_ref()))
}
