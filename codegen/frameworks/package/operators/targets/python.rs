//! The documentation of the function of an operator of a package, its schema for `PyTorch`, and the arguments of its tests.

use crate::forms::{ArgumentForm, InputForm, Literals, OutputForm, PackageForm, default_literal, spelling};
use profile::Package;
use spec::argument_marks::KEYWORD_ONLY;
use spec::{Attr, Element};

/// The documentation of a function, with what callers must keep to. Templates escape it.
pub fn docstring(form: &PackageForm, _package: &Package) -> String {
    let doc = form.op.package.as_ref().and_then(|own| own.doc.as_ref());
    let doc = doc.map_or_else(|| format!("The operator {}.", form.op.name.value), |doc| doc.value.clone());
    let needs = form.requires.iter().map(|require| match &require.message {
        Some(message) => format!("\n- `{}`: {message}", require.text),
        None => format!("\n- `{}`", require.text),
    });
    let needs: String = needs.collect();
    if needs.is_empty() { doc } else { format!("{doc}\n\nThe arguments must satisfy:\n{needs}") }
}

/// The schema of an operator for `PyTorch`. It returns nothing that it overwrites: `PyTorch` neither traces nor exports aliases.
pub fn torch_schema(form: &PackageForm, symbolic: &[&str], package: &Package) -> String {
    let argument = |argument: &ArgumentForm| match *argument {
        ArgumentForm::Input(at) => (input_schema(&form.inputs[at], form), None),
        ArgumentForm::Attr(at) => attr_schema(form.attrs[at], form, symbolic, package),
    };
    let arguments: Vec<(String, Option<String>)> = form.arguments.iter().map(argument).collect();
    // A schema cannot spell every default, and no argument with a default may stand before one without.
    let is_attr = |at: &usize| matches!(form.arguments[*at], ArgumentForm::Attr(_));
    let without_default = |at: &usize| is_attr(at) && arguments[*at].1.is_none();
    let first = (0..arguments.len()).rfind(without_default).map_or(0, |last| last + 1);
    let is_keyword = |argument: &ArgumentForm| {
        let name = match *argument {
            ArgumentForm::Input(at) => form.inputs[at].name.as_str(),
            ArgumentForm::Attr(at) => form.attrs[at].name.as_str(),
        };
        form.marks(name).is_some_and(|marks| marks.keyword_only)
    };
    let keywords = form.arguments.iter().position(is_keyword);
    let texts = arguments.into_iter().enumerate().flat_map(|(at, (text, default))| {
        let is_kept = at >= first || keywords.is_some_and(|keywords| at >= keywords);
        let text = match default.filter(|_| is_kept) {
            Some(default) => format!("{text}={default}"),
            None => text,
        };
        (keywords == Some(at)).then(|| KEYWORD_ONLY.to_owned()).into_iter().chain([text])
    });
    let list = |is_list: bool| if is_list { "[]" } else { "" };
    let named = |name: &str| {
        let names = form.op.package.iter().flat_map(|own| &own.named_results);
        names.into_iter().find(|of| of.value == name).map_or(String::new(), |name| format!(" {}", name.value))
    };
    let output = |output: &OutputForm| format!("Tensor{}{}", list(output.list), named(&output.name));
    let mut outputs: Vec<String> = form.returned().map(output).collect();
    for value in form.values {
        let spelling = package.attributes.get(&value.ty.to_string()).map_or("", |spelling| &spelling.schema);
        outputs.insert(value.at.min(outputs.len()), format!("{spelling}{}", named(value.name.as_str())));
    }
    let outputs = if let [only] = outputs.as_slice() { only.clone() } else { format!("({})", outputs.join(", ")) };
    format!("{}({}) -> {outputs}", form.op.name.value, texts.collect::<Vec<_>>().join(", "))
}

/// The schema of the function that infers shapes for `PyTorch`, if some sizes are known only after a call: it gets symbols for them.
pub fn torch_shapes_schema(form: &PackageForm, symbolic: &[&str], package: &Package) -> String {
    let schema = torch_schema(form, symbolic, package);
    let (name, rest) = schema.split_once('(').unwrap_or((&schema, ""));
    format!("_opgen_shapes_{name}(SymInt[] _opgen_sizes, {rest}")
}

fn input_schema(input: &InputForm, form: &PackageForm) -> String {
    let none = if input.none_by_default { "=None" } else { "" };
    if let Some(schema) = &input.schema {
        return format!("{schema} {}{none}", input.name);
    }
    // Tensors that are written get a letter.
    let mut written = form.inputs.iter().filter(|input| input.written);
    let letter = written
        .position(|other| other.name == input.name)
        .map_or(String::new(), |at| format!("({}!)", char::from(b'a' + (at % 26) as u8)));
    let (list, optional) = (if input.list { "[]" } else { "" }, if input.optional { "?" } else { "" });
    format!("Tensor{letter}{list}{optional} {}{none}", input.name)
}

/// The type and the name of an attribute, and its default.
fn attr_schema(attr: &Attr, form: &PackageForm, symbolic: &[&str], package: &Package) -> (String, Option<String>) {
    let name = attr.name.as_str();
    let ty = spelling(attr, package).map_or("", |spelling| &spelling.schema);
    let is_symbolic = symbolic.contains(&name) || form.marks(name).is_some_and(|marks| marks.symbolic);
    let ty = if is_symbolic { ty.replace("int", "SymInt") } else { ty.to_owned() };
    // The only default of a list of texts that a schema can have is the empty one.
    let is_texts = attr.ty.list && attr.ty.element == Element::Str;
    let default = default_literal(attr, Literals::SCHEMA).filter(|default| !is_texts || default == "[]");
    (format!("{ty} {name}"), default)
}

/// The results that callers see of a call for `PyTorch`, which returns only what overwrites nothing. `None` if they are all results
/// of the call.
pub fn torch_picked(form: &PackageForm) -> Option<String> {
    let returned = form.returned().count();
    // Results that are no tensors are those of the kernel.
    if !form.values.is_empty()
        || returned == form.outputs.len() && form.outputs.iter().all(|output| !output.intermediate)
    {
        return None;
    }
    let result = |output: &OutputForm| match &output.overwrites {
        Some(input) => input.clone(),
        None if returned == 1 => "_opgen_results".to_owned(),
        None => {
            let at = form.returned().position(|other| other.name == output.name).unwrap_or_default();
            format!("_opgen_results[{at}]")
        }
    };
    let visible: Vec<String> =
        form.outputs.iter().filter(|output| !output.intermediate && !output.aside).map(result).collect();
    Some(visible.join(", "))
}
