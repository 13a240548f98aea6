//! ListContributorInsights: lists the tables and indexes with Contributor Insights.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, Member, NEXT_TOKEN, Rule, SOME_TABLE_NAME};
use crate::shape::ContributorInsightsSummary;

members! {
    /// ListContributorInsights.
    ListContributorInsightsRequest = LIST_CONTRIBUTOR_INSIGHTS {
        /// Lists only this table and its indexes.
        "TableName" table_name: Option<String>,
        /// Maximum number of summaries to return, up to 100.
        "MaxResults" max_results: Option<u32>,
        /// The token from the previous page.
        "NextToken" next_token: Option<String>,
    }
}

/// Response to ListContributorInsights: the tables and indexes whose status is not DISABLED.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListContributorInsightsResponse {
    /// The summaries. A table precedes its indexes.
    pub contributor_insights_summaries: Vec<ContributorInsightsSummary>,
    /// The token for the next page. Absent at the end.
    pub next_token: Option<String>,
}

static LIST_CONTRIBUTOR_INSIGHTS: Asked = Asked::of("ListContributorInsightsInput").members(&[
    SOME_TABLE_NAME,
    NEXT_TOKEN,
    Member::optional("MaxResults", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(100)]),
]);

told! {
    answer ListContributorInsightsResponse {
        "ContributorInsightsSummaries" contributor_insights_summaries,
        "NextToken" next_token,
    }
}
