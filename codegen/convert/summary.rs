//! What a run has converted, in numbers.

use std::collections::BTreeMap;

use serde::Serialize;
use source::count;
use source::file::SourceFile;

use crate::project::{Content, Converted};
use crate::report::{Found, Verdict};

/// A run in numbers.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    #[serde(flatten)]
    pub total: Counts,
    /// How many files there are, and how many of them differ now.
    pub files: usize,
    pub changed: usize,
    /// How many conversions changed more than names.
    pub to_review: usize,
    /// Files that are not Python: where, and why.
    pub unreadable: Vec<String>,
    /// The files with uses of PyTorch, in order.
    pub by_file: BTreeMap<String, Counts>,
    /// What was not converted, and how often.
    pub not_converted: BTreeMap<String, usize>,
}

#[derive(Debug, Default, Clone, Serialize)]
pub struct Counts {
    pub found: usize,
    pub converted: usize,
    pub unsupported: usize,
}

impl Counts {
    fn add(&mut self, found: &Found) {
        match found.verdict {
            Verdict::Converted => self.converted += 1,
            Verdict::Unsupported(_) | Verdict::Package => self.unsupported += 1,
            Verdict::NotTorch(_) => return,
        }
        self.found += 1;
    }

    /// The part that is converted, in percent.
    pub fn rate(&self) -> f64 {
        if self.found == 0 { 100.0 } else { self.converted as f64 * 100.0 / self.found as f64 }
    }
}

impl Summary {
    pub fn of(converted: &Converted) -> Summary {
        let mut summary = Summary { files: converted.outputs.len(), ..Summary::default() };
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
            if let Some(error) = &text.error {
                let line = SourceFile::new(String::new(), text.before.clone()).line_of(error.range.start) + 1;
                summary.unreadable.push(format!("{}:{line}: {}", output.name, error.message));
            }
            for found in &text.found {
                summary.total.add(found);
                summary.to_review += usize::from(!found.notes.is_empty());
                summary.by_file.entry(output.name.clone()).or_default().add(found);
                if matches!(found.verdict, Verdict::Unsupported(_) | Verdict::Package) {
                    *summary.not_converted.entry(found.name()).or_default() += 1;
                }
            }
        }
        summary
    }

    /// Whether everything that was found is converted.
    pub fn is_complete(&self) -> bool {
        self.total.unsupported == 0 && self.unreadable.is_empty()
    }

    /// The numbers for a person.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if !self.not_converted.is_empty() {
            text.push_str("not converted:\n");
            let mut list: Vec<_> = self.not_converted.iter().collect();
            list.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
            for (api, number) in list {
                text.push_str(&format!("{number:6}  {api}\n"));
            }
            text.push_str("by file:\n");
            for (file, counts) in self.by_file.iter().filter(|(_, counts)| counts.unsupported > 0) {
                text.push_str(&format!("{:6}  {file}, of {}\n", counts.unsupported, counts.found));
            }
        }
        for file in &self.unreadable {
            text.push_str(&format!("stays as it is: {file}\n"));
        }
        if self.to_review > 0 {
            let uses = count(self.to_review, "conversion");
            text.push_str(&format!("{uses} dropped an argument, or changed more than names: `--check` lists them\n"));
        }
        let Counts { found, converted, .. } = self.total;
        let files = format!("{} of {} changed", self.changed, count(self.files, "file"));
        text.push_str(&match found {
            0 => format!("{files}, no use of PyTorch found\n"),
            _ => {
                let uses = count(found, "use");
                format!("{files}, {uses} of PyTorch found, {converted} converted ({:.1} %)\n", self.total.rate())
            }
        });
        text
    }

    /// The numbers in JSON.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct WithRate<'a> {
            /// In percent.
            rate: f64,
            #[serde(flatten)]
            summary: &'a Summary,
        }
        let rate = (self.total.rate() * 10.0).round() / 10.0;
        serde_json::to_string_pretty(&WithRate { rate, summary: self }).unwrap_or_default() + "\n"
    }
}
