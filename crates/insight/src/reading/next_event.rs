//! The next background work of the service, and pending work. A page uses it to describe the future and to propose a
//! speed.

use hashrange_engine::Due;
use hashrange_time::Duration;
use hashrange_wire::IndexStatus;

use super::question::{Question, Service};
use super::questions::NextEventQuestion;

/// The next event.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NextEvent {
    /// The next background work.
    pub next: Option<Due>,
    /// Pending changes of global indexes.
    pub queued: u64,
    /// How long the oldest pending change has waited.
    pub oldest: Duration,
    /// Number of global indexes that are being added.
    pub building: u32,
}

impl Question for NextEventQuestion {
    type Reading = NextEvent;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<NextEvent> {
        let mut coming = NextEvent {
            next: engine.next_work(),
            queued: 0,
            oldest: Duration::ZERO,
            building: 0,
        };
        for index in engine.tables().flat_map(|table| table.indexes().collect::<Vec<_>>()) {
            coming.queued += index.queued() as u64;
            let oldest = index
                .oldest_queued()
                .map_or(Duration::ZERO, |written| engine.now() - written);
            coming.oldest = coming.oldest.max(oldest);
            coming.building += u32::from(index.status() == IndexStatus::Creating && index.build().is_some());
        }
        Some(coming)
    }
}
