//! How far global indexes are behind their tables.

use hashrange_engine::Engine;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use litemap::LiteMap;

/// The propagation of one global index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct IndexLag {
    /// Pending changes.
    pub queued: usize,
    /// How long the oldest pending change has waited.
    pub oldest: Option<Duration>,
    /// Number of applied changes.
    pub arrived: u64,
    /// How long the latest applied change took.
    pub newest: Duration,
    /// How long the slowest change took.
    pub slowest: Duration,
    /// How long a change took on average.
    pub mean: Duration,
}

/// The applied changes so far, by index.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lags {
    indexes: LiteMap<(Text, Text), Arrived>,
}

hashrange_checkpoint::fields!(Lags { indexes });

#[derive(Clone, Copy, Debug, Default)]
struct Arrived {
    count: u64,
    newest: Duration,
    slowest: Duration,
    sum: Duration,
}

hashrange_checkpoint::fields!(Arrived {
    count,
    newest,
    slowest,
    sum
});

impl Lags {
    pub(crate) fn fold(&mut self, (table, index): (&Text, &Text), written: Timestamp, at: Timestamp) {
        let arrived = self.indexes.entry((table.clone(), index.clone())).or_default();
        let lag = at - written;
        arrived.count += 1;
        arrived.newest = lag;
        arrived.slowest = arrived.slowest.max(lag);
        arrived.sum = Duration::from_micros(arrived.sum.micros().saturating_add(lag.micros()));
    }

    pub(crate) fn forget(&mut self, table: &Text) {
        self.indexes.retain(|(of, _), _| of != table);
    }

    /// How far an index is behind; `None` if there is no such global index.
    #[must_use]
    pub(crate) fn of(&self, engine: &Engine, table: &str, index: &str) -> Option<IndexLag> {
        let view = engine
            .table(table)?
            .indexes()
            .find(|view| view.definition().name == index)?;
        let arrived = self
            .indexes
            .get(&(table.into(), index.into()))
            .copied()
            .unwrap_or_default();
        Some(IndexLag {
            queued: view.queued(),
            oldest: view.oldest_queued().map(|written| engine.now() - written),
            arrived: arrived.count,
            newest: arrived.newest,
            slowest: arrived.slowest,
            mean: Duration::from_micros(arrived.sum.micros() / arrived.count.max(1)),
        })
    }
}
