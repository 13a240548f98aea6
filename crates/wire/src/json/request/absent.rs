//! Requests about things that cannot exist here: judged like any other, and then refused in the service's words for what
//! does not exist.
//!
//! Must not know an engine: there is nothing to look up.

use std::convert::Infallible;

use super::members::{needed, refusal, string};
use super::{parse, read_as};
use crate::constraint::{Absent, absent};
use crate::error::{AbsentError, ServiceError};
use crate::json::tape::Node;
use crate::reference::{Home, is_table_name, resource_of};
use crate::rejection::Rejection;

/// What the service says to the making of a global table of 2017 (observed).
const OVER: &str = "DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB global tables version 2019.11.21, instead of version 2017.11.29 (Legacy).";

/// The refusal of an operation that is only ever refused here, by the service at `home`; `None` for any other.
#[must_use]
pub fn refuse_absent(home: &Home, operation: &str, body: &[u8]) -> Option<Rejection> {
    let (shape, what) = absent(operation)?;
    match parse(body).and_then(|tape| read_as(shape, tape.root(), false, |fields| refuse(home, what, fields.node()))) {
        Err(rejection) => Some(rejection),
        Ok(never) => match never {},
    }
}

/// Whether an operation is only ever refused here, in words of its own.
#[must_use]
pub fn is_absent(operation: &str) -> bool {
    absent(operation).is_some()
}

fn refuse(home: &Home, what: Absent, root: Node<'_>) -> Result<Infallible, Rejection> {
    let named = |member: &str| string(needed(root, member)?);
    let error = match what {
        Absent::NewGlobalTable => return Err(refusal(OVER)),
        Absent::GlobalTable => AbsentError::GlobalTable(named("GlobalTableName")?),
        Absent::Export => {
            let arn = named("ExportArn")?;
            check_export_arn(home, &arn)?;
            AbsentError::Export(arn)
        }
        Absent::Import => {
            let arn = named("ImportArn")?;
            check_import_arn(home, &arn)?;
            AbsentError::Import(arn)
        }
    };
    Err(ServiceError::from(error).into())
}

/// Refuses what is no resource name of an export of a table here (observed).
///
/// # Errors
/// The service's refusal.
pub fn check_export_arn(home: &Home, arn: &str) -> Result<(), Rejection> {
    transfer(home, arn, "/export/", "Invalid Export ARN")
}

/// Refuses what is no resource name of an import into a table here (observed).
///
/// # Errors
/// The service's refusal.
pub fn check_import_arn(home: &Home, arn: &str) -> Result<(), Rejection> {
    transfer(home, arn, "/import/", "Invalid Import ARN")
}

fn transfer(home: &Home, arn: &str, part: &str, otherwise: &str) -> Result<(), Rejection> {
    home.check_transfer(arn)?;
    let of_table = resource_of(arn).and_then(|resource| resource.strip_prefix("table/")?.split_once(part));
    if of_table.is_some_and(|(table, _)| is_table_name(table)) { Ok(()) } else { Err(refusal(otherwise)) }
}
