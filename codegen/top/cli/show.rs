//! `opgen show`: shows an operator with everything that is derived from it.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use opgen::describe;
use opgen::driver::frameworks;
use opgen::project::NotFound;

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
    let include = args.include.as_deref();
    full::check_include(include, "show")?;
    let project = progress::during(detail, "reading", || frameworks::read(&root, &args.root.options()).analyse());
    output::refuse_empty(&project)?;
    output::print_error(&output::report(&project, Detail::Quiet))?;
    let found = progress::during(detail, "searching", || project.find(&args.op, &root, include));
    let found = found.map_err(|NotFound { near }| {
        let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        anyhow!("there is no operator `{}`{help}", args.op)
    })?;
    output::print(&match args.json || args.format == Format::Json {
        true => describe::json(&found),
        false => describe::text(found.iter().map(|found| &found.operator), output::width()),
    })?;
    Ok(Outcome::Fine)
}
