//! The definition of an existing table, and the requests for the settings that CreateTable does not take.
//!
//! Must not know formats.

use hashrange_engine::{Engine, TableView};
use hashrange_files::{Insights, TableDefinition};
use hashrange_values::Text;
use hashrange_wire::{
    ContributorInsightsAction, Request, TableDescription, UpdateContributorInsightsRequest, encode_request,
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

/// The requests for the settings that CreateTable does not take, in the order in which the service accepts them: operations
/// with their bodies.
pub(crate) fn later_requests(definition: &TableDefinition) -> Vec<(&'static str, String)> {
    let name = definition.create.table_name.as_str();
    let mut requests = Vec::new();
    if let Some(attribute) = &definition.time_to_live {
        requests.push(("UpdateTimeToLive", ttl(name, attribute)));
    }
    if definition.point_in_time_recovery {
        requests.push(("UpdateContinuousBackups", recovery(name, definition.recovery_days)));
    }
    for insights in &definition.insights {
        requests.push(("UpdateContributorInsights", encode_request(&switch_on(name, insights))));
    }
    requests
}

/// The request that switches on Contributor Insights.
fn switch_on(table: &str, insights: &Insights) -> Request {
    Request::from(UpdateContributorInsightsRequest {
        table_name: table.to_owned(),
        index_name: insights.index.as_ref().map(Text::to_string),
        contributor_insights_action: ContributorInsightsAction::Enable,
        contributor_insights_mode: insights.mode,
    })
}

/// The body of the request that sets the expiry attribute.
fn ttl(table: &str, attribute: &str) -> String {
    let [table, attribute] = [table, attribute].map(|text| serde_json::Value::String(text.to_owned()));
    format!(r#"{{"TableName":{table},"TimeToLiveSpecification":{{"AttributeName":{attribute},"Enabled":true}}}}"#)
}

/// The body of the request that enables point-in-time recovery, for these days or the most.
fn recovery(table: &str, days: Option<u32>) -> String {
    let table = serde_json::Value::String(table.to_owned());
    let days = days
        .map(|days| format!(r#","RecoveryPeriodInDays":{days}"#))
        .unwrap_or_default();
    format!(r#"{{"TableName":{table},"PointInTimeRecoverySpecification":{{"PointInTimeRecoveryEnabled":true{days}}}}}"#)
}
