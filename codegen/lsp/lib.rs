//! A language server for operator YAML: the same operators, links and rules as everywhere else, on texts that may be
//! unsaved and unfinished.

mod actions;
mod capabilities;
mod complete;
mod cursor;
mod diagnostics;
mod documents;
mod edits;
mod hints;
mod hover;
mod mentions;
mod navigate;
mod outline;
mod position;
mod rename;
mod requests;
mod server;
mod transport;
mod trees;
mod uri;
mod versions;
mod view;

use std::fmt;

use project::settings::Options;
use project::{Inputs, Root};

/// How a project is read.
pub type ReadProject = fn(&Root, &Options) -> Inputs;

/// Why the server ended otherwise than the client wanted.
#[derive(Debug)]
pub enum ServeError {
    /// The client ended the connection without the usual farewell.
    NoFarewell,
    /// The first messages were not those of the protocol.
    Protocol(String),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::NoFarewell => f.write_str("the client has gone without `shutdown`"),
            ServeError::Protocol(reason) => write!(f, "the client does not speak the protocol: {reason}"),
        }
    }
}

impl std::error::Error for ServeError {}

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
