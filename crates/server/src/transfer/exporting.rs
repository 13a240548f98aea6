//! ExportTableToPointInTime: checks whether a table can be exported, and exports it in a separate task.
//!
//! Collecting the items is fast; the task writes them on a separate thread. Must not know how they are written.

use std::sync::Arc;

use hashrange_endpoint::Answer;
use hashrange_engine::{Engine, PastItems};
use hashrange_wire::{
    AccessDenied, ExportDescription, ExportFormat, ExportTableToPointInTimeRequest, ServiceError, TableStatus,
    TransferError, table_name_of,
};
use tokio::task::spawn_blocking;

use super::export::Export;
use super::export_files;
use super::failure::Failure;
use super::period::{ExportedTable, content_of, time};
use super::refused::Refused;
use super::registry::{Registry, TOKEN_LIFE};
use super::shared::Shared;
use crate::s3::check_key;
use crate::service::Service;

/// The maximum number of exports at a time (documented: exports-requests).
const MOST: usize = 300;

/// Begins an export.
pub(super) async fn begin(
    shared: &Arc<Shared>,
    service: &Service,
    request: ExportTableToPointInTimeRequest,
) -> Result<ExportDescription, Refused> {
    check(&request)?;
    let _alone = shared.beginning.lock().await;
    service.advance();
    let is_as_slow = service.settings().preset == "aws";
    let table = service.look(|engine| find(engine, &request.table_arn, is_as_slow));
    let table = table.ok_or_else(Answer::internal_server_error)??;
    if let Some(found) = known(&shared.registry, &request)? {
        return Ok(found);
    }
    let content = content_of(&table, &request)?;
    if let Some(past) = &table.past {
        past.filter(request.filter.as_ref())?;
    }
    let ExportedTable {
        id,
        now,
        past: Some(past),
        ..
    } = table
    else {
        return Err(TransferError::RecoveryOff(table.name).into());
    };
    let begun = shared.registry.with(|entries| {
        if entries.exports.iter().filter(|export| export.ended.is_none()).count() >= MOST {
            return Err(TransferError::Exports(MOST));
        }
        let arn = format!("{}/export/{}", request.table_arn, entries.number(now));
        let export = Export {
            request,
            arn,
            table_id: id,
            started: now,
            content,
            ended: None,
        };
        entries.add_export(export.clone());
        Ok(export)
    })?;
    let description = begun.describe();
    shared
        .registry
        .save()
        .await
        .map_err(|_| Answer::internal_server_error())?;
    shared.spawn(run(Arc::clone(shared), begun, past));
    Ok(description)
}

/// Runs the checks that need no table.
fn check(request: &ExportTableToPointInTimeRequest) -> Result<(), Refused> {
    let arn = &request.table_arn;
    if !arn.starts_with("arn:") {
        return Err(Refused::invalid(
            "One or more parameter values were invalid: tableArn is not a valid ARN",
        ));
    }
    if table_name_of(arn) == arn.as_str() {
        return Err(Refused::invalid("Invalid Request: Table ARN is invalid."));
    }
    if request.export_format == Some(ExportFormat::Ion) {
        return Err(Refused::invalid(
            "Invalid Request: ExportFormat ION is not supported here: this server writes DYNAMODB_JSON.",
        ));
    }
    if let Some(prefix) = request.s3_prefix.as_deref().filter(|prefix| !prefix.is_empty()) {
        let prefix = prefix.strip_suffix('/').unwrap_or(prefix);
        check_key(prefix).map_err(|fault| Refused::invalid(format!("Invalid Request: S3Prefix {prefix}: {fault}")))?;
    }
    Ok(())
}

/// Finds the table. A table of another Region does not exist; access to another account's table is denied
/// (observed: exports-seen).
fn find(engine: &Engine, arn: &str, is_as_slow: bool) -> Result<ExportedTable, ServiceError> {
    let mut parts = arn.split(':').skip(3);
    let (region, account) = (parts.next(), parts.next());
    if account != Some(&engine.account_scope().account) {
        return Err(AccessDenied::Elsewhere.into());
    }
    let missing = || ServiceError::TableNotFound { table: arn.to_owned() };
    let here = region == Some(&engine.account_scope().region);
    let name = table_name_of(arn);
    let table = engine.table(name).filter(|_| here).ok_or_else(missing)?;
    let described = engine.describe(name).ok_or_else(missing)?;
    if matches!(described.table_status, TableStatus::Creating | TableStatus::Deleting) {
        return Err(missing());
    }
    Ok(ExportedTable {
        name: table.name().clone(),
        id: described.table_id,
        created: described.creation_date_time.map(time).unwrap_or_default(),
        now: engine.now(),
        past: table.past_items(engine.now()),
        is_as_slow,
    })
}

/// The export that the same token began, while the token is valid.
fn known(
    registry: &Registry,
    request: &ExportTableToPointInTimeRequest,
) -> Result<Option<ExportDescription>, TransferError> {
    let Some(token) = &request.client_token else {
        return Ok(None);
    };
    let now = registry.now();
    registry.with(|entries| {
        let is_good = |export: &&Export| match &export.ended {
            None => true,
            Some((ended, _)) => *ended + TOKEN_LIFE > now,
        };
        let same_token = |export: &&Export| export.request.client_token.as_ref() == Some(token);
        match entries.exports.iter().rev().filter(same_token).find(is_good) {
            Some(export) if export.request == *request => Ok(Some(export.describe())),
            Some(_) => Err(TransferError::ExportConflict),
            None => Ok(None),
        }
    })
}

/// Runs an export, and stores the result.
async fn run(shared: Arc<Shared>, export: Export, past: PastItems) {
    // The semaphore is never closed.
    let _turn = shared.exports_at_work.acquire().await;
    let arn = export.arn.clone();
    let writing = spawn_blocking({
        let shared = Arc::clone(&shared);
        move || export_files::write(&shared, &export, &past)
    });
    let outcome = writing
        .await
        .unwrap_or_else(|_| Err(Failure::new("InternalServerError", "Internal server error")));
    if let Err(failure) = &outcome {
        shared.complain(&format!("{arn}: {}", failure.message));
    }
    if let Err(error) = shared.registry.end_export(&arn, outcome).await {
        shared.complain(&format!("{arn}: its result could not be stored: {error}"));
    }
}
