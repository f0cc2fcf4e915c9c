//! Handlers of XLA's foreign functions: `XLA_FFI_DEFINE_HANDLER_SYMBOL(Scale, ScaleImpl, ffi::Ffi::Bind().Arg<...>()...)`.

use crate::custom_ops::Written;
use crate::reader::{Item, read};
use crate::tokens;

/// The macro that defines a handler under a symbol of the library.
const MACRO: &str = "XLA_FFI_DEFINE_HANDLER_SYMBOL";

/// A handler.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Handler {
    /// The symbol.
    pub symbol: String,
    /// The arguments, results and attributes, in the order of the binding.
    pub parts: Vec<HandlerPart>,
    /// Other methods of the binding.
    pub others: Vec<Written>,
    /// Whether it gets the stream of a GPU.
    pub has_stream: bool,
    /// The first byte of the macro.
    pub at: usize,
}

/// An argument, a result or an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandlerPart {
    /// The kind.
    pub kind: PartKind,
    /// The name: that of an attribute, or of the function's parameter. Empty if the function cannot be found.
    pub name: String,
    /// The type between angle brackets, without namespaces.
    pub ty: String,
    /// The first byte.
    pub at: usize,
}

/// The kind of a part of a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// An array that is given.
    Argument,
    /// An array that is returned.
    Result,
    /// An attribute.
    Attribute,
    /// All further arrays.
    Rest,
}

/// All handlers of a text, in order.
pub fn handlers(text: &str) -> Vec<Handler> {
    let all = tokens::of(text);
    let lengths = tokens::lengths(&all);
    let mut found = Vec::new();
    for (at, token) in all.iter().enumerate().filter(|(_, token)| **token == MACRO) {
        let Some(length) = lengths.get(at + 1).copied().flatten().filter(|_| all[at + 1] == "(") else { continue };
        let arguments = tokens::split(&all[at + 2..at + length]);
        let [symbol, function, binding @ ..] = arguments.as_slice() else { continue };
        let parameters = parameters(text, function);
        let mut handler = Handler { symbol: symbol.concat(), at: tokens::offset(text, token), ..Handler::default() };
        match binding.first() {
            Some(binding) => handler.read_binding(text, binding, &parameters),
            None => handler.read_parameters(&parameters),
        }
        found.push(handler);
    }
    found
}

/// A parameter of a function: its name, its type, and its first byte.
type Taken = (String, String, usize);

/// The parameters of a function, or of a lambda.
fn parameters(text: &str, function: &[&str]) -> Vec<Taken> {
    if function.first() == Some(&"[") {
        let open = tokens::balanced(function);
        let Some(rest) = function.get(open..).filter(|rest| rest.first() == Some(&"(")) else { return Vec::new() };
        let length = tokens::balanced(rest);
        return tokens::split(rest.get(1..length - 1).unwrap_or_default())
            .into_iter()
            .map(|parameter| taken(text, parameter))
            .collect();
    }
    let Some(name) = function.iter().rfind(|token| tokens::is_name(token)) else { return Vec::new() };
    let mut found = Vec::new();
    read(text, &mut |one| {
        if let Item::Function(function) = one.item
            && function.name.last() == Some(name)
            && found.is_empty()
        {
            found = tokens::split(function.parameters).into_iter().map(|parameter| taken(text, parameter)).collect();
        }
    });
    found
}

fn taken(text: &str, parameter: &[&str]) -> Taken {
    let at = parameter.first().map_or(0, |token| tokens::offset(text, token));
    match parameter.split_last() {
        Some((name, ty)) if !ty.is_empty() && tokens::is_name(name) => ((*name).to_owned(), tokens::type_text(ty), at),
        _ => (String::new(), tokens::type_text(parameter), at),
    }
}

impl Handler {
    /// Reads `ffi::Ffi::Bind().Arg<...>()...`. Each method but `Bind` stands for the next parameter.
    fn read_binding(&mut self, text: &str, binding: &[&str], parameters: &[Taken]) {
        let mut parameters = parameters.iter();
        let mut at = binding.iter().position(|token| *token == ".").unwrap_or(binding.len());
        while let (Some(&"."), Some(method)) = (binding.get(at), binding.get(at + 1)) {
            at += 2;
            let rest = &binding[at..];
            let angles = if rest.first() == Some(&"<") { tokens::balanced_angles(rest) } else { 0 };
            let ty = tokens::type_text(rest.get(1..angles.saturating_sub(1)).unwrap_or_default());
            at += angles;
            let rest = binding.get(at..).unwrap_or_default();
            let arguments = if rest.first() == Some(&"(") { tokens::balanced(rest) } else { 0 };
            let given = rest.get(1..arguments.saturating_sub(1)).unwrap_or_default();
            at += arguments;
            let parameter = parameters.next().map_or(String::new(), |(name, ..)| name.clone());
            let stated = given.first().map(|token| token.trim_matches('"').to_owned());
            let kind = match *method {
                "Arg" => PartKind::Argument,
                "Ret" => PartKind::Result,
                "Attr" => PartKind::Attribute,
                "RemainingArgs" => PartKind::Rest,
                "Ctx" => {
                    self.has_stream |= ty.contains("Stream");
                    continue;
                }
                _ => {
                    self.others.push(Written { text: (*method).to_owned(), at: tokens::offset(text, method) });
                    continue;
                }
            };
            let name = if kind == PartKind::Attribute { stated.unwrap_or(parameter) } else { parameter };
            self.parts.push(HandlerPart { kind, name, ty, at: tokens::offset(text, method) });
        }
    }

    /// Without a binding, the types of the parameters decide.
    fn read_parameters(&mut self, parameters: &[Taken]) {
        for (name, ty, at) in parameters {
            let kind = match ty.as_str() {
                ty if ty.starts_with("Result") => PartKind::Result,
                ty if ty.starts_with("Buffer") || ty.starts_with("AnyBuffer") => PartKind::Argument,
                ty if ty.starts_with("RemainingArgs") => PartKind::Rest,
                other => {
                    self.others.push(Written { text: other.to_owned(), at: *at });
                    continue;
                }
            };
            self.parts.push(HandlerPart { kind, name: name.clone(), ty: ty.clone(), at: *at });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
        namespace ffi = xla::ffi;
        ffi::Error ScaleImpl(cudaStream_t stream, float factor, ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> y) { return {}; }
        // XLA_FFI_DEFINE_HANDLER_SYMBOL(InAComment, ScaleImpl);
        XLA_FFI_DEFINE_HANDLER_SYMBOL(Scale, ScaleImpl,
            ffi::Ffi::Bind().Ctx<ffi::PlatformStream<cudaStream_t>>().Attr<float>("scale").Arg<ffi::Buffer<ffi::F32>>()
                .Ret<ffi::Buffer<ffi::F32>>().RemainingRets(), {ffi::Traits::kCmdBufferCompatible});
        XLA_FFI_DEFINE_HANDLER_SYMBOL(Plain, [](ffi::AnyBuffer a, ffi::Result<ffi::AnyBuffer> b) { return ffi::Error(); });
    "#;

    #[test]
    fn handlers_are_read() {
        let [scale, plain] = handlers(TEXT).try_into().expect("two handlers");
        let shown = |handler: &Handler| -> Vec<(PartKind, String, String)> {
            handler.parts.iter().map(|part| (part.kind, part.name.clone(), part.ty.clone())).collect()
        };
        let part = |kind, name: &str, ty: &str| (kind, name.to_owned(), ty.to_owned());
        assert_eq!(
            (scale.symbol.as_str(), scale.has_stream, scale.others[0].text.as_str()),
            ("Scale", true, "RemainingRets")
        );
        let parts = [
            part(PartKind::Attribute, "scale", "float"),
            part(PartKind::Argument, "x", "Buffer<F32>"),
            part(PartKind::Result, "y", "Buffer<F32>"),
        ];
        assert_eq!(shown(&scale), parts);
        let parts = [part(PartKind::Argument, "a", "AnyBuffer"), part(PartKind::Result, "b", "Result<AnyBuffer>")];
        assert_eq!(shown(&plain), parts);
    }

    #[test]
    fn broken_handlers_do_no_harm() {
        for text in ["", "(", "()", "(A", "(A, )", "(A, f, Bind().", "(A, f, B.Arg<)", "(A, [, B)", "(A, [](, B)"] {
            let _ = handlers(&format!("{MACRO}{text}"));
        }
    }
}
