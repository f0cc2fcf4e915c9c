//! Facts from the registry of a tree.

use std::rc::Rc;

use forms::pir::Mutable as MutableAttr;
use forms::pir::{Class, DialectOps, Entry, ValueType, sparse_name};
use forms::{extra_attrs, old_names};
use profile::{Profile, Translate};
use registry::Registry;
use spec::AttrType;

use super::{AttributeInfo, AttributeKind, Facts, Mutable, Names, OperandInfo, OperationInfo, ResultInfo, ValueKind};

impl Facts {
    /// Facts about the operators of a tree. `None` if the profile has no PIR.
    pub fn of(registry: &Registry, profile: &Profile) -> Option<Facts> {
        let (translate, pir) = (profile.translate.as_ref()?, profile.pir.as_ref()?);
        let mut facts = Facts { names: names(registry, profile)?, ..Facts::default() };
        let devices = translate.devices.iter().map(|device| &device.dialect);
        for name in [&translate.dialect].into_iter().chain(devices) {
            let Some(section) = pir.dialects.get(name) else { continue };
            let ops = DialectOps::new(registry, pir, name, section);
            let is_main = *name == translate.dialect;
            for entry in ops.entries() {
                for class in entry.classes(section) {
                    facts.add(&operation(name, entry, &class, profile));
                }
                if is_main && section.kind.is_of_framework() {
                    facts.add_kernels(entry, section);
                }
            }
        }
        facts.add_defaults(registry);
        Some(facts)
    }

    fn add(&mut self, info: &OperationInfo) {
        self.operations.insert(info.name.clone(), info.to_string().into());
    }

    /// The operations of an operator with several kernels, for each of its forms.
    fn add_kernels(&mut self, entry: &Entry, section: &profile::Dialect) {
        let variants = entry.variants().into_iter().filter(|variant| !section.is_hand_written(variant));
        for variant in variants {
            let classes = entry.classes_of(variant.clone());
            if classes.len() < 2 {
                continue;
            }
            let operations = classes.into_iter().map(|class| class.operation).collect();
            let name = if entry.is_sparse { sparse_name(variant.into_owned()) } else { variant.into_owned() };
            self.kernels.insert(name, operations);
        }
    }

    /// Adds the defaults of attributes that saved programs may leave out.
    fn add_defaults(&mut self, registry: &Registry) {
        for (op, attrs) in extra_attrs::extra_attrs(registry) {
            for attr in attrs {
                if let Some(default) = attr.default.as_ref().filter(|_| !attr.ty.list) {
                    let key = (op.to_owned(), attr.name.value.clone());
                    self.defaults.insert(key, default.value.trim_matches('"').to_owned());
                }
            }
        }
    }
}

/// Forgets the wrong kernels that a profile knows of, unless the tree still names them.
pub fn forget_mended_kernels(translate: &mut Translate, registry: &Registry) {
    translate.wrong_kernels.retain(|op, wrong| {
        let kernel = registry.named(op).and_then(|op| op.kernel.as_ref());
        kernel.is_some_and(|kernel| kernel.functions.iter().any(|f| f.name.value == wrong.runs))
    });
}

fn names(registry: &Registry, profile: &Profile) -> Option<Names> {
    let tables = old_names::tables(registry, profile.compat.as_ref()?);
    let arguments = tables.arguments.into_iter().map(|row| {
        let pairs = row.names.into_iter().map(|pair| (pair.name, pair.legacy));
        (row.op, pairs.collect())
    });
    let mutable = tables.mutable_attrs.into_iter().map(|row| {
        let attrs = row.attrs.into_iter().map(|attr| (attr.name, attr.inputs));
        (row.op, attrs.collect())
    });
    Some(Names {
        ops: tables.ops.into_iter().map(|row| (row.legacy, row.name)).collect(),
        arguments: arguments.collect(),
        mutable: mutable.collect(),
    })
}

fn operation(dialect: &str, entry: &Entry, class: &Class, profile: &Profile) -> OperationInfo {
    let inputs = entry.inputs().iter().zip(&class.input_types).map(|(input, &ty)| OperandInfo {
        name: input.name.as_str().into(),
        kind: value_kind(ty),
        is_optional: input.optional,
        mutable: None,
    });
    let mutable = entry.mutable().map(|attr| OperandInfo {
        name: attr.name().into(),
        kind: ValueKind::Dense,
        is_optional: false,
        mutable: attr.mutable.map(|mutable| match mutable {
            MutableAttr::Scalar => Mutable::Scalar,
            MutableAttr::IntArray => Mutable::IntArray,
        }),
    });
    let results = entry.outputs().iter().zip(&class.output_types).map(|(output, &ty)| ResultInfo {
        name: output.name.as_str().into(),
        kind: value_kind(ty),
        is_optional: entry.is_optional(output),
    });
    OperationInfo {
        name: Rc::from(format!("{dialect}.{}", class.operation)),
        operands: inputs.chain(mutable).collect(),
        attributes: entry.immutable().map(|attr| attribute(attr.name(), attr.ty(), profile)).collect(),
        results: results.collect(),
        is_unchecked: class.is_gradient(),
    }
}

/// An attribute. Its class is the one that the profile names for its type.
fn attribute(name: &str, ty: AttrType, profile: &Profile) -> AttributeInfo {
    let class = profile.cpp.types.get("pir_attribute").and_then(|table| table.get(ty.to_string().as_str()));
    let kind = class.and_then(|class| class.rsplit("::").next()?.strip_suffix("Attribute"));
    let kind = kind.and_then(AttributeKind::named).unwrap_or(AttributeKind::Unknown);
    AttributeInfo { name: name.into(), kind, is_list: ty.list }
}

fn value_kind(ty: ValueType) -> ValueKind {
    match ty {
        ValueType::Dense => ValueKind::Dense,
        ValueType::List => ValueKind::List,
        ValueType::SelectedRows => ValueKind::Rows,
        ValueType::SparseCoo => ValueKind::Coo,
        ValueType::SparseCsr => ValueKind::Csr,
    }
}
