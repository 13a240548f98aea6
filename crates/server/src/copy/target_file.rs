//! A workspace's file as the target of a copy: a service in this process, whose journal is beside the file until the
//! copy is complete.
//!
//! The journal grows in `<file>.part`. Its records are durable before the copy's state reports them. At the end it gets
//! its final name. Must not know requests.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use hashrange_copy::Reply;
use hashrange_endpoint::{Impact, Keeps, Settings, Timeline, target_of};
use hashrange_journal::{WorkspaceFile, read_file, write_file};
use hashrange_time::{Duration, Timestamp};

use super::copy_failure::CopyFailure;
use super::folder;
use crate::clock;

/// The suffix of the journal until the copy is complete.
const PART: &str = ".part";

/// A service in this process.
pub(super) struct TargetFile {
    path: PathBuf,
    part: PathBuf,
    timeline: Timeline<()>,
    /// The journal's file, open at its end.
    journal: File,
    /// Name, time and view of the workspace.
    head: WorkspaceFile,
    /// The service's time when it was opened, and the system's.
    begun: (Timestamp, Timestamp),
}

impl TargetFile {
    /// Resumes what a copy has written so far, if `goes_on`. Otherwise starts with the existing workspace, or a new
    /// one.
    pub(super) fn open(path: &Path, goes_on: bool) -> Result<Self, CopyFailure> {
        let part = folder::beside(path, PART);
        let head = head(path)?;
        let kept = if goes_on { folder::read(&part)? } else { None };
        let bytes = kept.unwrap_or_else(|| head.journal.clone());
        let failure = |error| CopyFailure::Journal {
            path: path.to_owned(),
            error,
        };
        let mut timeline = if bytes.is_empty() {
            Timeline::begin(&fresh())
        } else {
            read(&bytes).map_err(failure)?
        };
        timeline.set_keeps(Keeps::Marked(Impact::Change));
        timeline.set_tracing(false);
        // The complete journal, without an incomplete end.
        let whole = timeline.hand_out_anew().unwrap_or_default();
        folder::put(&part, &whole)?;
        let journal = OpenOptions::new().append(true).open(&part);
        let journal = journal.map_err(|error| CopyFailure::File {
            path: part.clone(),
            error,
        })?;
        let begun = (timeline.engine().now(), clock::now());
        Ok(Self {
            path: path.to_owned(),
            part,
            timeline,
            journal,
            head,
            begun,
        })
    }

    /// The response of the service, whose time follows the system clock.
    pub(super) fn reply(&mut self, operation: &str, body: &str) -> Reply {
        let passed = clock::now().checked_since(self.begun.1).unwrap_or(Duration::ZERO);
        let at = (self.begun.0 + passed).max(self.timeline.engine().now());
        let answer = self
            .timeline
            .dispatch(at, &target_of(operation), body.as_bytes())
            .answer;
        Reply::Answered {
            status: answer.status,
            body: answer.body,
        }
    }

    /// Makes written data durable.
    pub(super) fn keep(&mut self) -> Result<(), CopyFailure> {
        if !self.timeline.has_more() {
            return Ok(());
        }
        let bytes = self.timeline.hand_out();
        let written = self.journal.write_all(&bytes).and_then(|()| self.journal.sync_data());
        written.map_err(|error| CopyFailure::File {
            path: self.part.clone(),
            error,
        })
    }

    /// Writes the file.
    pub(super) fn finish(&mut self) -> Result<(), CopyFailure> {
        let journal = self.timeline.journal().unwrap_or_default();
        let usual = || {
            self.path
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned())
                .unwrap_or_default()
        };
        let name = self.head.name.clone().unwrap_or_else(usual);
        let made = self.head.made.unwrap_or_else(|| clock::now().millis());
        folder::put(&self.path, &write_file(&name, made, &self.head.view, &journal))?;
        folder::remove(&self.part)
    }
}

/// Deletes the journal of a copy that did not complete.
pub(super) fn remove_part(path: &Path) -> Result<(), CopyFailure> {
    folder::remove(&folder::beside(path, PART))
}

fn read(journal: &[u8]) -> Result<Timeline<()>, hashrange_endpoint::ReplayError> {
    Timeline::read(journal)
}

/// The settings of a service without tables, which starts at the system's time.
fn fresh() -> Settings {
    Settings {
        start: clock::now(),
        ..Settings::default()
    }
}

/// The existing workspace, or an empty one.
fn head(path: &Path) -> Result<WorkspaceFile, CopyFailure> {
    match folder::read(path)? {
        Some(bytes) => read_file(&bytes).map_err(|error| CopyFailure::Workspace {
            path: path.to_owned(),
            error,
        }),
        None => Ok(WorkspaceFile {
            name: None,
            made: None,
            view: String::new(),
            journal: Vec::new(),
        }),
    }
}
