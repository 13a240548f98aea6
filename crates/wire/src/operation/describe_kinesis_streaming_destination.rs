//! DescribeKinesisStreamingDestination: tells a table's streaming destinations, of which there are none.

use super::body::{Asked, members};
use crate::constraint::LISTED_TABLE_NAME;

members! {
    /// DescribeKinesisStreamingDestination.
    DescribeKinesisStreamingDestinationRequest = DESCRIBE_STREAMING {
        /// The table's name.
        "TableName" table_name: String,
    }
}

/// Answer to DescribeKinesisStreamingDestination: no table has any here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeKinesisStreamingDestinationResponse {
    /// The table's name.
    pub table_name: String,
}

static DESCRIBE_STREAMING: Asked = Asked::of("DescribeKinesisStreamingDestinationInput").members(&[LISTED_TABLE_NAME]);
