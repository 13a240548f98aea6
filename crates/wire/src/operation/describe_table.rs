//! DescribeTable: returns the description of a table.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::TABLE_NAME_OF_CONTROL;
use crate::shape::TableDescription;

members! {
    /// DescribeTable: returns the description of a table.
    DescribeTableRequest = DESCRIBE_TABLE {
        /// Table to describe.
        "TableName" table_name: String,
    }
}

/// Response to DescribeTable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DescribeTableResponse {
    /// The table.
    pub table: Box<TableDescription>,
}

static DESCRIBE_TABLE: Asked = Asked::of("DescribeTableInput").members(&[TABLE_NAME_OF_CONTROL]);

told! {
    answer DescribeTableResponse ["Table"] {
        "Table" table,
    }
}
