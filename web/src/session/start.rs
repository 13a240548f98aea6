//! The start of the page: opens the storage, finds out who owns the workspace, and replays its journal in bounded steps.

use hashrange_endpoint::{ReplayError, Timeline};
use hashrange_journal::{Entry, JournalError, Record};
use leptos::prelude::*;

use super::core::{Core, Seen};
use super::{Owner, Session, real_time};
use crate::failure;
use crate::storage::{Ownership, Storage, StorageError, acquire};

/// Real time one stretch of replay may take before the page draws again, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// Records replayed between two looks at real time.
const RECORDS_PER_LOOK: u64 = 16;
/// Records at the end of the journal that are replayed with traces, so that the newest reports are there again.
const TRACED_TAIL: u64 = 100;

/// How far the start has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// The workspace is being brought back; the share that is done, 0 to 1, when it is known.
    Starting {
        /// The share.
        share: Option<f64>,
    },
    /// The workspace is there.
    Ready,
}

/// What the start found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Started {
    /// Nothing: the workspace is empty, and there was none before.
    Anew,
    /// The workspace as it was left.
    Resumed,
}

/// What became of the bytes of a journal.
enum Brought {
    /// A service as it was, and what of its journal could not be used.
    Service { timeline: Box<Timeline<Seen>>, lost: Option<String> },
    /// There was no journal.
    Nothing,
    /// A journal that cannot be used at all.
    Unusable { reason: String, newer: bool },
}

impl Session {
    /// Brings the workspace back, or begins one. The page can be used after this, with storage or without.
    pub async fn start(self) -> Started {
        let started = match Storage::open().await {
            Ok(storage) => self.start_from(storage).await,
            Err(error) => {
                self.keep_nothing(&error.to_string());
                Started::Anew
            }
        };
        self.publish();
        self.phase.set(Phase::Ready);
        started
    }

    async fn start_from(self, storage: Storage) -> Started {
        let owned = acquire(move || self.lose_ownership()).await == Ownership::Here;
        let started = match self.bring_back(&storage, owned).await {
            Ok(started) => started,
            Err(error) => {
                self.keep_nothing(&error.to_string());
                return Started::Anew;
            }
        };
        if !owned {
            self.owner.set(Owner::Elsewhere);
            self.keep_nothing("another tab owns this workspace");
        } else if self.owner.get_untracked() == Owner::Here && self.saver.with_value(|saver| !saver.refused) {
            self.keep_in(storage.clone());
        }
        if let Ok(kept) = storage.kept_aside().await {
            self.kept.set(kept);
        }
        started
    }

    async fn bring_back(self, storage: &Storage, owned: bool) -> Result<Started, StorageError> {
        let bytes = storage.read_journal(owned).await?;
        if owned && failure::take_set_aside_mark() {
            storage.keep_aside(&bytes, "put aside after the page had stopped").await?;
            return Ok(Started::Anew);
        }
        let brought = self.replay(&bytes).await;
        match brought {
            Brought::Nothing => Ok(Started::Anew),
            Brought::Unusable { reason, newer: true } => {
                // A newer page can still read it, so it stays where it is.
                self.saver.update_value(|saver| saver.refused = true);
                self.keep_nothing(&reason);
                Ok(Started::Anew)
            }
            Brought::Unusable { reason, newer: false } => {
                if owned {
                    storage.keep_aside(&bytes, &reason).await?;
                }
                Ok(Started::Anew)
            }
            Brought::Service { timeline, lost } => {
                if let Some(reason) = lost.filter(|_| owned) {
                    storage.keep_aside(&bytes, &reason).await?;
                    storage.replace_journal(&timeline.journal()).await?;
                }
                self.core.set_value(Core::resumed(*timeline));
                self.untouched.set_value(false);
                Ok(Started::Resumed)
            }
        }
    }

    /// Replays a journal, drawing the page in between.
    async fn replay(self, bytes: &[u8]) -> Brought {
        if bytes.is_empty() {
            return Brought::Nothing;
        }
        let mut timeline = match Timeline::<Seen>::load(bytes) {
            Ok(timeline) => timeline,
            Err(error) => {
                let newer = matches!(error, ReplayError::Journal(JournalError::NewerVersion { .. }));
                return Brought::Unusable { reason: error.to_string(), newer };
            }
        };
        let mut lost = timeline.torn().map(ToString::to_string);
        let end = timeline.end();
        let mut stretch_end = real_time() + STRETCH_MS;
        for place in 1..=end {
            timeline.set_tracing(end - place < TRACED_TAIL);
            if let Some(record) = timeline.record_at(place) {
                note(record);
            }
            if let Err(error) = timeline.forward(1) {
                // What comes after a record that leads nowhere cannot be trusted.
                lost = Some(error.to_string());
                timeline.cut();
                break;
            }
            if place.is_multiple_of(RECORDS_PER_LOOK) && real_time() > stretch_end {
                self.phase.set(Phase::Starting { share: Some(place as f64 / end as f64) });
                gloo_timers::future::TimeoutFuture::new(0).await;
                stretch_end = real_time() + STRETCH_MS;
            }
        }
        Brought::Service { timeline: Box::new(timeline), lost }
    }
}

/// Remembers the record that is about to be replayed, for the report should it bring the page down.
fn note(record: &Record) {
    if let Entry::Request { operation, body } = &record.entry {
        failure::note_replayed(record.sequence, operation, body);
    }
}
