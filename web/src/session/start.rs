//! The start of the page: opens the storage, finds out who owns the workspace, and replays its journal in bounded steps.

use hashrange_engine::{Budget, Engine};
use hashrange_journal::{Entry, JournalError, Reader, Record, Torn};
use hashrange_wire::{Operation, decode};
use leptos::prelude::*;

use super::core::{Core, engine_for, physics_in};
use super::{Owner, Session, real_time};
use crate::failure;
use crate::storage::{Ownership, Storage, StorageError, acquire};

/// Real time one stretch of replay may take before the page draws again, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// Records replayed between two looks at real time.
const RECORDS_PER_LOOK: u32 = 16;
/// Bytes at the end of the journal that are replayed with traces, so that the newest reports are there again.
const TRACED_TAIL: usize = 16 * 1024;

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
    /// An engine as it was.
    Engine { engine: Box<Engine>, last_sequence: u64, steps: u64, torn: Option<Torn> },
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
            Brought::Engine { engine, last_sequence, steps, torn } => {
                if let Some(torn) = torn.filter(|_| owned) {
                    storage.keep_aside(&bytes, &torn.to_string()).await?;
                    storage.replace_journal(bytes.get(..torn.at_byte).unwrap_or_default()).await?;
                }
                self.core.set_value(Core::resumed(*engine, last_sequence, steps));
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
        let (header, mut reader) = match Reader::new(bytes) {
            Ok(opened) => opened,
            Err(error) => {
                let newer = matches!(error, JournalError::NewerVersion { .. });
                return Brought::Unusable { reason: error.to_string(), newer };
            }
        };
        let mut engine = engine_for(&header, "");
        let (mut last_sequence, mut steps, mut torn) = (0, 0, None);
        let mut stretch_end = real_time() + STRETCH_MS;
        let mut records = 0_u32;
        while let Some(record) = reader.next() {
            match record {
                Ok(record) => {
                    last_sequence = record.sequence;
                    steps += u64::from(matches!(record.entry, Entry::Request { .. }));
                    engine.set_tracing(bytes.len() - reader.position() < TRACED_TAIL);
                    replay_record(&mut engine, &header, record);
                }
                Err(JournalError::Torn(found)) => torn = Some(found),
                Err(_) => break,
            }
            records = records.wrapping_add(1);
            if records.is_multiple_of(RECORDS_PER_LOOK) && real_time() > stretch_end {
                self.phase.set(Phase::Starting { share: Some(reader.position() as f64 / bytes.len() as f64) });
                gloo_timers::future::TimeoutFuture::new(0).await;
                stretch_end = real_time() + STRETCH_MS;
            }
        }
        Brought::Engine { engine: Box::new(engine), last_sequence, steps, torn }
    }
}

fn replay_record(engine: &mut Engine, header: &hashrange_journal::Header, record: Record) {
    match record.entry {
        Entry::Request { operation, body } => {
            let request = Operation::from_name(&operation).map(|operation| decode(operation, body.as_bytes()));
            failure::note_replayed(record.sequence, &operation, body);
            if let Some(Ok(request)) = request {
                // What was refused then is refused again; the answer was given when it happened.
                let _ = engine.handle(record.at, request);
            }
        }
        Entry::Advance { to } => {
            engine.advance(to, Budget::UNBOUNDED);
        }
        // Settings open the journal; the engine they ask for takes the place of the one that has seen nothing yet.
        Entry::Settings { json } => {
            if let Some(physics) = physics_in(&json).filter(|_| engine.last_event() == 0) {
                *engine = engine_for(header, &physics);
            }
        }
    }
}
