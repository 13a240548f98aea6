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
        Absent::Export => AbsentError::Export(transfer(home, named("ExportArn")?, "/export/", "Invalid Export ARN")?),
        Absent::Import => AbsentError::Import(transfer(home, named("ImportArn")?, "/import/", "Invalid Import ARN")?),
    };
    Err(ServiceError::from(error).into())
}

/// The resource name of an export or an import of a table; the words are for what is none (observed).
fn transfer(home: &Home, arn: String, part: &str, otherwise: &str) -> Result<String, Rejection> {
    home.check_transfer(&arn)?;
    let of_table = resource_of(&arn).and_then(|resource| resource.strip_prefix("table/")?.split_once(part));
    if of_table.is_some_and(|(table, _)| is_table_name(table)) { Ok(arn) } else { Err(refusal(otherwise)) }
}
