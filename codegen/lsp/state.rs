//! Everything that requests are answered from.

use crate::capabilities::Client;
use crate::documents::Documents;
use crate::trees::Trees;
use crate::versions::Bases;

/// What the server knows of the client and its projects.
pub struct State {
    pub client: Client,
    pub documents: Documents,
    pub trees: Trees,
    pub bases: Bases,
}

/// Why a request is refused, in a sentence.
pub type Refusal = String;
