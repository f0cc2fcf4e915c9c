//! `opgen convert`: turns PyTorch code into Paddle code.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use opgen::convert::findings::NOT_PYTHON;
use opgen::convert::patterns::Pattern;
use opgen::convert::project::{Content, Converted, HelperFile, Request, convert_file, convert_folder, convert_input};
use opgen::convert::rules::names;
use opgen::convert::summary::Summary;
use opgen::convert::{Mapping, Marks, Wanted, explain};
use opgen::source::file::SourceFile;
use opgen::source::path::with_slashes;
use opgen::source::{Diagnostic, Diagnostics, Level, Sources, Span, report};

use super::super::detail::Detail;
use super::super::findings::Report;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::patch;
use super::super::progress;
use super::{convert_output, convert_verify};

/// Convert PyTorch code to Paddle code, and leave everything else unchanged
#[derive(Args)]
pub struct ConvertArgs {
    /// A folder, a file (Python, a notebook, requirements), or `-` for standard input; with `--explain`, a line as `FILE:LINE`
    #[arg(
        value_name = "PATH",
        required_unless_present = "list_targets",
        default_value = "-",
        hide_default_value = true
    )]
    path: String,
    /// Write the converted project to this folder, or the converted file to this file
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Print what would change, and write nothing
    #[arg(long, conflicts_with = "out")]
    diff: bool,
    /// Write nothing; report code that cannot be converted or may give different results, and exit with 1 if there is any
    #[arg(long, conflicts_with_all = ["out", "diff"])]
    check: bool,
    /// Import each converted module in this Python, which has Paddle, and exit with 1 if one fails. The code of the modules runs
    #[arg(long, value_name = "PYTHON", requires = "out")]
    verify: Option<PathBuf>,
    /// With `--check`, exit with 0 if everything is converted, even if some code may give different results
    #[arg(long, requires = "check")]
    allow_warned: bool,
    /// Explain how the code on a line is converted, or why it is not: rules and arguments
    #[arg(long, conflicts_with_all = ["out", "diff", "check"])]
    explain: bool,
    /// Where the code gets its helpers from. Without a value, print the helpers instead of the code
    #[arg(long, value_enum, num_args = 0..=1, default_value_t = Helpers::Write, default_missing_value = "print")]
    helpers: Helpers,
    /// Print the Paddle names that rules and helpers use, and the keyword arguments that they pass, as JSON
    #[arg(long, conflicts_with_all = ["out", "diff", "check", "explain"])]
    list_targets: bool,
    /// Use the rules in this folder instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    mapping: Option<PathBuf>,
    /// The release of Paddle that the code will run on: `3.0`, `3.3`, or `develop` for the unreleased version
    #[arg(long, value_name = "RELEASE")]
    paddle: Option<String>,
    /// Whether the code computes what PyTorch computes, or is what an author of Paddle code would write
    #[arg(long, value_enum, default_value_t = Style::Exact)]
    style: Style,
    /// How to mark code that cannot be converted
    #[arg(long, value_enum, default_value_t = Mark::Comments)]
    mark: Mark,
    /// Skip files and folders: a name, or a path with `*`, `?` and `**`
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Print no report
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Helpers {
    /// From a file beside the code, with what the code needs
    Write,
    /// From the installed package `paddle-torch`
    Import,
    /// As `write`, but print that file instead of the code
    Print,
}

#[derive(Clone, Copy, ValueEnum)]
enum Style {
    /// The numbers of PyTorch, with helpers where Paddle's differ
    Exact,
    /// Paddle's own layers, optimizers and functions; the report lists what differs
    Native,
}

#[derive(Clone, Copy, ValueEnum)]
enum Mark {
    /// A comment above the line, with the reason
    Comments,
    /// `>>>>>>` in front of the line, so that the file is no longer valid
    Arrows,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text
    Human,
    /// The summary as JSON
    Json,
    /// Code that cannot be converted, as a SARIF 2.1.0 log
    Sarif,
    /// Code that cannot be converted, as annotations for a GitHub workflow
    Github,
}

pub fn run(args: &ConvertArgs) -> anyhow::Result<Outcome> {
    if args.helpers == Helpers::Print && (args.out.is_some() || args.diff || args.check || args.explain) {
        bail!("`--helpers` prints a file, and cannot be used with `--out`, `--diff`, `--check` or `--explain`");
    }
    let style = match args.style {
        Style::Exact => None,
        Style::Native => Some("native"),
    };
    let wanted = Wanted { release: args.paddle.as_deref(), style };
    let mapping = match &args.mapping {
        None => Mapping::built_in(wanted),
        Some(folder) => read_mapping(folder, wanted)?,
    };
    if let Some(release) = args.paddle.as_deref().filter(|release| !mapping.releases.knows(release)) {
        bail!("there are no rules for `{release}`; use one of: {}", mapping.releases.known.join(", "));
    }
    if style.is_some() && mapping.releases.chosen() != mapping.releases.default {
        bail!("`--style native` converts for Paddle {} only", mapping.releases.default);
    }
    if let Some(style) = style.filter(|style| !mapping.styles.knows(style)) {
        bail!("the mapping has no rules for the style `{style}`");
    }
    if args.list_targets {
        output::print(&(serde_json::to_string_pretty(&names::used(&mapping))? + "\n"))?;
        return Ok(Outcome::Fine);
    }
    let marks = match args.mark {
        Mark::Comments => Marks::Comments,
        Mark::Arrows => Marks::Arrows,
    };
    let exclude = args.exclude.iter().map(|pattern| Pattern::new(pattern)).collect();
    let imports_helpers = args.helpers == Helpers::Import;
    let request = Request { mapping: &mapping, marks, exclude, imports_helpers };
    if args.explain {
        return explain_line(&args.path, &request);
    }
    let converted =
        progress::during(Detail::unless_quiet(args.quiet), "converting", || convert_path(&args.path, &request))?;
    let mut summary = Summary::of(&converted);
    if args.helpers == Helpers::Print {
        output::print(&converted.helpers.iter().map(|file| file.text.as_str()).collect::<String>())?;
        return Ok(Outcome::Fine);
    }
    if args.diff {
        output::print(&diff(&converted))?;
    } else if !args.check {
        convert_output::write(&args.path, args.out.as_deref(), &converted, &mapping)?;
    }
    if let (Some(python), Some(out)) = (&args.verify, &args.out) {
        let verify = || convert_verify::imports(python, &args.path, out, &converted);
        summary.imports = Some(progress::during(Detail::unless_quiet(args.quiet), "importing", verify)?);
    }
    report(args, &converted, &summary)?;
    let has_failed = summary.imports.as_ref().is_some_and(|imports| !imports.failed.is_empty());
    let fails = has_failed || args.check && !summary.is_complete(args.allow_warned);
    Ok(if fails { Outcome::Findings } else { Outcome::Fine })
}

fn convert_path(path: &str, request: &Request) -> anyhow::Result<Converted> {
    if path == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("standard input cannot be read")?;
        return Ok(convert_input("standard input", text, request));
    }
    let path = Path::new(path);
    let converted = if path.is_dir() { convert_folder(path, request) } else { convert_file(path, request) };
    converted.with_context(|| format!("{} cannot be read", path.display()))
}

/// Reads a mapping. Fails if it has errors.
fn read_mapping(folder: &Path, wanted: Wanted) -> anyhow::Result<Mapping> {
    let (mapping, diagnostics, sources) = super::convert_mapping::read(folder, wanted)?;
    if diagnostics.has_errors() {
        output::print_error(&report::render_to(Level::Error, &diagnostics, &sources))?;
        bail!("the mapping in {} has errors", folder.display());
    }
    Ok(mapping)
}

fn explain_line(place: &str, request: &Request) -> anyhow::Result<Outcome> {
    let (file, line) = place.rsplit_once(':').context("name a line: `--explain FILE:LINE`")?;
    let line: usize = line.parse().with_context(|| format!("`{line}` is not a line number"))?;
    let converted = convert_path(file, request)?;
    let Some(Content::Text(text)) = converted.outputs.first().map(|output| &output.content) else {
        bail!("{file} is not text");
    };
    output::print(&explain::explain(file, text, line, request.mapping))?;
    Ok(Outcome::Fine)
}

fn diff(converted: &Converted) -> String {
    let mut diffs = String::new();
    for (name, text) in convert_output::texts(converted) {
        diffs += &patch::unified(name, Some(&text.before), &text.after);
    }
    for HelperFile { name, text, .. } in &converted.helpers {
        diffs += &patch::unified(name, None, text);
    }
    diffs
}

fn report(args: &ConvertArgs, converted: &Converted, summary: &Summary) -> anyhow::Result<()> {
    if args.quiet {
        return Ok(());
    }
    // The report goes to standard output unless the code is printed there.
    let prints_code = !args.check && args.out.is_none();
    let say = |text: &str| if prints_code { output::print_error(text) } else { output::print(text) };
    match args.format {
        Format::Human if args.check => {
            let (diagnostics, sources) = findings(converted);
            say(&report::render_to(Level::Warning, &diagnostics, &sources))?;
            say(&summary.text())
        }
        Format::Human => {
            if let Some(imports) = &summary.imports {
                let (mut diagnostics, mut sources) = Default::default();
                convert_verify::findings(imports, converted, &mut diagnostics, &mut sources);
                say(&report::render_to(Level::Error, &diagnostics, &sources))?;
            }
            let hint = if prints_code && !args.diff { helpers_hint(args, converted) } else { String::new() };
            say(&(hint + &summary.text()))
        }
        Format::Json => say(&summary.json()),
        Format::Sarif | Format::Github => {
            let (mut diagnostics, mut sources) = findings(converted);
            if let Some(imports) = &summary.imports {
                convert_verify::findings(imports, converted, &mut diagnostics, &mut sources);
            }
            let path = |name: &str| path_of(&args.path, name);
            let report = Report::of_other_files(&diagnostics, &sources, &path);
            say(&if args.format == Format::Sarif { report.sarif() } else { report.github() })
        }
    }
}

/// Says how to get the helpers, if the code is only printed.
fn helpers_hint(args: &ConvertArgs, converted: &Converted) -> String {
    let hint = |file: &HelperFile| {
        let (name, path) = (&file.name, &args.path);
        format!("the code imports `{name}`: `opgen convert {path} --helpers` prints that file, `--out` writes it\n")
    };
    converted.helpers.iter().map(hint).collect()
}

/// The path from the current folder to a file of the input.
fn path_of(input: &str, name: &str) -> String {
    let input = Path::new(input);
    if input.is_dir() { with_slashes(&input.join(name)) } else { input.to_string_lossy().into_owned() }
}

fn findings(converted: &Converted) -> (Diagnostics, Sources) {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    for (name, text) in convert_output::texts(converted) {
        if text.found.is_empty() && text.unreadable.is_empty() && text.differences.is_empty() {
            continue;
        }
        let file = sources.add(SourceFile::new(name.to_owned(), text.before.clone()));
        for found in &text.found {
            for diagnostic in found.diagnostics(file) {
                diagnostics.push(diagnostic);
            }
        }
        for difference in &text.differences {
            diagnostics.push(difference.diagnostic(file));
        }
        for error in &text.unreadable {
            let span = Span { file, start: error.range.start, end: error.range.end };
            diagnostics.push(Diagnostic::new(NOT_PYTHON, span, format!("this is not Python: {}", error.message)));
        }
    }
    (diagnostics, sources)
}
