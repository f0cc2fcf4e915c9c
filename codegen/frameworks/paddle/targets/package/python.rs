//! The documentation of the function of an operator of a package, its schema for `PyTorch`, and the arguments of its tests.

use forms::defaults;
use forms::package::{InputForm, Literals, OutputForm, PackageForm, TypeForm, literal};
use profile::Package;
use source::Spanned;
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
    // Tensors that are written get a letter.
    let letter = |name: &str| {
        let mut written = form.inputs.iter().filter(|input| input.written);
        written.position(|input| input.name == name).map(|at| format!("({}!)", char::from(b'a' + (at % 26) as u8)))
    };
    let list = |is_list: bool| if is_list { "[]" } else { "" };
    let inputs = form.inputs.iter().map(|input| {
        let letter = letter(&input.name).unwrap_or_default();
        format!("Tensor{letter}{}{} {}", list(input.list), if input.optional { "?" } else { "" }, input.name)
    });
    let attrs = form.attrs.iter().map(|attr| {
        let spelling = package.attributes.get(&attr.ty.to_string()).map_or("", |spelling| &spelling.schema);
        let is_symbolic = symbolic.contains(&attr.name.as_str());
        let spelling = if is_symbolic { spelling.replace("int", "SymInt") } else { spelling.to_owned() };
        let default = defaults::default(attr).and_then(|default| literal(&default, Literals::SCHEMA));
        (format!("{spelling} {}", attr.name.value), default)
    });
    let attrs: Vec<(String, Option<String>)> = attrs.collect();
    // A schema cannot spell every default, and no argument with a default may stand before one without.
    let first = attrs.iter().rposition(|(_, default)| default.is_none()).map_or(0, |last| last + 1);
    let attrs = attrs.into_iter().enumerate().map(|(at, (attr, default))| match default.filter(|_| at >= first) {
        Some(default) => format!("{attr}={default}"),
        None => attr,
    });
    let outputs: Vec<String> = form.returned().map(|output| format!("Tensor{}", list(output.list))).collect();
    let outputs = if let [only] = outputs.as_slice() { only.clone() } else { format!("({})", outputs.join(", ")) };
    format!("{}({}) -> {outputs}", form.op.name.value, inputs.chain(attrs).collect::<Vec<_>>().join(", "))
}

/// The results that callers see of a call for `PyTorch`, which returns only what overwrites nothing. `None` if they are all results
/// of the call.
pub fn torch_picked(form: &PackageForm) -> Option<String> {
    let returned = form.returned().count();
    if returned == form.outputs.len() && form.outputs.iter().all(|output| !output.intermediate) {
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
    let visible: Vec<String> = form.outputs.iter().filter(|output| !output.intermediate).map(result).collect();
    Some(visible.join(", "))
}

/// The shape of an input in tests: the one that the entry states, or a small square.
pub fn example_shape(form: &PackageForm, input: &str) -> Vec<u32> {
    let stated = stated(form, input).and_then(|text| {
        let (_, sizes) = text.split_once('[')?;
        let inner = sizes.trim().strip_suffix(']')?;
        let sizes = inner.split(',').map(str::trim).filter(|size| !size.is_empty());
        sizes.map(|size| size.parse().ok()).collect::<Option<Vec<u32>>>()
    });
    stated.unwrap_or_else(|| vec![3, 3])
}

/// The data type of an input in tests. Kernels that take any type usually take indices.
pub fn example_type(form: &PackageForm, input: &InputForm, package: &Package) -> Option<String> {
    let stated = stated(form, &input.name).and_then(|text| text.split_once('[')).map(|(ty, _)| ty.trim());
    match &input.data_type {
        TypeForm::Common => None,
        TypeForm::Fixed(name) => Some(name.clone()),
        TypeForm::Any => {
            let stated = stated.filter(|ty| package.data_types.contains_key(*ty));
            Some(stated.unwrap_or("int64").to_owned())
        }
    }
}

/// The value of an attribute in tests: the one that the entry states, the default, or something small.
pub fn example_value(form: &PackageForm, attr: &Attr) -> String {
    let with_default =
        |text: &str| Attr { default: Some(Spanned::new(text.to_owned(), attr.name.span)), ..attr.clone() };
    let read = |attr: &Attr| defaults::default(attr).and_then(|default| literal(&default, Literals::PYTHON));
    let stated = stated(form, attr.name.as_str()).and_then(|text| {
        let braced = text.replace('[', "{").replace(']', "}");
        read(&with_default(&braced)).or_else(|| read(&with_default(&format!("{text:?}"))))
    });
    let small = || match (attr.ty.element, attr.ty.list) {
        (Element::Bool, _) => "False",
        (Element::Float | Element::Double, false) => "1.0",
        (Element::Str, false) => "\"\"",
        (_, false) => "1",
        (Element::Float | Element::Double, true) => "(1.0,)",
        (Element::Str, true) => "(\"\",)",
        (_, true) => "(1,)",
    };
    stated.or_else(|| read(attr)).unwrap_or_else(|| small().to_owned())
}

fn stated<'a>(form: &PackageForm<'a>, argument: &str) -> Option<&'a str> {
    let stated = &form.op.package.as_ref()?.example;
    stated.iter().find(|stated| stated.name.value == argument).map(|stated| stated.text.as_str())
}
