//! DescribeContributorInsights: where Contributor Insights stands on a table or a global index.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{
    ContributorInsightsMode, ContributorInsightsSummary, DescribeContributorInsightsRequest,
    DescribeContributorInsightsResponse, Response,
};

use super::update_contributor_insights::find;
use super::{Done, Outcome};
use crate::Engine;
use crate::settings::{Insights, InsightsStatus};
use crate::table::Table;

#[inline(never)]
pub(super) fn perform(engine: &Engine, request: &DescribeContributorInsightsRequest) -> Outcome {
    let table = engine.catalogue.named(&request.table_name)?;
    let index = find(table, request.index_name.as_deref())?;
    let insights = insights(table, index.as_ref());
    let response = DescribeContributorInsightsResponse {
        summary: summary(table, index.as_ref()),
        contributor_insights_rule_list: rules(table, index.as_ref(), insights),
        last_update_date_time: insights.changed.map(Timestamp::as_epoch_seconds_f64),
    };
    Ok(Done::about(Response::DescribeContributorInsights(response), Some(table.name.clone())))
}

/// Where it stands, in short.
pub(super) fn summary(table: &Table, index: Option<&Text>) -> ContributorInsightsSummary {
    let insights = insights(table, index);
    ContributorInsightsSummary {
        table_name: table.name.to_string(),
        index_name: index.map(Text::to_string),
        contributor_insights_status: insights.wire_status(),
        contributor_insights_mode: insights.mode,
    }
}

fn insights<'t>(table: &'t Table, index: Option<&Text>) -> &'t Insights {
    index.and_then(|index| table.index(index)).map_or(&table.settings.insights, |index| &index.insights)
}

/// The rules' names: partition keys and, where there is one, sort keys; most accessed and most throttled (documented).
fn rules(table: &Table, index: Option<&Text>, insights: &Insights) -> Vec<String> {
    if !matches!(insights.status, InsightsStatus::On | InsightsStatus::Starting) {
        return Vec::new();
    }
    let keys = index.and_then(|index| table.index(index)).map_or(&table.keys, |index| &index.definition.keys);
    let kinds: &[&str] = match (insights.mode, keys.sort.is_empty()) {
        (Some(ContributorInsightsMode::ThrottledKeys), true) => &["PKT"],
        (Some(ContributorInsightsMode::ThrottledKeys), false) => &["PKT", "SKT"],
        (_, true) => &["PKC", "PKT"],
        (_, false) => &["PKC", "PKT", "SKC", "SKT"],
    };
    let resource = index.map_or_else(|| table.name.to_string(), |index| format!("{}-{index}", table.name));
    let since = insights.since.map_or(0, Timestamp::millis);
    kinds.iter().map(|kind| format!("DynamoDBContributorInsights-{kind}-{resource}-{since}")).collect()
}
