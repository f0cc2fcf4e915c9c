//! The table `dispatch` of an operator: kernels by dispatch key.

use source::fields::{self, Fields};
use source::text::Text;
use source::yaml::Value;
use source::{Diagnostic, Diagnostics, Spanned};

use crate::rules;

/// A line of the table: a kernel, and the keys for which it is registered.
#[derive(Debug, Clone)]
pub struct DispatchEntry {
    /// The dispatch keys.
    pub keys: Vec<Spanned<String>>,
    /// The kernel.
    pub kernel: Spanned<Kernel>,
}

/// The name of a kernel.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kernel {
    /// The namespace as it is written, without the `native` that is appended to it.
    pub namespace: Option<String>,
    /// The name of the function.
    pub name: String,
}

impl Kernel {
    /// A kernel in the default namespace.
    pub fn plain(name: impl Into<String>) -> Kernel {
        Kernel { namespace: None, name: name.into() }
    }

    /// True if the kernel takes symbolic integers. Its name says so.
    pub fn takes_symint(&self) -> bool {
        self.name.contains("_symint")
    }

    /// The namespace in C++.
    pub fn cpp_namespace(&self) -> String {
        format!("{}::native", self.namespace.as_deref().unwrap_or("at"))
    }
}

/// The number of namespaces that a kernel may be in.
const MAX_NAMESPACES: usize = 3;

/// Reads the table. `None` if the key is absent, or its value is not a table, which has been reported.
pub(crate) fn read(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<Vec<DispatchEntry>> {
    let node = fields.get("dispatch")?;
    let Value::Mapping(entries) = &node.value else {
        fields::wrong_kind(node, format_args!("`dispatch` of {}", fields.what), "a mapping", &node.value, diagnostics);
        return None;
    };
    let mut table = Vec::new();
    for (key, value) in entries {
        let keys = keys(key);
        let Some(text) = fields::text(value, format_args!("the kernel for `{}`", key.value), diagnostics) else {
            continue;
        };
        let kernel = kernel(text, diagnostics);
        table.extend(kernel.map(|kernel| DispatchEntry { keys, kernel: Spanned::new(kernel, text.span()) }));
    }
    Some(table)
}

/// The dispatch keys of a line.
fn keys(key: &Spanned<String>) -> Vec<Spanned<String>> {
    Text::of_spanned(key).split(',').into_iter().map(Text::to_spanned).collect()
}

fn kernel(text: Text, diagnostics: &mut Diagnostics) -> Option<Kernel> {
    if !text.is_identifier() {
        let message = format!("`{}` is not a valid name of a kernel", text.folded());
        let help = "a name has only letters, digits and `_`, and may be qualified with `::`";
        diagnostics.push(Diagnostic::new(rules::BAD_KERNEL, text.span(), message).help(help));
        return None;
    }
    let Some((namespace, name)) = text.as_str().rsplit_once("::") else { return Some(Kernel::plain(text.as_str())) };
    if namespace.split("::").count() > MAX_NAMESPACES {
        let message = format!("the kernel `{}` is in more than {MAX_NAMESPACES} namespaces", text.as_str());
        diagnostics.push(Diagnostic::new(rules::BAD_NAMESPACE, text.span(), message));
        return None;
    }
    Some(Kernel { namespace: Some(namespace.to_owned()), name: name.to_owned() })
}
