//! The state hash: whether two engines are in the same state, as one number.
//!
//! It covers everything that a later response can depend on: options, time, the random source, tables with all items
//! and entries, scheduled work, tokens, streams, backups and transaction locks. It leaves out the event log and
//! tracing, which never change a response. It is the digest of the corresponding checkpoint. It is the same on every
//! target; compare it only between programs of one version. It reads everything, so it is for tests and reports, not
//! for every frame.

use hashrange_checkpoint::{Checkpointed, Writer, digest};

use crate::service::engine::Engine;
use crate::state::shared_state::SharedState;

impl Engine {
    /// The hash of the state. Equal journals give equal hashes, on every target.
    #[must_use]
    pub fn state_hash(&self) -> u128 {
        self.state_hash_beside(|_| ())
    }

    /// The hash of the state together with additional data from outside the engine.
    pub fn state_hash_beside(&self, beside: impl FnOnce(&mut Writer)) -> u128 {
        let Self { catalogue, shared } = self;
        let SharedState {
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
            transaction_locks,
            backups,
            tracing: _,
            log: _,
        } = shared;
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
            transaction_locks.write(out);
            backups.write(out);
            beside(out);
        })
    }
}
