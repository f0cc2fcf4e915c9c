//! From a program of the older form to one of PIR.
//!
//! Each operator goes through the same steps: its operation is found (`operation`), its operands are gathered (`operands`), its
//! attributes are converted (`attributes`), its results get their types (`results`), and they are noted as what stands for
//! variables. A handler of the profile replaces single steps. Faults are noted, and what a faulty operator writes is poisoned, so
//! that nothing else complains about it.

mod after;
mod attributes;
mod blocks;
mod branches;
mod checks;
mod conditions;
mod cycles;
mod flags;
mod gradients;
mod hash_order;
mod insert;
mod operands;
mod operation;
mod operator;
mod remarks;
mod results;
mod scopes;
mod shapes;
mod special;
mod types;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use profile::Translate;

use crate::facts::Facts;
use crate::fault::{Fault, Location, Problem};
use crate::legacy::Legacy;
use crate::pir::{OpId, Program, Type, ValueId};

use self::remarks::WronglyRun;
use self::scopes::Scopes;

/// A translated program, and where the framework itself would have made another one.
#[derive(Debug)]
pub struct Translated {
    pub program: Program,
    pub remarks: Vec<Problem>,
}

/// Translates a program. An error has every problem that it has.
pub fn translate(legacy: &Legacy, facts: &Facts, profile: &Translate) -> Result<Translated, Vec<Problem>> {
    let mut translator = Translator::new(legacy, facts, profile);
    translator.program();
    translator.warn_of_kernels();
    let Translator { program, problems, remarks, .. } = translator;
    if problems.is_empty() { Ok(Translated { program, remarks }) } else { Err(problems) }
}

/// A program has that many problems only if it is none.
const MOST_PROBLEMS: usize = 10_000;

struct Translator<'a> {
    legacy: &'a Legacy,
    facts: &'a Facts,
    profile: &'a Translate,
    program: Program,
    scopes: Scopes,
    problems: Vec<Problem>,
    remarks: Vec<Problem>,
    /// By the operators' type in programs.
    wrongly_run: BTreeMap<&'a str, WronglyRun>,
    /// The variables that parameters stand for.
    parameters: BTreeSet<&'a str>,
    /// Operations that stand in front of all others, the last one first.
    on_top: Vec<OpId>,
    /// Those of them that are not needed after all.
    removed: BTreeSet<OpId>,
    /// Operations that stand behind another one.
    behind: BTreeMap<OpId, Vec<OpId>>,
    /// Help lines for names that no operation has.
    nearest: RefCell<BTreeMap<String, Option<String>>>,
    /// Blocks that are or were the body of an operator.
    bodies: BTreeSet<usize>,
    depth: usize,
    /// Values that have the shape in a variable.
    shapes: BTreeMap<&'a str, ValueId>,
    /// What the bodies of branches hand on to their gradients.
    handed_on: BTreeMap<Location, HandedOn<'a>>,
    /// The branch that a gradient belongs to.
    forward_of: BTreeMap<Location, Location>,
}

/// What a branch leaves for its gradient.
#[derive(Debug, Default)]
struct HandedOn<'a> {
    variables: Vec<&'a str>,
    /// The two ends of what carries them.
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

    /// Notes a problem, unless there are so many that nobody would read on.
    fn note(&mut self, at: Location, fault: Fault) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem { fault, operator: Some(at) });
        }
    }
}
