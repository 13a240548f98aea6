//! DescribeKinesisStreamingDestination: lists a table's streaming destinations. The list is always empty.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::LISTED_TABLE_NAME;
use crate::json::Writer;

members! {
    /// DescribeKinesisStreamingDestination.
    DescribeKinesisStreamingDestinationRequest = DESCRIBE_STREAMING {
        /// The table's name.
        "TableName" table_name: String,
    }
}

/// Response to DescribeKinesisStreamingDestination. No table has a destination here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeKinesisStreamingDestinationResponse {
    /// The table's name.
    pub table_name: String,
}

static DESCRIBE_STREAMING: Asked = Asked::of("DescribeKinesisStreamingDestinationInput").members(&[LISTED_TABLE_NAME]);

impl Answer for DescribeKinesisStreamingDestinationResponse {
    fn write(&self, out: &mut Writer) {
        out.text_member("TableName", &self.table_name);
        out.key("KinesisDataStreamDestinations");
        out.list(|_| {});
    }
}
