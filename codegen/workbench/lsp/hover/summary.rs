//! The most important facts about an operator, in at most ten lines of Markdown.

use show::{Gradient, Kernel, Shown};

/// An operator in at most ten lines.
pub fn of(shown: &Shown) -> String {
    let mut lines = vec![
        title(&shown.name, shown.family, &shown.defined.file, shown.defined.line),
        "```text".to_owned(),
        shown.schema.clone(),
        "```".to_owned(),
    ];
    lines.extend(shown.own.iter().flat_map(|own| &own.summary).map(|line| format!("- {line}")));
    lines.extend(work(shown).map(|work| format!("- {work}")));
    lines.extend(lineage(shown).map(|lineage| format!("- {lineage}")));
    if let Some(form) = &shown.program {
        lines.push(format!("- in saved programs: `{}`", form.op));
    }
    let python: Vec<&str> = shown.python_names.iter().map(String::as_str).collect();
    match (python.is_empty(), shown.python.first()) {
        (false, _) => lines.push(format!("- in Python: {}", quoted(python))),
        (true, Some(declaration)) => lines.push(format!("- in Python: `{}`", first_line(declaration))),
        (true, None) => {}
    }
    lines.push(format!("- `opgen show {}` prints the rest", shown.name));
    lines.join("\n")
}

/// An operator's name, and where it is defined.
pub fn title(name: &str, family: &str, file: &str, line: usize) -> String {
    format!("**`{name}`**, {family} operator, {file}:{line}")
}

/// What computes the outputs.
fn work(shown: &Shown) -> Option<String> {
    if let Some(call) = &shown.invoke {
        return Some(format!("calls `{call}`"));
    }
    let kernels: Vec<&str> = shown.kernels.iter().map(|Kernel { name, .. }| name.as_str()).collect();
    let infer_meta = shown.infer_meta.iter().map(|call| format!("infer meta `{call}`"));
    let kernels = (!kernels.is_empty()).then(|| format!("kernel {}", quoted(kernels)));
    let parts: Vec<String> = kernels.into_iter().chain(infer_meta).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn lineage(shown: &Shown) -> Option<String> {
    let forward = shown.forward.iter().map(|forward| format!("gradient of `{}`", forward.name));
    let gradients: Vec<&str> = shown.gradients.iter().map(|Gradient { name, .. }| name.as_str()).collect();
    let gradients = (!gradients.is_empty()).then(|| format!("gradient {}", quoted(gradients)));
    let parts: Vec<String> = forward.chain(gradients).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn quoted(names: Vec<&str>) -> String {
    const SHOWN: usize = 4;
    let more = names.len().saturating_sub(SHOWN);
    let listed: Vec<String> = names.into_iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", listed.join(", "))
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("")
}
