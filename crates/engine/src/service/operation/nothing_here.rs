//! Lists that are always empty here: exports, imports, bulk operations, global tables, streaming destinations. `wire` refuses requests
//! about a single one by name. The operations that create them are unknown operations.

use hashrange_wire::{
    DescribeKinesisStreamingDestinationRequest, DescribeKinesisStreamingDestinationResponse, ListBulkOperationsRequest,
    ListBulkOperationsResponse, ListExportsRequest, ListExportsResponse, ListGlobalTablesResponse, ListImportsRequest,
    ListImportsResponse, Response, ServiceError, ValidationError,
};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;

/// ListExports.
pub(super) fn list_exports(request: &ListExportsRequest) -> Outcome {
    refuse_token(request.next_token.as_ref())?;
    empty(Response::ListExports(ListExportsResponse::default()))
}

/// ListImports.
pub(super) fn list_imports(request: &ListImportsRequest) -> Outcome {
    refuse_token(request.next_token.as_ref())?;
    empty(Response::ListImports(ListImportsResponse::default()))
}

/// ListBulkOperations.
pub(super) fn list_bulk_operations(request: &ListBulkOperationsRequest) -> Outcome {
    refuse_token(request.next_token.as_ref())?;
    empty(Response::ListBulkOperations(ListBulkOperationsResponse::default()))
}

/// No list has a second page, so no token is valid.
fn refuse_token(token: Option<&String>) -> Result<(), ServiceError> {
    token.map_or(Ok(()), |token| Err(ValidationError::NextToken(token.clone()).into()))
}

/// ListGlobalTables.
pub(super) fn list_global_tables() -> Outcome {
    empty(Response::ListGlobalTables(ListGlobalTablesResponse))
}

/// DescribeKinesisStreamingDestination.
pub(super) fn streaming_destinations(engine: &Engine, request: &DescribeKinesisStreamingDestinationRequest) -> Outcome {
    let table = engine.catalogue.named(&request.table_name)?;
    let response = DescribeKinesisStreamingDestinationResponse {
        table_name: table.name.to_string(),
    };
    Ok(Done::about(
        Response::DescribeKinesisStreamingDestination(response),
        Some(table.name.clone()),
    ))
}

fn empty(response: Response) -> Outcome {
    Ok(Done::about(response, None))
}
