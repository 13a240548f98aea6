//! Runs a generated load: sends each request at its virtual time, at the speed of the clock. A load ends by itself,
//! when it is stopped, or when the reader moves along the timeline.
//!
//! Must not know how a load is chosen or shown. The timeline counts its results.

use hashrange_protocol::{Imported, Job, JobEnd, JobKind, News, WorkspaceId};
use hashrange_workload::LoadPlan;

use crate::host::{Host, Platform};
use crate::load_run::LoadProgress;
use crate::pump::IDLE_MS;
use crate::workspace::Workspace;

/// Real time of one slice before messages are read again, in milliseconds.
const STRETCH_MS: f64 = 12.0;

impl<W: Platform> Host<W> {
    /// Runs a load until it ends, is stopped, or the reader moves along the timeline. Time passes only with the load,
    /// and pauses with it.
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

    /// Continues a load that was running when the page was left.
    pub(crate) async fn take_up_load(self, id: WorkspaceId) {
        let runs = self.change(id, |workspace, real| {
            let table = workspace
                .core
                .timeline()
                .running_load()
                .map(|tally| tally.plan.target.table.clone());
            let Some(table) = table.filter(|_| workspace.job.is_none() && workspace.keeping.on) else {
                return false;
            };
            workspace.begin_job(JobKind::Load, &table, 0);
            workspace.core.run_load(real);
            true
        });
        if runs == Some(true) {
            self.go_on_with_load(id).await;
        }
    }

    async fn go_on_with_load(&self, id: WorkspaceId) {
        loop {
            while self.rests_out_of_sight(id) {
                self.platform().rest(IDLE_MS).await;
            }
            let stretch_end = self.platform().millis() + STRETCH_MS;
            let Some(progress) = self.within(id, |workspace| {
                workspace.go_with_load(stretch_end, || self.platform().millis())
            }) else {
                return;
            };
            self.publish();
            self.save_soon(id);
            let stopped = self.within(id, |workspace| workspace.stop) != Some(false);
            if stopped || progress == LoadProgress::Ended {
                self.change(id, |workspace, real| {
                    workspace.core.end_load_run(real);
                    workspace.lesson_loaded(real);
                });
                return self.end_job(id, None, stopped, None);
            }
            let is_early = matches!(progress, LoadProgress::Early { .. });
            let rest = if is_early { self.rest_within(id) } else { 0 };
            self.platform().rest(rest).await;
        }
    }

    /// Whether the load is only to be looked at, in a welcome that nobody sees. Lets real time pass for it.
    fn rests_out_of_sight(&self, id: WorkspaceId) -> bool {
        let real = self.platform().millis();
        let rests = id.is_welcome() && self.state(|state| state.hidden);
        rests && self.within(id, |workspace| workspace.wait(real)).is_some()
    }

    /// Ends the running job.
    pub(crate) fn end_job(&self, id: WorkspaceId, trouble: Option<String>, stopped: bool, import: Option<Imported>) {
        let ended = self.change(id, |workspace, _| {
            // A job can be much work. The snapshot avoids repeating it when the workspace is opened again.
            workspace.core.keep_snapshot();
            workspace.job.take()
        });
        if let Some(Some(Job { kind, title, .. })) = ended {
            self.post(&News::JobEnded(JobEnd {
                kind,
                title,
                trouble,
                stopped,
                import,
            }));
            if id != self.front() {
                // The workspace could not be closed while the job ran.
                self.spawn(|host| async move { host.close_idle().await });
            }
        }
    }
}

impl Workspace {
    /// Starts a job of this number of steps.
    pub(crate) fn begin_job(&mut self, kind: JobKind, title: &str, of: u64) {
        self.stop = false;
        self.job = Some(Job {
            kind,
            title: title.to_owned(),
            done: 0,
            of,
            import: None,
        });
    }

    /// Sends the due requests of the load, until this real time or until nothing is due.
    fn go_with_load(&mut self, until: f64, clock: impl Fn() -> f64) -> LoadProgress {
        loop {
            let progress = self.core.go_with_load(clock());
            if progress != (LoadProgress::Early { happened: false }) {
                self.changed();
            }
            if progress != LoadProgress::Sent || clock() > until {
                return progress;
            }
        }
    }
}
