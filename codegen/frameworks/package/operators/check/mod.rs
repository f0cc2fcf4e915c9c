//! Operators of packages: what the frameworks that register them, and the code that calls their kernels, can take.

mod autocast;
mod capturable;
mod examples;
mod gradients;
mod signatures;
mod triton;

use crate::entry::condition::Condition;
use crate::entry::data_type_names::data_type_help;
use crate::entry::shape_rule::ShapeRule;
use check::generated_names::{Generated, OwnKind};
use check::{COMMON, LevelledFamily, keywords};
use profile::{COMPILED, Framework, Package};
use registry::{OpId, Project, Registry};
use source::text::Text;
use source::{Diagnostic, Diagnostics, Help, Level, Rule, Spanned, suggest};
use spec::{Candidates, Op};

use crate::forms::{Order, PackageForm, variants};
use crate::rules;

/// The families of rules that only packages have.
const OWN: &[LevelledFamily] = &[(check_entries, Level::Error), (check_keywords, Level::Error)];

/// Checks a package against every rule.
pub fn run(project: &Project, diagnostics: &mut Diagnostics) {
    check::check_families(&[COMMON, OWN].concat(), registrations, project, diagnostics);
}

/// The same, without the families of rules that find no errors.
pub fn errors(project: &Project, diagnostics: &mut Diagnostics) {
    check::check_families(&check::with_errors(&[COMMON, OWN].concat()), registrations, project, diagnostics);
}

const REGISTRATION: OwnKind =
    OwnKind { what: "the registration", place: "in `paddle_ops.cc`", targets: &["paddle_package"] };

/// The registrations for Paddle: those of operators, and those for calls without some inputs.
fn registrations(registry: &Registry) -> Vec<Generated> {
    let Some(package) = &registry.profile().package else { return Vec::new() };
    let ids = registry.ops().filter(|(_, op)| !op.poisoned).map(|(id, _)| id);
    let of = |id| (id, PackageForm::of(registry, package, id, rules::RULE_TYPE, |_| ()));
    let (ids, forms): (Vec<OpId>, Vec<PackageForm>) = ids.map(of).unzip();
    let mut names = Vec::new();
    for (&id, form) in ids.iter().zip(&forms).filter(|(_, form)| form.is_for(Framework::Paddle, package)) {
        let variants = variants::of(form, &forms);
        let suffixes = std::iter::once("").chain(variants.iter().map(|variant| variant.suffix.as_str()));
        let name = |suffix| format!("{}{suffix}", registry.op(id).name.value);
        names.extend(suffixes.map(|suffix| Generated::own(&REGISTRATION, name(suffix), id)));
    }
    names
}

/// Reports keywords of Python: each operator is a function of PyTorch, and each argument a name in its schema.
fn check_keywords(registry: &Registry, diagnostics: &mut Diagnostics) {
    let sound = registry.ops().map(|(_, op)| op).filter(|op| !op.poisoned);
    sound.for_each(|op| keywords::check_python(op, rules::KEYWORD, diagnostics));
}

fn check_entries(registry: &Registry, diagnostics: &mut Diagnostics) {
    let Some(package) = &registry.profile().package else { return };
    check_default_types(package, diagnostics);
    for (id, op) in registry.ops().filter(|(_, op)| !op.poisoned) {
        let mut misused = Vec::new();
        let form = PackageForm::of(registry, package, id, rules::RULE_TYPE, |problem| misused.push(problem));
        // Mistakes in the grammar have been reported where the entry was read.
        let own = misused.into_iter().filter(|problem| problem.rule == rules::RULE_TYPE && !has_unknown_names(op));
        own.for_each(|problem| diagnostics.push(problem));
        signatures::check(&form, package, diagnostics);
        examples::check(&form, package, diagnostics);
        check_listed(op, package, diagnostics);
        check_data_types(op, package, diagnostics);
        check_instance(&form, diagnostics);
        check_source(op, package, diagnostics);
        check_shape_attributes(&form, package, diagnostics);
        check_functions(op, package, diagnostics);
        check_shapes(&form, package, diagnostics);
        check_order(registry, id, &form, package, diagnostics);
        check_lists(&form, package, diagnostics);
        check_kernel_name(&form, package, diagnostics);
        check_unknown_sizes(&form, package, diagnostics);
        check_zeroed(&form, diagnostics);
        capturable::check(&form, package, diagnostics);
        autocast::check(&form, package, diagnostics);
        triton::check(&form, package, diagnostics);
        gradients::check(registry, id, &form, package, diagnostics);
    }
}

/// True if a shape rule contains a name that is not an argument, which was reported where the entry was read.
fn has_unknown_names(op: &Op) -> bool {
    let rules = op.package.iter().filter_map(|own| own.shape.as_ref()).flat_map(|shape| &shape.rules);
    let mut read = rules.filter_map(|rule| ShapeRule::read(Text::of_spanned(&rule.text)).ok());
    let is_unknown = |names: Vec<&Spanned<String>>| names.iter().any(|name| !op.signature.has_arg(&name.value));
    let requires = op.package.iter().flat_map(|own| &own.requires);
    let mut conditions = requires.filter_map(|stated| Condition::read(Text::of_spanned(&stated.name)).ok());
    read.any(|rule| is_unknown(rule.names())) || conditions.any(|condition| is_unknown(condition.sized_names()))
}

/// Reports attributes that shapes follow from, although Paddle does not pass them to functions for shapes.
fn check_shape_attributes(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    let is_for_paddle = form.is_for(Framework::Paddle, package);
    let is_hidden =
        |attr: &spec::Attr| package.attributes.get(&attr.ty.to_string()).is_some_and(|ty| ty.hidden_from_shapes);
    for attr in form.attrs.iter().filter(|attr| is_for_paddle && is_hidden(attr)) {
        let name = attr.name.value.as_str();
        if form.outputs.iter().filter_map(|output| output.shape.as_ref()).any(|shape| shape.names().contains(&name)) {
            let message = format!("a shape follows from `{name}`, but Paddle does not tell programs an `{}`", attr.ty);
            diagnostics.push(Diagnostic::new(rules::RULE_TYPE, attr.name.span, message).help("make it `int[]`"));
        }
    }
}

/// Reports an instance of a template as a kernel, if generated code must declare the kernel.
fn check_instance(form: &PackageForm, diagnostics: &mut Diagnostics) {
    let has_source = form.op.package.as_ref().is_some_and(|own| own.source.is_some());
    if let Some(name) = form.kernel().filter(|name| name.value.contains('<') && !has_source) {
        let message = format!("`{}` is an instance of a template, which only `source` can define", name.value);
        let problem = Diagnostic::new(spec::rules::KERNEL_FUNC, name.span, message);
        diagnostics.push(problem.help("add `source` with the file that has the template, or name a function"));
    }
}

/// Reports a source in a folder whose sources are compiled by themselves: the registration includes it, too.
fn check_source(op: &Op, package: &Package, diagnostics: &mut Diagnostics) {
    let Some(own) = &op.package else { return };
    let is_for_paddle = own.written_for.as_ref().is_some_and(|framework| framework.value == Framework::Paddle);
    let Some(source) = own.source.as_ref().filter(|_| is_for_paddle) else { return };
    let Some((folder, file)) = source.value.rsplit_once('/') else { return };
    let is_compiled = file.rsplit_once('.').is_some_and(|(_, ending)| COMPILED.contains(&ending));
    let compiled = [package.kernels.clone(), format!("{}/{}", package.kernels, Framework::Paddle.name())];
    if is_compiled && compiled.iter().any(|compiled| compiled == folder) {
        let message = format!("`{folder}/` is compiled, and the registration includes `{}`, too", source.value);
        let problem = Diagnostic::new(rules::COMPILED_TWICE, source.span, message);
        diagnostics.push(problem.help(format!("move the file, for example to `csrc/{file}`")));
    }
}

/// Macros of C that are written like functions or variables.
const MACROS: &[&str] = &["assert", "errno", "EOF", "HUGE_VAL", "INFINITY", "NAN", "NULL", "stderr", "stdin", "stdout"];

/// What the declarations of kernels are made of.
const TYPES_OF_KERNELS: &[&str] = &["Context", "DataType", "T", "View"];

/// Reports names of kernels that have another meaning where kernels are declared.
fn check_kernel_name(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    let Some(name) = form.kernel().filter(|_| form.has_views()) else { return };
    let is_element = package.data_types.values().any(|of| of.cpp == name.value);
    let means = if MACROS.contains(&name.value.as_str()) {
        "a macro of C"
    } else if is_element || TYPES_OF_KERNELS.contains(&name.value.as_str()) {
        "a type of `kernels.h`"
    } else {
        return;
    };
    let message = format!("a kernel cannot be called `{}`, which is {means}", name.value);
    let help = format!("choose another name, such as `{}_kernel`", name.value);
    diagnostics.push(Diagnostic::new(rules::KERNEL_NAME, name.span, message).help(help));
}

/// Reports unknown types among those of kernels that list none.
fn check_default_types(package: &Package, diagnostics: &mut Diagnostics) {
    for name in package.kernel_data_types.iter().filter(|name| !package.data_types.contains_key(&name.value)) {
        let help = data_type_help(&name.value, package.data_types.keys().map(String::as_str));
        let message = format!("`{}` is not a data type", name.value);
        diagnostics.push(Diagnostic::new(crate::rules::DATA_TYPE_RULE, name.span, message).maybe_help(help));
    }
}

/// What could be meant by an unknown name, among known ones.
type HelpOf = fn(&str, &[&str]) -> Option<Help>;

/// Reports data types and devices of a kernel that do not exist.
fn check_listed(op: &Op, package: &Package, diagnostics: &mut Diagnostics) {
    let Some(kernel) = &op.kernel else { return };
    let mut check = |listed: &Option<Candidates>, is: &str, rule: Rule, known: Vec<&str>, help: HelpOf| {
        for candidate in listed.iter().flat_map(|listed| &listed.names) {
            let name = &candidate.name;
            if !known.contains(&name.value.as_str()) {
                let problem = Diagnostic::new(rule, name.span, format!("`{}` is not a {is}", name.value));
                diagnostics.push(problem.maybe_help(help(&name.value, &known)));
            }
        }
    };
    let types = package.data_types.keys().map(String::as_str).collect();
    let type_help: HelpOf = |name, known| data_type_help(name, known.iter().copied());
    check(&kernel.data_type, "data type", crate::rules::DATA_TYPE_RULE, types, type_help);
    let devices = package.backends.keys().map(String::as_str).collect();
    let device_help: HelpOf = |name, known| Some(device_help(name, known));
    check(&kernel.backend, "device", rules::DEVICE, devices, device_help);
}

/// What to write in place of an unknown device.
fn device_help(name: &str, known: &[&str]) -> Help {
    let upper = name.to_uppercase();
    let is_for_gpus = ["CUDA", "HIP", "ROCM"].contains(&upper.as_str());
    let is_meant = |known: &&&str| upper == **known || is_for_gpus && **known == "GPU";
    // `NPU` and `XPU` are other devices, although only one letter differs.
    let near =
        || suggest::nearest(name, known.iter().copied()).filter(|_| !(upper.len() == 3 && upper.ends_with("PU")));
    match known.iter().find(is_meant).copied().or_else(near) {
        Some(near) => Help::meant(name, near),
        None => format!(
            "kernels that take views are for `{}`; for other devices, write the kernel for PyTorch's tensors, and register it: \
             `kernel : {{written_for : torch, registered_for : PrivateUse1}}`",
            known.join("` and `")
        )
        .into(),
    }
}

/// Reports rules for data types that are neither a type nor an input.
fn check_data_types(op: &Op, package: &Package, diagnostics: &mut Diagnostics) {
    let stated = op.package.iter().filter_map(|own| own.data_type.as_ref()).flat_map(|inferred| &inferred.rules);
    for rule in stated {
        let name: &Spanned<String> = &rule.text;
        if !package.data_types.contains_key(&name.value) && op.signature.input(&name.value).is_none() {
            let message = format!("`{}` is neither an input of `{}` nor a data type", name.value, op.name.value);
            let known = op.signature.input_names().chain(package.data_types.keys().map(String::as_str));
            let help = data_type_help(&name.value, known);
            diagnostics.push(Diagnostic::new(crate::rules::DATA_TYPE_RULE, name.span, message).maybe_help(help));
        }
    }
}

/// Reports the author's functions for shapes and data types unless the kernel takes Paddle's tensors: nothing else calls them.
fn check_functions(op: &Op, package: &Package, diagnostics: &mut Diagnostics) {
    let own = op.package.as_ref();
    let written_for = own.and_then(|own| own.written_for.as_ref());
    if written_for.is_some_and(|framework| framework.value == Framework::Paddle) {
        return;
    }
    let own = own.iter().flat_map(|own| [("shape", &own.shape), ("data_type", &own.data_type)]);
    let own = own.filter_map(|(key, inferred)| Some((key, inferred.as_ref()?.func.as_ref()?)));
    let unknown = |func: &&Spanned<String>| !package.infer_meta.contains_key(&func.value);
    let infer_meta = op.infer_meta.as_ref().map(|meta| &meta.func).filter(unknown);
    for (key, function) in own.chain(infer_meta.map(|func| ("infer_meta", func))) {
        let known: Vec<&str> = match key {
            "data_type" => op.signature.input_names().chain(package.data_types.keys().map(String::as_str)).collect(),
            "infer_meta" => package.infer_meta.keys().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        let message =
            format!("only kernels for Paddle's tensors have functions for `{key}`, such as `{}`", function.value);
        let problem = Diagnostic::new(crate::rules::UNKNOWN_FRAMEWORK, function.span, message)
            .maybe_label(written_for.map(|framework| framework.span), "not for Paddle");
        let help = suggest::help(&function.value, known).unwrap_or("write a rule for each output".into());
        diagnostics.push(problem.help(help));
    }
}

/// Reports outputs whose shapes nothing states. Generated code makes the outputs of kernels that take views; for other
/// kernels, programs need the shapes before they run.
fn check_shapes(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    let op = form.op;
    // Programs cannot use other results than tensors, and sources that register a kernel may register shapes, too.
    let says_enough = !form.values.is_empty() || form.kernel().is_none();
    if form.functions.shape.is_some() || says_enough && !form.has_views() {
        return;
    }
    // A rule for an output that does not exist was probably meant for this one.
    let own_shape = op.package.iter().filter_map(|own| own.shape.as_ref());
    if own_shape.flat_map(|shape| &shape.rules).any(|rule| op.signature.output(&rule.name.value).is_none()) {
        return;
    }
    let states_shape = op.package.as_ref().is_some_and(|own| own.shape.is_some());
    for (output, written) in form.outputs.iter().zip(op.signature.outputs.iter()) {
        let is_stated =
            op.package.iter().filter_map(|own| own.shape.as_ref()).any(|shape| shape.of(&written.name.value).is_some());
        if output.shape.is_some() || output.overwrites.is_some() || is_stated {
            continue;
        }
        let name = &written.name.value;
        let message = format!("nothing states the shape of `{name}`, an output of `{}`", op.name.value);
        let help = format!("add a rule, such as `shape : {{{name} : like x}}` or `shape : {{{name} : \"[x[0], 1]\"}}`");
        // JAX makes the outputs before the call.
        if form.has_views() || form.written_for == Some(Framework::Jax) {
            diagnostics.push(Diagnostic::new(rules::NO_SHAPE, written.name.span, message).help(help));
        } else if form.is_triton {
            // Where nothing states it, PyTorch traces the function.
        } else if (form.order == Order::Forward || !form.is_for(Framework::Paddle, package)) && !states_shape {
            let problem = Diagnostic::new(
                rules::UNKNOWN_SHAPE_IN_PROGRAMS,
                written.name.span,
                message + ", so programs cannot use it",
            );
            let function = if form.is_for(Framework::Paddle, package) { ", or name your own function" } else { "" };
            diagnostics.push(problem.help(help + function));
        }
    }
    let needs_input = form.has_views() && !form.inputs.is_empty() && form.inputs.iter().all(|input| input.optional);
    if needs_input {
        let message = format!("`{}` has no input that is always there, so nothing decides its device", op.name.value);
        diagnostics.push(
            Diagnostic::new(rules::NO_SHAPE, op.name.span, message)
                .help("write its kernel for a framework, with `written_for`"),
        );
    }
}

/// Reports derivatives that Paddle cannot register.
fn check_order(registry: &Registry, id: OpId, form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    // A gradient of an operator that does not exist has no order.
    let is_derivative = registry.links(id).forward.is_some();
    if form.order == Order::Higher && is_derivative && form.is_for(Framework::Paddle, package) {
        let message = format!("`{}` is a third derivative, which Paddle cannot register", form.op.name.value);
        diagnostics.push(Diagnostic::new(rules::ORDER, form.op.name.span, message));
    }
}

/// Reports lists that Paddle does not return: only one that overwrites a list, and gradients, can be lists.
fn check_lists(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    if form.order != Order::Forward || !form.is_for(Framework::Paddle, package) {
        return;
    }
    for (output, written) in form.outputs.iter().zip(form.op.signature.outputs.iter()) {
        if output.list && output.overwrites.is_none() {
            let message = format!(
                "`{}` is a list, which an operator of Paddle's packages can only return in place",
                written.name.value
            );
            let problem = Diagnostic::new(rules::LIST, written.name.span, message);
            let others = other_frameworks(package, Framework::Paddle);
            let help = match others.is_empty() {
                true => "return single tensors, or map a list to it under `inplace`".to_owned(),
                false => {
                    format!("return single tensors, map a list to it under `inplace`, or add `frameworks : {others}`")
                }
            };
            diagnostics.push(problem.help(help));
        }
    }
}

/// The frameworks of a package but one, as they are listed under `frameworks`.
fn other_frameworks(package: &Package, without: Framework) -> String {
    let others = package.frameworks.iter().filter(|framework| **framework != without);
    others.map(|framework| framework.name()).collect::<Vec<_>>().join(", ")
}

/// Reports sizes that only the kernel knows, where something must know them before the call.
fn check_unknown_sizes(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    let op = form.op;
    let rules = op.package.as_ref().and_then(|own| own.shape.as_ref());
    let outputs = form.outputs.iter().zip(op.signature.outputs.iter());
    for (output, written) in outputs.filter(|(output, _)| output.unknown || output.unknown_sizes > 0) {
        let name = &written.name.value;
        let span = rules.and_then(|rules| rules.of(name)).map_or(op.name.span, |rule| rule.span);
        let problem = |message: String| Diagnostic::new(rules::SIZE_OF_KERNEL, span, message);
        let needs_rank = form.has_views() || form.written_for != Some(Framework::Torch);
        if let Some(input) = &output.overwrites {
            let message = format!("`{name}` overwrites `{input}`, so it has the shape of `{input}`");
            diagnostics.push(problem(message).help("remove the rule"));
        } else if form.is_for(Framework::Jax, package) {
            let message = format!("`{name}` has a size that only the kernel knows, but JAX makes it before the call");
            let others = other_frameworks(package, Framework::Jax);
            let help = match others.is_empty() {
                true => "state every size".to_owned(),
                false => format!("add `frameworks : {others}`"),
            };
            diagnostics.push(problem(message).help(help));
        } else if output.unknown && needs_rank {
            let message = format!("nothing states how many dimensions `{name}` has");
            diagnostics.push(problem(message).help("write the sizes that are known, such as `\"[unknown, x[1]]\"`"));
        }
    }
}

/// Reports `zeroed` for outputs that the generated code does not make.
fn check_zeroed(form: &PackageForm, diagnostics: &mut Diagnostics) {
    for name in form.op.package.iter().flat_map(|own| &own.zeroed) {
        let message = if !form.has_views() {
            "`zeroed` is for kernels that take views: others make their outputs".to_owned()
        } else if let Some(input) = form.op.inplace_input(&name.value) {
            format!("`{}` overwrites `{input}`, so it has the values of `{input}`", name.value)
        } else {
            continue;
        };
        let problem = Diagnostic::new(crate::rules::UNKNOWN_RULE_NAME, name.span, message);
        diagnostics.push(problem.help("remove it from `zeroed`"));
    }
}
