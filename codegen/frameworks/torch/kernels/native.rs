//! The kernels that entries of a tree name, with the signatures that they must have.

use std::collections::BTreeSet;

use source::Span;
use torch_cpp::{Signature, impl_arguments, kernel, meta_arguments, structured_class};
use torch_registry::dispatch_keys::COMPOSITE_EXPLICIT_NON_FUNCTIONAL;
use torch_registry::{Function, FunctionId, Registry, ViewGroup, ViewGrouped};
use torch_schema::SchemaKind;
use torch_spec::{DispatchEntry, NativeFunction};

use crate::signature::{IMPL, Kernel, META, read};

/// A kernel that an entry of `native_functions.yaml` names.
pub struct NativeKernel<'a> {
    /// The operator.
    pub function: &'a Function,
    /// Where the entry names it.
    pub span: Span,
    /// The dispatch keys for which the line names it. Empty for a kernel that no table names.
    pub keys: Vec<&'a str>,
    /// The kind of kernel.
    pub kind: NativeKind,
    /// The name in the YAML. That of a meta function is the one that its macro takes.
    pub name: String,
    /// The namespaces and the class that the function must be in.
    pub scope: String,
    /// What the function must be.
    pub signature: Signature,
    /// The same, as C++ would be read.
    pub read: Kernel,
}

/// The kind of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NativeKind {
    /// A function whose name the entry has.
    Named,
    /// The function of an entry without kernels, with the name of the operator.
    Implicit,
    /// The function of a structured kernel that computes the results.
    Structured,
    /// The function of a structured kernel that computes what the results look like.
    Meta,
}

impl NativeKernel<'_> {
    /// The words for it in messages.
    pub fn shown(&self) -> String {
        match self.kind {
            NativeKind::Meta => format!("the meta function `{}`", self.name),
            _ => format!("the kernel `{}`", self.name),
        }
    }

    /// True for a meta function.
    pub fn is_meta(&self) -> bool {
        self.kind == NativeKind::Meta
    }

    /// The definition in C++, without a body.
    pub fn definition(&self) -> String {
        let parameters = self.signature.defined();
        match self.kind {
            NativeKind::Structured => format!("TORCH_IMPL_FUNC({})({parameters})", self.name),
            NativeKind::Meta if self.function.entry.precomputed.is_some() => {
                format!("TORCH_PRECOMPUTE_META_FUNC({})({parameters})", self.name)
            }
            NativeKind::Meta => format!("TORCH_META_FUNC({})({parameters})", self.name),
            _ => format!("{} {}::{}({parameters})", self.signature.returns, self.scope, self.name),
        }
    }
}

/// The namespace of meta functions.
const META_NAMESPACE: &str = "at::meta";

/// The kernels of all entries that were read completely, in the order of the file, without those that are generated.
pub fn kernels(registry: &Registry) -> Vec<NativeKernel<'_>> {
    of_entries(registry, |entry| !entry.poisoned)
}

/// The kernels that are named at a place. Those whose names follow from the schema are named by the operator.
pub fn kernels_at(registry: &Registry, named: Span) -> Vec<NativeKernel<'_>> {
    let is_name = |entry: &NativeFunction| entry.func.name.span == named;
    let is_line = |entry: &NativeFunction| entry.dispatch.iter().flatten().any(|line| line.kernel.span == named);
    let mut kernels = of_entries(registry, |entry| is_name(entry) || is_line(entry));
    kernels.retain(|kernel| match kernel.kind {
        NativeKind::Meta => is_name(&kernel.function.entry),
        _ => kernel.span == named,
    });
    kernels
}

fn of_entries(registry: &Registry, is_wanted: impl Fn(&NativeFunction) -> bool) -> Vec<NativeKernel<'_>> {
    let copies: BTreeSet<FunctionId> = generated_copies(registry).collect();
    let entries = registry.functions().filter(|(_, function)| {
        !function.is_generated && !function.entry.manual_kernel_registration && is_wanted(&function.entry)
    });
    let of_entry = |(id, function)| EntryKernels { registry, function, has_generated_copy: copies.contains(&id) }.all();
    entries.flat_map(of_entry).collect()
}

/// The copies of views for which kernels are generated.
fn generated_copies(registry: &Registry) -> impl Iterator<Item = FunctionId> {
    registry.grouped_by_view().iter().filter_map(|grouped| match *grouped {
        ViewGrouped::View(ViewGroup { view, view_copy: Some(copy), .. }) => {
            let is_named = registry[copy].name().name.base == format!("{}_copy", registry[view].name().name);
            is_named.then_some(copy)
        }
        _ => None,
    })
}

/// The kernels of an entry.
struct EntryKernels<'a> {
    registry: &'a Registry,
    function: &'a Function,
    /// True if its kernel for all backends that only call the out form is generated.
    has_generated_copy: bool,
}

/// Where a kernel is named.
struct Place<'a> {
    span: Span,
    keys: Vec<&'a str>,
}

impl<'a> EntryKernels<'a> {
    fn all(&self) -> Vec<NativeKernel<'a>> {
        let entry = &self.function.entry;
        let mut found: Vec<NativeKernel> = Vec::new();
        for line in entry.dispatch.iter().flatten() {
            found.extend(self.of_line(line).into_iter().flatten());
        }
        if entry.dispatch.is_none() && !entry.is_structured_or_delegates() {
            let kernel = torch_spec::Kernel::plain(entry.func.cpp_name());
            found.extend(self.plain(
                Place { span: entry.func.name.span, keys: Vec::new() },
                &kernel,
                NativeKind::Implicit,
            ));
        }
        let mut seen = BTreeSet::new();
        found.retain(|kernel| seen.insert((kernel.scope.clone(), kernel.name.clone())));
        found.extend(self.meta());
        found
    }

    /// The structured kernel of a line, and the other one: dispatch keys differ in whether they have structured kernels.
    fn of_line(&self, line: &'a DispatchEntry) -> [Option<NativeKernel<'a>>; 2] {
        let is_structured =
            |key: &&str| self.function.entry.structured && self.registry.profile().is_structured_key(key);
        let is_generated = |key: &&str| self.has_generated_copy && *key == COMPOSITE_EXPLICIT_NON_FUNCTIONAL;
        let keys = line.keys.iter().map(|key| key.as_str()).filter(|key| !is_generated(key));
        let (structured, others): (Vec<&str>, Vec<&str>) = keys.partition(is_structured);
        let place = |keys: Vec<&'a str>| (!keys.is_empty()).then_some(Place { span: line.kernel.span, keys });
        let kernel = &line.kernel.value;
        [
            place(structured).and_then(|place| self.structured(place, kernel)),
            place(others).and_then(|place| self.plain(place, kernel, NativeKind::Named)),
        ]
    }

    fn plain(&self, place: Place<'a>, named: &torch_spec::Kernel, kind: NativeKind) -> Option<NativeKernel<'a>> {
        let symint = kind == NativeKind::Named && named.takes_symint();
        let signature = kernel(self.function, &named.name, symint);
        self.kernel(place, kind, &named.name, named.cpp_namespace(), signature)
    }

    fn structured(&self, place: Place<'a>, named: &torch_spec::Kernel) -> Option<NativeKernel<'a>> {
        let signature = member(IMPL, impl_arguments(self.function));
        let scope = format!("{}::{}", named.cpp_namespace(), structured_class(&named.name));
        self.kernel(place, NativeKind::Structured, &named.name, scope, signature)
    }

    /// The meta function, if this is the form with the structured kernel.
    fn meta(&self) -> Option<NativeKernel<'a>> {
        let entry = self.function.entry.structured.then_some(&self.function.entry)?;
        let id = self.registry.of_name(&self.function.name().to_string())?;
        let functional = &self.registry[self.registry.signature_of(id).of_kind(SchemaKind::Functional)?];
        let (name, signature) = (functional.name().unambiguous(), member(META, meta_arguments(functional)));
        let place = Place { span: entry.key_span("structured"), keys: Vec::new() };
        let scope = format!("{META_NAMESPACE}::{}", structured_class(&name));
        self.kernel(place, NativeKind::Meta, &name, scope, signature)
    }

    fn kernel(
        &self,
        Place { span, keys }: Place<'a>,
        kind: NativeKind,
        name: &str,
        scope: String,
        signature: Signature,
    ) -> Option<NativeKernel<'a>> {
        let read = read(&signature)?;
        Some(NativeKernel { function: self.function, span, keys, kind, name: name.to_owned(), scope, signature, read })
    }
}

fn member(name: &str, parameters: Vec<torch_cpp::Parameter>) -> Signature {
    Signature { name: name.to_owned(), returns: "void".to_owned(), parameters }
}
