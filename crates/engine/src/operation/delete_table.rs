//! DeleteTable: refused while the table is busy or protected; otherwise the table is gone a little later.

use hashrange_wire::{DeleteTableRequest, DeleteTableResponse, IndexStatus, Response, TableStatus, ValidationError};

use super::{Done, Outcome};
use crate::event::EventKind;
use crate::{Engine, background, describe};

pub(super) fn perform(engine: &mut Engine, request: &DeleteTableRequest) -> Outcome {
    let table = engine.catalogue.changeable(&request.table_name)?;
    if table.deletion_protected {
        return Err(ValidationError::DeletionProtected.into());
    }
    let name = table.name.clone();
    let table = engine.catalogue.named_mut(&name)?;
    table.status = TableStatus::Deleting;
    for index in &mut table.indexes {
        index.status = IndexStatus::Deleting;
    }
    let table_description = describe::describe(table, &engine.options);
    background::deletion_due(engine, &name);
    engine.record(EventKind::Table { table: name.clone(), status: Some(TableStatus::Deleting) });
    let response = Response::DeleteTable(DeleteTableResponse { table_description });
    Ok(Done::about(response, Some(name)))
}
