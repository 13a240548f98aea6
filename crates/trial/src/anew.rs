//! Recreates a table with its items, for settings that only CreateTable accepts.
//!
//! Must not know why the table is recreated.

use std::sync::Arc;

use hashrange_values::{Item, Text};
use hashrange_wire::{
    BillingMode, CreateTableRequest, DeleteTableRequest, GlobalSecondaryIndex, LocalSecondaryIndex, Projection,
    ProvisionedThroughput, TimeToLiveSpecification, UpdateTableRequest, UpdateTimeToLiveRequest,
};

use crate::Note;
use crate::making::{Job, Make, Making, off, rated};

/// Recreates the table with another projection of a local index.
pub(crate) fn table_anew(make: &Make<'_>, local: &Text, projection: &Projection) -> Making {
    let name = make.description.table_name.clone();
    let mut jobs = Vec::new();
    if make.description.deletion_protection_enabled {
        let unprotected = UpdateTableRequest {
            table_name: name.clone(),
            deletion_protection_enabled: Some(false),
            ..UpdateTableRequest::default()
        };
        jobs.push(Job::Ask(Box::new(unprotected.into())));
    }
    jobs.push(Job::Ask(Box::new(
        DeleteTableRequest {
            table_name: name.clone(),
        }
        .into(),
    )));
    jobs.push(Job::Ask(Box::new(created(make, local, projection).into())));
    let items: Vec<Arc<Item>> = make.table.items().map(|(item, _)| Arc::clone(item)).collect();
    jobs.push(Job::Write(items));
    if let Some(attribute) = make.table.expires_by() {
        let specification = TimeToLiveSpecification {
            enabled: true,
            attribute_name: attribute.clone(),
        };
        let request = UpdateTimeToLiveRequest {
            table_name: name,
            time_to_live_specification: specification,
        };
        jobs.push(Job::Ask(Box::new(request.into())));
    }
    let mut jobs = make.at_once(off, jobs);
    jobs.extend(rates_back(make));
    Making {
        jobs,
        notes: vec![Note::TableMadeAnew],
    }
}

fn created(make: &Make<'_>, local: &Text, projection: &Projection) -> CreateTableRequest {
    let from = &make.description;
    let rate = make.table.throughput();
    let locals = from.local_secondary_indexes.iter().map(|index| LocalSecondaryIndex {
        index_name: index.index_name.clone(),
        key_schema: index.key_schema.clone(),
        projection: if index.index_name == local.as_str() {
            projection.clone()
        } else {
            index.projection.clone()
        },
    });
    let globals: Vec<GlobalSecondaryIndex> = from
        .global_secondary_indexes
        .iter()
        .map(|index| GlobalSecondaryIndex {
            index_name: index.index_name.clone(),
            key_schema: index.key_schema.clone(),
            projection: index.projection.clone(),
            provisioned_throughput: rate_of(make, &index.index_name)
                .map(|rate| make.saved(Some(&index.index_name), rate)),
            on_demand_throughput: index.on_demand_throughput,
            warm_throughput: None,
        })
        .collect();
    let vectors: Vec<_> = from.vector_indexes.iter().map(|index| index.index.clone()).collect();
    CreateTableRequest {
        table_name: from.table_name.clone(),
        attribute_definitions: from.attribute_definitions.clone(),
        key_schema: from.key_schema.clone(),
        local_secondary_indexes: Some(locals.collect()),
        global_secondary_indexes: Some(globals).filter(|globals| !globals.is_empty()),
        billing_mode: Some(if rate.is_some() {
            BillingMode::Provisioned
        } else {
            BillingMode::PayPerRequest
        }),
        provisioned_throughput: rate.map(|rate| make.saved(None, rate)),
        stream_specification: from.stream_specification,
        on_demand_throughput: from.on_demand_throughput,
        vector_indexes: Some(vectors).filter(|vectors| !vectors.is_empty()),
        ..CreateTableRequest::default()
    }
}

fn rate_of(make: &Make<'_>, index: &str) -> Option<ProvisionedThroughput> {
    make.table
        .indexes()
        .find(|known| known.definition().name == index)?
        .throughput()
}

/// The original throughput of the table and of its global indexes.
fn rates_back(make: &Make<'_>) -> Vec<Job> {
    let other = |index: Option<&str>, rate: ProvisionedThroughput| (make.saved(index, rate) != rate).then_some(rate);
    let table = make.table.throughput().and_then(|rate| other(None, rate));
    let globals = make.description.global_secondary_indexes.iter();
    let updates = globals.filter_map(|index| {
        let name = index.index_name.as_str();
        Some(rated(name, other(Some(name), rate_of(make, name)?)?))
    });
    make.put_back(table, updates.collect())
}
