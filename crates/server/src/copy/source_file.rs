//! A file or a data directory as the source of a copy: a service in this process, at the last time in the file.
//!
//! Its time is paused, so that nothing expires and nothing is throttled. Only the creation or deletion of a table takes
//! its time first, because such a table cannot be read. The file is not changed. Must not know requests.

use std::path::{Path, PathBuf};

use hashrange_copy::Reply;
use hashrange_endpoint::{Replayed, Settings, ignore_steps, replay, target_of};
use hashrange_engine::{Budget, Engine};
use hashrange_journal::read_file;
use hashrange_time::Duration;
use hashrange_wire::TableStatus;

use super::copy_failure::CopyFailure;
use super::folder;
use super::output::print_line;
use crate::data_dir;

/// No table is created or deleted for longer than this.
const LONGEST_CREATION: Duration = Duration::from_days(1);

/// A service in this process.
pub(super) struct SourceFile {
    service: Replayed,
}

impl SourceFile {
    /// Opens a workspace's file, a journal, or a data directory.
    pub(super) fn open(path: &Path) -> Result<Self, CopyFailure> {
        if !path.is_dir() {
            return Ok(Self::of(of_file(path)?));
        }
        let (service, report) = data_dir::look(path)?;
        if let Some(report) = report {
            print_line(&report)?;
        }
        Ok(Self::of(service))
    }

    /// A service whose time is paused.
    pub(super) fn of(mut service: Replayed) -> Self {
        let mut settings = service.settings.clone();
        // Every service has this setting and this value.
        let _ = settings.set("throttling.mode", "off");
        let Settings { physics, limits, .. } = settings;
        service.engine.adjust(service.engine.now(), physics, limits);
        settle(&mut service.engine);
        Self { service }
    }

    /// The response of the service.
    pub(super) fn reply(&mut self, operation: &str, body: &str) -> Reply {
        let at = self.service.engine.now();
        let mut ignore_steps = ignore_steps;
        let mut front = self.service.front(&mut ignore_steps);
        let answer = front.dispatch(at, &target_of(operation), body.as_bytes()).answer;
        Reply::Answered {
            status: answer.status,
            body: answer.body,
        }
    }
}

/// Lets time pass until no table is being created or deleted.
fn settle(engine: &mut Engine) {
    let end = engine.now() + LONGEST_CREATION;
    let is_unsettled = |engine: &Engine| {
        let mut tables = engine.tables();
        tables.any(|table| matches!(table.status(), TableStatus::Creating | TableStatus::Deleting))
    };
    while is_unsettled(engine)
        && let Some(due) = engine.next_due().filter(|due| *due <= end)
    {
        engine.advance(due, Budget::UNBOUNDED);
    }
}

fn of_file(path: &Path) -> Result<Replayed, CopyFailure> {
    let named = || PathBuf::from(path);
    let missing = || CopyFailure::File {
        path: named(),
        error: std::io::ErrorKind::NotFound.into(),
    };
    let bytes = folder::read(path)?.ok_or_else(missing)?;
    let file = read_file(&bytes).map_err(|error| CopyFailure::Workspace { path: named(), error })?;
    let journal = if file.journal.is_empty() {
        // A new, empty workspace.
        hashrange_endpoint::Recorder::header(&Settings::default())
    } else {
        file.journal
    };
    replay(&journal).map_err(|error| CopyFailure::Journal { path: named(), error })
}
