//! The keys that take most and that are throttled most, as Contributor Insights ranks them.

use hashrange_engine::{Engine, Units};
use hashrange_values::Item;

use crate::throttles::Throttles;

/// Keys listed (documented).
const LISTED: usize = 25;

/// The rankings of a table or index.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct HotKeys {
    /// Keys with the units they took at least so far: a write unit counts three times (documented).
    pub accessed: Vec<(Item, Units)>,
    /// Keys with how often they were throttled; writes of the table that an index throttled are left out (documented).
    pub throttled: Vec<(Item, u64)>,
}

impl HotKeys {
    /// The rankings of a table, or of one of its indexes. Empty while traffic is not watched.
    #[must_use]
    pub(crate) fn of(engine: &Engine, throttles: &Throttles, table: &str, index: Option<&str>) -> Option<Self> {
        let view = engine.table(table)?;
        let mut accessed = match index {
            None => view.most_used(),
            Some(name) => view.indexes().find(|index| index.definition().name == name)?.most_used(),
        };
        let mut throttled = throttles.most(table, index);
        accessed.truncate(LISTED);
        throttled.truncate(LISTED);
        Some(Self { accessed, throttled })
    }
}
