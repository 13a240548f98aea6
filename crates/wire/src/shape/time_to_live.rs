//! Time to live: UpdateTimeToLive and DescribeTimeToLive.

use super::closed_set::closed_set;

closed_set! {
    /// Whether items expire.
    #[derive(Default)]
    TimeToLiveStatus {
        /// TTL is being enabled. Part of the shape, but never seen on the service (observed: ttl-setting-seen).
        Enabling = "ENABLING",
        /// TTL is being disabled. Part of the shape, but never seen on the service (observed: ttl-setting-seen).
        Disabling = "DISABLING",
        /// Items expire.
        Enabled = "ENABLED",
        /// Items do not expire.
        #[default]
        Disabled = "DISABLED",
    }
}
