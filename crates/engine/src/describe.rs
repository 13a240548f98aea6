//! How a table describes itself: the answer of CreateTable, DescribeTable and DeleteTable.
//!
//! Counts and sizes are those of the moment; the service refreshes its own about every six hours (documented).

use hashrange_wire::{
    AttributeDefinition, BillingMode, BillingModeSummary, GlobalSecondaryIndexDescription,
    LocalSecondaryIndexDescription, Projection, ProvisionedThroughput, ProvisionedThroughputDescription,
    TableDescription,
};

use crate::engine::EngineOptions;
use crate::table::{Index, Table};

/// The table as it stands.
pub(crate) fn describe(table: &Table, options: &EngineOptions) -> TableDescription {
    let arn = table_arn(&table.name, options);
    // Definitions and projected names are answered sorted, indexes in the order of the request (observed).
    let mut attribute_definitions: Vec<AttributeDefinition> = table.request.attribute_definitions.clone();
    hashrange_values::sort_by(&mut attribute_definitions, |a, b| a.attribute_name.cmp(&b.attribute_name));
    let on_demand = table.billing == BillingMode::PayPerRequest;
    TableDescription {
        table_name: table.name.to_string(),
        attribute_definitions,
        key_schema: table.request.key_schema.clone(),
        table_status: table.status,
        creation_date_time: table.created.as_epoch_seconds_f64(),
        provisioned_throughput: describe_throughput(table.throughput),
        billing_mode_summary: on_demand.then(|| BillingModeSummary {
            billing_mode: table.billing,
            last_update_to_pay_per_request_date_time: Some(table.created.as_epoch_seconds_f64()),
        }),
        table_size_bytes: table.items.bytes(),
        item_count: table.items.len() as u64,
        local_secondary_indexes: local_descriptions(table, &arn),
        global_secondary_indexes: global_descriptions(table, &arn),
        table_arn: arn,
        table_id: table.id.clone(),
        deletion_protection_enabled: table.deletion_protected,
    }
}

fn local_descriptions(table: &Table, arn: &str) -> Vec<LocalSecondaryIndexDescription> {
    let requested = table.request.local_secondary_indexes.iter().flatten();
    requested
        .filter_map(|request| {
            let index = table.index(&request.index_name)?;
            Some(LocalSecondaryIndexDescription {
                index_name: request.index_name.clone(),
                key_schema: request.key_schema.clone(),
                projection: sorted(&request.projection),
                index_size_bytes: index.entries.bytes(),
                item_count: index.entries.len() as u64,
                index_arn: index_arn(arn, index),
            })
        })
        .collect()
}

fn global_descriptions(table: &Table, arn: &str) -> Vec<GlobalSecondaryIndexDescription> {
    let requested = table.request.global_secondary_indexes.iter().flatten();
    requested
        .filter_map(|request| {
            let index = table.index(&request.index_name)?;
            Some(GlobalSecondaryIndexDescription {
                index_name: request.index_name.clone(),
                key_schema: request.key_schema.clone(),
                projection: sorted(&request.projection),
                index_status: index.status,
                // Never present for an index made with its table (observed).
                backfilling: None,
                provisioned_throughput: describe_throughput(index.throughput),
                index_size_bytes: index.entries.bytes(),
                item_count: index.entries.len() as u64,
                index_arn: index_arn(arn, index),
            })
        })
        .collect()
}

fn sorted(projection: &Projection) -> Projection {
    let mut projection = projection.clone();
    if let Some(names) = &mut projection.non_key_attributes {
        hashrange_values::sort(names);
    }
    projection
}

fn describe_throughput(throughput: Option<ProvisionedThroughput>) -> ProvisionedThroughputDescription {
    ProvisionedThroughputDescription {
        read_capacity_units: throughput.map_or(0, |rate| rate.read_capacity_units),
        write_capacity_units: throughput.map_or(0, |rate| rate.write_capacity_units),
        ..ProvisionedThroughputDescription::default()
    }
}

fn table_arn(name: &str, options: &EngineOptions) -> String {
    format!("arn:aws:dynamodb:{}:{}:table/{name}", options.region, options.account)
}

fn index_arn(table_arn: &str, index: &Index) -> String {
    format!("{table_arn}/index/{}", index.definition.name)
}
