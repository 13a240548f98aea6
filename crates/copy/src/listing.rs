//! The names of the source's tables, from ListTables.
//!
//! Must not know the tables.

use hashrange_wire::{AnswerError, ListTablesResponse};

use crate::pages::Pages;

/// The tables of the source, page by page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    pub(crate) names: Vec<String>,
    pub(crate) last: Option<String>,
    pub(crate) pages: Pages,
}

/// The table names of a ListTables response, and its LastEvaluatedTableName.
///
/// # Errors
/// When the body is not such a response.
pub(crate) fn names(body: &str) -> Result<(Vec<String>, Option<String>), AnswerError> {
    let listed = ListTablesResponse::decode(body.as_bytes())?;
    Ok((listed.table_names, listed.last_evaluated_table_name))
}
