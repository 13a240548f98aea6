//! ListTables: lists the names of the tables.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, Member, NAME, Rule};

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

told! {
    answer ListTablesResponse ["TableNames"] {
        "TableNames" table_names,
        "LastEvaluatedTableName" last_evaluated_table_name,
    }
}
