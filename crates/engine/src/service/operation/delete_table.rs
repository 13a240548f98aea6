//! DeleteTable: refused while the table is busy or protected; otherwise the table is deleted a little later.

use hashrange_values::Text;
use hashrange_wire::{
    Busy, DeleteTableRequest, DeleteTableResponse, IndexStatus, Response, ServiceError, TableDescription,
    ValidationError,
};

use crate::rules::describe;
use crate::rules::outcome::{Done, Outcome};
use crate::service::background::{lifecycle, streams};
use crate::service::engine::Engine;
use crate::state::index_life::IndexLife;
use crate::state::log::event::EventKind;
use crate::state::table::{Stage, Table};

pub(super) fn perform(engine: &mut Engine, request: &DeleteTableRequest) -> Outcome {
    let name = validate(engine, request)?;
    let (table, shared) = (engine.catalogue.named_mut(&name)?, &mut engine.shared);
    table.stage = Stage::Deleting;
    for index in &mut table.indexes {
        index.life = IndexLife::Deleting;
    }
    let status = Some(table.status());
    let table_description = Box::new(farewell(describe::describe(table, shared.context())));
    if let Some(stream) = table.stream.as_ref().filter(|stream| stream.enabled) {
        streams::close(shared, &stream.name);
    }
    lifecycle::deletion_due(table, shared);
    shared.record(EventKind::Table {
        table: name.clone(),
        status,
    });
    let response = Response::DeleteTable(DeleteTableResponse { table_description });
    Ok(Done::about(response, Some(name)))
}

/// The description of a table in DELETING. It omits the definition, the creation time and the warm throughput
/// (observed: delete-table-answer).
fn farewell(description: TableDescription) -> TableDescription {
    TableDescription {
        attribute_definitions: Vec::new(),
        key_schema: Vec::new(),
        creation_date_time: None,
        local_secondary_indexes: Vec::new(),
        global_secondary_indexes: Vec::new(),
        vector_indexes: Vec::new(),
        warm_throughput: None,
        ..description
    }
}

/// The table, if it can be deleted; changes nothing.
pub(super) fn validate(engine: &Engine, request: &DeleteTableRequest) -> Result<Text, ServiceError> {
    let table = engine.catalogue.changeable(&request.table_name)?;
    if table.settings.protected {
        return Err(ValidationError::DeletionProtected.into());
    }
    check_idle(table)?;
    if table.settings.policy.is_pending(engine.shared.now) {
        return Err(Busy::PolicyOfDeletion(table.name.clone()).into());
    }
    engine.catalogue.check_operations(&engine.shared.options.limits)?;
    Ok(table.name.clone())
}

/// Refuses a table that is being changed, even if it stays ACTIVE during the change (observed: busy-tables).
fn check_idle(table: &Table) -> Result<(), ServiceError> {
    if table
        .online_indexes()
        .any(|index| index.status() != IndexStatus::Active)
    {
        return Err(Busy::Indexes.into());
    }
    if table.stream_change.is_some() {
        return Err(Busy::StreamOfDeletion.into());
    }
    if table.settings.tags.is_busy() {
        return Err(Busy::Tags(table.name.clone()).into());
    }
    let settings = &table.settings;
    let changing = table.rate_change.is_some()
        || settings.class.pending.is_some()
        || settings.encryption.pending.is_some()
        || table.throughput.warm.pending.is_some();
    if changing {
        Err(Busy::Updating(table.name.clone()).into())
    } else {
        Ok(())
    }
}
