//! The frameworks that get an operator of a package, and on whose tensors its kernel works.

use profile::{Framework, Package};
use source::{Span, Spanned};
use spec::Op;

use super::PackageForm;

impl<'a> PackageForm<'a> {
    /// Whether generated code calls the kernel with plain views, so that it must know every shape.
    pub fn has_views(&self) -> bool {
        self.written_for.is_none()
    }

    /// Whether the entry allows XLA to capture the kernel.
    pub fn is_capturable(&self) -> bool {
        self.capturable_key().is_some()
    }

    /// The key that allows XLA to capture the kernel.
    pub fn capturable_key(&self) -> Option<Span> {
        let stated = self.op.package.as_ref()?.capturable.as_ref()?;
        stated.value.then_some(stated.span)
    }

    /// The frameworks of a package that get it.
    pub fn frameworks<'p>(&self, package: &'p Package) -> impl Iterator<Item = Framework> + use<'p> {
        let only = self.written_for;
        self.wanted_by(package).filter(move |framework| only.is_none_or(|only| only == *framework))
    }

    /// Whether a framework of a package gets it.
    pub fn is_for(&self, framework: Framework, package: &Package) -> bool {
        self.frameworks(package).any(|of| of == framework)
    }

    /// The dispatch keys of `PyTorch` for which sources of the package register a kernel.
    pub fn registered_for(&self) -> &'a [Spanned<String>] {
        self.op.package.as_ref().map_or(&[], |own| &own.registered_for)
    }

    /// Whether its function must take exactly the parameters in its declaration. Paddle calls kernels that take its tensors through
    /// its own macros, which also accept other functions.
    pub fn is_declared(&self) -> bool {
        matches!(self.written_for, None | Some(Framework::Torch))
    }

    /// The frameworks of the package for which the entry does not exclude the operator, whatever its kernel is written for.
    pub fn wanted_by<'p>(&self, package: &'p Package) -> impl Iterator<Item = Framework> + use<'p> {
        let listed = self.only.clone();
        package.frameworks.iter().copied().filter(move |framework| listed.is_empty() || listed.contains(framework))
    }
}

/// The only frameworks that get an operator. A gradient is for those of its operator.
pub fn listed(op: &Op, root: &Op) -> Vec<Framework> {
    let listed = |op: &Op| -> Vec<Framework> {
        op.package.iter().flat_map(|own| &own.frameworks).map(|framework| framework.value).collect()
    };
    let own = listed(op);
    if own.is_empty() { listed(root) } else { own }
}
