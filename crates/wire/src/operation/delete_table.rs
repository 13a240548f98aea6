//! DeleteTable: deletes a table, its items and its indexes.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::TABLE_NAME_OF_CONTROL;
use crate::shape::TableDescription;

members! {
    /// DeleteTable.
    DeleteTableRequest = DELETE_TABLE {
        /// The table's name.
        "TableName" table_name: String,
    }
}

/// Response to DeleteTable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeleteTableResponse {
    /// The description of the table.
    pub table_description: Box<TableDescription>,
}

static DELETE_TABLE: Asked = Asked::of("DeleteTableInput").members(&[TABLE_NAME_OF_CONTROL]);

told! {
    answer DeleteTableResponse ["TableDescription"] {
        "TableDescription" table_description,
    }
}
