//! StartBulkPutItems and CancelBulkOperation: check whether an operation can begin, start its task, and stop it.
//!
//! Must not know how items are put.

use std::sync::Arc;

use hashrange_endpoint::Answer;
use hashrange_engine::Engine;
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{
    AbsentError, BulkOperationDescription, BulkOperationInputFormat, BulkOperationStatus, Busy,
    CancelBulkOperationRequest, CancelBulkOperationResponse, IndexStatus, ResourceNotFound, ServiceError,
    StartBulkPutItemsRequest, TableStatus, TransferError, check_bulk_operation_arn, table_name_of,
};

use super::running::run;
use super::{Bulk, Progress};
use crate::s3::check_key;
use crate::service::Service;
use crate::transfer::refused::Refused;
use crate::transfer::registry::{Entries, TOKEN_LIFE};
use crate::transfer::shared::Shared;

/// The maximum number of operations at a time. A model: AWS does not publish the quota.
const MOST: usize = 10;

/// The table of an operation.
struct Target {
    name: Text,
    id: String,
    arn: String,
    now: Timestamp,
}

/// Begins an operation.
pub(in crate::transfer) async fn begin(
    shared: &Arc<Shared>,
    service: &Arc<Service>,
    mut request: StartBulkPutItemsRequest,
) -> Result<BulkOperationDescription, Refused> {
    check(&request)?;
    request.performance_tier.get_or_insert_default();
    let _alone = shared.beginning.lock().await;
    service.advance();
    let scope = service.look(|engine| engine.account_scope().clone());
    let scope = scope.ok_or_else(Answer::internal_server_error)?;
    scope.check_table(&request.table_name)?;
    let now = shared.registry.now();
    let here = service.arn_prefix();
    if let Some(known) = shared.registry.with(|entries| known(entries, &request, (&here, now)))? {
        return Ok(known);
    }
    let target = service.look(|engine| find(engine, table_name_of(&request.table_name)));
    let target = target.ok_or_else(Answer::internal_server_error)??;
    let begun = shared.registry.with(|entries| note(entries, request, target))?;
    let description = begun.describe();
    if shared.registry.save().await.is_err() {
        // It does not run, so it must not hold its place.
        shared
            .registry
            .with(|entries| entries.bulk.retain(|bulk| bulk.arn != begun.arn));
        return Err(Answer::internal_server_error().into());
    }
    shared.spawn(run(Arc::clone(shared), Arc::clone(service), begun));
    Ok(description)
}

/// Runs the checks that need no table.
fn check(request: &StartBulkPutItemsRequest) -> Result<(), Refused> {
    if request.input.input_format == Some(BulkOperationInputFormat::Ion) {
        return Err(Refused::invalid(
            "Invalid Request: InputFormat ION is not supported here: this server reads DYNAMODB_JSON.",
        ));
    }
    for prefix in [&request.input.s3_key_prefix, &request.output.s3_key_prefix] {
        let Some(prefix) = prefix.as_deref().filter(|prefix| !prefix.is_empty()) else {
            continue;
        };
        let prefix = prefix.strip_suffix('/').unwrap_or(prefix);
        check_key(prefix)
            .map_err(|fault| Refused::invalid(format!("Invalid Request: S3KeyPrefix {prefix}: {fault}")))?;
    }
    Ok(())
}

/// The operation that the same token began in this Region in the last eight hours (documented: bulk-api).
fn known(
    entries: &Entries,
    request: &StartBulkPutItemsRequest,
    (here, now): (&str, Timestamp),
) -> Result<Option<BulkOperationDescription>, ServiceError> {
    let is_known = |bulk: &&Bulk| {
        request.client_token.is_some()
            && bulk.request.client_token == request.client_token
            && bulk.arn.starts_with(here)
            && bulk.started + TOKEN_LIFE > now
    };
    match entries.bulk.iter().rev().find(is_known) {
        Some(bulk) if bulk.request == *request => Ok(Some(bulk.describe())),
        Some(_) => Err(ServiceError::IdempotentParameterMismatch),
        None => Ok(None),
    }
}

/// Finds the table. It must be ACTIVE, or UPDATING without an index in creation (documented: bulk-limits).
fn find(engine: &Engine, name: &str) -> Result<Target, ServiceError> {
    let missing = || ServiceError::from(ResourceNotFound::Table { table: name.to_owned() });
    let table = engine.table(name).ok_or_else(missing)?;
    let described = engine.describe(name).ok_or_else(missing)?;
    let name = table.name().clone();
    match described.table_status {
        TableStatus::Creating => return Err(Busy::Creating(name).into()),
        TableStatus::Deleting => return Err(Busy::Deleting(name).into()),
        _ => {}
    }
    if let Some(index) = table.indexes().find(|index| index.status() == IndexStatus::Creating) {
        return Err(Busy::Index {
            stage: "created",
            table: name,
            index: index.definition().name.clone(),
        }
        .into());
    }
    Ok(Target {
        name,
        id: described.table_id,
        arn: described.table_arn,
        now: engine.now(),
    })
}

/// Stores an operation that begins.
fn note(entries: &mut Entries, request: StartBulkPutItemsRequest, target: Target) -> Result<Bulk, TransferError> {
    let Target { name, id, arn, now } = target;
    let running = || entries.bulk.iter().filter(|bulk| bulk.ended.is_none());
    if running().any(|bulk| bulk.table_id == id) {
        return Err(TransferError::BulkOperationsOfTable(name));
    }
    if running().count() >= MOST {
        return Err(TransferError::BulkOperations(MOST));
    }
    let bulk = Bulk {
        request,
        arn: format!("{arn}/bulk-operation/{}", entries.number(now)),
        table: name.to_string(),
        table_id: id,
        started: now,
        progress: Progress::default(),
        is_cancelling: false,
        ended: None,
    };
    entries.add_bulk(bulk.clone());
    Ok(bulk)
}

/// Cancels an operation. The running task notices it.
pub(in crate::transfer) async fn cancel(
    shared: &Shared,
    service: &Service,
    request: CancelBulkOperationRequest,
) -> Result<CancelBulkOperationResponse, Refused> {
    let arn = request.bulk_operation_arn;
    let scope = service.look(|engine| engine.account_scope().clone());
    check_bulk_operation_arn(&scope.ok_or_else(Answer::internal_server_error)?, &arn)?;
    shared.registry.with(|entries| {
        let Some(bulk) = entries.bulk.iter_mut().find(|bulk| bulk.arn == arn) else {
            return Err(Refused::from(ServiceError::from(AbsentError::BulkOperation(
                arn.clone(),
            ))));
        };
        if bulk.ended.is_some() {
            // A model: AWS documents no error for this case.
            let status = bulk.status();
            return Err(Refused::invalid(format!(
                "Invalid Request: the bulk operation has ended: {status}."
            )));
        }
        bulk.is_cancelling = true;
        Ok(())
    })?;
    shared
        .registry
        .save()
        .await
        .map_err(|_| Answer::internal_server_error())?;
    Ok(CancelBulkOperationResponse {
        bulk_operation_arn: arn,
        bulk_operation_status: BulkOperationStatus::Cancelling,
    })
}
