//! DescribeContributorInsights: returns the status of Contributor Insights.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{INDEX_NAME_OF_CONTROL, LISTED_TABLE_NAME};
use crate::json::Writer;
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
#[derive(Clone, Debug, PartialEq)]
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

impl Answer for DescribeContributorInsightsResponse {
    fn write(&self, out: &mut Writer) {
        self.summary.write(out);
        if !self.contributor_insights_rule_list.is_empty() {
            out.key("ContributorInsightsRuleList");
            out.strings(self.contributor_insights_rule_list.iter().map(String::as_str));
        }
        out.optional_decimal("LastUpdateDateTime", self.last_update_date_time);
    }
}
