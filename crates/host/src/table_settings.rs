//! The definition of an existing table, and the requests for the settings that CreateTable does not take.
//!
//! Must not know formats.

use hashrange_engine::{Engine, TableView};
use hashrange_files::{Insights, TableDefinition};
use hashrange_values::Text;
use hashrange_wire::{
    ContributorInsightsAction, PointInTimeRecoverySpecification, Request, TableDescription, TimeToLiveSpecification,
    UpdateContinuousBackupsRequest, UpdateContributorInsightsRequest, UpdateTimeToLiveRequest,
};

/// The definition of an existing table, with the settings that its description omits.
pub(crate) fn definition_of(engine: &Engine, table: TableView<'_>, description: &TableDescription) -> TableDefinition {
    let backups = engine.continuous_backups(table.name());
    let mut definition = TableDefinition::of(
        description,
        table.tags(),
        table.policy(engine.now()),
        table.expires_by().map(Text::as_str),
        backups.and_then(|backups| {
            backups
                .point_in_time_recovery
                .map(|recovery| recovery.recovery_period_in_days)
        }),
    );
    // The managed key is the same for every table of an account: a request that creates a table does not name it.
    if let Some(encryption) = definition
        .create
        .sse_specification
        .as_mut()
        .filter(|_| table.has_managed_key())
    {
        encryption.kms_master_key_id = None;
    }
    let indexes = description
        .global_secondary_indexes
        .iter()
        .map(|index| Some(&index.index_name));
    for index in std::iter::once(None).chain(indexes) {
        let name = index.map(|name| name.as_str());
        if table.contributor_insights(name) {
            let mode = table.contributor_insights_mode(name);
            let index = name.map(Text::from);
            definition.insights.push(Insights { index, mode });
        }
    }
    definition
}

/// The requests for the settings that CreateTable does not take, in the order in which the service accepts them.
pub(crate) fn later_requests(definition: &TableDefinition) -> Vec<Request> {
    let table_name = definition.create.table_name.to_string();
    let mut requests = Vec::new();
    if let Some(attribute) = &definition.time_to_live {
        let time_to_live_specification = TimeToLiveSpecification {
            enabled: true,
            attribute_name: attribute.clone(),
        };
        requests.push(Request::from(UpdateTimeToLiveRequest {
            table_name: table_name.clone(),
            time_to_live_specification,
        }));
    }
    if definition.point_in_time_recovery {
        let point_in_time_recovery_specification = PointInTimeRecoverySpecification {
            point_in_time_recovery_enabled: true,
            recovery_period_in_days: definition.recovery_days,
        };
        requests.push(Request::from(UpdateContinuousBackupsRequest {
            table_name: table_name.clone(),
            point_in_time_recovery_specification,
        }));
    }
    for insights in &definition.insights {
        requests.push(Request::from(UpdateContributorInsightsRequest {
            table_name: table_name.clone(),
            index_name: insights.index.as_ref().map(Text::to_string),
            contributor_insights_action: ContributorInsightsAction::Enable,
            contributor_insights_mode: insights.mode,
        }));
    }
    requests
}
