//! DescribeContributorInsights: the status of Contributor Insights on a table or a global index.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{
    ContributorInsightsMode, DescribeContributorInsightsRequest, DescribeContributorInsightsResponse, Response,
};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::insights_target::{find, insights, summary};
use crate::state::settings::{Insights, InsightsStatus};
use crate::state::table::Table;

pub(super) fn perform(engine: &Engine, request: &DescribeContributorInsightsRequest) -> Outcome {
    let table = engine.catalogue.named(&request.table_name)?;
    let index = find(table, request.index_name.as_deref())?;
    let insights = insights(table, index.as_ref());
    let response = DescribeContributorInsightsResponse {
        summary: summary(table, index.as_ref()),
        contributor_insights_rule_list: rules(table, index.as_ref(), insights),
        last_update_date_time: insights.changed.map(Timestamp::as_epoch_seconds_f64),
    };
    Ok(Done::about(
        Response::DescribeContributorInsights(response),
        Some(table.name.clone()),
    ))
}

/// The names of the rules: partition keys and, if there are any, sort keys; most accessed and most throttled
/// (documented: contributor-insights).
fn rules(table: &Table, index: Option<&Text>, insights: &Insights) -> Vec<String> {
    if !matches!(insights.status, InsightsStatus::On | InsightsStatus::Starting) {
        return Vec::new();
    }
    let keys = index
        .and_then(|index| table.index(index))
        .map_or(&table.keys, |index| &index.definition.keys);
    let kinds: &[&str] = match (insights.mode, keys.sort.is_empty()) {
        (Some(ContributorInsightsMode::ThrottledKeys), true) => &["PKT"],
        (Some(ContributorInsightsMode::ThrottledKeys), false) => &["PKT", "SKT"],
        (_, true) => &["PKC", "PKT"],
        (_, false) => &["PKC", "PKT", "SKC", "SKT"],
    };
    let resource = index.map_or_else(|| table.name.to_string(), |index| format!("{}-{index}", table.name));
    let since = insights.since.map_or(0, Timestamp::millis);
    kinds
        .iter()
        .map(|kind| format!("DynamoDBContributorInsights-{kind}-{resource}-{since}"))
        .collect()
}
