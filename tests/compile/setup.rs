//! What is generated, and for which builds of the framework it is compiled.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::{Failed, Trial};

use crate::compiler::Compiler;
use crate::skip::skip_even_in_ci;

pub struct Setup {
    pub name: &'static str,
    yaml: Yaml,
    /// For `opgen generate`.
    arguments: &'static [&'static str],
    /// How the framework is built.
    defines: &'static [&'static str],
    /// Which of the generated files are compiled.
    compiles: fn(&str) -> bool,
    generated: OnceLock<Result<PathBuf, String>>,
}

enum Yaml {
    BuiltIn,
    /// A project of the tests.
    Test(&'static str),
    /// The framework's own.
    Paddle(Release),
}

/// A release of the framework.
#[derive(Clone, Copy, PartialEq)]
pub enum Release {
    Paddle2_6,
    Paddle3_0,
}

/// A file that does not compile yet.
struct LeftOut {
    release: Release,
    file: &'static str,
    why: &'static str,
}

/// Files that the framework compiles only if it is built with something: part of their paths, and what is defined then.
const BUILT_WITH: &[(&str, &str)] =
    &[("cinn_op_factory_generated.cc", "PADDLE_WITH_CINN"), ("onednn_op", "PADDLE_WITH_DNNL")];

/// None of these may compile: whoever mends one takes it off this list.
const LEFT_OUT: &[LeftOut] = &[LeftOut {
    release: Release::Paddle3_0,
    file: "paddle/phi/infermeta/generated.cc",
    why: "it gives an infer meta function the name of one that the framework has, so that what it registers is \
          overloaded, and it lacks the header of fused operators",
}];

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
    &["PADDLE_WITH_DISTRIBUTE", "PADDLE_WITH_CUSTOM_DEVICE", "PADDLE_WITH_CUDA", "PADDLE_WITH_XPU", "PADDLE_WITH_DNNL"];

pub static SETUPS: [Setup; 10] = [
    Setup::new("paddle", Yaml::Paddle(Release::Paddle2_6), &[], &[], is_cpp),
    // The feature changes no other targets.
    Setup::new(
        "paddle_distributed",
        Yaml::Paddle(Release::Paddle2_6),
        &["--feature", "distributed", "--target", "cpp_api"],
        DISTRIBUTED,
        is_source,
    ),
    Setup::new("paddle_3.0", Yaml::Paddle(Release::Paddle3_0), &[], &[], is_cpp),
    Setup::new(
        "paddle_3.0_distributed",
        Yaml::Paddle(Release::Paddle3_0),
        &["--feature", "distributed", "--target", "cpp_api", "--target", "pir", "--target", "primitive"],
        DISTRIBUTED,
        is_distributed,
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
    // Selective builds, one of them with gradients.
    Setup::new(
        "selective",
        Yaml::Paddle(Release::Paddle2_6),
        &["--ops", "conv2d,batch_norm,softmax,dropout,reshape,sparse_relu"],
        &[],
        is_source,
    ),
    Setup::new(
        "selective_3.0",
        Yaml::Paddle(Release::Paddle3_0),
        &["--ops", "conv2d,gelu,sum,scatter,adam_", "--with-gradients"],
        &[],
        is_complete_source,
    ),
    // The old dynamic graph, of operators that have all of its variables and gradients.
    Setup::new(
        "legacy_dygraph",
        Yaml::Test("legacy-dygraph"),
        &["--target", "legacy_dygraph", "--target", "cpp_api"],
        &[],
        is_legacy,
    ),
    Setup::new("built_in_shards", Yaml::BuiltIn, &["--shards", "2"], &[], is_shard),
];

fn is_cpp(file: &str) -> bool {
    is_source(file) || file.ends_with(".h")
}

fn is_source(file: &str) -> bool {
    file.ends_with(".cc")
}

/// Sources that compile whatever operators they are for.
fn is_complete_source(file: &str) -> bool {
    is_source(file) && LEFT_OUT.iter().all(|left_out| left_out.file != file)
}

/// The C++ API and the classes of PIR's operations.
fn is_distributed(file: &str) -> bool {
    is_source(file) && (file.contains("/phi/") || file.contains("/dialect/operator/ir/"))
}

fn is_legacy(file: &str) -> bool {
    is_source(file) && (file.contains("/fluid_generated/") || file.contains("legacy"))
}

/// A shard that lacks what the first one has, as a whole source does.
fn is_shard(file: &str) -> bool {
    file.ends_with(".1.cc")
}

impl Setup {
    /// Whether this can be compiled here. If not, a notice says why.
    pub fn suits(&self, compiler: &Compiler) -> bool {
        let missing = match self.yaml {
            Yaml::BuiltIn if compiler.is_source_tree => "the source tree needs operators that the built-in YAML lacks",
            Yaml::Paddle(Release::Paddle3_0) if compiler.is_source_tree => "the source tree is that of 2.6",
            Yaml::Paddle(release) if !release.root().is_dir() => "there is no ../shared/oracle",
            Yaml::BuiltIn | Yaml::Paddle(_) | Yaml::Test(_) => return true,
        };
        skip_even_in_ci(&format!("{}: {missing}", self.name));
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
        let left_out = LEFT_OUT.iter().find(|left_out| left_out.release == self.release() && left_out.file == file);
        Trial::test(format!("{}::{file}", self.name), move || {
            let Some(left_out) = left_out else { return compiler.check(&file, self) };
            match compiler.check(&file, self) {
                Ok(()) => Err(format!("it compiles: take it off the list that says \"{}\"", left_out.why).into()),
                Err(_) => Ok(()),
            }
        })
    }

    /// What is defined where a file is compiled.
    pub fn defines(&self, file: &str) -> impl Iterator<Item = &'static str> {
        let of_file = BUILT_WITH.iter().filter(move |(part, _)| file.contains(part)).map(|(_, define)| *define);
        self.defines.iter().copied().chain(of_file.collect::<Vec<_>>())
    }

    /// The folders of declarations: each has something otherwise than those after it, or in addition.
    pub fn declarations(&self) -> Vec<String> {
        let of_release = format!("include-{}", self.release().name());
        let of_yaml = matches!(self.yaml, Yaml::BuiltIn).then(|| "include-built_in".to_owned());
        of_yaml.into_iter().chain([of_release, "include".to_owned()]).collect()
    }

    /// Whose declarations the generated files are compiled with.
    fn release(&self) -> Release {
        match self.yaml {
            Yaml::BuiltIn | Yaml::Test(_) => Release::Paddle2_6,
            Yaml::Paddle(release) => release,
        }
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
            Yaml::Test(name) => command.arg("--root").arg(format!("tests/generate/{name}")),
            Yaml::Paddle(release) => command.arg("--root").arg(release.root()),
        };
        let output = command.output().map_err(|error| format!("opgen cannot be run: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

impl Release {
    /// As the folders of declarations are named.
    pub fn name(self) -> &'static str {
        match self {
            Release::Paddle2_6 => "2.6",
            Release::Paddle3_0 => "3.0",
        }
    }

    /// The framework's own YAML, kept beside the checkout.
    fn root(self) -> PathBuf {
        let folder = match self {
            Release::Paddle2_6 => "paddle-2.6.2",
            Release::Paddle3_0 => "paddle-3.0-beta2",
        };
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle").join(folder).join("yaml")
    }
}
