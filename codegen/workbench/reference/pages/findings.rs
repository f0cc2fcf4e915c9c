//! The page of all findings, rule by rule.

use render::{FilePlan, value};
use serde::Serialize;

use crate::Link;
use crate::findings::{Finding, Findings, RuleCount};
use crate::frame::Frame;
use crate::prose::{self, Prose};

#[derive(Serialize)]
struct RuleFindings<'a> {
    code: &'static str,
    title: Prose,
    level: &'static str,
    found: Vec<RuleFinding<'a>>,
}

#[derive(Serialize)]
struct RuleFinding<'a> {
    finding: &'a Finding,
    ops: Vec<Link>,
}

/// The page. `link` leads to an operator by its number.
pub fn plan(frame: &Frame, findings: &Findings, link: impl Fn(usize) -> Link) -> FilePlan {
    let of_rule = |RuleCount { rule, level, number: _ }: RuleCount| {
        let of_rule = findings.all.iter().zip(&findings.ops).filter(|(finding, _)| finding.code == rule.code());
        let found =
            |(finding, ops): (_, &Vec<usize>)| RuleFinding { finding, ops: ops.iter().map(|&at| link(at)).collect() };
        RuleFindings { code: rule.code(), title: prose::of(rule.title()), level, found: of_rule.map(found).collect() }
    };
    let rules: Vec<RuleFindings> = findings.by_rule().into_iter().map(of_rule).collect();
    frame.page("findings.html", "reference/findings.html.j2", "rules", value(&rules))
}
