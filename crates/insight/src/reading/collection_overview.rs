//! All collections of a table as bars, for an overview.

use super::question::{Question, Service};
use super::questions::CollectionOverviewQuestion;
use crate::{CollectionOverview, collection_overview};

/// Maximum number of bars.
const MOST_BARS: usize = 1_000;

impl Question for CollectionOverviewQuestion {
    type Reading = CollectionOverview;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<CollectionOverview> {
        engine.table(&self.table)?;
        Some(collection_overview(
            engine,
            &self.table,
            self.stretch.clone(),
            self.bars.min(MOST_BARS),
        ))
    }
}
