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
mod described;
mod described_requests;
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
mod located;
mod mentions;
mod names;
mod navigate;
mod offer;
mod outline;
pub mod own;
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

pub use described::FindFramework;
pub use own::Reader;
pub use server::ServeError;

/// Serves a client over standard input and output until it sends `exit` or disconnects. Projects of frameworks that `find` finds
/// are served by what they say of their operators; `reader` reads all others.
///
/// # Errors
/// The client does not follow the protocol.
pub fn serve(reader: Reader, find: FindFramework, version: &str) -> Result<(), ServeError> {
    let (connection, writer) = transport::stdio();
    let served = serve_connection(connection, reader, find, version);
    writer.finish();
    served
}

/// The same over any connection, such as one in memory.
///
/// # Errors
/// The client does not follow the protocol.
pub fn serve_connection(
    connection: lsp_server::Connection,
    reader: Reader,
    find: FindFramework,
    version: &str,
) -> Result<(), ServeError> {
    server::run(connection, reader, find, version)
}
