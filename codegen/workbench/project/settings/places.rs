//! Where a project may have its output folder and its baseline. A project is often somebody else's, so it must not lead opgen to
//! write elsewhere.

use std::fs;
use std::path::{Path, PathBuf};

use source::path::{has_control, is_below, is_git, normalised, shown, tidy};
use source::{Diagnostic, Diagnostics, Spanned, rules};

use crate::tree_of;

/// The output folder that the project chooses, unless it is outside of the repository or belongs to Git, which is reported.
/// `base` is the folder of `opgen.toml`.
pub(super) fn output_folder(
    folder: Spanned<String>,
    base: &Path,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<String>> {
    let problem = |message: String| {
        Diagnostic::new(rules::WRONG_NODE, folder.span, message).help("name another folder, or choose one with `--out`")
    };
    if has_control(&folder.value) {
        diagnostics.push(problem(format!("the output folder `{}` contains a control character", shown(&folder.value))));
        return None;
    }
    let tree = tree_of(base);
    let path = base.join(&folder.value);
    let whole = tidy(&real_folder(base).join(&folder.value));
    if !whole.starts_with(&tree) {
        diagnostics.push(problem(format!("the output folder `{}` is outside of the repository", folder.value)));
        return None;
    }
    if belongs_to_git(&whole, &tree) || fs::canonicalize(&path).is_ok_and(|path| belongs_to_git(&path, &tree)) {
        diagnostics.push(problem(format!("the output folder `{}` belongs to Git", folder.value)));
        return None;
    }
    Some(folder)
}

/// Whether the baseline that the project chooses is in the folder of `opgen.toml`. If not, that is reported.
pub(super) fn is_own_baseline(name: &Spanned<String>, base: &Path, diagnostics: &mut Diagnostics) -> bool {
    // The file, or the nearest folder that exists.
    let target = base.join(&name.value).ancestors().find_map(|path| fs::canonicalize(path).ok());
    let message = match target {
        _ if !is_below(&normalised(&name.value)) => format!("the baseline `{}` is outside of the project", name.value),
        _ if has_control(&name.value) => {
            format!("the baseline `{}` contains a control character", shown(&name.value))
        }
        _ if name.value.split('/').any(is_git) => format!("the baseline `{}` belongs to Git", name.value),
        Some(path) if !path.starts_with(real_folder(base)) => {
            format!("the baseline `{}` leads to {}, which is outside of the project", name.value, path.display())
        }
        _ => return true,
    };
    let problem = Diagnostic::new(rules::WRONG_NODE, name.span, message);
    diagnostics.push(problem.help("name a file in the folder of opgen.toml"));
    false
}

fn real_folder(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

fn belongs_to_git(path: &Path, tree: &Path) -> bool {
    path.strip_prefix(tree).is_ok_and(|rest| rest.iter().any(|part| is_git(&part.to_string_lossy())))
}
