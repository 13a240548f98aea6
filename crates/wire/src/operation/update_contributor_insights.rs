//! UpdateContributorInsights: switches Contributor Insights on or off.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{INDEX_NAME_OF_CONTROL, Kind, LISTED_TABLE_NAME, Member, Rule};
use crate::shape::{ContributorInsightsAction, ContributorInsightsMode, ContributorInsightsSummary};

members! {
    /// UpdateContributorInsights.
    UpdateContributorInsightsRequest = UPDATE_CONTRIBUTOR_INSIGHTS {
        /// The table's name.
        "TableName" table_name: String,
        /// The global secondary index. The table itself if left out.
        "IndexName" index_name: Option<String>,
        /// On or off.
        "ContributorInsightsAction" contributor_insights_action: ContributorInsightsAction,
        /// The mode. `ACCESSED_AND_THROTTLED_KEYS` if left out.
        "ContributorInsightsMode" contributor_insights_mode: Option<ContributorInsightsMode>,
    }
}

static UPDATE_CONTRIBUTOR_INSIGHTS: Asked = Asked::of("UpdateContributorInsightsInput").members(&[
    LISTED_TABLE_NAME,
    INDEX_NAME_OF_CONTROL,
    Member::required("ContributorInsightsAction", Kind::Text).with(&[Rule::OneOf(ContributorInsightsAction::WORDS)]),
    Member::optional("ContributorInsightsMode", Kind::Text).with(&[Rule::OneOf(ContributorInsightsMode::WORDS)]),
]);

told! {
    part answer ContributorInsightsSummary {
        "TableName" table_name,
        "IndexName" index_name,
        "ContributorInsightsStatus" contributor_insights_status,
        "ContributorInsightsMode" contributor_insights_mode,
    }
}
