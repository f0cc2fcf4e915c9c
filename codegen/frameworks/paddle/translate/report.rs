//! Diagnostics for problems. They point into a listing of the program with one operator per line.

use std::collections::BTreeMap;

use source::file::SourceFile;
use source::{Diagnostic, FileId, Sources, Span};

use crate::fault::{Fault, Location, Part, Problem};
use crate::legacy::{Legacy, LegacyAttr, LegacyOp, Slots};

/// The listing shows only this many variables of a list.
const LISTED: usize = 8;
/// Longer names are cut.
const LONGEST_NAME: usize = 120;
/// The attribute with the call stack of an operator.
const CALL_STACK: &str = "op_callstack";
/// Only the last lines of a longer call stack are shown, which are nearest to the operator.
const LINES_OF_CALLS: usize = 12;

/// Adds the listing of a program to the sources. The diagnostics point into it.
pub fn diagnostics(
    name: &str,
    legacy: Option<&Legacy>,
    problems: &[Problem],
    sources: &mut Sources,
) -> Vec<Diagnostic> {
    let id = sources.add(SourceFile::new(name.to_owned(), String::new()));
    let mut listing = Listing { id, text: String::new(), places: BTreeMap::new() };
    let mut faulty: BTreeMap<Location, Vec<&Fault>> = BTreeMap::new();
    for problem in problems {
        if let Some(at) = problem.operator {
            faulty.entry(at).or_default().push(&problem.fault);
        }
    }
    if let Some(legacy) = legacy.filter(|_| !faulty.is_empty()) {
        listing.program(legacy, &faulty);
    }
    let found = problems.iter().map(|problem| listing.diagnostic(name, legacy, problem)).collect();
    sources.replace(id, SourceFile::new(name.to_owned(), listing.text));
    found
}

struct Listing {
    id: FileId,
    text: String,
    /// Where faulty operators and their parts are in the listing.
    places: BTreeMap<Location, Places>,
}

#[derive(Default)]
struct Places {
    kind: (usize, usize),
    inputs: BTreeMap<String, (usize, usize)>,
    outputs: BTreeMap<String, (usize, usize)>,
    attributes: BTreeMap<String, (usize, usize)>,
    variables: BTreeMap<String, (usize, usize)>,
}

impl Listing {
    fn program(&mut self, legacy: &Legacy, faulty: &BTreeMap<Location, Vec<&Fault>>) {
        for (block, desc) in legacy.blocks.iter().enumerate() {
            for (op, desc) in desc.ops.iter().enumerate() {
                let at = Location { block, op };
                let faults = faulty.get(&at);
                let places = self.operator(at, desc, faults.map_or(&[], Vec::as_slice));
                if faults.is_some() {
                    self.places.insert(at, places);
                }
                self.text.push('\n');
            }
        }
    }

    /// Adds text to the listing, and returns its place.
    fn add(&mut self, text: &str) -> (usize, usize) {
        let start = self.text.len();
        let short = text.char_indices().nth(LONGEST_NAME).map(|(end, _)| &text[..end]);
        self.text.extend(short.unwrap_or(text).chars().map(|c| if c.is_control() { ' ' } else { c }));
        if short.is_some() {
            self.text.push('…');
        }
        (start, self.text.len())
    }

    fn operator(&mut self, at: Location, op: &LegacyOp, faults: &[&Fault]) -> Places {
        let mut places = Places::default();
        let Location { block, op: index } = at;
        self.add(&format!("block {block}, operator {index}: "));
        places.kind = self.add(&op.kind);
        places.inputs = self.slots(&op.inputs, &mut places.variables);
        let attributes: Vec<&str> = faults
            .iter()
            .filter_map(|fault| match &fault.part {
                Part::Attribute(name) => Some(name.as_str()),
                _ => None,
            })
            .collect();
        let attributes = op.attrs.iter().filter(|(name, _)| attributes.contains(&name.as_str()));
        let attributes: Vec<(&String, &LegacyAttr)> = attributes.collect();
        if !attributes.is_empty() {
            self.add(" {");
            for (at, (name, value)) in attributes.into_iter().enumerate() {
                self.add(if at > 0 { ", " } else { "" });
                let (start, _) = self.add(name);
                let (_, end) = self.add(&format!(": {}", value.describe()));
                places.attributes.insert(name.clone(), (start, end));
            }
            self.add("}");
        }
        self.add(" -> ");
        places.outputs = self.slots(&op.outputs, &mut places.variables);
        places
    }

    /// Inputs or outputs: `(X: a, b; Y: c)`.
    fn slots(
        &mut self,
        slots: &Slots,
        variables: &mut BTreeMap<String, (usize, usize)>,
    ) -> BTreeMap<String, (usize, usize)> {
        let mut places = BTreeMap::new();
        self.add("(");
        for (at, (slot, names)) in slots.iter().enumerate() {
            self.add(if at > 0 { "; " } else { "" });
            let (start, mut end) = self.add(slot);
            self.add(":");
            for (at, name) in names.iter().take(LISTED).enumerate() {
                self.add(if at > 0 { ", " } else { " " });
                let place = self.add(name);
                end = place.1;
                variables.entry(name.clone()).or_insert(place);
            }
            if names.len() > LISTED {
                self.add(&format!(", … ({} in all)", names.len()));
            }
            places.insert(slot.clone(), (start, end));
        }
        self.add(")");
        places
    }

    fn diagnostic(&self, name: &str, legacy: Option<&Legacy>, problem: &Problem) -> Diagnostic {
        let Problem { fault, operator } = problem;
        let Some(at) = *operator else {
            let message = format!("{name}: {}", fault.message);
            let diagnostic = Diagnostic::new(fault.rule, Span::start_of(self.id), message);
            return Diagnostic { level: fault.level, ..diagnostic }.maybe_help(fault.help.clone());
        };
        let (start, end) = self.places.get(&at).map_or((0, 0), |places| places.of(&fault.part));
        let op = legacy.and_then(|legacy| legacy.blocks.get(at.block)?.ops.get(at.op));
        let diagnostic = Diagnostic {
            level: fault.level,
            ..Diagnostic::new(fault.rule, Span::new(self.id, start, end), fault.message.clone())
        };
        let help = fault.help.clone().or_else(|| diagnostic.help.clone());
        let calls = op.and_then(calls);
        let help: Vec<String> = [help, calls].into_iter().flatten().collect();
        diagnostic.maybe_help((!help.is_empty()).then(|| help.join("\n")))
    }
}

impl Places {
    fn of(&self, part: &Part) -> (usize, usize) {
        let found = match part {
            Part::Type => None,
            Part::Input(name) => self.inputs.get(name),
            Part::Output(name) => self.outputs.get(name),
            Part::Attribute(name) => self.attributes.get(name),
            Part::Variable(name) => self.variables.get(name),
        };
        found.copied().unwrap_or(self.kind)
    }
}

/// The call stack of an operator, if the program has it.
fn calls(op: &LegacyOp) -> Option<String> {
    let Some(LegacyAttr::Texts(lines)) = op.attrs.get(CALL_STACK) else { return None };
    let lines: Vec<&str> = lines.iter().flat_map(|text| text.lines()).filter(|line| !line.trim().is_empty()).collect();
    let shown = &lines[lines.len().saturating_sub(LINES_OF_CALLS)..];
    let clean = |line: &&str| line.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect::<String>();
    let shown: Vec<String> = shown.iter().map(clean).collect();
    (!shown.is_empty()).then(|| format!("the program says that the operator was made here:\n{}", shown.join("\n")))
}
