//! A running bulk operation: reads records, puts them at its pace, and reports what it could not put.
//!
//! Must not know how records are read, put or listed.

use std::sync::Arc;
use std::time::Duration;

use hashrange_time::Pace;
use hashrange_wire::BulkOutputType;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::records::Records;
use super::report::{Report, report_line};
use super::{Bulk, CANCELLED, Ended, usage};
use crate::clock;
use crate::service::Service;
use crate::transfer::failure::Failure;
use crate::transfer::putting::{Fate, PAUSE, Putting, Results};
use crate::transfer::record::{Batch, Record};
use crate::transfer::registry::bulk_cut_off;
use crate::transfer::shared::Shared;
use crate::turns::Turns;

/// The maximum number of batches that are read and not put yet. Reading waits for putting.
const AHEAD: usize = 2;

/// An operation at work.
struct Run {
    shared: Arc<Shared>,
    service: Arc<Service>,
    bulk: Bulk,
}

/// Runs an operation, and stores the result.
pub(super) async fn run(shared: Arc<Shared>, service: Arc<Service>, bulk: Bulk) {
    let mut run = Run { shared, service, bulk };
    let mut failure = match Report::begin(&run.shared, &run.bulk) {
        Err(failure) => Some(failure),
        Ok(report) => {
            let failure = run.put_all(&report).await.err();
            let ended = Ended {
                at: run.shared.registry.now(),
                failure: failure.clone(),
            };
            let reported = report.finish(run.bulk.clone(), ended).await;
            reported.err().or(failure)
        }
    };
    let Run { shared, bulk, .. } = run;
    if let Some(failure) = failure.as_mut().filter(|failure| failure.code != CANCELLED) {
        shared.complain(&format!("{}: {}", bulk.arn, failure.message));
    }
    if let Err(error) = shared.registry.end_bulk(&bulk.arn, bulk.progress, failure).await {
        shared.complain(&format!("{}: its result could not be stored: {error}", bulk.arn));
    }
}

impl Run {
    async fn put_all(&mut self, report: &Report) -> Result<(), Failure> {
        let input = self.bulk.request.input.clone();
        let owner = input.s3_bucket_owner.as_deref();
        let bucket = self.shared.owned_bucket(&input.s3_bucket, owner, &self.bulk.arn)?;
        let keys = self.keys();
        let listed = spawn_blocking(move || Records::list(&bucket, &input, keys));
        let (records, bytes) = listed
            .await
            .unwrap_or_else(|_| Err(Failure::new("InternalServerError", "Internal server error")))?;
        self.bulk.progress.total_bytes = Some(bytes);
        let (send, mut batches) = mpsc::channel::<Batch>(AHEAD);
        let reading = spawn_blocking(move || records.read(&send));
        let (mut pace, mut turns) = (
            Pace::new(self.bulk.request.write_units(), self.service.clock().now()),
            Turns::default(),
        );
        while let Some(batch) = self.next(&mut batches).await? {
            let begun = clock::mark();
            let half_units = self.put(batch, report).await?;
            turns.worked(&self.service, begun.elapsed()).await;
            let now = self.service.clock().now();
            pace.spend(half_units, now);
            self.wait(Duration::from_micros((pace.next() - now).micros())).await?;
        }
        reading
            .await
            .map_err(|_| Failure::new("InternalServerError", "Internal server error"))
    }

    /// The next batch; `None` at the end. A file can be read for long without one.
    async fn next(&self, batches: &mut mpsc::Receiver<Batch>) -> Result<Option<Batch>, Failure> {
        let stop = self.stop();
        loop {
            if let Some(failure) = stop() {
                return Err(failure);
            }
            if let Ok(batch) = tokio::time::timeout(PAUSE, batches.recv()).await {
                return Ok(batch);
            }
        }
    }

    /// The key attributes of the table.
    fn keys(&self) -> Vec<String> {
        let keys = self.service.look(|engine| {
            let keys = engine.table(&self.bulk.table)?.keys();
            let keys = keys.partition.iter().chain(&keys.sort);
            Some(keys.map(|key| key.name.to_string()).collect())
        });
        keys.flatten().unwrap_or_default()
    }

    /// Puts a batch, and counts and reports its results, also if the operation must end within it. Returns the consumed
    /// write units in halves.
    async fn put(&mut self, batch: Batch, report: &Report) -> Result<u64, Failure> {
        let stop = self.stop();
        let mut results = Results::of(&batch.records);
        let done = self.putting(&stop).put(&batch.records, &mut results).await;
        drop(stop);
        self.bulk.progress.bytes += batch.bytes;
        let fates = results.fates.iter().zip(&batch.records);
        let fates: Vec<_> = fates
            .filter_map(|(fate, record)| Some((record, fate.as_ref()?)))
            .collect();
        for (record, fate) in &fates {
            self.count(record, fate);
        }
        let progress = self.bulk.progress.clone();
        self.shared.registry.note_progress(&self.bulk.arn, progress);
        for (record, fate) in fates {
            self.report(record, fate, report).await?;
        }
        done.map(|()| results.half_units)
    }

    fn count(&mut self, record: &Record, fate: &Fate) {
        let progress = &mut self.bulk.progress;
        progress.processed += 1;
        match (fate, &record.put) {
            (Fate::Put, Ok(put)) => {
                let table = &self.bulk.table;
                self.service
                    .look(|engine| usage::add(&mut progress.usage, engine, table, &put.item));
            }
            (Fate::FalseCondition(_), _) => progress.false_conditions += 1,
            _ => progress.failed += 1,
        }
    }

    /// Lists a record that is not put.
    async fn report(&self, record: &Record, fate: &Fate, report: &Report) -> Result<(), Failure> {
        let kind = match fate {
            Fate::Put => return Ok(()),
            Fate::Failed(_) => BulkOutputType::Error,
            Fate::FalseCondition(_) => BulkOutputType::ConditionCheckFailure,
        };
        let line = report_line(&self.bulk.request.input.s3_bucket, record, fate);
        if report.line(kind, line).await {
            Ok(())
        } else {
            // `Report::finish` returns the cause.
            Err(Failure::new("InternalServerError", "The report could not be written."))
        }
    }

    async fn wait(&self, time: Duration) -> Result<(), Failure> {
        let stop = self.stop();
        self.putting(&stop).wait(time).await
    }

    fn putting<'s>(&'s self, stop: &'s (dyn Fn() -> Option<Failure> + Sync)) -> Putting<'s> {
        Putting {
            service: &self.service,
            what: "the bulk operation",
            table: &self.bulk.table,
            table_id: &self.bulk.table_id,
            stop,
        }
    }

    /// Why the operation must end early, if it must.
    fn stop(&self) -> impl Fn() -> Option<Failure> + Sync + use<> {
        let (shared, arn) = (Arc::clone(&self.shared), self.bulk.arn.clone());
        move || {
            if shared.is_ending() {
                return Some(bulk_cut_off());
            }
            let text = "The operation was cancelled. The table contains the items written until then.";
            shared
                .registry
                .is_cancelling(&arn)
                .then(|| Failure::new(CANCELLED, text))
        }
    }
}
