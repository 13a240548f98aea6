//! DescribeTable: returns the description of a table.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::TABLE_NAME_OF_CONTROL;
use crate::json::Writer;
use crate::json::answer::table::table;
use crate::shape::TableDescription;

members! {
    /// DescribeTable: returns the description of a table.
    DescribeTableRequest = DESCRIBE_TABLE {
        /// Table to describe.
        "TableName" table_name: String,
    }
}

/// Response to DescribeTable.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeTableResponse {
    /// The table.
    pub table: Box<TableDescription>,
}

static DESCRIBE_TABLE: Asked = Asked::of("DescribeTableInput").members(&[TABLE_NAME_OF_CONTROL]);

impl Answer for DescribeTableResponse {
    fn write(&self, out: &mut Writer) {
        table(out, "Table", &self.table);
    }
}
