//! The C++ of a package: where the functions are that its YAML names.

use kernels::package::Files;
use lsp_types::Location;

use crate::mentions::Symbol;
use crate::position::Lines;
use crate::uri;
use crate::view::View;

/// The functions that a name in YAML means.
pub fn definitions(view: &View, files: &Files, symbol: &Symbol) -> Vec<Location> {
    let Some((_, name)) = symbol.in_cpp() else { return Vec::new() };
    let found = files.named(name).into_iter().filter_map(|function| {
        let range = Lines::of(function.text).range(function.text, function.range, view.encoding);
        Some(Location::new(uri::of_path(&function.path)?, range))
    });
    found.collect()
}

/// The declarations of what a name in YAML means. `None` if there are none.
pub fn described(files: &Files, symbol: &Symbol) -> Option<String> {
    let (_, name) = symbol.in_cpp()?;
    let mut declarations: Vec<String> = files.named(name).into_iter().map(|function| function.declaration).collect();
    declarations.dedup();
    (!declarations.is_empty()).then(|| format!("```cpp\n{};\n```", declarations.join(";\n")))
}
