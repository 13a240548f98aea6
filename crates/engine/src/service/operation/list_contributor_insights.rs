//! ListContributorInsights: tables and indexes where Contributor Insights is not off. A table precedes its indexes
//! (observed: insights-seen).

use hashrange_wire::{
    ContributorInsightsStatus, ContributorInsightsSummary, ListContributorInsightsRequest,
    ListContributorInsightsResponse, Response,
};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::insights_target::summary;
use crate::state::table::Table;

/// The maximum number of summaries on a page (documented: api-model).
const MOST: usize = 100;

pub(super) fn perform(engine: &Engine, request: &ListContributorInsightsRequest) -> Outcome {
    let mut all = Vec::new();
    let table = match &request.table_name {
        Some(name) => {
            let table = engine.catalogue.named(name)?;
            all.extend(of_table(table));
            Some(table.name.clone())
        }
        None => {
            all.extend(engine.catalogue.iter().flat_map(of_table));
            None
        }
    };
    // A token is the number of summaries returned before. An invalid one means the start.
    let from = request
        .next_token
        .as_ref()
        .and_then(|token| token.parse::<usize>().ok())
        .unwrap_or(0);
    let most = request.max_results.map_or(MOST, |asked| MOST.min(asked as usize));
    let next = from.saturating_add(most);
    let response = ListContributorInsightsResponse {
        next_token: (next < all.len()).then(|| next.to_string()),
        contributor_insights_summaries: all.into_iter().skip(from).take(most).collect(),
    };
    Ok(Done::about(Response::ListContributorInsights(response), table))
}

fn of_table(table: &Table) -> impl Iterator<Item = ContributorInsightsSummary> {
    let indexes = table
        .global_indexes()
        .map(|index| summary(table, Some(&index.definition.name)));
    let all = std::iter::once(summary(table, None)).chain(indexes);
    all.filter(|summary| summary.contributor_insights_status != ContributorInsightsStatus::Disabled)
}
