//! The C++ of a package: where the functions are that its YAML names. The files are few and small, so each request reads them.

use kernels::package::Files;
use lsp_types::Location;

use crate::mentions::Symbol;
use crate::position::Lines;
use crate::uri;
use crate::view::View;

/// The functions that a name in YAML means. `None` if this is not a package.
pub fn definitions(view: &View, symbol: &Symbol) -> Option<Vec<Location>> {
    let (_, name) = symbol.in_cpp()?;
    let files = Files::read(view.project(), &view.root)?;
    let found = files.named(name).into_iter().filter_map(|function| {
        let range = Lines::of(function.text).range(function.text, function.range, view.encoding);
        Some(Location::new(uri::of_path(&function.path)?, range))
    });
    Some(found.collect())
}

/// The declarations of what a name in YAML means. `None` if there are none.
pub fn described(view: &View, symbol: &Symbol) -> Option<String> {
    let (_, name) = symbol.in_cpp()?;
    let files = Files::read(view.project(), &view.root)?;
    let mut declarations: Vec<String> = files.named(name).into_iter().map(|function| function.declaration).collect();
    declarations.dedup();
    (!declarations.is_empty()).then(|| format!("```cpp\n{};\n```", declarations.join(";\n")))
}
