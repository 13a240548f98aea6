//! ListContributorInsights: lists the tables and indexes with Contributor Insights.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, Member, NEXT_TOKEN, Rule, SOME_TABLE_NAME};
use crate::json::{Writer, objects};
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

impl Answer for ListContributorInsightsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("ContributorInsightsSummaries");
        objects(out, &self.contributor_insights_summaries, |out, summary| {
            summary.write(out);
        });
        out.optional_text("NextToken", self.next_token.as_deref());
    }
}
