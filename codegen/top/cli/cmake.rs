//! `opgen cmake`: writes the CMake package with which `find_package(opgen)` finds this program. `cargo install` cannot
//! install it.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use opgen::emit;
use opgen::emit::OutputFile;

use super::outcome::Outcome;
use super::output;

/// Write the CMake package for `find_package(opgen)`, and print its path
#[derive(Args)]
pub struct CmakeArgs {
    /// The folder to write to; by default, the one in which CMake looks for this program's package
    folder: Option<PathBuf>,
}

const PACKAGE: [(&str, &str); 4] = [
    ("OpGen.cmake", include_str!("../../../cmake/OpGen.cmake")),
    ("OpGenPackage.cmake", include_str!("../../../cmake/OpGenPackage.cmake")),
    ("opgen-config.cmake", include_str!("../../../cmake/opgen-config.cmake")),
    ("opgen-config-version.cmake", include_str!("../../../cmake/opgen-config-version.cmake")),
];

pub fn run(args: &CmakeArgs) -> anyhow::Result<Outcome> {
    let program = env::current_exe().context("cannot determine the path of this program")?;
    let folder = match &args.folder {
        Some(folder) => std::path::absolute(folder)?,
        None => beside(&program).with_context(|| {
            format!("{} is not in a folder `bin`: pass the folder for the package as an argument", program.display())
        })?,
    };
    let file = |(name, text): (&str, &str)| OutputFile::new(name, text);
    let note = program_note(&program)?;
    let files: Vec<_> = PACKAGE.into_iter().chain([("opgen-program.cmake", note.as_str())]).map(file).collect();
    emit::apply(&emit::changes(&folder, &files)?)?;
    output::print(&format!("{}\n", folder.display()))?;
    Ok(Outcome::Fine)
}

/// The folder in which CMake looks for the package of a program in `bin`.
fn beside(program: &Path) -> Option<PathBuf> {
    let folder = program.parent().filter(|folder| folder.ends_with("bin"))?;
    Some(folder.parent()?.join("lib/cmake/opgen"))
}

/// The file that tells CMake in which folder to look first for the program.
fn program_note(program: &Path) -> anyhow::Result<String> {
    let folder = program
        .parent()
        .and_then(Path::to_str)
        .context("the path of this program is not UTF-8, which CMake requires")?;
    Ok(format!("set(_opgen_folders [==[{}]==])\n", folder.replace('\\', "/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_has_the_version_of_the_program() {
        let line = format!("set(PACKAGE_VERSION \"{}\")\n", env!("CARGO_PKG_VERSION"));
        assert!(
            PACKAGE.iter().any(|(_, text)| text.contains(&line)),
            "opgen-config-version.cmake says another version"
        );
    }

    #[test]
    fn the_package_belongs_beside_the_bin_folder() {
        let place = |program| beside(Path::new(program));
        assert_eq!(place("/usr/local/bin/opgen"), Some("/usr/local/lib/cmake/opgen".into()));
        assert_eq!(place("/src/opgen/target/debug/opgen"), None);
    }
}
