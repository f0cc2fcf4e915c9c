//! Translates one file, from its bytes to text.

use profile::Translate;
use source::{Diagnostic, Level, Sources};

use crate::fault::{Fault, Location, Part, Problem};
use crate::legacy::Legacy;
use crate::print::{self, Form};
use crate::{Facts, legacy, report, rules, translator};

/// The text may be this many times longer than the file, and this many bytes long in any case.
const TIMES_THE_FILE: usize = 64;
const ANY_LENGTH: usize = 16 << 20;

/// A saved program.
pub struct Model<'a> {
    /// The name of the file, for messages.
    pub name: &'a str,
    /// The bytes of the file.
    pub bytes: &'a [u8],
}

/// The outcome for one program.
pub struct ModelText {
    /// `None` if the program cannot be translated, or if no text is wanted.
    pub text: Option<String>,
    /// Whether the program can be translated, and written if that was wanted.
    pub is_sound: bool,
    /// The types of the operators that cannot be translated, in the order of the program. `None` for a problem of the whole file.
    pub untranslated: Vec<Option<String>>,
    /// Problems and remarks.
    pub diagnostics: Vec<Diagnostic>,
}

impl ModelText {
    /// The outcome for a file that is not a program.
    pub fn refused(name: &str, why: &str, sources: &mut Sources) -> Self {
        let problem = whole(format!("this is not a saved program: {why}"));
        let diagnostics = report::diagnostics(name, None, &[problem], sources);
        ModelText { text: None, is_sound: false, untranslated: vec![None], diagnostics }
    }
}

/// A problem of the whole file.
fn whole(message: String) -> Problem {
    Problem { fault: Fault::new(rules::NO_PROGRAM, Part::Type, message), operator: None }
}

impl Model<'_> {
    /// Translates the program, and writes it if a form is given. The listing that diagnostics refer to is added to the sources.
    pub fn translate(
        &self,
        facts: &Facts,
        profile: &Translate,
        form: Option<Form>,
        sources: &mut Sources,
    ) -> ModelText {
        let mut legacy = match legacy::read(self.bytes) {
            Ok(legacy) => legacy,
            Err(why) => return ModelText::refused(self.name, &why, sources),
        };
        legacy::actual_types::correct(&mut legacy, &profile.wrong_types);
        let mut problems = Vec::new();
        let mut text = None;
        let mut is_sound = false;
        match translator::translate(&legacy, facts, profile) {
            Ok(translated) => {
                is_sound = true;
                problems = translated.remarks;
                let most = ANY_LENGTH.saturating_add(self.bytes.len().saturating_mul(TIMES_THE_FILE));
                match form.map(|form| print::print(&translated.program, profile, form, most)).transpose() {
                    Ok(written) => text = written,
                    Err(print::Unwritable(why)) => {
                        is_sound = false;
                        problems.push(whole(format!("the translation cannot be written: {why}")));
                    }
                }
            }
            Err(found) => problems.extend(found),
        }
        let diagnostics = report::diagnostics(self.name, Some(&legacy), &problems, sources);
        let untranslated = if is_sound { Vec::new() } else { untranslated(&legacy, &problems) };
        ModelText { text, is_sound, untranslated, diagnostics }
    }
}

/// The types of the operators that the errors are about.
fn untranslated(legacy: &Legacy, problems: &[Problem]) -> Vec<Option<String>> {
    let errors = problems.iter().filter(|problem| problem.fault.level == Level::Error);
    let kind = |at: Location| Some(legacy.blocks.get(at.block)?.ops.get(at.op)?.kind.clone());
    errors.map(|problem| problem.operator.and_then(kind)).collect()
}
