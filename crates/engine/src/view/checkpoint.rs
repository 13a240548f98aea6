//! The parts of an engine in checkpoints: pages of rows, and runs of events.

use std::sync::Arc;

use hashrange_checkpoint::Kind;
use hashrange_store::{Pages, RowKey};

use crate::service::engine::Engine;
use crate::state::history::Past;
use crate::state::log::event::Event;
use crate::state::rows::ItemRow;
use crate::state::stream::shard::{Change, SequenceNumber};

impl Engine {
    /// The kinds that parts of an engine have.
    #[must_use]
    pub fn checkpoint_kinds() -> Vec<Kind> {
        vec![
            Pages::<RowKey, ItemRow>::kind(),
            Pages::<RowKey, Arc<[f32]>>::kind(),
            Pages::<(u64, RowKey), ()>::kind(),
            Pages::<u64, Past>::kind(),
            Pages::<SequenceNumber, Arc<Change>>::kind(),
            Kind::of::<Arc<[Event]>>(),
        ]
    }
}
