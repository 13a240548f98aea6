//! ListTables: lists the names of the tables.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, Member, NAME, Rule};
use crate::json::Writer;

members! {
    /// ListTables.
    ListTablesRequest = LIST_TABLES {
        /// Lists only names after this one.
        "ExclusiveStartTableName" exclusive_start_table_name: Option<String>,
        /// Maximum number of names to return, up to 100.
        "Limit" limit: Option<u32>,
    }
}

/// Response to ListTables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListTablesResponse {
    /// Names in ascending order.
    pub table_names: Vec<String>,
    /// The last listed name. Absent at the end.
    pub last_evaluated_table_name: Option<String>,
}

static LIST_TABLES: Asked = Asked::of("ListTablesInput").members(&[
    Member::optional("ExclusiveStartTableName", Kind::Text).with(NAME),
    Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(100)]),
]);

impl Answer for ListTablesResponse {
    fn write(&self, out: &mut Writer) {
        out.key("TableNames");
        out.strings(self.table_names.iter().map(String::as_str));
        out.optional_text("LastEvaluatedTableName", self.last_evaluated_table_name.as_deref());
    }
}
