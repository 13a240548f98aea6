//! DescribeTable: the description of a table.

use hashrange_wire::{DescribeTableRequest, DescribeTableResponse, Response};

use crate::rules::describe;
use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;

pub(super) fn perform(engine: &Engine, request: &DescribeTableRequest) -> Outcome {
    let table = engine.catalogue.named(&request.table_name)?;
    let described = Box::new(describe::describe(table, engine.shared.context()));
    let response = Response::DescribeTable(DescribeTableResponse { table: described });
    Ok(Done::about(response, Some(table.name.clone())))
}
