//! The state hash: whether two engines are in the same state, as one number.
//!
//! It covers options, time, the random source, tables with all items and entries, work that waits, tokens, streams, backups and the items of transactions:
//! everything a later answer can depend on. The event log and tracing are left out, as they never change an answer. It is
//! FNV-1a of 128 bits over the state as it prints: the same on every target, and only meant to be compared between
//! programs of one version. It reads everything, so it is for tests and reports, not for every frame.

use std::fmt::Debug;

use crate::Engine;
use crate::fingerprint::fingerprint;

impl Engine {
    /// The hash of the state. Equal journals give equal hashes, on every target.
    #[must_use]
    pub fn state_hash(&self) -> u128 {
        let Self {
            options,
            now,
            random,
            lags,
            catalogue,
            agenda,
            tables_made,
            paid,
            tokens,
            streams,
            under_way,
            backups,
            ..
        } = self;
        fingerprint(&(
            options,
            now,
            (random, lags),
            catalogue,
            agenda,
            (tables_made, paid),
            (tokens, streams, under_way, backups),
        ))
    }

    /// The hash of the state together with that of something beside the engine.
    #[must_use]
    pub fn state_hash_beside(&self, beside: &impl Debug) -> u128 {
        fingerprint(&(self.state_hash(), beside))
    }
}
