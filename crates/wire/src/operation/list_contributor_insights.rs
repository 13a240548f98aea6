//! ListContributorInsights: tells where Contributor Insights is on.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, Member, NEXT_TOKEN, Rule, SOME_TABLE_NAME};
use crate::json::{Writer, objects};
use crate::shape::ContributorInsightsSummary;

members! {
    /// ListContributorInsights.
    ListContributorInsightsRequest = LIST_CONTRIBUTOR_INSIGHTS {
        /// One table only.
        "TableName" table_name: Option<String>,
        /// Most summaries to answer with, 100 at most.
        "MaxResults" max_results: Option<u32>,
        /// Where to go on.
        "NextToken" next_token: Option<String>,
    }
}

/// Answer to ListContributorInsights: tables and indexes where it is not off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListContributorInsightsResponse {
    /// Tables before their indexes.
    pub contributor_insights_summaries: Vec<ContributorInsightsSummary>,
    /// Where to go on; absent at the end.
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
        objects(out, &self.contributor_insights_summaries, |out, summary| summary.write(out));
        out.optional_text("NextToken", self.next_token.as_deref());
    }
}
