//! Kernels that XLA may capture into a command buffer, which only generated handlers for GPUs can be.

use profile::{Framework, Package};
use source::{Diagnostic, Diagnostics};

use crate::forms::PackageForm;
use crate::rules;

/// The device whose kernels XLA captures.
const GPU: &str = "GPU";

/// Reports `capturable` where no generated handler of XLA runs on GPUs.
pub fn check(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    let Some(key) = form.capturable_key() else { return };
    let is_for_jax = form.is_for(Framework::Jax, package);
    let (rule, message, help) = if !form.has_views() {
        let message = "`capturable` is for kernels that take views".to_owned();
        let help = match is_for_jax {
            true => "remove it, and give the handler the trait `xla::ffi::Traits::kCmdBufferCompatible`",
            false => "remove it",
        };
        (rules::UNKNOWN_FRAMEWORK, message, help)
    } else if !is_for_jax {
        let message = format!("`capturable` is for JAX, which does not get `{}`", form.op.name.value);
        (rules::UNKNOWN_FRAMEWORK, message, "remove it")
    } else if !form.backends.iter().any(|backend| backend == GPU) {
        (rules::DEVICE, "`capturable` is for kernels on GPUs".to_owned(), "add `GPU` to `backend`, or remove it")
    } else {
        return;
    };
    diagnostics.push(Diagnostic::new(rule, key, message).help(help));
}
