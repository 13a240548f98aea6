//! Time to live on the stage: how many items live, wait and are gone, and when the sweeps pass.

use super::{Scene, Stage, StageExpiry};

impl Scene<'_> {
    /// The expiry of the table; `None` while it has no time to live.
    pub(super) fn expiry(self) -> Option<StageExpiry> {
        let Self { insight, engine, table } = self;
        let expiry = table.expiry(engine.now(), 0)?;
        let readable = expiry.unmet + expiry.met;
        let live = (expiry.waiting as u64).saturating_sub(expiry.unmet);
        // Passes come in the order of their partitions.
        let next = |partition: u32| {
            let place = expiry.passes.binary_search_by_key(&partition, |(of, _)| *of).ok()?;
            expiry.passes.get(place).map(|(_, at)| *at)
        };
        let sweep = |partition: u32| (partition, insight.last_sweep(table.name(), partition), next(partition));
        Some(StageExpiry {
            enabled: expiry.enabled,
            live,
            readable,
            found: expiry.met,
            never: (table.item_count() as u64).saturating_sub(live + readable),
            deleted: insight.expired(table.name()),
            sweeps: table.partitions().take(Stage::MOST_PARTITIONS).map(|view| sweep(view.number)).collect(),
            attribute: expiry.attribute,
        })
    }
}
