//! The service as a lesson asks about it: figures from insight, engine and accelerator.
//!
//! Must not know what is asked, nor why.

use hashrange_lesson::Service;
use hashrange_time::Timestamp;
use hashrange_workload::Figure;

use crate::core::Core;

/// The service a lesson is played on.
pub(crate) struct Stands<'a>(pub(crate) &'a Core);

impl Service for Stands<'_> {
    fn figure(&self, table: &str, figure: &Figure) -> String {
        let dax = || self.0.timeline().dax().map(|dax| dax.report().metrics);
        match figure {
            Figure::Hits => {
                let hits = dax().map_or(0, |all| all.item_cache_hits + all.query_cache_hits + all.scan_cache_hits);
                hits.to_string()
            }
            Figure::Misses => {
                let misses =
                    dax().map_or(0, |all| all.item_cache_misses + all.query_cache_misses + all.scan_cache_misses);
                misses.to_string()
            }
            _ => self.0.insight().figure_of(self.0.engine(), table, figure),
        }
    }

    fn now(&self) -> Timestamp {
        self.0.engine().now()
    }
}
