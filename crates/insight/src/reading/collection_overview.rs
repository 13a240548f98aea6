//! All collections of a table as bars, for an overview.

use std::ops::Range;

use super::{Question, Service};
use crate::{CollectionOverview, collection_overview};

/// Bars at most.
const MOST_BARS: usize = 1_000;

/// Asks for the bars of a stretch, or of all collections.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionOverviewAsk {
    /// The table.
    pub table: String,
    /// Places of the collections in hash order; all without.
    pub stretch: Option<Range<usize>>,
    /// Bars wanted at most.
    pub bars: usize,
}

impl Question for CollectionOverviewAsk {
    type Reading = CollectionOverview;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<CollectionOverview> {
        engine.table(&self.table)?;
        Some(collection_overview(engine, &self.table, self.stretch.clone(), self.bars.min(MOST_BARS)))
    }
}
