//! What is generated, and for which builds of the framework it is compiled.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::{Failed, Trial};

use crate::compiler::Compiler;

pub struct Setup {
    pub name: &'static str,
    yaml: Yaml,
    /// For `opgen generate`.
    arguments: &'static [&'static str],
    /// How the framework is built.
    pub defines: &'static [&'static str],
    /// Which of the generated files are compiled.
    compiles: fn(&str) -> bool,
    generated: OnceLock<Result<PathBuf, String>>,
}

enum Yaml {
    BuiltIn,
    /// The framework's own.
    Paddle,
}

impl Setup {
    const fn new(
        name: &'static str,
        yaml: Yaml,
        arguments: &'static [&'static str],
        defines: &'static [&'static str],
        compiles: fn(&str) -> bool,
    ) -> Self {
        Setup { name, yaml, arguments, defines, compiles, generated: OnceLock::new() }
    }
}

const DISTRIBUTED: &[&str] = &["PADDLE_WITH_DISTRIBUTE", "PADDLE_WITH_CUSTOM_DEVICE"];
/// Everything that generated code asks for.
const EVERYTHING: &[&str] =
    &["PADDLE_WITH_DISTRIBUTE", "PADDLE_WITH_CUSTOM_DEVICE", "PADDLE_WITH_CUDA", "PADDLE_WITH_XPU"];

pub static SETUPS: [Setup; 5] = [
    Setup::new("paddle", Yaml::Paddle, &[], &[], is_cpp),
    // The feature changes one target only.
    Setup::new(
        "paddle_distributed",
        Yaml::Paddle,
        &["--feature", "distributed", "--target", "cpp_api"],
        DISTRIBUTED,
        is_source,
    ),
    Setup::new("built_in", Yaml::BuiltIn, &["--feature", "distributed"], EVERYTHING, is_cpp),
    // One file serves builds with and without distribution.
    Setup::new(
        "built_in_undistributed",
        Yaml::BuiltIn,
        &["--feature", "distributed", "--target", "cpp_api"],
        &[],
        is_source,
    ),
    Setup::new("built_in_shards", Yaml::BuiltIn, &["--shards", "2"], &[], is_shard),
];

fn is_cpp(file: &str) -> bool {
    is_source(file) || file.ends_with(".h")
}

fn is_source(file: &str) -> bool {
    file.ends_with(".cc")
}

fn is_shard(file: &str) -> bool {
    file.ends_with(".0.cc") || file.ends_with(".1.cc")
}

impl Setup {
    /// Whether this can be compiled here. If not, a notice says why.
    pub fn suits(&self, compiler: &Compiler) -> bool {
        let missing = match self.yaml {
            Yaml::BuiltIn if compiler.is_source_tree => "the source tree needs operators that the built-in YAML lacks",
            Yaml::Paddle if !root().is_dir() => "there is no ../shared/oracle",
            Yaml::BuiltIn | Yaml::Paddle => return true,
        };
        eprintln!("{} is skipped: {missing}", self.name);
        false
    }

    /// One for each file.
    pub fn trials(&'static self, compiler: &'static Compiler) -> Vec<Trial> {
        let files = match self.run(&["--list-outputs"]) {
            Ok(files) => files,
            Err(error) => return vec![Trial::test(self.name, move || Err(error.into()))],
        };
        let files = files.lines().filter(|file| (self.compiles)(file));
        files.map(|file| self.trial(file.to_owned(), compiler)).collect()
    }

    fn trial(&'static self, file: String, compiler: &'static Compiler) -> Trial {
        Trial::test(format!("{}::{file}", self.name), move || compiler.check(&file, self))
    }

    /// The folder of everything that is generated, which is done once.
    pub fn generated(&self) -> Result<&Path, Failed> {
        let generated = self.generated.get_or_init(|| {
            let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile").join(self.name);
            self.run(&["--out", &out.to_string_lossy()])?;
            Ok(out)
        });
        generated.as_deref().map_err(|error| error.clone().into())
    }

    /// What `opgen generate` prints.
    fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        command.arg("generate").args(self.arguments).args(arguments);
        match self.yaml {
            Yaml::BuiltIn => command.arg("--built-in"),
            Yaml::Paddle => command.arg("--root").arg(root()),
        };
        let output = command.output().map_err(|error| format!("opgen cannot be run: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// The framework's own YAML, kept beside the checkout.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/paddle-2.6.2/yaml")
}
