//! The page of all findings, rule by rule.

use registry::OpId;
use render::{FilePlan, value};
use serde::Serialize;

use crate::book::Link;
use crate::findings::{Finding, RuleCount};
use crate::prose::{self, Prose};
use crate::site::Site;

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

pub fn plan(site: &Site) -> FilePlan {
    let findings = &site.findings;
    let of_rule = |RuleCount { rule, level, number: _ }: RuleCount| {
        let of_rule = findings.all.iter().zip(&findings.ops).filter(|(finding, _)| finding.code == rule.code());
        let found = |(finding, ops): (_, &Vec<OpId>)| RuleFinding {
            finding,
            ops: ops.iter().map(|&id| site.book.link(id)).collect(),
        };
        RuleFindings { code: rule.code(), title: prose::of(rule.title()), level, found: of_rule.map(found).collect() }
    };
    let rules: Vec<RuleFindings> = findings.by_rule().into_iter().map(of_rule).collect();
    site.page("findings.html", "reference/findings.html.j2", "rules", value(&rules))
}
