//! DeleteTable: deletes a table, its items and its indexes.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::TABLE_NAME_OF_CONTROL;
use crate::json::Writer;
use crate::json::answer::table::table;
use crate::shape::TableDescription;

members! {
    /// DeleteTable.
    DeleteTableRequest = DELETE_TABLE {
        /// The table's name.
        "TableName" table_name: String,
    }
}

/// Response to DeleteTable.
#[derive(Clone, Debug, PartialEq)]
pub struct DeleteTableResponse {
    /// The description of the table.
    pub table_description: Box<TableDescription>,
}

static DELETE_TABLE: Asked = Asked::of("DeleteTableInput").members(&[TABLE_NAME_OF_CONTROL]);

impl Answer for DeleteTableResponse {
    fn write(&self, out: &mut Writer) {
        table(out, "TableDescription", &self.table_description);
    }
}
