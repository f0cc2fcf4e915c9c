//! Entries of `deprecated.yaml`: old signatures for Python.

use source::fields::Fields;
use source::text::Text;
use source::yaml::Node;
use source::{Diagnostic, Diagnostics, Spanned};
use torch_schema::{FunctionSchema, parse};

use crate::key::{Key, names};
use crate::rules;

/// An old signature, and the call that it stands for.
#[derive(Debug, Clone)]
pub struct Deprecated {
    /// The text of the old signature.
    pub name: Spanned<String>,
    /// The old signature. `None` if it has a mistake.
    pub schema: Option<FunctionSchema>,
    /// The C++ name of the function that is called. `None` if the call cannot be read.
    pub call: Option<Call>,
}

/// A call of a function.
#[derive(Debug, Clone)]
pub struct Call {
    /// The C++ name.
    pub function: Spanned<String>,
    /// The arguments: names of the old signature, or numbers.
    pub arguments: Vec<Spanned<String>>,
}

/// The keys of an entry.
pub const DESCRIBED_KEYS: [Key; 2] = [
    ("name", "The old signature, which Python still takes."),
    ("aten", "The call that it stands for: a function of C++ with arguments of the old signature, or numbers."),
];

/// Reads an entry. `None` if it has no name, which has been reported.
pub(crate) fn read(node: &Node, diagnostics: &mut Diagnostics) -> Option<Deprecated> {
    let fields = Fields::of(node, format_args!("a deprecated signature"), diagnostics)?;
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &names(&DESCRIBED_KEYS), diagnostics);
    let name = fields.require_text("name", diagnostics);
    let call = fields.require_text("aten", diagnostics);
    let schema = name.and_then(|name| parse::schema(name, diagnostics));
    let call = call.and_then(|call| read_call(call, diagnostics));
    Some(Deprecated { name: name?.to_spanned(), schema, call })
}

fn read_call(text: Text, diagnostics: &mut Diagnostics) -> Option<Call> {
    let call = text.as_str().find('(').and_then(|at| {
        let (arguments, rest) = text.slice(at, text.as_str().len()).bracketed('(')?;
        let function = text.slice(0, at);
        (function.is_name() && rest.is_empty()).then_some((function, arguments))
    });
    let Some((function, arguments)) = call else {
        let message = format!("`{}` is not a call", text.folded());
        diagnostics
            .push(Diagnostic::new(rules::BAD_CALL, text.span(), message).help("write `function(argument, ...)`"));
        return None;
    };
    let arguments = arguments.split(',').into_iter().map(Text::to_spanned).collect();
    Some(Call { function: function.to_spanned(), arguments })
}
