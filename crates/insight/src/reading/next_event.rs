//! What the service will do next by itself, and what is under way: from it a page words the future and proposes a speed.

use hashrange_engine::Due;
use hashrange_time::Duration;
use hashrange_wire::IndexStatus;

use super::asks::NextEventAsk;
use super::question::{Question, Service};

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NextEvent {
    /// What happens next by itself.
    pub next: Option<Due>,
    /// Changes on their way to global indexes.
    pub queued: u64,
    /// For how long the oldest of them has been under way.
    pub oldest: Duration,
    /// Global indexes that are being added.
    pub building: u32,
}

impl Question for NextEventAsk {
    type Reading = NextEvent;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<NextEvent> {
        let mut coming = NextEvent { next: engine.next_work(), queued: 0, oldest: Duration::ZERO, building: 0 };
        for index in engine.tables().flat_map(|table| table.indexes().collect::<Vec<_>>()) {
            coming.queued += index.queued() as u64;
            let oldest = index.oldest_queued().map_or(Duration::ZERO, |written| engine.now() - written);
            coming.oldest = coming.oldest.max(oldest);
            coming.building += u32::from(index.status() == IndexStatus::Creating && index.build().is_some());
        }
        Some(coming)
    }
}
