//! A language server for operator YAML: the same operators, links and rules as everywhere else, on texts that may be
//! unsaved and unfinished.

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
mod rename;
mod requests;
mod server;
mod state;
mod transport;
mod trees;
mod uri;
mod versions;
mod view;

pub use server::ServeError;
pub use trees::ReadProject;

/// Serves a client over standard input and output until it says `exit` or ends.
///
/// # Errors
/// The client does not follow the protocol.
pub fn serve(read: ReadProject, version: &str) -> Result<(), ServeError> {
    let (connection, writer) = transport::stdio();
    let served = server::run(connection, read, version);
    writer.finish();
    served
}
