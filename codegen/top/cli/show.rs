//! `opgen show`: shows an operator with everything that is derived from it.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use opgen::{driver, show};

use super::detail::Detail;
use super::full;
use super::outcome::Outcome;
use super::output;
use super::progress;
use super::root_args::RootArgs;

/// Show an operator with everything that is derived from it
#[derive(Args)]
pub struct ShowArgs {
    /// The operator's name, the name of one of its functions, or its name in saved programs
    op: String,
    #[command(flatten)]
    root: RootArgs,
    /// Also show what the C++ headers in this folder declare: the folder `paddle/include` of an installed framework. The C++
    /// sources of a tree are always shown
    #[arg(long, value_name = "DIR")]
    include: Option<PathBuf>,
    /// The format of the facts
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// The same as `--format json`
    #[arg(long, hide = true, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for people
    Human,
    /// A JSON array of operators
    Json,
}

pub fn run(args: &ShowArgs) -> anyhow::Result<Outcome> {
    let (root, detail) = (args.root.root(Detail::Brief)?, Detail::Brief);
    let project = progress::during(detail, "reading", || driver::read(&root, &args.root.options()).analyse());
    output::refuse_empty(&project)?;
    output::print_error(&output::report(&project, Detail::Quiet))?;
    let found = progress::during(detail, "searching", || show::find(&project, &args.op));
    // A name that the YAML does not have may be that of a function in C++.
    let is_known = found.is_ok();
    let (mut shown, help) = match found {
        Ok(found) => (found, None),
        Err(help) => (show::all(&project).into_iter().map(|(_, op)| op).collect(), help),
    };
    progress::during(detail, "reading C++", || full::add_cpp(&mut shown, &project, &root, args.include.as_deref()))?;
    shown.retain(|op| is_known || op.mentions(&args.op));
    if shown.is_empty() {
        let help = help.map_or(String::new(), |help| format!("; {help}"));
        bail!("there is no operator `{}`{help}", args.op);
    }
    output::print(&match args.json || args.format == Format::Json {
        true => serde_json::to_string_pretty(&shown)? + "\n",
        false => show::text(&shown, output::width()),
    })?;
    Ok(Outcome::Fine)
}
