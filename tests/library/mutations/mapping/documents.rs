//! Mistakes in a mapping document.

use super::super::draw::misspelt;
use super::{Edit, Operator};

pub const OPERATORS: &[Operator] = &[
    ("title-deleted", |lines| vec![Edit::delete(lines, 0)]),
    ("title-after-blank-line", |lines| vec![Edit::insert(lines, 0, "")]),
    ("title-level", |lines| vec![Edit::replace(lines, 0, format!("#{}", lines[0]))]),
    ("title-bracket-lost", |lines| each(lines, first, |line| Some(line.replacen(']', "", 1)))),
    ("title-wide-brackets", |lines| each(lines, first, |line| Some(line.replace('[', "【").replace(']', "】")))),
    ("title-api-misspelt", |lines| each(lines, first, |line| misspell_after(line, ']'))),
    ("title-api-lost", |lines| each(lines, first, |line| Some(line[..=line.find(']').unwrap_or(0)].to_owned()))),
    ("kind-letter-lost", |lines| {
        each(lines, first, |line| Some(line.replacen("参数", "参", 1).replacen("替代", "替", 1)))
    }),
    ("kind-invented", |lines| each(lines, first, |line| Some(with_kind(line, "参数差不多")))),
    ("kind-of-more-arguments", |lines| each(lines, first, |line| Some(with_kind(line, "paddle 参数更多")))),
    ("kind-of-fewer-arguments", |lines| each(lines, first, |line| Some(with_kind(line, "torch 参数更多")))),
    ("kind-of-same-arguments", |lines| each(lines, first, |line| Some(with_kind(line, "参数完全一致")))),
    ("kind-of-other-names", |lines| each(lines, first, |line| Some(with_kind(line, "仅参数名不一致")))),
    ("kind-of-no-arguments", |lines| each(lines, first, |line| Some(with_kind(line, "无参数")))),
    ("kind-missing", |lines| each(lines, first, |line| Some(with_kind(line, "功能缺失")))),
    ("heading-deleted", |lines| delete_each(lines, headings)),
    ("heading-api-misspelt", |lines| each(lines, headings, |line| misspell_before(line, ']'))),
    ("heading-prefix-lost", |lines| {
        each(lines, headings, |line| changed(line, "[torch.", "[").or(changed(line, "[paddle.", "[")))
    }),
    ("heading-prefix-misspelt", |lines| {
        each(lines, headings, |line| changed(line, "[torch.", "[toch.").or(changed(line, "[paddle.", "[padle.")))
    }),
    ("heading-level-4", |lines| each(lines, headings, |line| changed(line, "### ", "#### "))),
    ("heading-level-2", |lines| each(lines, headings, |line| changed(line, "### ", "## "))),
    ("heading-without-blank", |lines| each(lines, headings, |line| changed(line, "### ", "###"))),
    ("heading-bracket-lost", |lines| each(lines, headings, |line| changed(line, "](", "("))),
    ("heading-parenthesis-lost", |lines| each(lines, headings, |line| line.strip_suffix(')').map(str::to_owned))),
    ("heading-trailing-blank", |lines| each(lines, headings, |line| Some(format!("{line} ")))),
    ("heading-trailing-text", |lines| each(lines, headings, |line| Some(format!("{line} 。")))),
    ("heading-blank-before-link", |lines| each(lines, headings, |line| changed(line, "](", "] ("))),
    ("heading-wide-parentheses", |lines| {
        each(lines, headings, |line| line.contains("](h").then(|| line.replace('(', "（").replace(')', "）")))
    }),
    ("link-deleted", |lines| each(lines, targets, |line| Some(line[..=line.find(']')?].to_owned()))),
    ("link-emptied", |lines| each(lines, headings, |line| Some(format!("{}()", &line[..line.find("(h")?])))),
    ("link-scheme-misspelt", |lines| each(lines, headings, |line| changed(line, "(https://", "(htps://"))),
    ("link-scheme-colon-lost", |lines| each(lines, headings, |line| changed(line, "(https://", "(https//"))),
    ("link-scheme-lost", |lines| each(lines, headings, |line| changed(line, "(https://", "("))),
    ("link-site-misspelt", |lines| {
        each(lines, headings, |line| {
            changed(line, "paddlepaddle.org", "padlepaddle.org").or(changed(line, "//pytorch.org", "//pytorch.rog"))
        })
    }),
    ("link-with-blank", |lines| each(lines, headings, |line| changed(line, "/docs", "/ docs"))),
    ("link-twice", |lines| each(lines, headings, |line| changed(line, "(https://", "(https://pytorch.org/https://"))),
    ("link-to-other-api", |lines| {
        each(lines, headings, |line| {
            let link = match line.contains("pytorch.org") {
                true => {
                    "https://pytorch.org/docs/stable/generated/torch.nn.functional.glu.html#torch.nn.functional.glu"
                }
                false => {
                    "https://www.paddlepaddle.org.cn/documentation/docs/zh/develop/api/paddle/nn/functional/glu_cn.html#glu"
                }
            };
            line.contains("](h").then(|| format!("{}({link})", &line[..line.find('(').unwrap_or(0)]))
        })
    }),
    ("fence-deleted", |lines| delete_each(lines, opens)),
    ("fence-of-no-language", |lines| each(lines, opens, |_| Some("```".to_owned()))),
    ("fence-of-other-language", |lines| each(lines, opens, |_| Some("```py".to_owned()))),
    ("fence-in-capitals", |lines| each(lines, opens, |_| Some("```Python".to_owned()))),
    ("fence-with-blank", |lines| each(lines, opens, |_| Some("``` python".to_owned()))),
    ("fence-indented", |lines| each(lines, opens, |_| Some(" ```python".to_owned()))),
    ("fence-of-two-quotes", |lines| each(lines, opens, |_| Some("``python".to_owned()))),
    ("fence-end-deleted", |lines| delete_each(lines, closes)),
    ("fence-end-with-blank", |lines| each(lines, closes, |_| Some("``` ".to_owned()))),
    ("fence-end-of-two-quotes", |lines| each(lines, closes, |_| Some("``".to_owned()))),
    ("signature-emptied", |lines| {
        opens(lines)
            .into_iter()
            .filter(|open| lines[open + 2] == "```")
            .map(|open| Edit::delete(lines, open + 1))
            .collect()
    }),
    ("signature-name-misspelt", |lines| each(lines, signatures, |line| misspell_before(line, '('))),
    ("signature-of-other-api", |lines| {
        each(lines, signatures, |line| Some(format!("torch.other{}", &line[line.find('(')?..])))
    }),
    ("signature-indented", |lines| each(lines, signatures, |line| Some(format!("    {line}")))),
    ("signature-after-blank-line", |lines| {
        signatures(lines).into_iter().map(|line| Edit::insert(lines, line, "")).collect()
    }),
    ("signature-parenthesis-not-opened", |lines| each(lines, signatures, |line| changed(line, "(", " "))),
    ("signature-parenthesis-not-closed", |lines| each(lines, ends, |line| line.strip_suffix(')').map(str::to_owned))),
    ("signature-other-bracket", |lines| {
        each(lines, ends, |line| line.strip_suffix(')').map(|line| line.to_owned() + "]"))
    }),
    ("signature-comma-lost", |lines| each(lines, code, |line| changed(line, ", ", " "))),
    ("signature-comma-doubled", |lines| each(lines, code, |line| changed(line, ", ", ",, "))),
    ("signature-wide-comma", |lines| each(lines, code, |line| changed(line, ", ", "，"))),
    ("signature-argument-twice", |lines| {
        each(lines, code, |line| {
            let (first, rest) = line.split_once('(')?.1.split_once(", ")?;
            let is_name = first.chars().all(|letter| letter.is_ascii_alphabetic());
            (is_name && !rest.is_empty()).then(|| line.replacen(first, &format!("{first}, {first}"), 1))
        })
    }),
    ("signature-value-lost", |lines| each(lines, code, |line| changed(line, "=None", "="))),
    ("signature-type-lost", |lines| each(lines, code, |line| changed(line, "=None", ":"))),
    ("signature-comment", |lines| each(lines, ends, |line| Some(format!("{line}  # 说明")))),
    ("signature-argument-misspelt", |lines| {
        each(lines, mapped_code, |line| {
            let (before, first) = line.split_once(", ")?;
            let name: String = first.chars().take_while(|letter| letter.is_ascii_alphabetic()).collect();
            let is_mapped = name.len() > 2
                && name != "name"
                && lines.iter().any(|row| row.starts_with('|') && row.contains(&format!(" {name} ")));
            is_mapped.then(|| format!("{before}, {}{}", misspelt(&name, 1), &first[name.len()..]))
        })
    }),
    ("arguments-heading-deleted", |lines| delete_each(lines, arguments)),
    ("arguments-heading-misspelt", |lines| each(lines, arguments, |_| Some("### 参数映谢".to_owned()))),
    ("arguments-heading-level", |lines| each(lines, arguments, |_| Some("#### 参数映射".to_owned()))),
    ("arguments-heading-trailing-blank", |lines| each(lines, arguments, |_| Some("### 参数映射 ".to_owned()))),
    ("arguments-heading-without-blank", |lines| each(lines, arguments, |_| Some("###参数映射".to_owned()))),
    ("table-header-misspelt", |lines| each(lines, header, |line| changed(line, "Paddle", "Padle"))),
    ("table-header-in-other-case", |lines| each(lines, header, |line| changed(line, "PyTorch", "Pytorch"))),
    ("table-header-cell-lost", |lines| each(lines, header, |line| changed(line, "| PaddlePaddle", ""))),
    ("table-header-swapped", |lines| {
        each(lines, header, |line| {
            line.contains("PyTorch")
                .then(|| line.replace("PaddlePaddle", "X").replace("PyTorch", "PaddlePaddle").replace('X', "PyTorch"))
        })
    }),
    ("table-header-deleted", |lines| delete_each(lines, header)),
    ("table-separator-deleted", |lines| header(lines).into_iter().map(|line| Edit::delete(lines, line + 1)).collect()),
    ("table-separator-of-two", |lines| {
        header(lines).into_iter().map(|line| Edit::replace(lines, line + 1, "| --- | --- |")).collect()
    }),
    ("table-separator-of-letters", |lines| {
        header(lines).into_iter().map(|line| Edit::replace(lines, line + 1, "| --- | -x- | --- |")).collect()
    }),
    ("row-cell-lost", |lines| {
        each(lines, rows, |line| Some(line[..line.trim_end().len() - 1].rsplit_once('|')?.0.to_owned() + "|"))
    }),
    ("row-cell-added", |lines| each(lines, rows, |line| Some(format!("{line} x |")))),
    ("row-end-lost", |lines| each(lines, rows, |line| Some(line.trim_end().strip_suffix('|')?.to_owned()))),
    ("row-begin-lost", |lines| each(lines, rows, |line| Some(line.strip_prefix("| ")?.to_owned()))),
    ("row-bar-in-remark", |lines| each(lines, rows, |line| changed(line, "。", "`a|b`。"))),
    ("row-indented", |lines| each(lines, rows, |line| Some(format!(" {line}")))),
    ("row-after-blank-line", |lines| {
        rows(lines).into_iter().map(|line| Edit { at: line..=line + 1, ..Edit::insert(lines, line, "") }).collect()
    }),
    ("row-deleted", |lines| {
        // The signature has the argument that is not mapped any more.
        rows(lines)
            .into_iter()
            .filter_map(|row| {
                let name = cell(&lines[row], 1);
                let has = |at: &usize| {
                    lines[*at].split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
                };
                let of = code(lines).into_iter().find(has)?;
                (is_named(&lines[row]) && name != "-").then(|| Edit { at: of..=of, ..Edit::delete(lines, row) })
            })
            .collect()
    }),
    ("row-twice", |lines| {
        rows(lines)
            .into_iter()
            .filter(|row| is_named(&lines[*row]))
            .map(|row| Edit::insert(lines, row + 1, lines[row].clone()))
            .collect()
    }),
    ("row-of-unknown-argument", |lines| {
        exact_rows(lines)
            .into_iter()
            .map(|row| Edit::insert(lines, row, "| unheard_of | - | 说明，Paddle 无此参数。 |"))
            .collect()
    }),
    ("row-first-misspelt", |lines| each(lines, exact_rows, |line| misspell_cell(line, 1))),
    ("row-second-misspelt", |lines| each(lines, exact_rows, |line| misspell_cell(line, 2))),
    ("row-cells-swapped", |lines| {
        each(lines, exact_rows, |line| {
            let cells: Vec<&str> = line.split('|').collect();
            let differ = cells[1].trim() != cells[2].trim() && is_named(line) && !cells[2].contains('-');
            differ.then(|| format!("|{}|{}|{}|", cells[2], cells[1], cells[3]))
        })
    }),
    ("table-deleted", |lines| {
        let Some(header) = header(lines).first().copied() else { return Vec::new() };
        let mut rest = lines.to_vec();
        rest.retain(|line| !line.starts_with('|'));
        vec![Edit { at: header.saturating_sub(2)..=header, lines: rest }]
    }),
];

/// The lines of a part of a document.
type Select = fn(&[String]) -> Vec<usize>;

/// One mistake for each line of a part that can have it.
fn each(lines: &[String], select: Select, change: impl Fn(&str) -> Option<String>) -> Vec<Edit> {
    let change = |at: usize| {
        change(&lines[at]).filter(|changed| *changed != lines[at]).map(|line| Edit::replace(lines, at, line))
    };
    select(lines).into_iter().filter_map(change).collect()
}

fn delete_each(lines: &[String], select: Select) -> Vec<Edit> {
    select(lines).into_iter().map(|at| Edit::delete(lines, at)).collect()
}

fn changed(line: &str, from: &str, to: &str) -> Option<String> {
    line.contains(from).then(|| line.replacen(from, to, 1))
}

fn where_is(lines: &[String], is: impl Fn(&str) -> bool) -> Vec<usize> {
    (0..lines.len()).filter(|at| is(&lines[*at])).collect()
}

fn first(_: &[String]) -> Vec<usize> {
    vec![0]
}

/// The headings of both APIs that are needed.
fn headings(lines: &[String]) -> Vec<usize> {
    let all = where_is(lines, |line| line.starts_with("### ["));
    all.into_iter().take(if has_target(lines) { 2 } else { 1 }).collect()
}

fn targets(lines: &[String]) -> Vec<usize> {
    headings(lines).into_iter().skip(1).collect()
}

fn has_target(lines: &[String]) -> bool {
    !["组合", "功能", "可删"].iter().any(|kind| lines[0].contains(kind))
}

/// The lines that open the code blocks of signatures.
fn opens(lines: &[String]) -> Vec<usize> {
    let of = |heading: usize| (heading..lines.len()).find(|at| lines[*at] == "```python");
    headings(lines).into_iter().filter_map(of).collect()
}

fn closes(lines: &[String]) -> Vec<usize> {
    let of = |open: usize| (open..lines.len()).find(|at| lines[*at] == "```");
    opens(lines).into_iter().filter_map(of).collect()
}

/// The first lines of signatures.
fn signatures(lines: &[String]) -> Vec<usize> {
    opens(lines).into_iter().map(|open| open + 1).filter(|at| lines[*at].contains('(')).collect()
}

/// The last lines of signatures.
fn ends(lines: &[String]) -> Vec<usize> {
    closes(lines).into_iter().map(|close| close - 1).filter(|at| lines[*at].ends_with(')')).collect()
}

/// All lines of signatures.
fn code(lines: &[String]) -> Vec<usize> {
    opens(lines).into_iter().zip(closes(lines)).flat_map(|(open, close)| open + 1..close).collect()
}

fn arguments(lines: &[String]) -> Vec<usize> {
    if has_target(lines) { where_is(lines, |line| line == "### 参数映射") } else { Vec::new() }
}

fn header(lines: &[String]) -> Vec<usize> {
    let after = |heading: usize| (heading..lines.len()).find(|at| lines[*at].starts_with('|'));
    arguments(lines).into_iter().filter_map(after).collect()
}

fn rows(lines: &[String]) -> Vec<usize> {
    let Some(header) = header(lines).first().copied() else { return Vec::new() };
    (header + 2..lines.len()).take_while(|at| lines[*at].starts_with('|')).collect()
}

/// Rows of documents whose signatures say which arguments there are.
fn exact_rows(lines: &[String]) -> Vec<usize> {
    let is_open = code(lines).iter().any(|at| lines[*at].contains("*args") || lines[*at].contains("kwargs"));
    let is_property = signatures(lines).len() < opens(lines).len();
    if is_open || is_property {
        Vec::new()
    } else {
        rows(lines).into_iter().filter(|at| is_named(&lines[*at])).collect()
    }
}

fn cell(row: &str, column: usize) -> &str {
    row.split('|').nth(column).unwrap_or_default().trim()
}

/// Whether both cells of a row are arguments, or one is missing.
fn is_named(row: &str) -> bool {
    let is_name =
        |cell: &str| cell.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') || cell == "-";
    [1, 2].iter().all(|column| is_name(cell(row, *column))) && cell(row, 1) != "self"
}

fn misspell_cell(row: &str, column: usize) -> Option<String> {
    let name = cell(row, column);
    (name.len() > 2).then(|| {
        let cells: Vec<String> = row.split('|').map(str::to_owned).collect();
        let mut cells = cells;
        cells[column] = format!(" {} ", misspelt(name, column));
        cells.join("|")
    })
}

/// The first lines of signatures with an argument that the table maps.
fn mapped_code(lines: &[String]) -> Vec<usize> {
    if exact_rows(lines).is_empty() { Vec::new() } else { code(lines) }
}

fn misspell_after(line: &str, letter: char) -> Option<String> {
    let (before, name) = line.rsplit_once(letter)?;
    let (module, name) = name.trim().rsplit_once('.')?;
    (name.len() > 2).then(|| format!("{before}{letter}{module}.{}", misspelt(name, 0)))
}

fn misspell_before(line: &str, letter: char) -> Option<String> {
    let (name, rest) = line.split_once(letter)?;
    let (module, name) = name.rsplit_once('.')?;
    (name.len() > 2).then(|| format!("{module}.{}{letter}{rest}", misspelt(name, 0)))
}

fn with_kind(line: &str, kind: &str) -> String {
    format!("## [ {kind} ]{}", &line[line.find(']').map_or(0, |end| end + 1)..])
}
