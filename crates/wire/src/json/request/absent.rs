//! Requests about resources that cannot exist here. They pass the usual checks and are then refused with the service's
//! text for a missing resource.
//!
//! Must not know an engine, because no lookup is necessary.

use std::convert::Infallible;

use super::members::{needed, refusal, string};
use super::{parse, read_as};
use crate::constraint::{Absent, absent};
use crate::error::{AbsentError, ServiceError};
use crate::json::tape::Node;
use crate::reference::{AccountScope, is_table_name, resource_of};
use crate::rejection::Rejection;

/// The service's text for CreateGlobalTable of version 2017 (observed: global-table-words).
const OVER: &str = "DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB global tables version 2019.11.21, instead of version 2017.11.29 (Legacy).";

/// Returns the error of an operation that a service of this scope always refuses; `None` for any other operation.
#[must_use]
pub fn refuse_absent(scope: &AccountScope, operation: &str, body: &[u8]) -> Option<Rejection> {
    let (shape, what) = absent(operation)?;
    match parse(body).and_then(|tape| read_as(shape, tape.root(), false, |fields| refuse(scope, what, fields.node()))) {
        Err(rejection) => Some(rejection),
        Ok(never) => match never {},
    }
}

/// Whether the service always refuses this operation with its own text.
#[must_use]
pub fn is_absent(operation: &str) -> bool {
    absent(operation).is_some()
}

fn refuse(scope: &AccountScope, what: Absent, root: Node<'_>) -> Result<Infallible, Rejection> {
    let named = |member: &str| string(needed(root, member)?);
    let error = match what {
        Absent::NewGlobalTable => return Err(refusal(OVER)),
        Absent::GlobalTable => AbsentError::GlobalTable(named("GlobalTableName")?),
        Absent::Export => {
            let arn = named("ExportArn")?;
            check_export_arn(scope, &arn)?;
            AbsentError::Export(arn)
        }
        Absent::Import => {
            let arn = named("ImportArn")?;
            check_import_arn(scope, &arn)?;
            AbsentError::Import(arn)
        }
        Absent::BulkOperation => {
            let arn = named("BulkOperationArn")?;
            check_bulk_operation_arn(scope, &arn)?;
            AbsentError::BulkOperation(arn)
        }
    };
    Err(ServiceError::from(error).into())
}

/// Refuses a text that is not the ARN of a table's export in this scope (observed: exports-seen).
///
/// # Errors
/// The service's error.
pub fn check_export_arn(scope: &AccountScope, arn: &str) -> Result<(), Rejection> {
    transfer(scope, arn, "/export/", "Invalid Export ARN")
}

/// Refuses a text that is not the ARN of an import into a table in this scope (observed: imports-seen).
///
/// # Errors
/// The service's error.
pub fn check_import_arn(scope: &AccountScope, arn: &str) -> Result<(), Rejection> {
    transfer(scope, arn, "/import/", "Invalid Import ARN")
}

/// Refuses a text that is not the ARN of a bulk operation on a table in this scope. A model: AWS does not publish the
/// form of these ARNs or the text.
///
/// # Errors
/// The error.
pub fn check_bulk_operation_arn(scope: &AccountScope, arn: &str) -> Result<(), Rejection> {
    transfer(scope, arn, "/bulk-operation/", "Invalid Bulk Operation ARN")
}

fn transfer(scope: &AccountScope, arn: &str, part: &str, otherwise: &str) -> Result<(), Rejection> {
    scope.check_transfer(arn)?;
    let of_table = resource_of(arn).and_then(|resource| resource.strip_prefix("table/")?.split_once(part));
    if of_table.is_some_and(|(table, _)| is_table_name(table)) {
        Ok(())
    } else {
        Err(refusal(otherwise))
    }
}
