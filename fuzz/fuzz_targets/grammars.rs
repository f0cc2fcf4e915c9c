//! The small grammars inside YAML. The first line of the input selects one (`args`, `kernel`, ...); the rest is its text.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|input: &[u8]| -> Corpus {
    let Some((name, text)) = std::str::from_utf8(input).ok().and_then(|input| input.split_once('\n')) else {
        return Corpus::Reject;
    };
    let Some((_, place)) = PLACES.iter().find(|(known, _)| *known == name) else { return Corpus::Reject };
    // With quotes, all of the text reaches the grammar; without, positions in it are exact.
    for written in [serde_json::to_string(text).expect("a string is JSON"), text.to_owned()] {
        let files = place.replace('@', &written);
        opgen_fuzz::check(&opgen_fuzz::files(files.as_bytes()));
    }
    Corpus::Keep
});

/// Files for each grammar, with `@` at the position of its text.
const PLACES: &[(&str, &str)] = &[
    ("args", "- op : f\n  args : @\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel : {func : f}\n"),
    (
        "output",
        "- op : f\n  args : (Tensor x, Tensor[] y, int n)\n  output : @\n  infer_meta : {func : F}\n  kernel : {func : f}\n",
    ),
    (
        "kernel",
        "- op : f\n  args : (Tensor x, Tensor y)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel :\n    func : @\n",
    ),
    (
        "kernel_param",
        "- op : f\n  args : (Tensor x, int n = 1)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel :\n    func : f\n    param : @\n",
    ),
    (
        "data_type",
        "- op : f\n  args : (Tensor x, Tensor y, DataType d)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel :\n    func : f\n    data_type : @\n",
    ),
    (
        "backend",
        "- op : f\n  args : (Tensor x, Tensor y, Place p)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel :\n    func : f\n    backend : @\n",
    ),
    (
        "infer_meta",
        "- op : f\n  args : (Tensor x, int n = 1)\n  output : Tensor(out)\n  infer_meta :\n    func : F\n    param : @\n  kernel : {func : f}\n",
    ),
    (
        "inplace",
        "- op : f\n  args : (Tensor x, Tensor y)\n  output : Tensor(out), Tensor(other)\n  infer_meta : {func : F}\n  kernel : {func : f}\n  inplace : @\n",
    ),
    (
        "view",
        "- op : f\n  args : (Tensor x, Tensor y)\n  output : Tensor(out), Tensor(other)\n  infer_meta : {func : F}\n  kernel : {func : f}\n  view : @\n",
    ),
    (
        "optional",
        "- op : f\n  args : (Tensor x, Tensor y)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel : {func : f}\n  optional : @\n",
    ),
    (
        "invoke",
        "- op : f\n  args : (Tensor x, int n = 1)\n  output : Tensor(out)\n  invoke : @\n- op : g\n  args : (Tensor x, int n = 1)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel : {func : g}\n",
    ),
    (
        "composite",
        "- op : f\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel : {func : f}\n  backward : f_grad\n#= backward\n- backward_op : f_grad\n  forward : f (Tensor x) -> Tensor(out)\n  args : (Tensor x, Tensor out_grad)\n  output : Tensor(x_grad)\n  infer_meta : {func : F}\n  kernel : {func : f_grad}\n  composite : @\n",
    ),
    (
        "forward",
        "- op : f\n  args : (Tensor x, int n = 1)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel : {func : f}\n  backward : f_grad\n#= backward\n- backward_op : f_grad\n  forward : @\n  args : (Tensor x, Tensor out_grad)\n  output : Tensor(x_grad)\n  infer_meta : {func : F}\n  kernel : {func : f_grad}\n",
    ),
    (
        "compat_op",
        "- op : f\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel : {func : f}\n#= op_compat\n- op : @\n  inputs : {x : X}\n",
    ),
    (
        "compat",
        "- op : f\n  args : (Tensor x, int n = 1, IntArray shape = {})\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel : {func : f}\n#= op_compat\n- op : f (old_f)\n  inputs : {x : X}\n  extra :\n    attrs : @\n",
    ),
    (
        "version",
        "- op : f\n  args : (Tensor x, int n = 1)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel : {func : f}\n#= op_version\n- op : f\n  version :\n    - checkpoint : @\n      action :\n        - add_attr : @\n          comment : c\n          default : @\n",
    ),
    (
        "names",
        "- op : f\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel : {func : f}\n#= tensor_operants\n- @\n#= prim_api\n- @\n",
    ),
    (
        "allow",
        "# opgen: @\n- op : f\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta : {func : F}\n  kernel : {func : f} # opgen: @\n",
    ),
];
