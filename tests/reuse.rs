//! After an edit, what is taken over from the outputs of the run before is what would be made anew.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use opgen::profile::Profile;
use opgen::project::{Root, load};
use opgen::registry::{Registry, Specs};
use opgen::render::{Rendered, Templates};
use opgen::reuse::{Memory, Texts};
use opgen::shards::Shards;
use opgen::spec::{Compat, Op};
use opgen::{generate, targets};

/// Changes what is said of the operator at some place, unless there is nothing to change.
type Edit = fn(&mut Specs, usize) -> Option<()>;

/// Not all leave sound operators; what is generated depends on no more for that.
const EDITS: &[(&str, Edit)] = &[
    ("another kernel", |specs, at| {
        let function = specs.ops[at].kernel.as_mut()?.functions.first_mut()?;
        function.name.value.push_str("_next");
        Some(())
    }),
    ("another infer meta function", |specs, at| {
        let infer_meta = specs.ops[at].infer_meta.as_mut()?;
        infer_meta.func.value.push_str("Next");
        Some(())
    }),
    ("an optional input", |specs, at| {
        let input = specs.ops[at].signature.inputs.first_mut()?;
        input.optional = !input.optional;
        Some(())
    }),
    ("an unread input", |specs, at| {
        let input = specs.ops[at].signature.inputs.last_mut()?;
        input.no_need_buffer = !input.no_need_buffer;
        Some(())
    }),
    ("an output that is no result", |specs, at| {
        let output = specs.ops[at].signature.outputs.last_mut()?;
        output.intermediate = !output.intermediate;
        Some(())
    }),
    ("one attribute more", |specs, at| {
        let attrs = &mut specs.ops[at].signature.attrs;
        let mut attr = attrs.first()?.clone();
        attr.name.value.push_str("_too");
        attrs.push(attr);
        Some(())
    }),
    ("no gradient", |specs, at| specs.ops[at].backward.take().map(drop)),
    ("never in place", |specs, at| specs.ops[at].inplace.pop().map(drop)),
    ("not composite", |specs, at| specs.ops[at].composite.take().map(drop)),
    ("without compat entry", |specs, at| {
        let entry = specs.compat.iter().position(|entry| speaks_of(entry, &specs.ops[at]))?;
        specs.compat.remove(entry);
        Some(())
    }),
    ("another legacy name", |specs, at| {
        let entry = specs.compat.iter().position(|entry| speaks_of(entry, &specs.ops[at]))?;
        specs.compat[entry].op.legacy.as_mut()?.value.push_str("_old");
        Some(())
    }),
    ("without versions", |specs, at| {
        let stem = specs.ops[at].stem().to_owned();
        let entry = specs.versions.iter().position(|entry| entry.op.value == stem)?;
        specs.versions.remove(entry);
        Some(())
    }),
    ("gone", |specs, at| {
        specs.ops.remove(at);
        Some(())
    }),
    ("there twice, under two names", |specs, at| {
        let mut other = specs.ops[at].clone();
        other.name.value.insert_str(0, "other_");
        specs.ops.insert(at, other);
        Some(())
    }),
    ("called like another", |specs, at| {
        let next = specs.ops.get(at + 1)?.name.clone();
        specs.ops[at].name = next;
        Some(())
    }),
];

fn speaks_of(entry: &Compat, op: &Op) -> bool {
    entry.pairs().any(|pair| pair.name.value == op.name.value)
}

fn outputs(registry: &Registry, memory: Option<&Memory>) -> Vec<Rendered> {
    let all: Vec<_> = targets::TARGETS.iter().collect();
    generate::generate(registry, &Profile::paddle_2_6(), &Templates::built_in(), &all, Shards::WHOLE, memory)
        .expect("the templates fit")
}

/// What stands for the items of some outputs.
fn names(outputs: &[Rendered]) -> BTreeSet<u64> {
    let parts = outputs.iter().flat_map(|output| &output.parts);
    parts.flat_map(|part| part.items.iter().map(|(name, _)| *name)).collect()
}

/// Makes every so many of all edits.
fn check(root: &Root, step: usize) {
    let specs = load(root).registry.specs().clone();
    let profile = Profile::paddle_2_6();
    let registry = Registry::new(specs.clone(), &profile);
    let old = outputs(&registry, Some(&Memory::new(&registry, Texts::default())));
    let old_names = names(&old);
    let files: Vec<_> = old.iter().map(|output| (Arc::new(output.text.clone()), &output.parts)).collect();
    let edits = (0..specs.ops.len()).flat_map(|at| EDITS.iter().map(move |edit| (at, edit)));
    let (mut made, mut seen) = (0, BTreeSet::new());
    for (at, (what, edit)) in edits.step_by(step) {
        let mut edited = specs.clone();
        if edit(&mut edited, at).is_none() {
            continue;
        }
        let registry = Registry::new(edited, &profile);
        let mut texts = Texts::default();
        files.iter().for_each(|(file, parts)| texts.add(file, parts));
        let anew = outputs(&registry, None);
        let reused = outputs(&registry, Some(&Memory::new(&registry, texts)));
        for (anew, reused) in anew.iter().zip(&reused) {
            let op = &specs.ops[at].name.value;
            assert!(anew.text == reused.text, "{}, where `{op}` is {what}", anew.path);
        }
        let other = names(&reused).difference(&old_names).count();
        assert!(other < 200, "{other} items are made anew");
        made += 1;
        if anew.iter().zip(&old).any(|(anew, old)| anew.text != old.text) {
            seen.insert(what);
        }
    }
    assert!(seen.len() * 2 > made.min(EDITS.len()), "of {made} edits, only these change an output: {seen:?}");
}

#[test]
fn the_built_in_operators() {
    check(&Root::BuiltIn, 11);
}

/// More edits are made in release builds.
#[test]
fn the_real_operators() {
    let yaml = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/paddle-2.6.2/yaml");
    if !yaml.is_dir() {
        eprintln!("skipped: there is no ../shared/oracle");
        return;
    }
    check(&Root::Tree(yaml), if cfg!(debug_assertions) { 1_201 } else { 29 });
}
