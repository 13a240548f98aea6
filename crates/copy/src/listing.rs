//! The names of the source's tables, from ListTables.
//!
//! Must not know the tables.

use serde_json::Value;

/// The tables of the source, page by page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    pub(crate) names: Vec<String>,
    pub(crate) last: Option<String>,
}

/// The table names of a ListTables response, and its LastEvaluatedTableName.
///
/// # Errors
/// When the body is not such a response.
pub(crate) fn names(body: &str) -> Result<(Vec<String>, Option<String>), serde_json::Error> {
    let answer: Value = serde_json::from_str(body)?;
    let names = answer.get("TableNames").cloned().unwrap_or_default();
    let last = answer
        .get("LastEvaluatedTableName")
        .and_then(Value::as_str)
        .map(str::to_owned);
    Ok((serde_json::from_value(names)?, last))
}
