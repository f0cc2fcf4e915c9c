//! Faults that keep an operator from being translated.

use source::{Help, Level, Rule};

#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    pub rule: Rule,
    pub level: Level,
    pub message: String,
    pub part: Part,
    pub help: Option<String>,
}

/// The part of an operator that a fault is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    Type,
    Input(String),
    Output(String),
    Attribute(String),
    /// A variable, in an input or output.
    Variable(String),
}

/// A fault of an operator, or of the whole file if there is no operator.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub fault: Fault,
    pub operator: Option<Location>,
}

/// An operator, by its block and its place in the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    pub block: usize,
    pub op: usize,
}

impl Fault {
    pub fn new(rule: Rule, part: Part, message: impl Into<String>) -> Self {
        Fault { rule, level: rule.level(), message: message.into(), part, help: None }
    }

    pub fn level(self, level: Level) -> Self {
        Fault { level, ..self }
    }

    /// Adds a help line. Only its text is kept, because programs are not edited.
    pub fn help(mut self, help: Option<impl Into<Help>>) -> Self {
        self.help = help.map(|help| help.into().text).or(self.help);
        self
    }
}

/// A step has failed. Its faults have been recorded, or those of an earlier operator have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Failed;
