//! DescribeTimeToLive: reports whether items expire.

use hashrange_values::Text;

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::TABLE_NAME_OF_CONTROL;
use crate::shape::TimeToLiveStatus;

members! {
    /// DescribeTimeToLive.
    DescribeTimeToLiveRequest = DESCRIBE_TIME_TO_LIVE {
        /// The table's name.
        "TableName" table_name: String,
    }
}

/// Response to DescribeTimeToLive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeTimeToLiveResponse {
    /// The status of TTL.
    pub status: TimeToLiveStatus,
    /// The TTL attribute, while TTL is on.
    pub attribute_name: Option<Text>,
}

static DESCRIBE_TIME_TO_LIVE: Asked = Asked::of("DescribeTimeToLiveInput").members(&[TABLE_NAME_OF_CONTROL]);

told! {
    answer DescribeTimeToLiveResponse in "TimeToLiveDescription" {
        "TimeToLiveStatus" status,
        "AttributeName" attribute_name,
    }
}
