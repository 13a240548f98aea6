//! Time to live: UpdateTimeToLive and DescribeTimeToLive.

use hashrange_values::Text;

use super::closed_set::closed_set;

closed_set! {
    /// Whether items expire.
    TimeToLiveStatus {
        /// Being switched on. Known to the shape; never seen on the service (observed).
        Enabling = "ENABLING",
        /// Being switched off. Known to the shape; never seen on the service (observed).
        Disabling = "DISABLING",
        /// Items expire.
        Enabled = "ENABLED",
        /// They do not.
        Disabled = "DISABLED",
    }
}

/// DescribeTimeToLive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeTimeToLiveRequest {
    /// The table's name.
    pub table_name: String,
}

/// Answer to DescribeTimeToLive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribeTimeToLiveResponse {
    /// On or off.
    pub status: TimeToLiveStatus,
    /// The attribute, while on.
    pub attribute_name: Option<Text>,
}
