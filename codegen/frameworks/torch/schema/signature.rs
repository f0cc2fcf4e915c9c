//! Signatures: what the functional, inplace and out forms of an operator have in common.

use source::Spanned;

use crate::annotation::Annotation;
use crate::arguments::{Argument, Arguments};
use crate::function::{FunctionSchema, Return, SchemaKind};
use crate::name::{BaseOperatorName, OperatorName};

impl FunctionSchema {
    /// The schema without overload, inplace suffix, out arguments, annotations, names of returns and tensor options. Arguments that are
    /// written to and not returned become returns. Forms of one operator have equal signatures.
    pub fn signature(&self) -> FunctionSchema {
        self.signature_of(&self.name.value.name.base, false)
    }

    /// Like [`signature`](Self::signature), but returns keep their names, and those that were arguments are named `ARGUMENT_out`.
    pub fn signature_with_return_names(&self) -> FunctionSchema {
        self.signature_of(&self.name.value.name.base, true)
    }

    /// The signature of the view that an operator is a copy of. Equals [`signature`](Self::signature) for all other operators.
    pub fn view_signature(&self) -> FunctionSchema {
        let base = &self.name.value.name.base;
        match base.strip_suffix("_copy") {
            Some(_) => self.signature_of(&base.replace("_copy", ""), false),
            None if base.ends_with("_scatter") => self.signature_of(&base.replace("scatter", "inverse"), false),
            None => self.signature(),
        }
    }

    /// The text of [`signature`](Self::signature), by which functions are grouped.
    pub fn signature_text(&self) -> String {
        self.signature().to_string()
    }

    /// The text of [`view_signature`](Self::view_signature). `None` if it is that of [`signature`](Self::signature).
    pub fn view_signature_text(&self) -> Option<String> {
        let base = &self.name.value.name.base;
        (base.ends_with("_copy") || base.ends_with("_scatter")).then(|| self.view_signature().to_string())
    }

    fn signature_of(&self, base: &str, keep_return_names: bool) -> FunctionSchema {
        let arguments = &self.arguments;
        let name = BaseOperatorName { is_dunder: self.name.value.name.is_dunder, ..BaseOperatorName::plain(base) };
        let stripped = |returned: &Return| Return {
            name: returned.name.clone().filter(|_| keep_return_names),
            ty: returned.ty.clone(),
            annotation: None,
        };
        let is_returned =
            |argument: &&Argument| self.returns.iter().any(|returned| returned.annotation == argument.annotation);
        let of_argument = |argument: &Argument| Return {
            name: keep_return_names.then(|| argument.name.clone().map(|name| name + "_out")),
            ty: argument.ty.clone(),
            annotation: None,
        };
        let written = arguments.self_argument().into_iter().chain(&arguments.out).chain(arguments.after_self());
        let written = written.filter(|argument| argument.is_write()).filter(|argument| !is_returned(argument));
        FunctionSchema {
            name: Spanned::new(OperatorName { name, overload: String::new() }, self.name.span),
            arguments: arguments.of_signature(),
            returns: self.returns.iter().map(stripped).chain(written.map(of_argument)).collect(),
        }
    }

    /// The out form of a functional, inplace or mutable operator: its results are written to `out`, or to `out0`, `out1` and so on.
    /// `None` if the operator has out arguments already.
    pub fn to_out(&self) -> Option<FunctionSchema> {
        let (arguments, out, returns) = match self.kind() {
            SchemaKind::Out | SchemaKind::Scratch => return None,
            SchemaKind::Inplace => {
                let this = self.arguments.self_argument()?;
                let name = this.name.clone().map(|_| "out".to_owned());
                let out = Argument { name, default: None, ..this.clone() };
                (self.arguments.without_self_annotation(), vec![out], self.returns.clone())
            }
            SchemaKind::Functional => {
                let (out, returns) = self.out_arguments();
                (self.arguments.of_signature(), out, returns)
            }
            SchemaKind::Mutable => {
                let (out, returns) = self.out_arguments();
                (self.arguments.clone(), out, returns)
            }
        };
        let overload = out_overload(&self.name.value.overload);
        let name = Spanned::new(self.name.value.with_overload(overload), self.name.span);
        Some(FunctionSchema { name, arguments: arguments.with_out(out), returns })
    }

    /// The functional form of an inplace, mutable or out operator.
    pub fn to_functional(&self) -> FunctionSchema {
        let mut schema = self.signature_with_return_names();
        schema.name.value.name.is_functional_overload = self.kind() == SchemaKind::Mutable;
        schema.name.value.overload.clone_from(&self.name.value.overload);
        schema
    }

    /// An out argument for each return that is made of tensors, and the returns of an operator with these.
    fn out_arguments(&self) -> (Vec<Argument>, Vec<Return>) {
        let used: Vec<char> = self
            .arguments
            .all()
            .filter_map(|argument| argument.annotation.as_ref())
            .flat_map(|annotation| annotation.alias_set.iter().copied())
            .collect();
        let letters: Vec<char> = ('a'..='z').filter(|letter| !used.contains(letter)).collect();
        let all_are_tensors = self.returns.iter().all(|returned| returned.ty.value == crate::Type::TENSOR);
        let (mut out, mut returns) = (Vec::new(), Vec::new());
        for (at, returned) in self.returns.iter().enumerate() {
            if !returned.ty.value.is_tensor_like() {
                returns.push(returned.clone());
                continue;
            }
            let name = if self.returns.len() == 1 { "out".to_owned() } else { format!("out{at}") };
            let annotation = letters.get(at).map(|letter| Annotation::write(*letter));
            if all_are_tensors {
                returns.push(Return { name: None, ty: returned.ty.clone(), annotation: annotation.clone() });
            }
            let name = Spanned::new(name, returned.ty.span);
            out.push(Argument { name, ty: returned.ty.clone(), default: None, annotation });
        }
        (out, returns)
    }
}

/// The overload of the out form of an operator with an overload.
pub(crate) fn out_overload(overload: &str) -> String {
    if overload.is_empty() { "out".to_owned() } else { format!("{overload}_out") }
}

impl Arguments {
    /// The arguments without annotations, out arguments and tensor options.
    fn of_signature(&self) -> Arguments {
        let stripped = |argument: &Argument| argument.without_annotation();
        let keyword_only = self.before_options().iter().chain(self.after_options()).map(stripped).collect();
        Arguments::new(self.positional.iter().map(stripped).collect(), keyword_only, Vec::new())
    }
}
