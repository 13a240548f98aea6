//! The state of a table's TTL: waiting items, expired items that are still readable, deleted items, and the times of
//! scanners. The stage and the TTL reading both report it.

use hashrange_engine::Engine;
use hashrange_time::Timestamp;
use hashrange_values::Text;
use litemap::LiteMap;

/// Maximum number of listed partitions, for a table's TTL and for its stage.
pub(crate) const MOST_PARTITIONS: usize = 48;

/// The state of a table's TTL.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryState {
    /// The attribute with the expiry time, in epoch seconds.
    pub attribute: Text,
    /// Whether TTL is on.
    pub enabled: bool,
    /// Items that will expire.
    pub live: u64,
    /// Items past their expiry time that are still readable.
    pub readable: u64,
    /// Number of readable items with a pending deletion.
    pub found: u64,
    /// Items that never expire, because they have no expiry time or an implausible one.
    pub never: u64,
    /// Items deleted so far.
    pub deleted: u64,
    /// The first partitions by number: when a scanner last found an item there, and when it will find the next one.
    pub sweeps: Vec<(u32, Option<Timestamp>, Option<Timestamp>)>,
    /// The next sweep of all partitions.
    pub next_sweep: Option<Timestamp>,
}

/// The past of TTL, by table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expiries {
    tables: LiteMap<Text, Past>,
}

hashrange_checkpoint::fields!(Expiries { tables });

#[derive(Clone, Debug, Default)]
struct Past {
    deleted: u64,
    /// When each partition's scanner last found an item.
    sweeps: LiteMap<u32, Timestamp>,
}

hashrange_checkpoint::fields!(Past { deleted, sweeps });

impl Expiries {
    pub(crate) fn deleted(&mut self, table: &Text) {
        self.tables.entry(table.clone()).or_default().deleted += 1;
    }

    pub(crate) fn swept(&mut self, table: &Text, partition: u32, at: Timestamp) {
        self.tables
            .entry(table.clone())
            .or_default()
            .sweeps
            .insert(partition, at);
    }

    pub(crate) fn forget(&mut self, table: &Text) {
        self.tables.remove(table);
    }

    /// The state of a table's TTL; `None` without TTL.
    #[must_use]
    pub(crate) fn state(&self, engine: &Engine, table: &str) -> Option<ExpiryState> {
        let view = engine.table(table)?;
        let expiry = view.expiry(engine.now())?;
        let past = self.tables.get(table);
        // Passes are sorted by partition.
        let next = |partition: u32| {
            let place = expiry.passes.binary_search_by_key(&partition, |(of, _)| *of).ok()?;
            expiry.passes.get(place).map(|(_, at)| *at)
        };
        let last = |partition: u32| past.and_then(|past| past.sweeps.get(&partition)).copied();
        let sweep = |partition: u32| (partition, last(partition), next(partition));
        let readable = expiry.unmet + expiry.met;
        let live = (expiry.waiting as u64).saturating_sub(expiry.unmet);
        Some(ExpiryState {
            enabled: expiry.enabled,
            live,
            readable,
            found: expiry.met,
            never: (view.item_count() as u64).saturating_sub(live + readable),
            deleted: past.map_or(0, |past| past.deleted),
            sweeps: view
                .partitions()
                .take(MOST_PARTITIONS)
                .map(|view| sweep(view.number))
                .collect(),
            next_sweep: expiry.passes.iter().map(|(_, at)| *at).min(),
            attribute: expiry.attribute,
        })
    }
}
