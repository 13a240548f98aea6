//! A request that comes with a sample. Must not know which samples exist.

use hashrange_wire::Operation;

/// A request worth trying on a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedRequest {
    /// Its question, in the user's words.
    pub title: &'static str,
    /// The operation.
    pub operation: Operation,
    /// The request as DynamoDB JSON.
    pub body_json: String,
}
