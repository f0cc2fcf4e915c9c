//! From a saved program to a program of PIR.
//!
//! Every operator goes through the same steps (`steps`): its operation is found (`operation`), its operands are gathered
//! (`operands`), its attributes are converted (`attributes`), its results get their types (`results`), and the results take the
//! place of variables. A handler of the profile changes single steps: either its keys say how, or it names one of the `functions`.
//! Operators with blocks have modules of their own (`branches`, `conditions`, `cycles`).
//!
//! The profile names operators and operations, and Rust does not. A function or module that gives an operator its own meaning
//! owns the names of that operator's inputs, outputs and attributes, and the profile does not repeat them.
//!
//! A faulty operator does not end the translation. Its outputs are poisoned, so that the operators that read them are not reported.

mod after;
mod attributes;
mod blocks;
mod branches;
mod checks;
mod conditions;
mod cycles;
mod flags;
mod functions;
mod insert;
mod operands;
mod operation;
mod operator;
mod order;
mod remarks;
mod results;
mod scopes;
mod shapes;
mod steps;
mod types;
mod values;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use profile::Translate;

use crate::facts::Facts;
use crate::fault::{Fault, Location, Problem};
use crate::legacy::Legacy;
use crate::pir::{OpId, Program, Type, ValueId};

use self::remarks::WronglyRun;
use self::scopes::Scopes;

/// A translated program, and remarks on where the framework's own translation differs.
#[derive(Debug)]
pub struct Translated {
    pub program: Program,
    pub remarks: Vec<Problem>,
}

/// Translates a program.
///
/// # Errors
/// All problems of the program.
pub fn translate(legacy: &Legacy, facts: &Facts, profile: &Translate) -> Result<Translated, Vec<Problem>> {
    let mut translator = Translator::new(legacy, facts, profile);
    translator.program();
    translator.warn_of_kernels();
    let Translator { program, problems, remarks, .. } = translator;
    if problems.is_empty() { Ok(Translated { program, remarks }) } else { Err(problems) }
}

/// More problems than this are not recorded: such a file is not a real program.
const MOST_PROBLEMS: usize = 10_000;

struct Translator<'a> {
    legacy: &'a Legacy,
    facts: &'a Facts,
    profile: &'a Translate,
    program: Program,
    scopes: Scopes,
    problems: Vec<Problem>,
    remarks: Vec<Problem>,
    /// By the operator's type in programs.
    wrongly_run: BTreeMap<&'a str, WronglyRun>,
    /// Variables whose values are parameters.
    parameters: BTreeSet<&'a str>,
    /// Operations in front of all others, in reverse order.
    on_top: Vec<OpId>,
    /// Operations in `on_top` that turned out to be unnecessary.
    removed: BTreeSet<OpId>,
    /// Operations to be put behind another one, in reverse order.
    behind: BTreeMap<OpId, Vec<OpId>>,
    /// Help lines, by the unknown name of an operation.
    nearest: RefCell<BTreeMap<String, Option<String>>>,
    /// Blocks that are the body of an operator that was reached.
    bodies: BTreeSet<usize>,
    depth: usize,
    /// Values with the old shape that a variable records.
    shapes: BTreeMap<&'a str, ValueId>,
    /// Values that conditional blocks pass to their gradients.
    handed_on: BTreeMap<Location, HandedOn<'a>>,
    /// The conditional block, by its gradient.
    forward_of: BTreeMap<Location, Location>,
}

/// The values that a conditional block passes to its gradient.
#[derive(Debug, Default)]
struct HandedOn<'a> {
    variables: Vec<&'a str>,
    /// The two ends of the stack that carries them.
    ends: Option<(ValueId, ValueId)>,
    types: Vec<Option<Type>>,
}

impl<'a> Translator<'a> {
    fn new(legacy: &'a Legacy, facts: &'a Facts, profile: &'a Translate) -> Self {
        Translator {
            legacy,
            facts,
            profile,
            program: Program::new(),
            scopes: Scopes::new(),
            problems: Vec::new(),
            remarks: Vec::new(),
            wrongly_run: BTreeMap::new(),
            parameters: BTreeSet::new(),
            on_top: Vec::new(),
            removed: BTreeSet::new(),
            behind: BTreeMap::new(),
            nearest: RefCell::default(),
            bodies: BTreeSet::new(),
            depth: 0,
            shapes: BTreeMap::new(),
            handed_on: BTreeMap::new(),
            forward_of: BTreeMap::new(),
        }
    }

    /// Records a problem, unless there are too many already.
    fn note(&mut self, at: Location, fault: Fault) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem { fault, operator: Some(at) });
        }
    }
}
