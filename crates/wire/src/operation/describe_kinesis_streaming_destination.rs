//! DescribeKinesisStreamingDestination: lists a table's streaming destinations. The list is always empty.

use super::body::{Asked, members};
use super::told::{NoElements, told};
use crate::constraint::LISTED_TABLE_NAME;

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

told! {
    answer DescribeKinesisStreamingDestinationResponse {
        "TableName" table_name,
        "KinesisDataStreamDestinations" = NoElements,
    }
}
