//! The state hash: whether two engines are in the same state, as one number.
//!
//! It covers options, time, the random source, tables with all items and entries, work that waits, tokens, streams, backups and the items of transactions:
//! everything a later answer can depend on. The event log and tracing are left out, as they never change an answer. It is the
//! digest of what a checkpoint would hold of that: the same on every target, and only meant to be compared between
//! programs of one version. It reads everything, so it is for tests and reports, not for every frame.

use hashrange_checkpoint::{Checkpointed, Writer, digest};

use crate::service::engine::Engine;
use crate::state::surroundings::Surroundings;

impl Engine {
    /// The hash of the state. Equal journals give equal hashes, on every target.
    #[must_use]
    pub fn state_hash(&self) -> u128 {
        self.state_hash_beside(|_| ())
    }

    /// The hash of the state together with that of something beside the engine.
    pub fn state_hash_beside(&self, beside: impl FnOnce(&mut Writer)) -> u128 {
        let Self { catalogue, around } = self;
        let Surroundings {
            options,
            now,
            random,
            lags,
            agenda,
            tables_made,
            paid,
            writes,
            tokens,
            streams,
            under_way,
            backups,
            tracing: _,
            log: _,
        } = around;
        digest(|out| {
            options.write(out);
            now.write(out);
            random.write(out);
            lags.write(out);
            catalogue.write(out);
            agenda.write(out);
            tables_made.write(out);
            paid.write(out);
            writes.write(out);
            tokens.write(out);
            streams.write(out);
            under_way.write(out);
            backups.write(out);
            beside(out);
        })
    }
}
