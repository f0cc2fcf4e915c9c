//! The table `ufunc_inner_loop`: functions that are applied to each element, with the types of elements.

use source::fields::{self, Fields};
use source::text::Text;
use source::yaml::Value;
use source::{Diagnostic, Diagnostics, Spanned, suggest};

use crate::key::{Key, names};
use crate::rules;

/// A function that is applied to each element.
#[derive(Debug, Clone)]
pub struct UfuncLoop {
    /// One of [`KEYS`].
    pub key: Spanned<String>,
    /// The name of the function.
    pub name: String,
    /// The types of elements, or classes of such types.
    pub dtypes: Vec<Spanned<String>>,
}

/// The keys of the table: where a function applies.
pub const DESCRIBED_KEYS: [Key; 7] = [
    ("CUDAFunctor", "The loop on CUDA over two tensors."),
    ("CUDAFunctorOnOther", "The loop on CUDA if the first argument is a number."),
    ("CUDAFunctorOnSelf", "The loop on CUDA if the second argument is a number."),
    ("CPUScalar", "The loop on the CPU over single elements."),
    ("CPUVector", "The loop on the CPU over vectors of elements."),
    ("ScalarOnly", "All loops over single elements."),
    ("Generic", "All loops, also those over vectors."),
];

/// Their names.
pub const KEYS: &[&str] = &names(&DESCRIBED_KEYS);

/// The types of elements, and classes of such types.
const DTYPES: &[&str] = &[
    "Byte",
    "Char",
    "Short",
    "Int",
    "Long",
    "Float",
    "Double",
    "ComplexFloat",
    "ComplexDouble",
    "ComplexHalf",
    "Half",
    "Bool",
    "BFloat16",
    "Float8_e5m2",
    "Float8_e5m2fnuz",
    "Float8_e4m3fn",
    "Float8_e4m3fnuz",
    "Float8_e8m0fnu",
    "Float4_e2m1fn_x2",
    "All",
    "AllAndComplex",
    "FloatingTypes",
    "FloatingAndComplex",
    "Integral",
];

/// Reads the table. A text is a table with the key `Generic`. Mistakes are reported.
pub(crate) fn read(fields: &Fields, diagnostics: &mut Diagnostics) -> Vec<UfuncLoop> {
    let Some(node) = fields.get("ufunc_inner_loop") else { return Vec::new() };
    let what = format_args!("`ufunc_inner_loop` of {}", fields.what);
    let Value::Mapping(entries) = &node.value else {
        let generic = Spanned::new("Generic".to_owned(), node.span);
        return fields::text(node, what, diagnostics)
            .and_then(|text| inner_loop(&generic, text, diagnostics))
            .into_iter()
            .collect();
    };
    let mut loops = Vec::new();
    for (key, value) in entries {
        if !KEYS.contains(&key.value.as_str()) {
            let message = format!("`{}` is not a key of `ufunc_inner_loop`", key.value);
            let help = suggest::help(&key.value, KEYS.iter().copied());
            diagnostics.push(Diagnostic::new(rules::BAD_UFUNC_LOOP, key.span, message).maybe_help(help));
            continue;
        }
        let text = fields::text(value, format_args!("`{}` of {what}", key.value), diagnostics);
        loops.extend(text.and_then(|text| inner_loop(key, text, diagnostics)));
    }
    loops
}

fn inner_loop(key: &Spanned<String>, text: Text, diagnostics: &mut Diagnostics) -> Option<UfuncLoop> {
    let (name, dtypes) = text.split_word();
    let Some(dtypes) = dtypes.inside('(', ')').filter(|_| name.is_name()) else {
        let message = format!("`{}` is not a loop of a universal function", text.folded());
        let problem = Diagnostic::new(rules::BAD_UFUNC_LOOP, text.span(), message);
        diagnostics.push(problem.help("write a name and types in parentheses: `add (AllAndComplex, Half)`"));
        return None;
    };
    let dtypes = dtypes.split(',');
    for dtype in dtypes.iter().filter(|dtype| !DTYPES.contains(&dtype.as_str())) {
        let message = format!("`{}` is not a type of elements", dtype.as_str());
        let help = suggest::help(dtype.as_str(), DTYPES.iter().copied());
        diagnostics.push(Diagnostic::new(rules::BAD_UFUNC_LOOP, dtype.span(), message).maybe_help(help));
    }
    let dtypes = dtypes.into_iter().map(Text::to_spanned).collect();
    Some(UfuncLoop { key: key.clone(), name: name.as_str().to_owned(), dtypes })
}
