//! CreateTable: checks the definition against itself and the account, and starts the table's life.

use hashrange_values::Text;
use hashrange_wire::{CreateTableRequest, CreateTableResponse, ResourceInUse, Response, ServiceError, table_name_of};

use super::{Done, Outcome};
use crate::event::EventKind;
use crate::table::Table;
use crate::{Engine, background, describe, schema};

pub(super) fn perform(engine: &mut Engine, mut request: CreateTableRequest) -> Outcome {
    request.table_name = table_name_of(&request.table_name).to_owned();
    let definition = schema::define(&request, &engine.options.limits)?;
    check_account(engine, &request.table_name)?;
    engine.tables_made += 1;
    let name = Text::from(request.table_name.as_str());
    let id = table_id(engine);
    let table = Table::new(engine.tables_made, id, request, definition, engine.now);
    let status = Some(table.status);
    let table_description = describe::describe(&table, &engine.options);
    engine.catalogue.add(table);
    background::creation_due(engine, &name);
    engine.record(EventKind::Table { table: name.clone(), status });
    let response = Response::CreateTable(CreateTableResponse { table_description });
    Ok(Done::about(response, Some(name)))
}

fn check_account(engine: &Engine, name: &str) -> Result<(), ServiceError> {
    if engine.catalogue.get(name).is_some() {
        // A table in transition is named with its stage, as for any other change (observed).
        engine.catalogue.changeable(name)?;
        return Err(ResourceInUse::TableExists { table: name.to_owned() }.into());
    }
    let limit = engine.options.limits.tables;
    if engine.catalogue.iter().len() >= limit {
        return Err(ServiceError::LimitExceeded(format!(
            "Cannot exceed quota for number of tables in account: {limit}"
        )));
    }
    Ok(())
}

/// A version 4 UUID from the engine's own randomness.
fn table_id(engine: &mut Engine) -> String {
    let high = engine.random.next_u64();
    let low = engine.random.next_u64();
    let version = (high & 0x0fff) | 0x4000;
    let variant = (low >> 48 & 0x3fff) | 0x8000;
    format!(
        "{:08x}-{:04x}-{version:04x}-{variant:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        low & 0xffff_ffff_ffff
    )
}
