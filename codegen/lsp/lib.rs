//! A language server for operator YAML. It uses the same operators, links and rules as the other commands, but on texts that may
//! be unsaved and unfinished.

#![deny(missing_docs)]

mod actions;
mod capabilities;
mod complete;
mod cursor;
mod diagnostics;
mod documents;
mod edits;
mod entry_keys;
mod hints;
mod hover;
mod mentions;
mod navigate;
mod outline;
mod position;
mod projects;
mod rename;
mod requests;
mod server;
mod state;
mod transport;
mod uri;
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
