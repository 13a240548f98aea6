//! The figures of lessons, read from what was folded and from the service as it is. Nothing is charged.
//!
//! Owns which reading answers which figure. Must not know how a lesson is played.

mod keys;
mod newest;

use hashrange_engine::{Direction, Engine, IndexKind, IndexView, PartitionView, Resource, TableView, Units};
use hashrange_values::AttributeValue;
use hashrange_workload::Figure;

use crate::{Dimensions, IndexBuild, Insight, Metric, Period, Second};

impl Insight {
    /// A figure of a table as it is now, as it is shown. Empty where there is nothing to show: for figures of answers, and
    /// while there is no such table or index.
    #[must_use]
    pub fn figure_of(&self, engine: &Engine, table: &str, figure: &Figure) -> String {
        if let Some(shown) = self.of_newest(table, figure) {
            return shown;
        }
        let Some(view) = engine.table(table) else { return String::new() };
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

    /// What a metric of a build has come to, as it is shown.
    fn sum_of_build(&self, table: &str, index: &str, metric: Metric) -> String {
        let of = Dimensions::resource(&table.into(), Some(&index.into()));
        let points = self.metrics().points(&of, metric, Period::FiveMinutes);
        points.iter().map(|point| point.statistics.sum()).sum::<f64>().to_string()
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

    /// What a table or index used and refused so far.
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

/// What the table's own view tells.
fn of_table(engine: &Engine, view: TableView<'_>, figure: &Figure) -> Option<String> {
    Some(match figure {
        Figure::Items => view.item_count().to_string(),
        Figure::Indexes => view.indexes().count().to_string(),
        Figure::Behind => view.behind(engine.now()).to_string(),
        Figure::Bytes(None) => view.bytes().to_string(),
        Figure::Status(None) => view.status().as_str().to_owned(),
        Figure::Rate(None) => view.throughput().map_or(0, |rate| rate.write_capacity_units).to_string(),
        Figure::ReadRate(None) => view.throughput().map_or(0, |rate| rate.read_capacity_units).to_string(),
        Figure::Partitions(None) => view.partitions().count().to_string(),
        Figure::Fullest(None) => view.partitions().map(|one| one.items).max().unwrap_or(0).to_string(),
        Figure::Emptiest(None) => view.partitions().map(|one| one.items).min().unwrap_or(0).to_string(),
        Figure::ItemsIn(wanted) => items_in(view.partitions(), *wanted).to_string(),
        Figure::Entries(name) | Figure::Waiting(name) => {
            let index = of_name(view, name);
            let counted = |index: IndexView<'_>| {
                if matches!(figure, Figure::Entries(_)) { index.item_count() } else { index.queued() }
            };
            index.map_or(0, counted).to_string()
        }
        Figure::Bytes(Some(name))
        | Figure::Status(Some(name))
        | Figure::Rate(Some(name))
        | Figure::ReadRate(Some(name))
        | Figure::Partitions(Some(name))
        | Figure::Fullest(Some(name))
        | Figure::Emptiest(Some(name)) => return of_name(view, name).and_then(|index| of_index(index, figure)),
        _ => return None,
    })
}

fn of_index(index: IndexView<'_>, figure: &Figure) -> Option<String> {
    Some(match figure {
        Figure::Bytes(_) => index.bytes().to_string(),
        Figure::Status(_) => index.status().as_str().to_owned(),
        Figure::Rate(_) => index.throughput().map_or(0, |rate| rate.write_capacity_units).to_string(),
        Figure::ReadRate(_) => index.throughput().map_or(0, |rate| rate.read_capacity_units).to_string(),
        Figure::Partitions(_) => index.partitions().count().to_string(),
        Figure::Fullest(_) => index.partitions().map(|one| one.items).max().unwrap_or(0).to_string(),
        Figure::Emptiest(_) => index.partitions().map(|one| one.items).min().unwrap_or(0).to_string(),
        _ => return None,
    })
}

fn items_in(mut partitions: impl Iterator<Item = PartitionView>, wanted: u32) -> usize {
    partitions.find(|one| one.number == wanted).map_or(0, |one| one.items)
}

fn of_name<'a>(table: TableView<'a>, name: &str) -> Option<IndexView<'a>> {
    table.indexes().find(|index| index.definition().name == name)
}

fn number(units: Units) -> String {
    units.as_f64().to_string()
}

/// A value as it is shown; empty where it is no text and no number.
fn shown(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => text.to_string(),
        AttributeValue::N(number) => number.to_string(),
        _ => String::new(),
    }
}
