//! Contributor Insights, as far as its state goes: which tables and indexes have it, and in which mode.

use super::closed_set::closed_set;

closed_set! {
    /// On or off, as a request asks.
    #[derive(Default)]
    ContributorInsightsAction {
        /// On.
        #[default]
        Enable = "ENABLE",
        /// Off.
        Disable = "DISABLE",
    }
}

closed_set! {
    /// Which keys are counted.
    ContributorInsightsMode {
        /// The most accessed and the most throttled.
        AccessedAndThrottledKeys = "ACCESSED_AND_THROTTLED_KEYS",
        /// The most throttled.
        ThrottledKeys = "THROTTLED_KEYS",
    }
}

closed_set! {
    /// Where it stands.
    ContributorInsightsStatus {
        /// Being switched on.
        Enabling = "ENABLING",
        /// On.
        Enabled = "ENABLED",
        /// Being switched off.
        Disabling = "DISABLING",
        /// Off.
        Disabled = "DISABLED",
    }
}

/// Where Contributor Insights stands on a table or index: answer to UpdateContributorInsights, element of lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContributorInsightsSummary {
    /// The table's name.
    pub table_name: String,
    /// The index, unless it is about the table.
    pub index_name: Option<String>,
    /// On or off.
    pub contributor_insights_status: ContributorInsightsStatus,
    /// The mode, once one was set.
    pub contributor_insights_mode: Option<ContributorInsightsMode>,
}
