//! The declaration of a kernel: its parameters, for templates.

use profile::{Framework, Package, TensorDataType};
use serde::Serialize;

use super::{ArgumentForm, InputForm, OutputForm, PackageForm, PythonFunction, TypeForm, spelling, triton_function};

/// The data type of a tensor in a kernel, with its spellings.
#[derive(Debug, Serialize)]
pub struct Element<'a> {
    kind: &'static str,
    name: Option<&'a str>,
    #[serde(flatten)]
    of: Option<&'a TensorDataType>,
}

impl<'a> Element<'a> {
    /// The spellings of a type.
    pub fn of(of: &'a TypeForm, package: &'a Package) -> Self {
        match of {
            TypeForm::Common => Element { kind: "common", name: None, of: None },
            TypeForm::Any => Element { kind: "any", name: None, of: None },
            TypeForm::Fixed(name) => Element { kind: "fixed", name: Some(name), of: package.data_types.get(name) },
        }
    }
}

/// The kernel of an operator, as templates declare it.
#[derive(Debug, Serialize)]
pub struct KernelForm<'a> {
    kernel: &'a str,
    has_views: bool,
    written_for: Option<Framework>,
    /// The name and signature in Python, if it launches Triton kernels.
    triton: Option<TritonFunction<'a>>,
    /// The number of outputs that it returns, beside those that overwrite inputs.
    returned: usize,
    data_types: &'a [String],
    inputs: Vec<Parameter<'a, InputForm>>,
    attrs: Vec<Attribute<'a>>,
    /// Inputs and attributes in the order of the entry.
    arguments: &'a [ArgumentForm],
    /// For a framework's own tensors.
    registered_attrs: Vec<Attribute<'a>>,
    outputs: Vec<Parameter<'a, OutputForm>>,
    /// What it returns.
    results: Vec<ResultForm<'a>>,
}

/// A function in Python that launches Triton kernels.
#[derive(Debug, Serialize)]
struct TritonFunction<'a> {
    name: &'a str,
    #[serde(flatten)]
    python: PythonFunction,
}

/// A result of a kernel for the tensors of `PyTorch`.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", content = "cpp", rename_all = "snake_case")]
pub enum ResultForm<'a> {
    /// A tensor.
    Tensor,
    /// A list of tensors.
    List,
    /// A value of this type in C++.
    Value(&'a str),
}

impl<'a> ResultForm<'a> {
    /// The results of an operator, without the outputs that overwrite inputs.
    pub fn all(form: &PackageForm, package: &'a Package) -> Vec<Self> {
        let tensor = |output: &OutputForm| if output.list { ResultForm::List } else { ResultForm::Tensor };
        let mut all: Vec<Self> = form.returned().map(tensor).collect();
        for value in form.values {
            if let Some(spelling) = package.attributes.get(&value.ty.to_string()) {
                let cpp = spelling.value.as_deref().unwrap_or(&spelling.cpp);
                all.insert(value.at.min(all.len()), ResultForm::Value(cpp));
            }
        }
        all
    }
}

#[derive(Debug, Serialize)]
struct Parameter<'a, Form> {
    #[serde(flatten)]
    form: &'a Form,
    data_type: Element<'a>,
}

#[derive(Debug, Clone, Serialize)]
struct Attribute<'a> {
    name: &'a str,
    cpp: &'a str,
    in_shapes: bool,
}

impl<'a> KernelForm<'a> {
    /// The name of the function.
    pub fn name(&self) -> &'a str {
        self.kernel
    }

    /// Whether it is a function in Python that launches Triton kernels.
    pub fn is_triton(&self) -> bool {
        self.triton.is_some()
    }

    /// The kernel of an operator. `None` if it has none.
    pub fn of(form: &'a PackageForm<'a>, package: &'a Package) -> Option<Self> {
        let attribute = |attr: &'a &spec::Attr| {
            let spelling = spelling(attr, package)?;
            Some(Attribute { name: attr.name.as_str(), cpp: &spelling.cpp, in_shapes: !spelling.hidden_from_shapes })
        };
        let input = |form: &'a InputForm| Parameter { form, data_type: Element::of(&form.data_type, package) };
        let output = |form: &'a OutputForm| Parameter { form, data_type: Element::of(&form.data_type, package) };
        let attrs: Vec<Attribute> = form.attrs.iter().filter_map(attribute).collect();
        Some(KernelForm {
            kernel: form.kernel()?.as_str(),
            has_views: form.has_views(),
            written_for: form.written_for,
            triton: form.is_triton.then(|| TritonFunction {
                name: form.kernel().map_or("", |name| name.as_str()),
                python: triton_function(form, package),
            }),
            returned: form.returned().count(),
            data_types: &form.data_types,
            inputs: form.inputs.iter().map(input).collect(),
            registered_attrs: attrs.clone(),
            attrs,
            arguments: &form.arguments,
            results: ResultForm::all(form, package),
            outputs: form.outputs.iter().map(output).collect(),
        })
    }
}
