//! Loads a sample as one job: in bounded slices, with progress, until the service has settled.

use hashrange_protocol::{JobKind, Origin, WorkspaceId};
use hashrange_time::Duration;
use hashrange_wire::{Checked, Operation, Request, ServiceError, encode_request};

use crate::host::{Host, Platform};
use crate::workspace::Workspace;

/// Real time of one slice before messages are read again, in milliseconds.
const STRETCH_MS: f64 = 12.0;

/// Real time between two checks whether another job has ended, in milliseconds.
const TURN_MS: u32 = 30;

/// Virtual time between two items: about the rate that a small provisioned table supports.
const PACE: Duration = Duration::from_millis(250);

impl<W: Platform> Host<W> {
    /// Loads a sample into a workspace; an existing table stays unchanged. Virtual time advances until new tables are
    /// ACTIVE and indexes are up to date, so that the sample is complete.
    pub(crate) async fn load_sample(self, id: WorkspaceId, sample: String) {
        let Some(sample) = hashrange_workload::sample(&sample) else {
            return;
        };
        let requests = sample.requests();
        // Another sample may be in progress.
        while self.within(id, |workspace| workspace.job.is_some()) == Some(true) {
            self.platform().rest(TURN_MS).await;
        }
        let began = self.change(id, |workspace, _| {
            let engine = workspace.core.engine();
            let there = sample.tables.iter().any(|table| engine.table(table).is_some());
            let free = workspace.job.is_none() && !there;
            if free {
                workspace.begin_job(JobKind::Sample, sample.title, requests.len() as u64);
            }
            free
        });
        if began == Some(true) {
            self.fill(id, requests).await;
        }
    }

    /// Sends a sample's requests in the job that has started.
    pub(crate) async fn fill(&self, id: WorkspaceId, requests: Vec<Request>) {
        let trouble = self.load_all(id, requests).await.err().map(|error| error.to_string());
        self.change(id, |workspace, real| workspace.core.settle(real));
        self.end_job(id, trouble, false, None);
    }

    async fn load_all(&self, id: WorkspaceId, requests: Vec<Request>) -> Result<(), ServiceError> {
        let mut stretch_end = self.platform().millis() + STRETCH_MS;
        for (done, request) in requests.into_iter().enumerate() {
            if self.platform().millis() > stretch_end {
                self.within(id, |workspace| {
                    if let Some(job) = &mut workspace.job {
                        job.done = done as u64;
                    }
                });
                self.publish();
                self.platform().rest(0).await;
                stretch_end = self.platform().millis() + STRETCH_MS;
            }
            let makes_table = request.operation() == Operation::CreateTable;
            let body = encode_request(&request);
            self.handling(request.operation().name(), &body);
            let real = self.platform().millis();
            let answer = self.within(id, |workspace| {
                workspace.core.handle(real, Checked::of(request)?, body)?;
                if makes_table {
                    workspace.core.settle(real);
                } else {
                    workspace.core.pass(real, PACE);
                }
                workspace.changed();
                Ok::<(), ServiceError>(())
            });
            answer.unwrap_or(Ok(()))?;
        }
        Ok(())
    }
}

impl Workspace {
    /// Starts the job of the workspace's initial sample, if it has one. The page never shows the workspace without the
    /// job or the sample.
    pub(crate) fn await_sample(&mut self) {
        if let Origin::Sample(id) = &self.card.origin
            && let Some(sample) = hashrange_workload::sample(id)
        {
            self.begin_job(JobKind::Sample, sample.title, sample.requests().len() as u64);
        }
    }
}
