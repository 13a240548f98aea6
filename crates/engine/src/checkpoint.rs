//! What of an engine goes into checkpoints as parts of its own: pages of rows, and runs of events.

use std::sync::Arc;

use hashrange_checkpoint::Kind;
use hashrange_store::{Pages, RowKey};

use crate::history::Past;
use crate::rows::ItemRow;
use crate::stream::{Change, SequenceNumber};
use crate::{Engine, Event};

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
