//! Semantic tokens: what each name in the values of a file is, so that clients can colour it.

use indexmap::IndexMap;
use lsp_types::{Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend};
use registry::OpId;
use rustc_hash::FxBuildHasher;
use source::{FileId, Span};
use spec::{Op, Signature, type_about};

use crate::mentions::{Mention, Role, Symbol, names};
use crate::view::View;

/// The kinds of token, in the order of [`legend`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Operator,
    Input,
    Attribute,
    Output,
    CppFunction,
    Trait,
    Type,
    NameInPrograms,
}

/// Modifiers, as bits in the order of [`legend`].
const DECLARATION: u32 = 1;
const READONLY: u32 = 2;

/// The names of kinds and modifiers in the protocol.
pub fn legend() -> SemanticTokensLegend {
    let token_types = vec![
        SemanticTokenType::FUNCTION,
        SemanticTokenType::PARAMETER,
        SemanticTokenType::PROPERTY,
        SemanticTokenType::VARIABLE,
        SemanticTokenType::METHOD,
        SemanticTokenType::INTERFACE,
        SemanticTokenType::TYPE,
        SemanticTokenType::STRING,
    ];
    let token_modifiers = vec![SemanticTokenModifier::DECLARATION, SemanticTokenModifier::READONLY];
    SemanticTokensLegend { token_types, token_modifiers }
}

struct Token {
    span: Span,
    kind: Kind,
    modifiers: u32,
}

/// The tokens of a file, or of a part of it.
pub fn tokens(view: &View, file: FileId, part: Option<Range>) -> SemanticTokens {
    let part = part.map(|part| view.offset(file, part.start)..view.offset(file, part.end));
    let is_wanted = |span: Span| {
        let bytes = span.start as usize..span.end as usize;
        let is_in_part = part.as_ref().is_none_or(|part| bytes.start < part.end && part.start < bytes.end);
        is_in_part && !bytes.is_empty() && !view.slice(span).contains(['\n', '\r'])
    };
    let mentions = view.mentions_in(file);
    let mut kinds: IndexMap<&Symbol, Option<Kind>, FxBuildHasher> = IndexMap::default();
    let mut parts = Parts::default();
    let mentioned = mentions.in_file(file).iter().filter_map(|mention| {
        let symbol = mentions.symbol(*mention);
        let kind = (*kinds.entry(symbol).or_insert_with(|| of_symbol(view, symbol, &mut parts)))?;
        Some(of_mention(*mention, kind))
    });
    let here = view.registry().ops().map(|(_, op)| op).filter(|op| op.name.span.file == file);
    let typed = here.flat_map(|op| types(view, op));
    let mut tokens: Vec<Token> = mentioned.chain(typed).filter(|token| is_wanted(token.span)).collect();
    // The longest first: the parts of a name may be mentioned, too.
    tokens.sort_by_key(|token| (token.span.start, std::cmp::Reverse(token.span.end)));
    SemanticTokens { result_id: None, data: encoded(view, &tokens) }
}

/// The tokens relative to each other, without those that begin in another one.
fn encoded(view: &View, tokens: &[Token]) -> Vec<SemanticToken> {
    let mut data = Vec::with_capacity(tokens.len());
    let (mut end, mut line, mut column) = (0, 0, 0);
    for Token { span, kind, modifiers } in tokens {
        if span.start < end {
            continue;
        }
        let range = view.range(*span);
        if range.start.line != line {
            column = 0;
        }
        data.push(SemanticToken {
            delta_line: range.start.line - line,
            delta_start: range.start.character - column,
            length: range.end.character - range.start.character,
            token_type: *kind as u32,
            token_modifiers_bitset: *modifiers,
        });
        (end, line, column) = (span.end, range.start.line, range.start.character);
    }
    data
}

/// The kind of a name. `None` if nothing defines it.
fn of_symbol<'a>(view: &'a View, symbol: &Symbol, parts: &mut Parts<'a>) -> Option<Kind> {
    let ops = view.ops_of(symbol);
    match symbol {
        Symbol::Op { .. } => (!ops.is_empty()).then_some(Kind::Operator),
        Symbol::Part { name, .. } => ops.iter().find_map(|&id| {
            parts.entry(id).or_insert_with(|| parts_of(&view.op(id).signature)).get(name.as_str()).copied()
        }),
        Symbol::Kernel(_) | Symbol::InferMeta(_) | Symbol::SpmdRule(_) | Symbol::KernelType(_) => {
            Some(Kind::CppFunction)
        }
        Symbol::Trait(_) => Some(Kind::Trait),
        Symbol::InPrograms(_) => Some(Kind::NameInPrograms),
    }
}

fn of_mention(mention: Mention, kind: Kind) -> Token {
    let modifiers = match mention.role {
        Role::Definition => DECLARATION,
        Role::Reference => 0,
        Role::NameInPrograms => READONLY,
    };
    Token { span: mention.name, kind, modifiers }
}

/// The kinds of the parts of operators, by name.
type Parts<'a> = IndexMap<OpId, IndexMap<&'a str, Kind, FxBuildHasher>, FxBuildHasher>;

/// The kinds of an operator's parts. Of several with the same name, the input counts, or else the attribute.
fn parts_of(signature: &Signature) -> IndexMap<&str, Kind, FxBuildHasher> {
    let outputs = signature.output_names().map(|name| (name, Kind::Output));
    let attrs = signature.attr_names().map(|name| (name, Kind::Attribute));
    outputs.chain(attrs).chain(signature.input_names().map(|name| (name, Kind::Input))).collect()
}

/// The types in an operator's signature, and in that of its forward operator.
fn types(view: &View, op: &Op) -> Vec<Token> {
    let forward = op.forward.as_ref().map(|forward| &forward.signature);
    let named = forward.into_iter().chain([&op.signature]).flat_map(names);
    let spans = named.filter_map(|name| type_before(view.text(name.span.file), name.span));
    spans.map(|span| Token { span, kind: Kind::Type, modifiers: 0 }).collect()
}

/// The type before a name, as in `int[] axis` and `Tensor(out)`. `None` if the text there is not a type.
fn type_before(text: &str, name: Span) -> Option<Span> {
    let before = text.get(..name.start as usize)?.trim_end();
    let before = before.strip_suffix('(').unwrap_or(before).trim_end();
    let mut depth = 0;
    let begins = |(_, letter): &(usize, char)| {
        match letter {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' | ',' | ':' | '\n' | '"' | '\'' | '>' if depth == 0 => return true,
            _ => {}
        }
        false
    };
    let start = before.char_indices().rev().find(begins).map_or(0, |(at, _)| at + 1);
    let start = before.len() - before[start..].trim_start().len();
    type_about(&before[start..])?;
    Some(Span { start: start as u32, end: before.len() as u32, ..name })
}
