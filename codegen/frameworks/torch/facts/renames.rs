//! Names that follow from others: those of the functions that are generated for an operator.

use project::assistance::{Rename, Symbol, TAG};
use source::text::Text;
use source::{Diagnostics, Spanned};
use torch_registry::{Project, tags};
use torch_schema::{FunctionSchema, OperatorName, parse};

use crate::mentions::OPERATOR;

/// The new names of the functions that are generated for a renamed operator.
pub fn renames(project: &Project, Rename { symbol, new }: &Rename) -> Vec<Rename> {
    let registry = &project.registry;
    let Some(id) = registry.of_name(&symbol.name).filter(|_| symbol.kind == OPERATOR) else { return Vec::new() };
    let signature = registry.signature_of(id);
    if registry.base_of(signature) != Some(id) {
        return Vec::new();
    }
    let old = &registry[id].entry.func;
    let name = Spanned::new(new.clone(), old.name.span);
    let Some(name) = parse::operator_name(Text::of_spanned(&name), &mut Diagnostics::default()) else {
        return Vec::new();
    };
    let renamed = FunctionSchema { name: old.name.clone().map(|_| name), ..old.clone() };
    let is_generated = |name: &str| {
        let mut functions = signature.functions().map(|id| &registry[id]);
        functions.any(|function| function.is_generated && function.name().to_string() == name)
    };
    let rename = |(old, new): (OperatorName, OperatorName)| {
        let symbol = Symbol { kind: OPERATOR, name: old.to_string() };
        is_generated(&symbol.name).then(|| Rename { symbol, new: new.to_string() })
    };
    generated_names(old)
        .into_iter()
        .zip(generated_names(&renamed))
        .filter_map(|(old, new)| rename((old?, new?)))
        .collect()
}

/// Why something cannot be renamed: generators know some tags by their names.
pub fn fixed_because(project: &Project, symbol: &Symbol) -> Option<String> {
    let is_known = || {
        let functional = &project.registry.profile().functional_tags;
        tags::KNOWN.contains(&symbol.name.as_str()) || functional.contains(&symbol.name)
    };
    (symbol.kind == TAG && is_known())
        .then(|| format!("PyTorch's generators know the tag `{}` by its name", symbol.name))
}

/// The names of the out form and the functional form that may be generated for an operator.
pub fn generated_names(schema: &FunctionSchema) -> [Option<OperatorName>; 2] {
    [schema.to_out(), Some(schema.to_functional())].map(|form| form.map(|form| form.name.value))
}
