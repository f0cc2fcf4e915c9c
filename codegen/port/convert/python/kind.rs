//! What nodes are: their kinds, and their roles in their parents.

/// The kind of a node. Nodes that the crate never asks about are `Other`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The whole file.
    Module,
    // Statements.
    /// `def f(): ...`.
    Function,
    /// `class C: ...`.
    Class,
    /// `x = y`.
    Assign,
    /// `x: T = y`.
    AnnotatedAssign,
    /// `x += y`.
    AugmentedAssign,
    /// `for x in y: ...`.
    For,
    /// `while x: ...`.
    While,
    /// `if x: ...`.
    If,
    /// `with x: ...`.
    With,
    /// `match x: ...`.
    Match,
    /// `try: ...`.
    Try,
    /// `import x`.
    Import,
    /// `from x import y`.
    ImportFrom,
    /// An expression that is a statement.
    Expression,
    /// `global x` or `nonlocal x`.
    Global,
    /// `pass`.
    Pass,
    /// `return x`.
    Return,
    /// A command of IPython: `%timeit f()`, `!ls`, `f?`.
    Command,
    /// `del`, `raise`, `assert`, and what else no code here asks about.
    OtherStatement,
    // Parts of statements.
    /// `x as y` in an import.
    Alias,
    /// `case x: ...`.
    Case,
    /// `@x`.
    Decorator,
    /// `elif x: ...`, or the `else` of an `if`.
    ElifOrElse,
    /// `except x: ...`.
    Handler,
    /// A parameter of a function or lambda.
    Parameter,
    /// `x as y` in a `with`.
    WithItem,
    // Expressions.
    /// `x.a`.
    Attribute,
    /// `await x`.
    Await,
    /// `x + y`.
    Binary,
    /// `x and y`.
    Boolean,
    /// `f(x)`.
    Call,
    /// `x < y`.
    Compare,
    /// A comprehension in brackets or braces.
    Comprehension,
    /// `x if y else z`.
    Conditional,
    /// `{x: y}`.
    Dict,
    /// `False`.
    False,
    /// `(x for x in y)`.
    Generator,
    /// `lambda: x`.
    Lambda,
    /// `[x]`.
    List,
    /// `x`.
    Name,
    /// `(x := y)`.
    Named,
    /// `None`.
    None,
    /// `1`.
    Number,
    /// `{x}`.
    Set,
    /// `x:y`.
    Slice,
    /// `*x`.
    Starred,
    /// Adjacent strings that are not formatted.
    Strings,
    /// `x[i]`.
    Subscript,
    /// `True`.
    True,
    /// `(x, y)`.
    Tuple,
    /// `-x`.
    Unary,
    /// `yield x`.
    Yield,
    // Parts of expressions.
    /// `for x in y if z` in a comprehension.
    Clause,
    /// One of the adjacent strings in `FormattedStrings`.
    FormattedString,
    /// Adjacent strings of which at least one is formatted.
    FormattedStrings,
    /// `x=y` or `**x` in a call.
    Keyword,
    /// Anything else.
    Other,
}

impl Kind {
    /// Whether nodes of this kind are statements.
    pub fn is_statement(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Function
                | Class
                | Assign
                | AnnotatedAssign
                | AugmentedAssign
                | For
                | While
                | If
                | With
                | Match
                | Try
                | Import
                | ImportFrom
                | Expression
                | Global
                | Pass
                | Return
                | Command
                | OtherStatement
        )
    }
}

/// The role of a node in its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The function of a call.
    Callee,
    /// An argument of a call.
    Argument,
    /// The object of an attribute or a subscript; the value of an assignment, a keyword or a `return`.
    Value,
    /// The index of a subscript.
    Index,
    /// The target of an assignment, a loop, a `with` or a `del`.
    Target,
    /// The condition of `if`, `while`, `elif`, `case`, a comprehension or a conditional expression.
    Test,
    /// An expression that may not be evaluated, or more than once: operands after the first, branches, bodies of lambdas.
    Conditional,
    /// The iterable of a loop or a comprehension.
    Iterable,
    /// The type of a parameter, a result or a variable.
    Annotation,
    /// The default value of a parameter.
    Default,
    /// A base of a class, or a keyword beside the bases.
    Base,
    /// A statement in the main block of a compound statement.
    Body,
    /// A statement in the `else` of a loop or a `try`.
    Else,
    /// A statement in a `finally`.
    Finally,
    /// Anything else.
    Other,
}
