//! Statements of PartiQL while they are typed: the table, or the error at its position; and the words for an editor.
//!
//! Must not know who edits a statement, nor how an error is shown.

use hashrange_partiql::{Statement, parse};
pub use hashrange_partiql::{functions, keywords, quoted, written};
use hashrange_values::AttributeValue;

/// The error of a statement, which does not depend on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementFault {
    /// First byte in the text.
    pub from: usize,
    /// One past the last byte.
    pub to: usize,
    /// The service's message.
    pub message: String,
}

/// Reads a statement as the service does. Returns the name of its table.
///
/// # Errors
/// The first error that the service reports without a table.
pub fn table_of_statement(text: &str, parameters: &[AttributeValue]) -> Result<String, StatementFault> {
    let statement = parse(text, parameters).map_err(|error| StatementFault {
        from: error.span.start,
        to: error.span.end,
        message: error.to_string(),
    })?;
    Ok(match statement {
        Statement::Select(select) | Statement::Exists(select) => select.source.table,
        Statement::Insert(insert) => insert.table,
        Statement::Update(update) => update.table,
        Statement::Delete(delete) => delete.table,
    }
    .into_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_has_a_table_or_an_error_at_its_position() {
        let table = |text: &str| table_of_statement(text, &[AttributeValue::Null]);
        for text in [
            "SELECT * FROM \"Thread\".\"LastPostIndex\"",
            "INSERT INTO \"Thread\" VALUE {'a': ?}",
            "UPDATE \"Thread\" SET a = 1 WHERE b = ?",
            "DELETE FROM \"Thread\" WHERE b = ?",
            "EXISTS(SELECT * FROM \"Thread\" WHERE b = ?)",
        ] {
            assert_eq!(table(text).as_deref(), Ok("Thread"), "{text}");
        }
        let fault = table("SELECT *\nFROM t WHERE starts_with(a, 'x')").expect_err("an error");
        assert_eq!((fault.from, fault.to), (22, 33));
        assert!(fault.message.ends_with("at 2:14:11"), "{}", fault.message);
        assert!(table("SELECT * FROM t WHERE a = ? AND b = ?").is_err());
    }
}
