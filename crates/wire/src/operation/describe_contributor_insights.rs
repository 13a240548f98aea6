//! DescribeContributorInsights: returns the status of Contributor Insights.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{INDEX_NAME_OF_CONTROL, LISTED_TABLE_NAME};
use crate::shape::ContributorInsightsSummary;

members! {
    /// DescribeContributorInsights.
    DescribeContributorInsightsRequest = DESCRIBE_CONTRIBUTOR_INSIGHTS {
        /// The table's name.
        "TableName" table_name: String,
        /// The global secondary index. The table itself if left out.
        "IndexName" index_name: Option<String>,
    }
}

/// Response to DescribeContributorInsights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DescribeContributorInsightsResponse {
    /// The status of Contributor Insights.
    pub summary: ContributorInsightsSummary,
    /// The names of the rules, while Contributor Insights is on.
    pub contributor_insights_rule_list: Vec<String>,
    /// Epoch seconds of the last change.
    pub last_update_date_time: Option<f64>,
}

static DESCRIBE_CONTRIBUTOR_INSIGHTS: Asked =
    Asked::of("DescribeContributorInsightsInput").members(&[LISTED_TABLE_NAME, INDEX_NAME_OF_CONTROL]);

told! {
    answer DescribeContributorInsightsResponse {
        .. summary,
        "ContributorInsightsRuleList" contributor_insights_rule_list => is_empty,
        "LastUpdateDateTime" last_update_date_time,
    }
}
