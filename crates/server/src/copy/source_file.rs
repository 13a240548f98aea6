//! A file or a data directory as the source of a copy: a service in this process, at the last time in the file.
//!
//! Its time is paused, so that nothing expires and nothing is throttled. The file is not changed. Must not know
//! requests.

use std::path::{Path, PathBuf};

use hashrange_copy::Reply;
use hashrange_endpoint::{Replayed, Settings, ignore_steps, replay, target_of};
use hashrange_journal::read_file;

use super::copy_failure::CopyFailure;
use super::folder;
use crate::data_dir;

/// A service in this process.
pub(super) struct SourceFile {
    service: Replayed,
}

impl SourceFile {
    /// Opens a workspace's file, a journal, or a data directory.
    pub(super) fn open(path: &Path) -> Result<Self, CopyFailure> {
        let mut service = if path.is_dir() {
            data_dir::look(path)?
        } else {
            of_file(path)?
        };
        let mut settings = service.settings.clone();
        // Every service has this setting and this value.
        let _ = settings.set("throttling.mode", "off");
        let Settings { physics, limits, .. } = settings;
        service.engine.adjust(service.engine.now(), physics, limits);
        Ok(Self { service })
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
