//! Lists of what no account can have here: exports, imports, global tables, streaming destinations. They are
//! answered, and empty. What is asked of one of them by name is refused in `wire`; what would make such things is no
//! operation of this service.

use hashrange_wire::{
    DescribeKinesisStreamingDestinationRequest, DescribeKinesisStreamingDestinationResponse, ListExportsResponse,
    ListGlobalTablesResponse, ListImportsResponse, Response,
};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;

/// ListExports.
#[inline(never)]
pub(super) fn list_exports() -> Outcome {
    empty(Response::ListExports(ListExportsResponse))
}

/// ListImports.
#[inline(never)]
pub(super) fn list_imports() -> Outcome {
    empty(Response::ListImports(ListImportsResponse))
}

/// ListGlobalTables.
#[inline(never)]
pub(super) fn list_global_tables() -> Outcome {
    empty(Response::ListGlobalTables(ListGlobalTablesResponse))
}

/// DescribeKinesisStreamingDestination.
#[inline(never)]
pub(super) fn streaming_destinations(engine: &Engine, request: &DescribeKinesisStreamingDestinationRequest) -> Outcome {
    let table = engine.catalogue.named(&request.table_name)?;
    let response = DescribeKinesisStreamingDestinationResponse { table_name: table.name.to_string() };
    Ok(Done::about(Response::DescribeKinesisStreamingDestination(response), Some(table.name.clone())))
}

fn empty(response: Response) -> Outcome {
    Ok(Done::about(response, None))
}
