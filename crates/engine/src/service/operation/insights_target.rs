//! The target of a Contributor Insights request: a table or a global index, and its status.
//!
//! Must not know how the status is switched.

use hashrange_values::Text;
use hashrange_wire::{ContributorInsightsSummary, ResourceNotFound, ServiceError};

use crate::state::index_life::IndexLife;
use crate::state::settings::Insights;
use crate::state::table::Table;

/// The index that a request names. Refuses local indexes, and indexes that are being allocated
/// (observed: insights-seen).
pub(crate) fn find(table: &Table, index: Option<&str>) -> Result<Option<Text>, ServiceError> {
    let Some(name) = index else { return Ok(None) };
    let found = table.global_indexes().find(|index| index.definition.name == name);
    match found.filter(|index| !matches!(index.life, IndexLife::Allocating)) {
        Some(index) => Ok(Some(index.definition.name.clone())),
        None => Err(ResourceNotFound::IndexOfInsights {
            table: table.name.clone(),
            index: name.to_owned(),
        }
        .into()),
    }
}

/// The summary of its status.
pub(crate) fn summary(table: &Table, index: Option<&Text>) -> ContributorInsightsSummary {
    let insights = insights(table, index);
    ContributorInsightsSummary {
        table_name: table.name.to_string(),
        index_name: index.map(Text::to_string),
        contributor_insights_status: insights.wire_status(),
        contributor_insights_mode: insights.mode,
    }
}

/// The setting of a table or of one of its indexes.
pub(crate) fn insights<'t>(table: &'t Table, index: Option<&Text>) -> &'t Insights {
    index
        .and_then(|index| table.index(index))
        .map_or(&table.settings.insights, |index| &index.insights)
}
