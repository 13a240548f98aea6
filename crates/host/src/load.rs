//! Runs a generated load: request by request at its virtual time, as fast as the clock is set, until it ends, is stopped, or
//! somebody goes along what happened.
//!
//! Must not know how a load is chosen or shown. What came of it is counted where it happens, in the timeline.

use hashrange_protocol::{Imported, Job, JobEnd, JobKind, News, WorkspaceId};
use hashrange_workload::LoadPlan;

use crate::host::Host;
use crate::lead::Led;
use crate::workspace::Workspace;
use crate::world::World;

/// Real time one stretch may take before messages are heard again, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// Real time until the clock is looked at again when nothing is due: about a frame.
const FRAME_MS: u32 = 16;

impl<W: World> Host<W> {
    /// Runs a load to its end, until it is stopped, or somebody goes along what happened. Time passes with the load only,
    /// runs and is paused with it.
    pub(crate) async fn run_load(self, id: WorkspaceId, plan: LoadPlan, seed: u64) {
        let began = self.change(id, |workspace, real| {
            let free = workspace.job.is_none();
            if free {
                workspace.lesson_forks();
                workspace.begin_job(JobKind::Load, &plan.target.table, 0);
                workspace.core.begin_load(real, plan, seed);
            }
            free
        });
        if began == Some(true) {
            self.go_on_with_load(id).await;
        }
    }

    /// Goes on with a load that was running when the page was left.
    pub(crate) async fn take_up_load(self, id: WorkspaceId) {
        let runs = self.change(id, |workspace, real| {
            let table = workspace.core.timeline().running_load().map(|tally| tally.plan.target.table.clone());
            let Some(table) = table.filter(|_| workspace.job.is_none() && workspace.keeping.on) else { return false };
            workspace.begin_job(JobKind::Load, &table, 0);
            workspace.core.lead(real);
            true
        });
        if runs == Some(true) {
            self.go_on_with_load(id).await;
        }
    }

    async fn go_on_with_load(&self, id: WorkspaceId) {
        loop {
            let stretch_end = self.world().millis() + STRETCH_MS;
            let Some(led) = self.within(id, |workspace| workspace.go_with_load(stretch_end, || self.world().millis()))
            else {
                return;
            };
            self.publish();
            self.save_soon(id);
            let stopped = self.within(id, |workspace| workspace.stop) != Some(false);
            if stopped || led == Led::Ended {
                self.change(id, |workspace, real| {
                    workspace.core.end_lead(real);
                    workspace.lesson_loaded(real);
                });
                return self.end_job(id, None, stopped, None);
            }
            self.world().rest(if matches!(led, Led::Early { .. }) { FRAME_MS } else { 0 }).await;
        }
    }

    /// Ends the job that is under way.
    pub(crate) fn end_job(&self, id: WorkspaceId, trouble: Option<String>, stopped: bool, import: Option<Imported>) {
        let ended = self.change(id, |workspace, _| {
            // A job may have done much: what is opened again need not do it again.
            workspace.core.keep_snapshot();
            workspace.job.take()
        });
        if let Some(Some(Job { kind, title, .. })) = ended {
            self.post(News::JobEnded(JobEnd { kind, title, trouble, stopped, import }));
            if id != self.front() {
                // While it was at work it could not be closed.
                self.spawn(|host| async move { host.close_idle().await });
            }
        }
    }
}

impl Workspace {
    /// Begins a job of so many steps.
    pub(crate) fn begin_job(&mut self, kind: JobKind, title: &str, of: u64) {
        self.stop = false;
        self.job = Some(Job { kind, title: title.to_owned(), done: 0, of, import: None });
    }

    /// Sends what is due of the load, until this moment of real time or until nothing is due.
    fn go_with_load(&mut self, until: f64, clock: impl Fn() -> f64) -> Led {
        loop {
            let led = self.core.go_with_load(clock());
            if led != (Led::Early { happened: false }) {
                self.changed();
            }
            if led != Led::Sent || clock() > until {
                return led;
            }
        }
    }
}
