//! Contributor Insights: only its status and mode for each table and index.

use super::closed_set::closed_set;

closed_set! {
    /// The requested change.
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
    /// The status of Contributor Insights.
    #[derive(Default)]
    ContributorInsightsStatus {
        /// Being switched on.
        Enabling = "ENABLING",
        /// On.
        Enabled = "ENABLED",
        /// Being switched off.
        Disabling = "DISABLING",
        /// Off.
        #[default]
        Disabled = "DISABLED",
    }
}

/// The status of Contributor Insights on a table or index: response to UpdateContributorInsights, element of lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContributorInsightsSummary {
    /// The table's name.
    pub table_name: String,
    /// The index. `None` for the table itself.
    pub index_name: Option<String>,
    /// The status.
    pub contributor_insights_status: ContributorInsightsStatus,
    /// The mode, once one was set.
    pub contributor_insights_mode: Option<ContributorInsightsMode>,
}
