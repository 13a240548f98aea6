//! What requests about Contributor Insights name: a table or a global index, and where that stands.
//!
//! Must not know how it is switched.

use hashrange_values::Text;
use hashrange_wire::{ContributorInsightsSummary, ResourceNotFound, ServiceError};

use crate::state::index_life::IndexLife;
use crate::state::settings::Insights;
use crate::state::table::Table;

/// The index a request names. Local ones have no Contributor Insights, new ones not yet (observed).
pub(crate) fn find(table: &Table, index: Option<&str>) -> Result<Option<Text>, ServiceError> {
    let Some(name) = index else { return Ok(None) };
    let found = table.global_indexes().find(|index| index.definition.name == name);
    match found.filter(|index| !matches!(index.life, IndexLife::Allocating)) {
        Some(index) => Ok(Some(index.definition.name.clone())),
        None => Err(ResourceNotFound::IndexOfInsights { table: table.name.clone(), index: name.to_owned() }.into()),
    }
}

/// Where it stands, in short.
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
    index.and_then(|index| table.index(index)).map_or(&table.settings.insights, |index| &index.insights)
}
