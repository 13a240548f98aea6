//! DescribeTimeToLive: reports whether items expire.

use hashrange_values::Text;

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::TABLE_NAME_OF_CONTROL;
use crate::json::Writer;
use crate::shape::TimeToLiveStatus;

members! {
    /// DescribeTimeToLive.
    DescribeTimeToLiveRequest = DESCRIBE_TIME_TO_LIVE {
        /// The table's name.
        "TableName" table_name: String,
    }
}

/// Response to DescribeTimeToLive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribeTimeToLiveResponse {
    /// The status of TTL.
    pub status: TimeToLiveStatus,
    /// The TTL attribute, while TTL is on.
    pub attribute_name: Option<Text>,
}

static DESCRIBE_TIME_TO_LIVE: Asked = Asked::of("DescribeTimeToLiveInput").members(&[TABLE_NAME_OF_CONTROL]);

impl Answer for DescribeTimeToLiveResponse {
    fn write(&self, out: &mut Writer) {
        out.key("TimeToLiveDescription");
        out.object(|out| {
            out.text_member("TimeToLiveStatus", self.status.as_str());
            out.optional_text("AttributeName", self.attribute_name.as_deref());
        });
    }
}
