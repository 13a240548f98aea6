//! A table from DescribeTable, for callers that create an equal one elsewhere.
//!
//! Must not know items.

use hashrange_wire::AnswerError;

use crate::definition::Described;

/// A table of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableOf {
    /// Its name.
    pub name: String,
    /// Whether it and all its indexes are ACTIVE.
    pub is_active: bool,
    /// The body of a CreateTable that creates a table of equal schema and throughput.
    pub creation: String,
}

/// Reads a response of DescribeTable.
///
/// # Errors
/// When the body is not such a response.
pub fn table_of(body: &str) -> Result<TableOf, AnswerError> {
    let described = Described::read(body)?;
    Ok(TableOf {
        name: described.table.table_name.clone(),
        is_active: described.is_active(),
        creation: described.creation(false),
    })
}
