//! Properties of every input: nothing panics, the normal form reads back, and a second run gives the same result.

use std::path::Path;
use std::sync::Arc;

use opgen::driver::{PROGRAM, load};
use opgen::profile::Profile;
use opgen::project::Root;
use opgen::project::shards::Shards;
use opgen::registry::{Inputs, Project, Registry, Specs, normal_form};
use opgen::render::Rendered;
use opgen::source::keywords;
use opgen::source::report;
use opgen::targets;
use proptest::prelude::*;

use crate::rendered;

/// Checks one file of the kind that the profile has under a key.
fn analyse(key: &str, text: &[u8]) -> Project {
    Inputs::from_texts([(key, "test.yaml", text)], PROGRAM).analyse()
}

fn generated(project: &Project) -> Vec<Rendered> {
    outputs(&project.registry)
}

/// The outputs of all targets.
fn outputs(registry: &Registry) -> Vec<Rendered> {
    rendered::outputs(registry, &Profile::default(), targets::TARGETS, Shards::WHOLE)
}

/// Text that is likely to pass the first checks of a reader.
fn yaml_like() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "- op : foo\n",
        "- backward_op : foo_grad\n",
        "  args : (Tensor x",
        ", int axis = 0",
        ", Tensor[] y",
        ")\n",
        "  output : Tensor(out)",
        ", Tensor[](o){x.size()}",
        "\n",
        "  kernel :\n",
        "    func : foo {dense -> dense}\n",
        "    data_type : dtype > x\n",
        "  infer_meta : {func : F, param : [x, true]}\n",
        "  inplace : (x -> out)\n",
        "  forward : foo (Tensor x) -> Tensor(out)\n",
        "  optional : x\n",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "\"",
        "'",
        ":",
        " ",
        "&a",
        "*a",
        "!t",
        "\t",
        "é",
        "#",
        "|",
        ">",
        "->",
        ",",
        "=",
        "\u{0}",
        "---\n",
        "  backward : foo_grad\n",
        "# opgen: allow(W0306) why\n",
        "# opgen: allow(",
        "  # opgen:",
        "  version :\n    - checkpoint : c\n      action :\n        - add_attr : a\n",
        "  extra : {attrs : [bool b = false]}\n",
    ]);
    prop::collection::vec(words, 0..40).prop_map(|words| words.concat())
}

/// Pieces of settings and of a baseline.
const SETTINGS: &[&str] = &[
    "[rules]\n",
    "W0306",
    "warnings",
    " = ",
    "\"allow\"\n",
    "\"deny\"",
    "1\n",
    "[\"x\",",
    "]",
    "{",
    "}",
    "\n",
    "baseline",
    "\"b\"",
    "hand_written",
    "[[finding]]\n",
    "code",
    "file",
    "count",
    "\"\"\"",
    "'",
    "é",
    "#",
    "\u{0}",
    "\t",
    ".",
    "-",
];

/// The key of any kind of file.
fn any_kind() -> impl Strategy<Value = String> {
    let keys: Vec<String> = Profile::default().inputs.into_iter().map(|input| input.key).collect();
    prop::sample::select(keys)
}

/// A valid forward operator.
fn operator() -> impl Strategy<Value = String> {
    let attr = prop::sample::select(vec![
        "int a",
        "float a = 1.5f",
        "str a = \"x, y\"",
        "int[] a = {1, 2}",
        "Scalar(int64_t) a",
        "IntArray a = {}",
    ]);
    let name = "[a-z][a-z0-9_]{0,6}[a-z]".prop_filter("a keyword", |name| !keywords::is_cpp(name));
    (name, attr, any::<bool>(), any::<bool>()).prop_map(|(name, attr, list, inplace)| {
        let (ty, size) = if list { ("Tensor[]", "{x.size()}") } else { ("Tensor", "") };
        let inplace = if inplace { "\n  inplace : (x -> out)" } else { "" };
        format!(
            "- op : {name}\n  args : ({ty} x, {attr})\n  output : {ty}(out){size}{inplace}\n  \
             infer_meta : {{func : F, param : [x]}}\n  kernel : {{func : {name}, param : [x, a]}}\n"
        )
    })
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(kind in any_kind(), text in yaml_like()) {
        let project = analyse(&kind, text.as_bytes());
        report::render_all(&project.diagnostics, &project.sources);
    }

    #[test]
    fn no_bytes_make_it_panic(kind in any_kind(), bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let project = analyse(&kind, &bytes);
        report::render_all(&project.diagnostics, &project.sources);
        let read = Inputs::from_normal_form("normal.yaml", &bytes, PROGRAM).analyse();
        report::render_all(&read.diagnostics, &read.sources);
    }

    #[test]
    fn no_settings_make_it_panic(words in prop::collection::vec(prop::sample::select(SETTINGS.to_vec()), 0..20)) {
        let text = words.concat();
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in [("opgen.toml", text.as_str()), ("b", text.as_str()), ("ops.yaml", "[]\n")] {
            std::fs::write(folder.path().join(name), text).expect("it is writable");
        }
        let project = load(&Root::Tree(folder.path().to_owned()));
        report::render_all(&project.diagnostics, &project.sources);
    }

    #[test]
    fn the_normal_form_of_an_operator_reads_back(text in operator()) {
        let project = analyse("ops", text.as_bytes());
        prop_assert!(!project.diagnostics.has_errors(), "{}", report::render_all(&project.diagnostics, &project.sources));
        assert_reads_back(&project);
    }
}

/// Entries in addition to the built-in ones: second entries for their operators, and gradients that several operators
/// list.
const FURTHER_ENTRIES: &str = "\
- {op: scale, backward: scale_grad, attrs: {bias_after_scale: after}, extra: {attrs: [bool use_cudnn = true]}}
- {op: where, inputs: {x: X}, extra: {attrs: [bool use_mkldnn = false]}}
- {op: where_ (where), backward: where_grad, inputs: {y: Y}, scalar: {value: {data_type: float, tensor_name: Value}}}
- {op: meshgrid, backward: meshgrid_grad, drop_empty_grad: [inputs_grad]}
- {op: second_meshgrid, backward: meshgrid_grad, attrs: {indexing: order}, complex_promote: [X]}
";

fn built_in_and_further() -> Specs {
    let mut specs = load(&Root::BuiltIn).registry.specs().clone();
    specs.compat.extend(analyse("op_compat", FURTHER_ENTRIES.as_bytes()).registry.specs().compat.clone());
    specs
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn the_order_of_compat_entries_does_not_matter(entries in Just(built_in_and_further().compat).prop_shuffle()) {
        let profile = Profile::default();
        let in_order = Registry::new(built_in_and_further(), &Arc::new(profile.clone()));
        assert_eq!(in_order.compat_conflicts(), []);
        let shuffled = Registry::new(Specs { compat: entries, ..in_order.specs().clone() }, in_order.profile());
        assert_eq!(outputs(&in_order), outputs(&shuffled));
    }
}

pub fn assert_reads_back(project: &Project) {
    let specs = project.registry.specs();
    let written = normal_form::of(specs, &project.profile);
    let yaml = serde_yaml::to_string(&written).expect("it serializes");
    let json = serde_json::to_string_pretty(&written).expect("it serializes");
    for text in [yaml, json] {
        let read = Inputs::from_normal_form("normal", text.as_bytes(), PROGRAM).analyse();
        assert!(!read.diagnostics.has_errors(), "{}", report::render_all(&read.diagnostics, &read.sources));
        assert_eq!(project.profile.name, read.profile.name);
        assert_eq!(specs, read.registry.specs());
    }
}

#[test]
fn the_normal_form_of_the_built_in_operators_reads_back() {
    let project = load(&Root::BuiltIn);
    assert!(project.registry.ops().count() > 40);
    assert_reads_back(&project);
    let form = normal_form::of(project.registry.specs(), &project.profile);
    let text = serde_yaml::to_string(&form).expect("it serializes");
    let read = Inputs::from_normal_form("normal", text.as_bytes(), PROGRAM).analyse();
    assert_eq!(generated(&project), generated(&read));
}

#[test]
fn the_normal_form_of_other_versions_reads_back() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for case in ["generate/paddle-3.0", "generate/distributed-3.0", "show/keys-of-3.0"] {
        let project = load(&Root::Tree(tests.join(case)));
        assert_eq!(project.profile.name, "paddle-3.0", "{case}");
        assert_reads_back(&project);
    }
}

#[test]
fn a_second_run_in_one_process_says_and_makes_the_same() {
    let runs: Vec<_> = (0..3).map(|_| load(&Root::BuiltIn)).collect();
    for run in &runs[1..] {
        assert_eq!(generated(&runs[0]), generated(run));
        assert_eq!(
            report::render_all(&runs[0].diagnostics, &runs[0].sources),
            report::render_all(&run.diagnostics, &run.sources)
        );
    }
}
