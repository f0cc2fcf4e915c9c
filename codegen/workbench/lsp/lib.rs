//! A language server for operator YAML. It uses the same operators, links and rules as the other commands, but on texts that may
//! be unsaved and unfinished.

#![deny(missing_docs)]

mod actions;
mod allow;
mod background;
mod calls;
mod capabilities;
mod complete;
mod cpp_files;
mod cpp_users;
mod cursor;
mod diagnostics;
mod documents;
mod edits;
mod entry_keys;
mod fix_all;
mod format;
mod gradient;
mod hints;
mod hover;
mod lenses;
mod mentions;
mod names;
mod navigate;
mod outline;
mod package_files;
mod pages;
mod position;
mod preview;
mod projects;
mod publish;
mod rename;
mod requests;
mod rule_comments;
mod search;
mod selection;
mod server;
mod settings_file;
mod state;
mod tokens;
mod transport;
mod uri;
mod usual;
mod versions;
mod view;

pub use projects::ReadProject;
pub use server::ServeError;

/// Serves a client over standard input and output until it sends `exit` or disconnects.
///
/// # Errors
/// The client does not follow the protocol.
pub fn serve(read: ReadProject, version: &str) -> Result<(), ServeError> {
    let (connection, writer) = transport::stdio();
    let served = server::run(connection, read, version);
    writer.finish();
    served
}
