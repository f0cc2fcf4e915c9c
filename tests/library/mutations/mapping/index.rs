//! Mistakes in the index of mapping documents.

use super::super::draw::misspelt;
use super::{Edit, Operator};

pub const OPERATORS: &[Operator] = &[
    ("index-command-misspelt", |lines| {
        each(lines, is_command, |line| {
            let (name, rest) = line.strip_prefix("| ")?.split_once('(')?;
            Some(format!("| {}({rest}", misspelt(name, 3).to_uppercase()))
        })
    }),
    ("index-command-in-lower-case", |lines| each(lines, is_command, |line| changed(line, "REFERENCE", "reference"))),
    ("index-row-end-lost", |lines| each(lines, is_command, |line| Some(line.strip_suffix(" |")?.to_owned()))),
    ("index-row-indented", |lines| each(lines, is_command, |line| Some(format!("  {line}")))),
    ("index-row-twice", |lines| {
        where_is(lines, is_command).map(|at| Edit::insert(lines, at + 1, lines[at].clone())).collect()
    }),
    ("index-row-written-by-hand", |lines| {
        where_is(lines, is_command).map(|at| {
        Edit::insert(lines, at + 1, "| 1 | [`torch.x`](https://pytorch.org) | [`paddle.x`](https://www.paddlepaddle.org.cn) | 无参数 | - |")
    }).collect()
    }),
    ("index-row-after-blank-line", |lines| {
        where_is(lines, is_command).map(|at| Edit { at: at..=at + 1, ..Edit::insert(lines, at, "") }).collect()
    }),
    ("index-parenthesis-not-closed", |lines| each(lines, is_command, |line| changed(line, ") |", " |"))),
    ("index-parenthesis-not-opened", |lines| each(lines, is_command, |line| changed(line, "(`", " `"))),
    ("index-header-misspelt", |lines| each(lines, is_header, |line| changed(line, "Paddle develop", "Paddle devlop"))),
    ("index-header-in-other-case", |lines| each(lines, is_header, |line| changed(line, "Pytorch", "PyTorch"))),
    ("index-header-cell-lost", |lines| each(lines, is_header, |line| changed(line, "| 备注 |", "|"))),
    ("index-header-deleted", |lines| {
        where_is(lines, is_header).map(|at| Edit { at: at - 2..=at + 1, ..Edit::delete(lines, at) }).collect()
    }),
    ("index-separator-deleted", |lines| where_is(lines, is_header).map(|at| Edit::delete(lines, at + 1)).collect()),
    ("index-separator-too-short", |lines| {
        where_is(lines, is_header).map(|at| Edit::replace(lines, at + 1, "| --- | --- | --- | --- |")).collect()
    }),
    ("index-separator-with-colons", |lines| {
        where_is(lines, is_header).map(|at| Edit::replace(lines, at + 1, "| :--- | --- | --- | --- | --- |")).collect()
    }),
    ("index-prefix-misspelt", |lines| {
        each(lines, is_table, |line| {
            let (before, prefix) = line.split_once("(`torch.")?;
            let (name, rest) = prefix.split_once('.')?;
            Some(format!("{before}(`torch.{}.{rest}", misspelt(name, 0)))
        })
    }),
    ("index-prefix-shorter", |lines| {
        each(lines, is_table, |line| {
            let (before, prefix) = line.split_once("(`torch.")?;
            prefix.contains('.').then(|| format!("{before}(`torch.{}", &prefix[prefix.find('`').unwrap_or(0)..]))
        })
    }),
    ("index-prefix-emptied", |lines| each(lines, is_table, |line| Some(format!("{}(``) |", line.split_once('(')?.0)))),
    ("index-prefix-of-another-table", |lines| {
        each(lines, is_table, |line| {
            let other = "| REFERENCE-MAPPING-TABLE(`torch.nn.init.`) |";
            (line != other).then(|| other.to_owned())
        })
    }),
    ("index-depth-of-0", |lines| {
        each(lines, is_table, |line| {
            Some(format!("{}, max_depth=0) |", &line[..=line.find("`)").or(line.find("`,"))?]))
        })
    }),
    ("index-depth-misspelt", |lines| {
        each(lines, is_table, |line| Some(format!("{}, maxdepth=1) |", &line[..=line.find("`)").or(line.find("`,"))?])))
    }),
    ("index-depth-no-number", |lines| {
        each(lines, is_table, |line| {
            Some(format!("{}, max_depth=x) |", &line[..=line.find("`)").or(line.find("`,"))?]))
        })
    }),
    ("index-table-deleted", |lines| {
        where_is(lines, is_table).map(|at| Edit { at: at - 2..=at, ..Edit::delete(lines, at) }).collect()
    }),
    ("index-alias-misspelt", |lines| each(lines, is_alias, misspell_last)),
    ("index-alias-of-alias", |lines| {
        each(lines, is_alias, |line| {
            let name = line.split('`').nth(1)?;
            Some(format!("| ALIAS-REFERENCE-ITEM(`torch.unheard`, `{name}`) |"))
        })
    }),
    ("index-alias-is-documented", |lines| {
        each(lines, is_alias, |line| {
            Some(format!("| ALIAS-REFERENCE-ITEM(`torch.add`, `{}`) |", line.split('`').nth(3)?))
        })
    }),
    ("index-alias-with-three", |lines| each(lines, is_alias, |line| changed(line, "`) |", "`, x) |"))),
    ("index-alias-with-one", |lines| each(lines, is_alias, |line| Some(format!("{}) |", line.split_once(',')?.0)))),
    ("index-missing-is-documented", |lines| {
        each(lines, is_missing, |line| Some(line.replacen(line.split('`').nth(1)?, "torch.nn.Linear", 1)))
    }),
    ("index-missing-without-remark", |lines| {
        each(lines, is_missing, |line| {
            let (link, _) = line.rsplit_once(',')?;
            link.contains(',').then(|| format!("{link}) |"))
        })
    }),
    ("index-missing-link-scheme", |lines| each(lines, is_missing, |line| changed(line, " https://", " htps://"))),
    ("index-missing-link-to-other", |lines| {
        each(lines, is_missing, |line| {
            let (before, rest) = line.split_once(" https://")?;
            let rest = &rest[rest.find(", ")?..];
            Some(format!(
                "{before} https://pytorch.org/docs/stable/generated/torch.hann_window.html#torch-hann-window{rest}"
            ))
        })
    }),
    ("index-missing-twice", |lines| {
        where_is(lines, is_missing).map(|at| Edit::insert(lines, at + 3, lines[at].clone())).collect()
    }),
    ("index-developed-is-missing", |lines| {
        let missing = where_is(lines, is_missing).next().map(|at| lines[at].split('`').nth(1).unwrap_or("").to_owned());
        let Some(missing) = missing else { return Vec::new() };
        each(
            lines,
            |line| line.contains("IN-DEVELOPMENT-PATTERN"),
            |line| Some(line.replacen(line.split('`').nth(1)?, &missing, 1)),
        )
    }),
    ("index-anchor-misspelt", |lines| {
        each(lines, |line| line.starts_with("| [torch"), |line| changed(line, "#id1", "#ix1"))
    }),
    ("index-anchor-of-section", |lines| {
        each(lines, |line| line.starts_with("## <span"), |line| changed(line, "id=\"id1", "id=\"id7"))
    }),
];

fn where_is(lines: &[String], is: fn(&str) -> bool) -> impl Iterator<Item = usize> {
    (0..lines.len()).filter(move |at| is(&lines[*at]))
}

fn each(lines: &[String], is: fn(&str) -> bool, change: impl Fn(&str) -> Option<String>) -> Vec<Edit> {
    let change = |at: usize| {
        change(&lines[at]).filter(|changed| *changed != lines[at]).map(|line| Edit::replace(lines, at, line))
    };
    where_is(lines, is).filter_map(change).collect()
}

fn changed(line: &str, from: &str, to: &str) -> Option<String> {
    line.contains(from).then(|| line.replacen(from, to, 1))
}

fn is_table(line: &str) -> bool {
    line.starts_with("| REFERENCE-MAPPING-TABLE")
}

fn is_alias(line: &str) -> bool {
    line.starts_with("| ALIAS-REFERENCE-ITEM")
}

fn is_missing(line: &str) -> bool {
    line.starts_with("| NOT-IMPLEMENTED-ITEM") && line.contains("/generated/")
}

fn is_command(line: &str) -> bool {
    is_table(line) || is_alias(line) || is_missing(line)
}

fn is_header(line: &str) -> bool {
    line.starts_with("| 序号 |")
}

fn misspell_last(line: &str) -> Option<String> {
    let (before, name) = line.strip_suffix("`) |")?.rsplit_once('.')?;
    (name.len() > 2).then(|| format!("{before}.{}`) |", misspelt(name, 0)))
}
