//! ImportTable: checks whether a table can be imported, creates it, and puts its items in a separate task.
//!
//! CreateTable creates the table, and its errors apply. A model: the table is active and writable during the import. On
//! the service, the table is in CREATING until the import ends. Must not know how items are read.

use std::sync::Arc;

use hashrange_endpoint::{Answer, Replayed, ignore_steps, target_of};
use hashrange_time::Timestamp;
use hashrange_wire::{
    AccountScope, ImportTableDescription, ImportTableRequest, InputFormat, Request, TransferError, encode_request,
};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::failure::Failure;
use super::import::{Counts, Import, Imported};
use super::import_log::ImportLog;
use super::putting::{Fate, Putting, Results};
use super::record::Batch;
use super::refused::Refused;
use super::registry::{Entries, TOKEN_LIFE, cut_off};
use super::shared::Shared;
use super::source::Source;
use crate::clock;
use crate::s3::{Bucket, Buckets, S3Error, check_key};
use crate::service::Service;
use crate::turns::Turns;

/// The maximum number of imports at a time (documented: imports-quotas).
const MOST: usize = 50;
/// The maximum number of batches that are read and not put yet. Reading waits for putting.
const AHEAD: usize = 2;

/// Begins an import.
pub(super) async fn begin(
    shared: &Arc<Shared>,
    service: &Arc<Service>,
    mut request: ImportTableRequest,
) -> Result<ImportTableDescription, Refused> {
    check(&request)?;
    let _alone = shared.beginning.lock().await;
    let name = request.table_creation_parameters.table_name.clone();
    service.advance();
    let found = service.look(|engine| {
        (
            engine.table(&name).is_some(),
            engine.now(),
            engine.account_scope().clone(),
        )
    });
    let (is_taken, now, account_scope) = found.ok_or_else(Answer::internal_server_error)?;
    if let Some(known) = shared
        .registry
        .with(|entries| already(entries, &request, is_taken, now))?
    {
        return Ok(known);
    }
    let owner = request
        .s3_bucket_source
        .s3_bucket_owner
        .get_or_insert_with(|| account_scope.account.clone());
    let bucket = bucket_of(
        &shared.buckets,
        &request.s3_bucket_source.s3_bucket,
        *owner == account_scope.account,
    );
    // Without its bucket, the table is not created (observed: imports-seen), but errors of the table's definition are
    // still reported.
    let answer = create(service, &request, bucket.is_ok() || is_taken).await?;
    let table_id = serde_json::from_str::<Value>(&answer.body).ok();
    let table_id = table_id.and_then(|body| body.pointer("/TableDescription/TableId")?.as_str().map(str::to_owned));
    let begun = shared
        .registry
        .with(|entries| note(entries, request, &account_scope, table_id.unwrap_or_default(), now));
    let description = begun.describe();
    shared
        .registry
        .save()
        .await
        .map_err(|_| Answer::internal_server_error())?;
    shared.spawn(run(Arc::clone(shared), Arc::clone(service), begun, bucket));
    Ok(description)
}

/// Stores an import that begins.
fn note(
    entries: &mut Entries,
    request: ImportTableRequest,
    account_scope: &AccountScope,
    table_id: String,
    now: Timestamp,
) -> Import {
    let AccountScope { region, account } = account_scope;
    let name = &request.table_creation_parameters.table_name;
    let table_arn = format!("arn:aws:dynamodb:{region}:{account}:table/{name}");
    let import = Import {
        arn: format!("{table_arn}/import/{}", entries.number(now)),
        table_arn,
        table_id,
        log_group: format!("arn:aws:logs:{region}:{account}:log-group:/aws-dynamodb/imports:*"),
        started: now,
        ended: None,
        request,
    };
    entries.add_import(import.clone());
    import
}

/// The import that the same token began. The token of a running import precedes the check for an existing table. The
/// table's existence precedes the token of a finished import (observed: imports-seen).
fn already(
    entries: &mut Entries,
    request: &ImportTableRequest,
    is_taken: bool,
    now: Timestamp,
) -> Result<Option<ImportTableDescription>, TransferError> {
    let found = match known(entries, request, true, now)? {
        None if !is_taken => known(entries, request, false, now)?,
        found => found,
    };
    let running = entries.imports.iter().filter(|import| import.ended.is_none()).count();
    if found.is_none() && running >= MOST {
        Err(TransferError::Imports(MOST))
    } else {
        Ok(found)
    }
}

/// Runs the checks that need no table.
fn check(request: &ImportTableRequest) -> Result<(), Refused> {
    if request.input_format == Some(InputFormat::Ion) {
        return Err(Refused::invalid(
            "Invalid Request: InputFormat ION is not supported here: this server reads DYNAMODB_JSON and CSV.",
        ));
    }
    if let Some(prefix) = request
        .s3_bucket_source
        .s3_key_prefix
        .as_deref()
        .filter(|prefix| !prefix.is_empty())
    {
        let prefix = prefix.strip_suffix('/').unwrap_or(prefix);
        check_key(prefix)
            .map_err(|fault| Refused::invalid(format!("Invalid Request: S3KeyPrefix {prefix}: {fault}")))?;
    }
    Ok(())
}

/// The same, for running or for finished imports. Only another table is a conflict. If other members differ, the
/// response describes the first import (observed: imports-seen).
fn known(
    entries: &Entries,
    request: &ImportTableRequest,
    running: bool,
    now: Timestamp,
) -> Result<Option<ImportTableDescription>, TransferError> {
    let is_meant = |import: &&Import| match &import.ended {
        None => running,
        Some(Imported { at, .. }) => !running && *at + TOKEN_LIFE > now,
    };
    let mut same_token = entries
        .imports
        .iter()
        .rev()
        .filter(|import| import.request.client_token == request.client_token);
    match same_token.find(is_meant) {
        Some(import) if import.table() == request.table_creation_parameters.table_name => Ok(Some(import.describe())),
        Some(_) => Err(TransferError::ImportConflict),
        None => Ok(None),
    }
}

fn bucket_of(buckets: &Buckets, name: &str, is_ours: bool) -> Result<Bucket, S3Error> {
    let bucket = buckets.bucket(name)?;
    if is_ours {
        Ok(bucket)
    } else {
        Err(S3Error::AccessDenied(
            "the bucket belongs to another account".to_owned(),
        ))
    }
}

/// Creates the table, or checks in a disposable service whether it could be created.
async fn create(service: &Arc<Service>, request: &ImportTableRequest, in_earnest: bool) -> Result<Answer, Answer> {
    let create = Request::from(request.table_creation_parameters.create_table());
    let (target, body) = (target_of("CreateTable"), encode_request(&create));
    let answer = if in_earnest {
        service.answer(&target, body.as_bytes()).await
    } else {
        let mut scratch = Replayed::fresh(service.settings());
        scratch
            .front(&mut ignore_steps)
            .dispatch(service.clock().now(), &target, body.as_bytes())
            .answer
    };
    if answer.is_success() { Ok(answer) } else { Err(answer) }
}

/// Runs an import, and stores the result.
async fn run(shared: Arc<Shared>, service: Arc<Service>, import: Import, bucket: Result<Bucket, S3Error>) {
    // The semaphore is never closed.
    let _turn = shared.imports_at_work.acquire().await;
    let mut log = ImportLog::new(&import.arn);
    let (counts, failure) = match bucket {
        Ok(bucket) => bring_in(&shared, &service, &import, bucket, &mut log).await,
        Err(error) => (Counts::default(), Some(error.into())),
    };
    let reported = log.write(&shared.buckets).await;
    if let Some(failure) = &failure {
        shared.complain(&format!("{}: {}{reported}", import.arn, failure.message));
    }
    if let Err(error) = shared.registry.end_import(&import.arn, counts, failure).await {
        shared.complain(&format!("{}: its result could not be stored: {error}", import.arn));
    }
}

/// Puts the items that a separate thread reads.
async fn bring_in(
    shared: &Arc<Shared>,
    service: &Service,
    import: &Import,
    bucket: Bucket,
    log: &mut ImportLog,
) -> (Counts, Option<Failure>) {
    let (send, mut batches) = mpsc::channel::<Batch>(AHEAD);
    let source = Source::of(&import.request, bucket);
    let reading = spawn_blocking(move || source.read(&send));
    let mut counts = Counts::default();
    let mut failure = None;
    let mut turns = Turns::default();
    let stop = || shared.is_ending().then(cut_off);
    let putting = Putting {
        service,
        what: "the import",
        table: import.table(),
        table_id: &import.table_id,
        stop: &stop,
    };
    while let Some(batch) = batches.recv().await {
        if shared.is_ending() {
            failure = Some(cut_off());
            break;
        }
        counts.bytes = Some(counts.bytes.unwrap_or_default() + batch.bytes);
        let mut results = Results::of(&batch.records);
        let begun = clock::mark();
        let put = putting.put(&batch.records, &mut results).await;
        turns.worked(service, begun.elapsed()).await;
        for (record, fate) in batch.records.iter().zip(results.fates) {
            match fate {
                Some(Fate::Put) => counts.imported += 1,
                Some(Fate::Failed(message)) => {
                    counts.errors += 1;
                    log.note(&import.request, &record.place, message);
                }
                Some(Fate::FalseCondition(_)) | None => {}
            }
        }
        if let Err(ended) = put {
            failure = Some(ended);
            break;
        }
    }
    // The reader ends when no task receives its items.
    drop(batches);
    let read = reading
        .await
        .unwrap_or_else(|_| Err(Failure::new("InternalServerError", "Internal server error")));
    if read.is_ok() {
        // For a prefix without objects, the size is zero, not absent (observed: imports-seen).
        counts.bytes = counts.bytes.or(Some(0));
    }
    let failure = failure
        .or(read.err())
        .or_else(|| (counts.errors > 0).then(Failure::items));
    (counts, failure)
}
