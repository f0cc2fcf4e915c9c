//! The values. Their names are those of the keys in PyTorch's YAML where there are such keys.

use describe::Location;
use indexmap::IndexMap;
use serde::Serialize;

/// An overload of an operator.
#[derive(Debug, Clone, Serialize)]
pub struct Facts {
    /// The namespace: `aten`, unless the entry says otherwise.
    pub namespace: String,
    /// The name without its overload.
    pub name: String,
    /// The overload, which may be empty.
    pub overload: String,
    /// The schema as the file has it.
    pub schema: String,
    /// `functional`, `inplace`, `out`, `mutable` or `scratch`.
    pub kind: &'static str,
    /// Where the entry is. A generated operator has that of the one from which it is made.
    pub defined: Location,
    /// True if no entry defines it.
    pub generated: bool,
    /// The arguments in order.
    pub arguments: Vec<Argument>,
    /// The returns in order.
    pub returns: Vec<Return>,
    /// `function`, `method` or both.
    pub variants: Vec<&'static str>,
    /// The module of Python that has the function, if it is not `torch`.
    pub python_module: Option<String>,
    /// The functions and methods in C++.
    pub cpp: Vec<String>,
    /// The signature of the dispatcher: the type of the result, and those of the arguments.
    pub dispatcher: String,
    /// The functions and methods in Python, as the parser of their arguments reads them.
    pub python: Vec<String>,
    /// The kernel for each dispatch key.
    pub dispatch: IndexMap<String, String>,
    /// True if the kernel is structured.
    pub structured: bool,
    /// The overload that has the structured kernel.
    pub structured_delegate: Option<String>,
    /// The class from which the meta class is derived.
    pub structured_inherits: Option<String>,
    /// False if arguments may be on several devices.
    pub device_check: bool,
    /// False if the operator does not switch to the device of its arguments.
    pub device_guard: bool,
    /// The tags, including those that every operator has.
    pub tags: Vec<String>,
    /// The overloads that are generated for the group.
    pub autogen: Vec<String>,
    /// The forms of the operator.
    pub group: Group,
    /// True if results share memory with arguments.
    pub view: bool,
    /// The formulas of its gradients.
    pub derivative: Option<Derivative>,
    /// The classes of the nodes that compute its gradients: one, unless dispatch keys have formulas of their own.
    pub nodes: Vec<String>,
}

/// An argument.
#[derive(Debug, Clone, Serialize)]
pub struct Argument {
    /// The name.
    pub name: String,
    /// The type, without alias annotation.
    #[serde(rename = "type")]
    pub ty: String,
    /// The default as it is written.
    pub default: Option<String>,
    /// The alias annotation, as in `a!`.
    pub alias: Option<String>,
    /// True behind the `*`.
    pub keyword_only: bool,
    /// True if the operator writes its result to it.
    pub out: bool,
}

/// A return.
#[derive(Debug, Clone, Serialize)]
pub struct Return {
    /// The name, if it has one.
    pub name: Option<String>,
    /// The type, without alias annotation.
    #[serde(rename = "type")]
    pub ty: String,
    /// The alias annotation, as in `a!`.
    pub alias: Option<String>,
}

/// The forms of an operator that have the same signature.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Group {
    /// The form that returns new tensors.
    pub functional: Option<String>,
    /// The form that writes to `self`.
    pub inplace: Option<String>,
    /// The form that writes to another argument.
    pub mutable: Option<String>,
    /// The form that writes to out arguments.
    pub out: Option<String>,
}

/// The formulas of an operator's gradients.
#[derive(Debug, Clone, Serialize)]
pub struct Derivative {
    /// Where the entry is.
    pub defined: Location,
    /// The formulas in order.
    pub formulas: Vec<Formula>,
}

/// A formula.
#[derive(Debug, Clone, Serialize)]
pub struct Formula {
    /// The dispatch key. `Default` stands for all without a formula of their own.
    pub dispatch: String,
    /// The arguments whose gradient it is, or the result whose tangent it is.
    pub names: Vec<String>,
    /// The formula.
    pub formula: String,
}

impl Facts {
    /// The name with its overload: `add.Tensor`.
    pub fn full_name(&self) -> String {
        match self.overload.as_str() {
            "" => self.name.clone(),
            overload => format!("{}.{overload}", self.name),
        }
    }

    /// The names of its kernels and nodes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let kernels = self.dispatch.values().map(|kernel| kernel.rsplit("::").next().unwrap_or(kernel));
        kernels.chain(self.nodes.iter().map(String::as_str))
    }

    /// The names of its functions and methods in C++ and in Python: `at::add`, `Tensor::add`, `torch.add`.
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.cpp.iter().chain(&self.python).filter_map(|declaration| declaration.split('(').next()?.rsplit(' ').next())
    }
}

impl Group {
    /// The forms that exist, with the words for them.
    pub fn forms(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let forms = [
            ("functional", &self.functional),
            ("inplace", &self.inplace),
            ("mutable", &self.mutable),
            ("out", &self.out),
        ];
        forms.into_iter().filter_map(|(word, form)| Some((word, form.as_ref()?)))
    }
}
