//! The options for where the operators are.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use opgen::driver::PROGRAM;
use opgen::driver::frameworks::{FRAMEWORKS, nearest_root, of as framework_of, profiles as built_in, shares_model};
use opgen::project::Root;
use opgen::project::settings::Options;
use opgen::source::files;
use opgen::source::path::{tidy, with_slashes};
use opgen::source::suggest;

use super::completions::{Completed, profiles};
use super::detail::Detail;
use super::output;

/// The options for the source of the operators.
#[derive(Args)]
pub struct RootArgs {
    /// The folder with the YAML, or a file in normal form; by default, the nearest folder with operator YAML from the current
    /// one up to the root of the repository
    #[arg(long, value_name = "TREE")]
    pub root: Option<PathBuf>,
    /// Use the built-in operators
    #[arg(long, conflicts_with = "root")]
    pub built_in: bool,
    /// The file with the project's settings; by default, `opgen.toml` in the root
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The version of the framework: the name of a profile, or its file; by default, the one set in opgen.toml, or else the one
    /// recognised by the files in the tree
    #[arg(long, value_name = "PROFILE", value_parser = Completed(profiles), hide_possible_values = true)]
    pub profile: Option<String>,
}

const NO_YAML_HERE: &str = "neither this folder nor its repository has operator YAML; `--root` names a folder that has, \
                            and `--built-in` stands for the built-in operators";
/// The folder of the built-in operators in opgen's own repository.
const OWN_YAML: &str = "yaml";

impl RootArgs {
    /// The root that the user chose, or else the one that is found. A message says which, if that may be a surprise.
    pub fn root(&self, detail: Detail) -> anyhow::Result<Root> {
        self.check()?;
        let root = match &self.root {
            Some(path) => return Ok(Root::at(path.clone())),
            None if self.built_in => return Ok(Root::BuiltIn),
            None => match nearest_root(Path::new("."), self.profile.as_deref()) {
                Some(folder) => Root::Tree(folder),
                None if is_own_repository() => Root::BuiltIn,
                None => bail!(NO_YAML_HERE),
            },
        };
        let message = match &root {
            Root::Tree(folder) if self.is_above(folder) => format!("using the operators in {}\n", folder.display()),
            Root::Tree(_) => String::new(),
            _ => format!("using the built-in operators, which are those in {OWN_YAML}\n"),
        };
        if detail != Detail::Quiet {
            output::print_error(&message)?;
        }
        Ok(root)
    }

    /// Like [`root`](Self::root), for a command that knows only the first framework.
    pub fn root_of_first(&self, detail: Detail) -> anyhow::Result<Root> {
        let root = self.root(detail)?;
        self.refuse_others(&root)?;
        Ok(root)
    }

    /// Like [`root`](Self::root), for a command that needs no operators, only the settings of a project if there is one.
    pub fn root_of_settings(&self) -> anyhow::Result<Root> {
        self.check()?;
        let nearest = || nearest_root(Path::new("."), self.profile.as_deref()).filter(|_| !self.built_in);
        let named = self.root.clone().map(Root::at);
        Ok(named.or_else(|| nearest().map(Root::Tree)).unwrap_or(Root::BuiltIn))
    }

    fn refuse_others(&self, root: &Root) -> anyhow::Result<()> {
        let found = framework_of(root, &self.options());
        if !shares_model(found) {
            let (known, found) = (FRAMEWORKS[0].names().framework, found.names().framework);
            bail!("this command knows only the operators of {known}, and these are of {found}");
        }
        Ok(())
    }

    /// Fails if the options name something that does not exist.
    fn check(&self) -> anyhow::Result<()> {
        if let Some(root) = self.root.as_deref().filter(|root| !root.exists()) {
            bail!("there is no folder or file {}", root.display());
        }
        self.profile.as_deref().map_or(Ok(()), check_profile)
    }

    /// Whether a root that was not given as an argument is above the current folder.
    pub fn is_above(&self, folder: &Path) -> bool {
        self.root.is_none() && folder != Path::new(".")
    }

    /// The project's own settings.
    pub fn options(&self) -> Options {
        Options { config: self.config.clone(), profile: self.profile.clone(), ..Options::default() }
    }
}

/// Fails if a name is neither that of a built-in profile nor the path of a file.
pub fn check_profile(name: &str) -> anyhow::Result<()> {
    let known = built_in;
    if known().any(|known| known == name) || Path::new(name).exists() {
        return Ok(());
    }
    let help = match suggest::nearest(name, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the built-in ones are {}", known().collect::<Vec<_>>().join(", ")),
    };
    bail!("there is no profile `{name}`; {help}")
}

/// Whether the current folder is that of opgen's own repository: it has the built-in operators.
fn is_own_repository() -> bool {
    let has = |(name, text): &(&str, &str)| {
        files::read_text(&Path::new(OWN_YAML).join(name)).is_ok_and(|found| found == *text)
    };
    PROGRAM.yaml.iter().all(has)
}

/// The path from the current folder to the file that diagnostics refer to as `name`.
pub fn path_in(root: &Root, name: &str) -> String {
    match root {
        Root::Tree(folder) => with_slashes(&tidy(&folder.join(name))),
        Root::BuiltIn | Root::Revision { .. } | Root::NormalForm(_) => name.to_owned(),
    }
}
