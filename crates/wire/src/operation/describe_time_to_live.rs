//! DescribeTimeToLive: tells whether items expire.

use hashrange_values::Text;

use super::body::{Asked, members};
use crate::constraint::TABLE_NAME_OF_CONTROL;
use crate::shape::TimeToLiveStatus;

members! {
    /// DescribeTimeToLive.
    DescribeTimeToLiveRequest = DESCRIBE_TIME_TO_LIVE {
        /// The table's name.
        "TableName" table_name: String,
    }
}

/// Answer to DescribeTimeToLive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribeTimeToLiveResponse {
    /// On or off.
    pub status: TimeToLiveStatus,
    /// The attribute, while on.
    pub attribute_name: Option<Text>,
}

static DESCRIBE_TIME_TO_LIVE: Asked = Asked::of("DescribeTimeToLiveInput").members(&[TABLE_NAME_OF_CONTROL]);
