//! Time to live: UpdateTimeToLive and DescribeTimeToLive.

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
