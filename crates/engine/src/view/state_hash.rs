//! The state hash: whether two engines are in the same state, as one number.
//!
//! It covers everything that a later response can depend on: options, time, the random source, tables with all items
//! and entries, scheduled work, tokens, streams, backups and transaction locks. It leaves out the event log and
//! tracing, which never change a response. It is the digest of the checkpoint without both. It is the same on every
//! target; compare it only between programs of one version. It reads everything, so it is for tests and reports, not
//! for every frame.

use hashrange_checkpoint::{Checkpointed, Writer, digest};

use crate::service::engine::Engine;
use crate::state::log::event::EventLog;

impl Engine {
    /// The hash of the state. Equal journals give equal hashes, on every target.
    #[must_use]
    pub fn state_hash(&self) -> u128 {
        self.state_hash_beside(|_| ())
    }

    /// The hash of the state together with additional data from outside the engine.
    pub fn state_hash_beside(&self, beside: impl FnOnce(&mut Writer)) -> u128 {
        let mut state = self.clone();
        state.shared.tracing = false;
        state.shared.log = EventLog::default();
        digest(|out| {
            state.write(out);
            beside(out);
        })
    }
}
