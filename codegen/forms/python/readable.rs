//! A function for Python, as text for people to read. No generated file uses it.

use super::{PythonFunction, PythonParameter, PythonResult};

/// `def abs(x: Tensor, /) -> Tensor`.
pub fn declaration(stub: &PythonFunction) -> String {
    let parameters: String = stub.parameters.iter().map(|parameter| self::parameter(parameter, stub)).collect();
    let end = if stub.parameters.is_empty() { "" } else { "/" };
    let returns: Vec<String> = stub.returns.iter().map(|returned| self::returned(returned, stub)).collect();
    let returns = match returns.as_slice() {
        [one] => one.clone(),
        [] if stub.in_programs => "None".to_owned(),
        [] => builtin("tuple", stub) + "[()]",
        several => format!("{}[{}]", builtin("tuple", stub), several.join(", ")),
    };
    format!("def {}({parameters}{end}) -> {returns}", stub.name)
}

fn parameter(parameter: &PythonParameter, stub: &PythonFunction) -> String {
    let ty = builtin(parameter.ty.unwrap_or("?"), stub);
    let ty = if parameter.list { format!("Sequence[{ty}]") } else { ty };
    format!("{}: {}, ", parameter.name, or_none(ty, parameter.optional))
}

fn returned(returned: &PythonResult, stub: &PythonFunction) -> String {
    let ty = if returned.list { builtin("list", stub) + "[Tensor]" } else { "Tensor".to_owned() };
    or_none(ty, returned.optional)
}

fn or_none(ty: String, optional: bool) -> String {
    if optional { ty + " | None" } else { ty }
}

fn builtin(name: &str, stub: &PythonFunction) -> String {
    if stub.hidden.contains(&name) { format!("builtins.{name}") } else { name.to_owned() }
}
