//! How much a run has converted.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use source::count;
use source::file::SourceFile;

use crate::project::{Content, Converted, is_code};
use crate::python::SyntaxError;
use crate::report::{Difference, Found, Verdict};

/// The numbers of a run. The field names are the keys of the JSON report.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// The counts of all files together.
    #[serde(flatten)]
    pub total: Counts,
    /// The number of files.
    pub files: usize,
    /// The number of files that the conversion changed.
    pub changed: usize,
    /// The number of conversions with notes.
    pub to_review: usize,
    /// Files and cells of notebooks that could not be converted, with the line and the reason.
    pub unreadable: Vec<String>,
    /// The links that lead out of the folder. They were not read.
    pub left_out: Vec<String>,
    /// The counts of each file that uses PyTorch.
    pub by_file: BTreeMap<String, Counts>,
    /// How often each name was not converted.
    pub not_converted: BTreeMap<String, usize>,
    /// How often each name was converted with a warning.
    pub may_differ: BTreeMap<String, usize>,
    /// What differs from PyTorch because of the style, where.
    pub differences: Vec<DifferenceAt>,
    /// The public names of the target that the helpers replace, for all code of the process.
    pub replaced: BTreeSet<String>,
    /// What importing the converted modules gave, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imports: Option<Imports>,
}

/// A difference from PyTorch, with its place.
#[derive(Debug, Serialize)]
pub struct DifferenceAt {
    /// The file.
    pub file: String,
    /// The line before the conversion, from 1.
    pub line: usize,
    /// What is used.
    pub name: String,
    /// What differs.
    pub text: String,
}

/// What importing the converted modules gave.
#[derive(Debug, Serialize)]
pub struct Imports {
    /// The number of modules.
    pub tried: usize,
    /// The modules that fail.
    pub failed: Vec<FailedImport>,
}

/// A module that cannot be imported.
#[derive(Debug, Serialize)]
pub struct FailedImport {
    /// The file of the module.
    pub module: String,
    /// The file with the line that fails: that of the module, or of one that it imports.
    pub file: String,
    /// The line before the conversion, from 1.
    pub line: usize,
    /// The error.
    pub error: String,
}

/// Numbers of uses of PyTorch.
#[derive(Debug, Default, Clone, Serialize)]
pub struct Counts {
    /// All uses.
    pub found: usize,
    /// Converted without a warning.
    pub converted: usize,
    /// Converted with a warning: the result may differ.
    pub warned: usize,
    /// Not converted, but marked.
    pub marked: usize,
    /// Marked or warned, so not known to be right.
    pub unsupported: usize,
}

impl Counts {
    fn add(&mut self, found: &Found) {
        match found.verdict {
            Verdict::Converted if found.is_warned() => self.warned += 1,
            Verdict::Converted => self.converted += 1,
            Verdict::Unsupported(_) | Verdict::Package => self.marked += 1,
            Verdict::NotTorch(_) => return,
        }
        self.unsupported = self.marked + self.warned;
        self.found += 1;
    }

    /// The converted part of all uses, in percent with one digit. Rounded down: 100 means all.
    fn rate(&self) -> f64 {
        (self.converted * 1000).checked_div(self.found).map_or(100.0, |tenths| tenths as f64 / 10.0)
    }
}

impl Summary {
    /// Counts the uses in converted files.
    pub fn of(converted: &Converted) -> Summary {
        let mut summary = Summary {
            files: converted.outputs.len(),
            left_out: converted.left_out.clone(),
            replaced: converted.replaced.clone(),
            ..Summary::default()
        };
        for output in &converted.outputs {
            let text = match &output.content {
                Content::Text(text) => text,
                Content::Undecoded(_) => {
                    summary.unreadable.push(format!("{}: it is not UTF-8 text", output.name));
                    continue;
                }
                Content::Copied(_) => continue,
            };
            summary.changed += usize::from(text.is_changed());
            if !text.differences.is_empty() {
                let file = SourceFile::new(String::new(), text.before.clone());
                let placed = |Difference { range, name, text }: &Difference| {
                    let (line, (name, text)) = (file.line_of(range.start) + 1, (name.clone(), text.clone()));
                    DifferenceAt { file: output.name.clone(), line, name, text }
                };
                summary.differences.extend(text.differences.iter().map(placed));
            }
            if !text.unreadable.is_empty() {
                let file = SourceFile::new(String::new(), text.before.clone());
                let line = |error: &SyntaxError| file.line_of(error.range.start) + 1;
                let described = |error| format!("{}:{}: {}", output.name, line(error), error.message);
                summary.unreadable.extend(text.unreadable.iter().map(described));
            }
            for found in &text.found {
                summary.total.add(found);
                summary.to_review += usize::from(!found.notes.is_empty());
                summary.by_file.entry(output.name.clone()).or_default().add(found);
                if matches!(found.verdict, Verdict::Unsupported(_) | Verdict::Package) {
                    *summary.not_converted.entry(found.name()).or_default() += 1;
                }
                if found.is_warned() {
                    *summary.may_differ.entry(found.name()).or_default() += 1;
                }
            }
        }
        summary
    }

    /// The converted part of all uses, in percent. `None` if something was not read, because it may contain more uses.
    pub fn rate(&self) -> Option<f64> {
        self.has_read_all().then(|| self.total.rate())
    }

    /// Whether all code was read.
    fn has_read_all(&self) -> bool {
        self.unreadable.is_empty() && !self.left_out.iter().any(|name| is_code(name))
    }

    /// Whether every file was converted, every use is converted, and there are no warnings unless they are allowed.
    pub fn is_complete(&self, allow_warned: bool) -> bool {
        let open = if allow_warned { self.total.marked } else { self.total.unsupported };
        open == 0 && self.has_read_all()
    }

    /// The report for people.
    pub fn text(&self) -> String {
        let mut text = by_frequency("not converted", &self.not_converted);
        text.push_str(&by_frequency("may compute something else", &self.may_differ));
        text.push_str(&by_frequency("differs from PyTorch (`--check` lists the places)", &self.kinds_of_differences()));
        if self.total.unsupported > 0 {
            text.push_str("by file:\n");
            for (file, counts) in self.by_file.iter().filter(|(_, counts)| counts.unsupported > 0) {
                text.push_str(&format!("{:6}  {file}, of {}\n", counts.unsupported, counts.found));
            }
        }
        for file in &self.unreadable {
            text.push_str(&format!("stays as it is: {file}\n"));
        }
        for name in &self.left_out {
            text.push_str(&format!("left out: {name}: it is a link that leads out of the folder\n"));
        }
        if self.to_review > 0 {
            let uses = count(self.to_review, "conversion");
            text.push_str(&format!("{uses} dropped an argument, or changed more than names: `--check` lists them\n"));
        }
        if !self.replaced.is_empty() {
            let names = count(self.replaced.len(), "name");
            text.push_str(&format!(
                "the helpers extend {names} of the target for all code: `--format json` lists them\n"
            ));
        }
        let files = format!("{} of {} changed", self.changed, count(self.files, "file"));
        text.push_str(&format!("{files}, {}\n", self.totals()));
        if let Some(Imports { tried, failed }) = &self.imports {
            text.push_str(&format!("imports: {} of {tried}\n", tried - failed.len()));
        }
        text
    }

    /// How often each difference is.
    fn kinds_of_differences(&self) -> BTreeMap<String, usize> {
        let mut kinds = BTreeMap::new();
        for DifferenceAt { name, text, .. } in &self.differences {
            *kinds.entry(format!("{name}: {text}")).or_default() += 1;
        }
        kinds
    }

    fn totals(&self) -> String {
        let Counts { found, converted, warned, marked, .. } = self.total;
        if found == 0 {
            let place = if self.has_read_all() { "" } else { " in what could be read" };
            return format!("no use of PyTorch found{place}");
        }
        let mut text = format!("{} of PyTorch found: {converted} converted", count(found, "use"));
        if let Some(rate) = self.rate() {
            text.push_str(&format!(" ({rate:.1} %)"));
        }
        if warned > 0 {
            text.push_str(&format!(", {warned} converted with a warning"));
        }
        if marked > 0 {
            text.push_str(&format!(", {marked} not converted"));
        }
        text
    }

    /// The report in JSON.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct WithRate<'a> {
            /// In percent.
            rate: Option<f64>,
            #[serde(flatten)]
            summary: &'a Summary,
        }
        serde_json::to_string_pretty(&WithRate { rate: self.rate(), summary: self }).unwrap_or_default() + "\n"
    }
}

/// A list of names, the most frequent first.
fn by_frequency(title: &str, names: &BTreeMap<String, usize>) -> String {
    if names.is_empty() {
        return String::new();
    }
    let mut list: Vec<_> = names.iter().collect();
    list.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
    let lines: String = list.into_iter().map(|(api, number)| format!("{number:6}  {api}\n")).collect();
    format!("{title}:\n{lines}")
}
