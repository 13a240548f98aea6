//! CreateTable: checks the definition against itself and the account, and starts the creation of the table.

use hashrange_time::Random;
use hashrange_values::Text;
use hashrange_wire::{
    CreateTableRequest, CreateTableResponse, LimitExceeded, ResourceInUse, Response, ServiceError, TableDescription,
    WarmStatus, table_name_of,
};

use crate::rules::outcome::{Done, Outcome};
use crate::rules::{describe, rate_checks, schema, setting_checks};
use crate::service::background::lifecycle;
use crate::service::engine::Engine;
use crate::state::definition::TableDefinition;
use crate::state::log::event::EventKind;
use crate::state::policy_slot::PolicySlot;
use crate::state::settings::Tags;
use crate::state::shared_state::SharedState;
use crate::state::table::{Stage, Table};
use crate::state::throughput::Throughput;

pub(super) fn perform(engine: &mut Engine, request: CreateTableRequest) -> Outcome {
    let name = Text::from(table_name_of(&request.table_name));
    let mut definition = schema::define(&request, &engine.shared.options.limits)?;
    setting_checks::created(&request, &definition, &engine.shared.options)?;
    check_account(engine, &name, &definition)?;
    warm(&request, &mut definition);
    let shared = &mut engine.shared;
    shared.tables_made += 1;
    let id = uuid(&mut shared.random);
    let mut table = Table::new(shared.tables_made, id, name.clone(), definition, shared.now);
    let warm_asked = request.warm_throughput.is_some();
    set(&mut table, shared, request);
    let status = Some(table.status());
    let table_description = Box::new(as_created(describe::describe(&table, shared.context()), warm_asked));
    lifecycle::creation_due(&table, shared);
    engine.catalogue.add(table);
    shared.record(EventKind::Table {
        table: name.clone(),
        status,
    });
    let response = Response::CreateTable(CreateTableResponse { table_description });
    Ok(Done::about(response, Some(name)))
}

fn check_account(engine: &Engine, name: &str, definition: &TableDefinition) -> Result<(), ServiceError> {
    if engine.catalogue.get(name).is_some() {
        // The error for a table in transition reports its status, as for any other change (observed: busy-tables).
        engine.catalogue.changeable(name)?;
        return Err(ResourceInUse::TableExists { table: name.to_owned() }.into());
    }
    let limits = &engine.shared.options.limits;
    if engine.catalogue.iter().len() >= limits.tables {
        return Err(LimitExceeded::Tables(limits.tables).into());
    }
    let indexed = |table: &&Table| table.stage == Stage::Creating && !table.indexes.is_empty();
    if !definition.indexes.is_empty()
        && engine.catalogue.iter().filter(indexed).count() >= limits.operations_with_indexes
    {
        return Err(LimitExceeded::Operations.into());
    }
    engine.catalogue.check_operations(limits)?;
    rate_checks::created(&engine.catalogue, &engine.shared.options, definition)
}

/// The requested warm throughput of the table and its indexes.
fn warm(request: &CreateTableRequest, definition: &mut TableDefinition) {
    let raise = |throughput: &mut Throughput, asked| {
        if let Some(asked) = asked {
            throughput.warm.units = throughput.warm.asked(asked);
        }
    };
    raise(&mut definition.throughput, request.warm_throughput);
    for asked in request.global_secondary_indexes.iter().flatten() {
        let made = definition
            .indexes
            .iter_mut()
            .find(|index| index.definition.name == asked.index_name.as_str());
        if let Some(index) = made {
            raise(&mut index.throughput, asked.warm_throughput);
        }
    }
}

/// Applies the settings other than keys, indexes and throughput.
fn set(table: &mut Table, shared: &mut SharedState, request: CreateTableRequest) {
    let stream = request.stream_specification.filter(|stream| stream.stream_enabled);
    if let Some(view) = stream.and_then(|stream| stream.stream_view_type) {
        table.stream = Some(shared.streams.create(&table.name, table.keys.clone(), view, shared.now));
    }
    let key = setting_checks::encryption_key(request.sse_specification.as_ref(), &shared.options);
    let policy = PolicySlot::made_with(request.resource_policy, shared.now);
    let settings = &mut table.settings;
    settings.protected = request.deletion_protection_enabled.unwrap_or(false);
    settings.class.class = request.table_class;
    settings.encryption.key = key;
    settings.tags = Tags::new(request.tags.unwrap_or_default());
    settings.policy = policy;
}

/// The description in the response. It omits some members that later descriptions contain, and reports a requested warm
/// throughput as UPDATING (observed: create-table-answer).
fn as_created(mut table: TableDescription, warm_asked: bool) -> TableDescription {
    if let Some(summary) = &mut table.billing_mode_summary {
        summary.last_update_to_pay_per_request_date_time = None;
    }
    table.warm_throughput = table.warm_throughput.filter(|_| warm_asked);
    if let Some(warm) = &mut table.warm_throughput {
        warm.status = WarmStatus::Updating;
    }
    for index in &mut table.global_secondary_indexes {
        index.warm_throughput = None;
    }
    table
}

/// A version 4 UUID from the engine's own randomness.
pub(crate) fn uuid(random: &mut Random) -> String {
    let high = random.next_u64();
    let low = random.next_u64();
    let version = (high & 0x0fff) | 0x4000;
    let variant = (low >> 48 & 0x3fff) | 0x8000;
    format!(
        "{:08x}-{:04x}-{version:04x}-{variant:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        low & 0xffff_ffff_ffff
    )
}
