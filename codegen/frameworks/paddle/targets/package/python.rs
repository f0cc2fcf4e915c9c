//! The documentation of the function of an operator of a package, its schema for `PyTorch`, and the arguments of its tests.

use forms::defaults;
use forms::package::{Literals, PackageForm, literal};
use profile::Package;
use source::Spanned;
use spec::{Attr, Element};

/// The documentation of a function. Templates escape it.
pub fn docstring(form: &PackageForm, _package: &Package) -> String {
    let doc = form.op.package.as_ref().and_then(|own| own.doc.as_ref());
    doc.map_or_else(|| format!("The operator {}.", form.op.name.value), |doc| doc.value.clone())
}

/// The schema of an operator for `PyTorch`.
pub fn torch_schema(form: &PackageForm, package: &Package) -> String {
    // Tensors that are written get a letter, which their outputs repeat.
    let letter = |name: &str| {
        let mut written = form.inputs.iter().filter(|input| input.written);
        written.position(|input| input.name == name).map(|at| format!("({}!)", char::from(b'a' + (at % 26) as u8)))
    };
    let tensor = |list: bool, optional: bool, letter: Option<String>| {
        let letter = letter.unwrap_or_default();
        format!("Tensor{letter}{}{}", if list { "[]" } else { "" }, if optional { "?" } else { "" })
    };
    let inputs = form
        .inputs
        .iter()
        .map(|input| format!("{} {}", tensor(input.list, input.optional, letter(&input.name)), input.name));
    let attrs = form.attrs.iter().map(|attr| {
        let spelling = package.attributes.get(&attr.ty.to_string());
        let default = defaults::default(attr).and_then(|default| literal(&default, Literals::SCHEMA));
        let default = default.map_or_else(String::new, |default| format!("={default}"));
        format!("{} {}{default}", spelling.map_or("", |spelling| &spelling.schema), attr.name.value)
    });
    let outputs: Vec<String> = form
        .outputs
        .iter()
        .map(|output| tensor(output.list, false, output.overwrites.as_deref().and_then(letter)))
        .collect();
    let outputs = if let [only] = outputs.as_slice() { only.clone() } else { format!("({})", outputs.join(", ")) };
    format!("{}({}) -> {outputs}", form.op.name.value, inputs.chain(attrs).collect::<Vec<_>>().join(", "))
}

/// The shape of an input in tests: the one that the entry states, or a small square.
pub fn example_shape(form: &PackageForm, input: &str) -> Vec<u32> {
    let stated = stated(form, input).and_then(|text| {
        let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
        let sizes = inner.split(',').map(str::trim).filter(|size| !size.is_empty());
        sizes.map(|size| size.parse().ok()).collect::<Option<Vec<u32>>>()
    });
    stated.unwrap_or_else(|| vec![3, 3])
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
