//! The figures of lessons, from folded events and from the current service. Nothing is charged.
//!
//! Owns which reading provides which figure. Must not know how a lesson is played.

mod keys;
pub(crate) use keys::key_of_words;
mod newest;
mod price;
mod table;
mod text;

use hashrange_dax::Accelerator;
use hashrange_engine::{Direction, Engine, IndexKind, Resource, Units};
use hashrange_workload::Figure;

use table::{of_name, of_table};
use text::number;

use crate::{Dimensions, IndexBuild, Insight, Metric, Period, Second};

impl Insight {
    /// The current figure of a table, as text. Empty for figures of responses, and if there is no such table or index.
    #[must_use]
    pub fn figure_of(&self, engine: &Engine, dax: Option<&Accelerator>, table: &str, figure: &Figure) -> String {
        if let Some(shown) = of_accelerator(dax, figure) {
            return shown;
        }
        if let Some(shown) = price::of_price(figure) {
            return shown;
        }
        if let Some(shown) = self.of_newest(table, figure) {
            return shown;
        }
        let Some(view) = engine.table(table) else {
            return String::new();
        };
        if let Some(shown) = keys::of_key(self, engine, view, figure) {
            return shown;
        }
        self.of_expiry(engine, table, figure)
            .or_else(|| self.of_throughput(engine, table, figure))
            .or_else(|| self.of_build(engine, table, figure))
            .or_else(|| of_table(engine, view, figure))
            .unwrap_or_default()
    }

    fn of_expiry(&self, engine: &Engine, table: &str, figure: &Figure) -> Option<String> {
        let state = || self.expiry(engine, table);
        Some(match figure {
            Figure::Readable => state().map_or(0, |state| state.readable).to_string(),
            Figure::Deleted => state().map_or(0, |state| state.deleted).to_string(),
            Figure::Expiring => state().map_or(0, |state| state.live).to_string(),
            _ => return None,
        })
    }

    fn of_build(&self, engine: &Engine, table: &str, figure: &Figure) -> Option<String> {
        let build = |name: &str| IndexBuild::of(engine, table, name);
        Some(match figure {
            Figure::Percent(name) => build(name).map_or(0, |build| build.percent).to_string(),
            Figure::Violations(name) => build(name).map_or(0, |build| build.violation_count).to_string(),
            Figure::Filled(name) => self.sum_of_build(table, name, Metric::OnlineIndexConsumedWriteCapacity),
            Figure::FillThrottles(name) => self.sum_of_build(table, name, Metric::OnlineIndexThrottleEvents),
            Figure::Records => self.streams(engine, table).records.to_string(),
            _ => return None,
        })
    }

    /// The total of a backfill's metric, as text.
    fn sum_of_build(&self, table: &str, index: &str, metric: Metric) -> String {
        let of = Dimensions::resource(&table.into(), Some(&index.into()));
        let points = self.metrics().points(&of, metric, Period::FiveMinutes);
        points
            .iter()
            .map(|point| point.statistics.sum())
            .sum::<f64>()
            .to_string()
    }

    fn of_throughput(&self, engine: &Engine, table: &str, figure: &Figure) -> Option<String> {
        let total = |index: &Option<String>| self.total(engine, table, index.as_deref());
        let reserve = |index: &Option<String>, direction| engine.reserve(table, index.as_deref(), direction);
        let saved = |index, direction| reserve(index, direction).map_or_else(String::new, |all| number(all.left));
        Some(match figure {
            Figure::ThrottledWrites(index) => total(index).map_or(0, |all| all.throttled_writes).to_string(),
            Figure::ThrottledReads(index) => total(index).map_or(0, |all| all.throttled_reads).to_string(),
            Figure::UsedWrites(index) => number(total(index).map_or(Units::ZERO, |all| all.write)),
            Figure::UsedReads(index) => number(total(index).map_or(Units::ZERO, |all| all.read)),
            Figure::ThrottledIn(partition) => {
                let refused = self.throttled_in(table, None, *partition);
                (refused.reads + refused.writes).to_string()
            }
            Figure::Burst(index) => saved(index, Direction::Write),
            Figure::ReadBurst(index) => saved(index, Direction::Read),
            Figure::Ceiling => reserve(&None, Direction::Write).map_or_else(String::new, |all| all.ceiling.to_string()),
            Figure::ReadCeiling => {
                reserve(&None, Direction::Read).map_or_else(String::new, |all| all.ceiling.to_string())
            }
            _ => return None,
        })
    }

    /// The units that a table or index consumed so far, and its throttled requests.
    fn total(&self, engine: &Engine, table: &str, index: Option<&str>) -> Option<Second> {
        let view = engine.table(table)?;
        let is_local =
            |name: &str| of_name(view, name).is_some_and(|index| index.definition().kind == IndexKind::Local);
        let resource = match index {
            None => Resource::Table,
            Some(name) if is_local(name) => Resource::LocalIndex(name.into()),
            Some(name) => Resource::GlobalIndex(name.into()),
        };
        Some(self.capacity(table)?.series(&resource)?.total())
    }
}

/// Hits and misses of the accelerator; 0 without one.
fn of_accelerator(dax: Option<&Accelerator>, figure: &Figure) -> Option<String> {
    let metrics = || dax.map(|dax| dax.report().metrics);
    let sum = match figure {
        Figure::Hits => metrics().map(|all| all.item_cache_hits + all.query_cache_hits + all.scan_cache_hits),
        Figure::Misses => metrics().map(|all| all.item_cache_misses + all.query_cache_misses + all.scan_cache_misses),
        _ => return None,
    };
    Some(sum.unwrap_or_default().to_string())
}
