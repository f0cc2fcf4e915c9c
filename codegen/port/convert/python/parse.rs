//! Parses Python, and turns the parser's syntax tree into a [`Tree`].

use std::ops::Range;

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, TraversalSignal, walk_module};
use ruff_python_ast::{AnyNodeRef, Mod};
use ruff_python_parser::{Mode, ParseOptions, lexer, parse_unchecked};
use ruff_text_size::{Ranged, TextRange};

use super::kind::{Kind, Role};
use super::tree::{Node, NodeId, Tree};

/// A text is not Python.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The parser's message.
    pub message: String,
    /// The range of the error.
    pub range: Range<u32>,
}

/// The deepest nesting of brackets. Python itself accepts less.
const MOST_BRACKETS: usize = 200;
/// The most tokens in one expression. Nobody writes so many.
const LONGEST_CHAIN: usize = 10_000;
/// The most tokens in one expression for which the thread's own stack is large enough.
const LONGEST_USUAL_CHAIN: usize = 150;
const STACK_OF_LONG_CHAINS: usize = 128 << 20;
const LONGEST_FILE: usize = 32 << 20;

/// Parses a file.
///
/// # Errors
/// The text is not Python, too long, or nested too deeply.
pub fn parse(text: &str) -> Result<Tree<'_>, SyntaxError> {
    parse_as(text, Mode::Module)
}

/// Parses the code of a notebook, which may contain commands of IPython.
///
/// # Errors
/// As for [`parse`].
pub fn parse_cells(text: &str) -> Result<Tree<'_>, SyntaxError> {
    parse_as(text, Mode::Ipython)
}

/// Parses an expression. Its node is the only child of the root.
///
/// # Errors
/// As for [`parse`].
pub fn parse_expression(text: &str) -> Result<Tree<'_>, SyntaxError> {
    parse_as(text, Mode::Expression)
}

/// Parses on a larger stack if expressions may be nested deeply, because the parser recurses.
fn parse_as(text: &str, mode: Mode) -> Result<Tree<'_>, SyntaxError> {
    if text.len() > LONGEST_FILE {
        return Err(SyntaxError { message: "the file is too long".to_owned(), range: 0..0 });
    }
    if !may_be_deep(text) {
        return build(text, mode);
    }
    reject_deep_nesting(text, mode)?;
    stacker::grow(STACK_OF_LONG_CHAINS, || build(text, mode))
}

fn build(text: &str, mode: Mode) -> Result<Tree<'_>, SyntaxError> {
    let parsed = parse_unchecked(text, ParseOptions::from(mode));
    if let Some(error) = parsed.errors().first() {
        return Err(SyntaxError { message: error.error.to_string(), range: range(error.location) });
    }
    let mut builder = Builder { nodes: Vec::with_capacity(text.len() / 8), open: Vec::new() };
    match parsed.syntax() {
        Mod::Module(_) | Mod::Expression(_) => walk_module(&mut builder, parsed.syntax()),
    }
    let mut tree = Tree {
        text,
        nodes: builder.nodes,
        comments: Vec::new(),
        lines: Vec::new(),
        commas: Vec::new(),
        long_strings: Vec::new(),
    };
    read_tokens(&mut tree, parsed.tokens().iter().map(|token| (token.kind(), range(token.range()))));
    Ok(tree)
}

fn range(range: TextRange) -> Range<u32> {
    range.start().to_u32()..range.end().to_u32()
}

fn read_tokens(tree: &mut Tree, tokens: impl Iterator<Item = (TokenKind, Range<u32>)>) {
    let mut starts_line = true;
    let mut formatted = Vec::new();
    for (kind, range) in tokens {
        match kind {
            TokenKind::Comment => tree.comments.push(range.clone()),
            TokenKind::Comma => tree.commas.push(range.start),
            TokenKind::String => add_long_string(tree, range.clone()),
            TokenKind::FStringStart | TokenKind::TStringStart => formatted.push(range.start),
            TokenKind::FStringEnd | TokenKind::TStringEnd => {
                let start = formatted.pop().unwrap_or(range.start);
                if formatted.is_empty() {
                    add_long_string(tree, start..range.end);
                }
            }
            _ => {}
        }
        match kind {
            TokenKind::Newline => starts_line = true,
            TokenKind::NonLogicalNewline | TokenKind::Indent | TokenKind::Dedent | TokenKind::Comment => {}
            _ if starts_line => {
                tree.lines.push(range.start);
                starts_line = false;
            }
            _ => {}
        }
    }
}

fn add_long_string(tree: &mut Tree, range: Range<u32>) {
    if tree.slice(range.clone()).contains(['\n', '\r']) {
        tree.long_strings.push(range);
    }
}

/// Whether a line or the contents of brackets may have unusually many operators. Characters in strings count, too.
fn may_be_deep(text: &str) -> bool {
    let (mut brackets, mut chain) = (0usize, 0usize);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            continue;
        }
        match byte {
            b'(' | b'[' | b'{' => brackets += 1,
            b')' | b']' | b'}' => brackets = brackets.saturating_sub(1),
            b'\n' if brackets == 0 => chain = 0,
            b',' => chain = 0,
            _ => {}
        }
        chain += usize::from(byte.is_ascii_punctuation() || byte == b' ');
        if chain > LONGEST_USUAL_CHAIN || brackets > LONGEST_USUAL_CHAIN / 3 {
            return true;
        }
    }
    false
}

fn reject_deep_nesting(text: &str, mode: Mode) -> Result<(), SyntaxError> {
    let (mut brackets, mut chain) = (0usize, 0usize);
    let mut lexer = lexer::lex(text, mode);
    loop {
        let kind = lexer.next_token();
        match kind {
            TokenKind::EndOfFile => return Ok(()),
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => brackets += 1,
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => brackets = brackets.saturating_sub(1),
            TokenKind::Newline | TokenKind::Comma => chain = 0,
            _ => chain += 1,
        }
        if brackets > MOST_BRACKETS || chain > LONGEST_CHAIN {
            let message = "an expression is nested too deeply".to_owned();
            return Err(SyntaxError { message, range: 0..0 });
        }
    }
}

struct Builder<'a> {
    nodes: Vec<Node>,
    open: Vec<(AnyNodeRef<'a>, NodeId)>,
}

impl<'a> SourceOrderVisitor<'a> for Builder<'a> {
    fn enter_node(&mut self, node: AnyNodeRef<'a>) -> TraversalSignal {
        let Some(kind) = kind(node) else { return TraversalSignal::Traverse };
        let id = NodeId(self.nodes.len() as u32);
        let Range { start, end } = range(node.range());
        let (parent, role) = match self.open.last() {
            Some((parent, id)) => (*id, role(*parent, node)),
            None => (Tree::ROOT, Role::Other),
        };
        let (name, level) = name(node);
        self.nodes.push(Node { kind, role, start, end, parent, after: id, name, level });
        self.open.push((node, id));
        TraversalSignal::Traverse
    }

    fn leave_node(&mut self, node: AnyNodeRef<'a>) {
        if kind(node).is_some()
            && let Some((_, id)) = self.open.pop()
        {
            self.nodes[id.0 as usize].after = NodeId(self.nodes.len() as u32);
        }
    }
}

/// Our kind of a node. `None` for nodes that only group others: their children belong to the parent.
fn kind(node: AnyNodeRef) -> Option<Kind> {
    use AnyNodeRef::*;
    Some(match node {
        Arguments(_)
        | Parameters(_)
        | ParameterWithDefault(_)
        | Identifier(_)
        | TypeParams(_)
        | StringLiteral(_)
        | BytesLiteral(_)
        | InterpolatedStringLiteralElement(_) => return None,
        ModModule(_) | ModExpression(_) => Kind::Module,
        StmtFunctionDef(_) => Kind::Function,
        StmtClassDef(_) => Kind::Class,
        StmtAssign(_) => Kind::Assign,
        StmtAnnAssign(_) => Kind::AnnotatedAssign,
        StmtAugAssign(_) => Kind::AugmentedAssign,
        StmtFor(_) => Kind::For,
        StmtWhile(_) => Kind::While,
        StmtIf(_) => Kind::If,
        StmtWith(_) => Kind::With,
        StmtMatch(_) => Kind::Match,
        StmtTry(_) => Kind::Try,
        StmtImport(_) => Kind::Import,
        StmtImportFrom(_) => Kind::ImportFrom,
        StmtExpr(_) => Kind::Expression,
        StmtGlobal(_) | StmtNonlocal(_) => Kind::Global,
        StmtPass(_) => Kind::Pass,
        StmtReturn(_) => Kind::Return,
        StmtDelete(_) | StmtTypeAlias(_) | StmtRaise(_) | StmtAssert(_) | StmtBreak(_) | StmtContinue(_) => {
            Kind::OtherStatement
        }
        StmtIpyEscapeCommand(_) | ExprIpyEscapeCommand(_) => Kind::Command,
        Alias(_) => Kind::Alias,
        MatchCase(_) => Kind::Case,
        Decorator(_) => Kind::Decorator,
        ElifElseClause(_) => Kind::ElifOrElse,
        ExceptHandlerExceptHandler(_) => Kind::Handler,
        Parameter(_) => Kind::Parameter,
        WithItem(_) => Kind::WithItem,
        ExprAttribute(_) => Kind::Attribute,
        ExprAwait(_) => Kind::Await,
        ExprBinOp(_) => Kind::Binary,
        ExprBoolOp(_) => Kind::Boolean,
        ExprCall(_) => Kind::Call,
        ExprCompare(_) => Kind::Compare,
        ExprListComp(_) | ExprSetComp(_) | ExprDictComp(_) => Kind::Comprehension,
        ExprIf(_) => Kind::Conditional,
        ExprDict(_) => Kind::Dict,
        ExprBooleanLiteral(literal) if literal.value => Kind::True,
        ExprBooleanLiteral(_) => Kind::False,
        ExprGenerator(_) => Kind::Generator,
        ExprLambda(_) => Kind::Lambda,
        ExprList(_) => Kind::List,
        ExprName(_) => Kind::Name,
        ExprNamed(_) => Kind::Named,
        ExprNoneLiteral(_) => Kind::None,
        ExprNumberLiteral(_) => Kind::Number,
        ExprSet(_) => Kind::Set,
        ExprSlice(_) => Kind::Slice,
        ExprStarred(_) => Kind::Starred,
        ExprStringLiteral(_) | ExprBytesLiteral(_) => Kind::Strings,
        ExprFString(_) | ExprTString(_) => Kind::FormattedStrings,
        FString(_) | TString(_) => Kind::FormattedString,
        ExprSubscript(_) => Kind::Subscript,
        ExprTuple(_) => Kind::Tuple,
        ExprUnaryOp(_) => Kind::Unary,
        ExprYield(_) | ExprYieldFrom(_) => Kind::Yield,
        Comprehension(_) => Kind::Clause,
        Keyword(_) => Kind::Keyword,
        _ => Kind::Other,
    })
}

fn name(node: AnyNodeRef) -> ((u32, u32), u32) {
    let of = |name: &ruff_python_ast::Identifier| (name.range.start().to_u32(), name.range.end().to_u32());
    let nothing = (0, 0);
    match node {
        AnyNodeRef::ExprAttribute(it) => (of(&it.attr), 0),
        AnyNodeRef::Keyword(it) => (it.arg.as_ref().map_or(nothing, of), 0),
        AnyNodeRef::Parameter(it) => (of(&it.name), 0),
        AnyNodeRef::StmtFunctionDef(it) => (of(&it.name), 0),
        AnyNodeRef::StmtClassDef(it) => (of(&it.name), 0),
        AnyNodeRef::ExceptHandlerExceptHandler(it) => {
            let ruff_python_ast::ExceptHandlerExceptHandler { name, .. } = it;
            (name.as_ref().map_or(nothing, of), 0)
        }
        // The range of the call's parentheses.
        AnyNodeRef::ExprCall(it) => {
            let Range { start, end } = range(it.arguments.range);
            ((start, end), 0)
        }
        AnyNodeRef::Alias(it) => (of(it.asname.as_ref().unwrap_or(&it.name)), u32::from(it.asname.is_some())),
        AnyNodeRef::StmtImportFrom(it) => (it.module.as_ref().map_or(nothing, of), it.level),
        AnyNodeRef::ExprName(it) => ((it.range.start().to_u32(), it.range.end().to_u32()), 0),
        _ => (nothing, 0),
    }
}

fn role(parent: AnyNodeRef, child: AnyNodeRef) -> Role {
    let at = child.range();
    let is = |range: TextRange| range == at;
    let within = |list: &[ruff_python_ast::Stmt]| {
        list.first().zip(list.last()).is_some_and(|(first, last)| first.start() <= at.start() && at.end() <= last.end())
    };
    let block = |body: &[ruff_python_ast::Stmt], orelse: &[ruff_python_ast::Stmt]| match () {
        () if within(body) => Role::Body,
        () if within(orelse) => Role::Else,
        () => Role::Other,
    };
    match parent {
        AnyNodeRef::ModModule(_) => Role::Body,
        AnyNodeRef::ExprCall(it) if is(it.func.range()) => Role::Callee,
        AnyNodeRef::ExprCall(_) => Role::Argument,
        AnyNodeRef::ExprAttribute(_) => Role::Value,
        AnyNodeRef::ExprSubscript(it) if is(it.value.range()) => Role::Value,
        AnyNodeRef::ExprSubscript(_) => Role::Index,
        AnyNodeRef::Keyword(_) => Role::Value,
        AnyNodeRef::StmtAssign(it) if is(it.value.range()) => Role::Value,
        AnyNodeRef::StmtAssign(_) | AnyNodeRef::StmtDelete(_) => Role::Target,
        AnyNodeRef::StmtAnnAssign(it) if is(it.target.range()) => Role::Target,
        AnyNodeRef::StmtAnnAssign(it) if it.value.as_ref().is_some_and(|value| is(value.range())) => Role::Value,
        AnyNodeRef::StmtAnnAssign(_) | AnyNodeRef::Parameter(_) => Role::Annotation,
        AnyNodeRef::StmtAugAssign(it) if is(it.target.range()) => Role::Target,
        AnyNodeRef::StmtAugAssign(_) => Role::Value,
        AnyNodeRef::ExprNamed(it) if is(it.target.range()) => Role::Target,
        AnyNodeRef::ExprNamed(_) => Role::Value,
        AnyNodeRef::StmtFor(it) if is(it.target.range()) => Role::Target,
        AnyNodeRef::StmtFor(it) if is(it.iter.range()) => Role::Iterable,
        AnyNodeRef::StmtFor(it) => block(&it.body, &it.orelse),
        AnyNodeRef::StmtWhile(it) if is(it.test.range()) => Role::Test,
        AnyNodeRef::StmtWhile(it) => block(&it.body, &it.orelse),
        AnyNodeRef::StmtIf(it) if is(it.test.range()) => Role::Test,
        AnyNodeRef::StmtIf(it) => block(&it.body, &[]),
        AnyNodeRef::ElifElseClause(it) if it.test.as_ref().is_some_and(|test| is(test.range())) => Role::Test,
        AnyNodeRef::ElifElseClause(_) => Role::Body,
        AnyNodeRef::StmtTry(it) if within(&it.finalbody) => Role::Finally,
        AnyNodeRef::StmtTry(it) => block(&it.body, &it.orelse),
        AnyNodeRef::StmtWith(it) => block(&it.body, &[]),
        AnyNodeRef::WithItem(it) if is(it.context_expr.range()) => Role::Value,
        AnyNodeRef::WithItem(_) => Role::Target,
        AnyNodeRef::StmtFunctionDef(it) if it.returns.as_ref().is_some_and(|returns| is(returns.range())) => {
            Role::Annotation
        }
        AnyNodeRef::StmtFunctionDef(it) if !within(&it.body) && child.is_expression() => Role::Default,
        AnyNodeRef::StmtClassDef(it) if !within(&it.body) && (child.is_expression() || child.is_keyword()) => {
            Role::Base
        }
        AnyNodeRef::StmtFunctionDef(it) => block(&it.body, &[]),
        AnyNodeRef::StmtClassDef(it) => block(&it.body, &[]),
        AnyNodeRef::ExceptHandlerExceptHandler(_) => block_of_handler(parent, at),
        AnyNodeRef::MatchCase(it) if it.guard.as_ref().is_some_and(|guard| is(guard.range())) => Role::Test,
        AnyNodeRef::MatchCase(it) => block(&it.body, &[]),
        AnyNodeRef::ExprLambda(it) if is(it.body.range()) => Role::Conditional,
        AnyNodeRef::ExprIf(it) if is(it.test.range()) => Role::Test,
        AnyNodeRef::ExprIf(_) => Role::Conditional,
        AnyNodeRef::ExprBoolOp(it) if it.values.first().is_some_and(|first| !is(first.range())) => Role::Conditional,
        AnyNodeRef::ExprCompare(it) => match it.comparators.iter().position(|operand| is(operand.range())) {
            Some(1..) => Role::Conditional,
            _ => Role::Other,
        },
        AnyNodeRef::Comprehension(it) if is(it.target.range()) => Role::Target,
        AnyNodeRef::Comprehension(it) if is(it.iter.range()) => Role::Iterable,
        AnyNodeRef::Comprehension(_) => Role::Test,
        AnyNodeRef::StmtAssert(it) if it.msg.as_ref().is_some_and(|message| is(message.range())) => Role::Conditional,
        AnyNodeRef::StmtReturn(_) => Role::Value,
        _ => Role::Other,
    }
}

fn block_of_handler(parent: AnyNodeRef, at: TextRange) -> Role {
    match parent {
        AnyNodeRef::ExceptHandlerExceptHandler(it) => {
            let is_type = it.type_.as_ref().is_some_and(|kind| kind.range() == at);
            if is_type { Role::Test } else { Role::Body }
        }
        _ => Role::Other,
    }
}
