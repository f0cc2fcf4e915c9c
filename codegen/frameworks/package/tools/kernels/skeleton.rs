//! The kernels that an operator of a package needs, and the source of a new one.

use std::path::Path;

use package_operators::facts;
use package_operators::forms::{KernelForm, PackageForm};
use package_operators::rules;
use profile::{Backend, Framework};
use registry::own_facts::Declaration;
use registry::{OpId, Project};
use serde::Serialize;
use spelling::Spelling;

use lsp::own::{OwnCpp, Placed};

use super::Files;
use kernels::skeleton::NewKernel;

/// What the template `package/kernel_source.cc.j2` needs for a kernel.
#[derive(Serialize)]
pub struct Context<'a> {
    package: &'a str,
    kernel_macro: String,
    /// What stands before the kernel's name.
    scope: String,
    /// `None` for a kernel that takes the tensors of a framework.
    device: Option<&'a Backend>,
    /// The header of that framework.
    header: Option<&'a str>,
    op: &'a KernelForm<'a>,
    /// The file of a new kernel. `None` for handlers, whose arguments the author binds.
    #[serde(skip)]
    path: Option<String>,
}

/// The kernels that an operator needs, one for each device. Empty if it has none, or if this is not a package.
pub fn of(id: OpId, project: &Project) -> Vec<NewKernel> {
    let spelling = Spelling::of(project);
    for_each(id, project, |context| {
        let Context { scope, op, path, .. } = context;
        NewKernel {
            kernel: format!("{scope}{}", op.name()),
            declaration: spelling.declaration(facts::kernel(op, scope)).trim().to_owned()
                + if op.is_triton() { "" } else { ";" },
            files: path.iter().map(|path| (path.clone(), spelling.declaration(source(context)))).collect(),
        }
    })
}

/// The source of a new kernel.
fn source(context: &Context) -> Declaration {
    Declaration { template: SOURCE, context: render::value(context) }
}

/// The template of the source of a new kernel.
pub const SOURCE: &str = "package/kernel_source.cc.j2";

/// What becomes of each kernel that an operator needs.
pub fn for_each<T>(id: OpId, project: &Project, of: impl Fn(&Context) -> T) -> Vec<T> {
    let Some(package) = &project.profile.package else { return Vec::new() };
    let form = PackageForm::of(&project.registry, package, id, rules::SHAPE_RULE, |_| {});
    let Some(kernel) = KernelForm::of(&form, package) else { return Vec::new() };
    let (folder, name) = (&package.kernels, kernel.name());
    let context = |device: Option<&Backend>| {
        let framework = form.written_for.filter(|framework| *framework != Framework::Jax);
        let path = match (device, framework) {
            (Some(device), _) => Some(format!("{folder}/{name}.{}", device.extension)),
            (None, _) if form.is_triton => Some(format!("{folder}/{name}.py")),
            (None, Some(framework)) => Some(format!("{folder}/{}/{name}.cc", framework.name())),
            (None, None) => None,
        };
        of(&Context {
            package: package.name.as_str(),
            kernel_macro: package.kernel_macro(),
            scope: device.map_or(String::new(), |device| format!("{}::", device.namespace)),
            device,
            header: framework.and_then(|of| package.files.of(of).headers.first()).map(String::as_str),
            op: &kernel,
            path,
        })
    };
    match form.has_views() {
        true => {
            form.backends.iter().filter_map(|name| package.backends.get(name)).map(|of| context(Some(of))).collect()
        }
        false => vec![context(None)],
    }
}

/// The functions that have the name of a kernel: each file, and the declaration in it. Definitions come first.
pub fn functions(kernel: &NewKernel, files: &Files) -> Vec<(String, String)> {
    let name = &kernel.kernel;
    let is_it = |found: &Placed| found.name == name || found.name.ends_with(&format!("::{name}"));
    let shown = |path: &Path| path.strip_prefix(files.root()).unwrap_or(path).display().to_string();
    let found = files.named(name).into_iter().filter(is_it);
    found.map(|found| (shown(&found.path), found.declaration)).collect()
}
