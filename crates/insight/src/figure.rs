//! The figures of scenes, read from what was folded and from the service as it is. Nothing is charged.
//!
//! Must not know how a scene is played.

use hashrange_engine::{Consumption, Engine, IndexKind, IndexView, Resource, TableView, Units};
use hashrange_values::AttributeValue;
use hashrange_workload::{Figure, Scene};

use crate::{Collection, CollectionPage, IndexBuild, Insight, collections};

impl Insight {
    /// A figure of a scene's table as it is now, as it is shown. Empty for figures of answers, which the play itself knows,
    /// and while there is no such table.
    #[must_use]
    pub fn figure(&self, engine: &Engine, scene: &Scene, figure: &Figure) -> String {
        let Some(table) = engine.table(scene.table) else { return String::new() };
        let expiry = self.expiry(engine, scene.table).map(|state| (state.live, state.readable, state.deleted));
        let (live, readable, deleted) = expiry.unwrap_or_default();
        match figure {
            Figure::Items => table.item_count().to_string(),
            Figure::Entries(name) => index(table, name).map_or(0, IndexView::item_count).to_string(),
            Figure::Waiting(name) => index(table, name).map_or(0, IndexView::queued).to_string(),
            Figure::Status(None) => table.status().as_str().to_owned(),
            Figure::Status(Some(name)) => {
                index(table, name).map_or_else(String::new, |index| index.status().as_str().to_owned())
            }
            Figure::Percent(name) => build(engine, scene, name).map_or(0, |build| build.percent).to_string(),
            Figure::Violations(name) => build(engine, scene, name).map_or(0, |build| build.violation_count).to_string(),
            Figure::ThrottledWrites(name) => self.throttled_writes(scene, *name).to_string(),
            Figure::Readable => readable.to_string(),
            Figure::Deleted => deleted.to_string(),
            Figure::Expiring => live.to_string(),
            Figure::Partitions(None) => table.partitions().count().to_string(),
            Figure::Partitions(Some(name)) => {
                index(table, name).map_or(0, |index| index.partitions().count()).to_string()
            }
            Figure::Behind => table.behind(engine.now()).to_string(),
            Figure::Collection(key) => collection_bytes(engine, scene, table, key).to_string(),
            Figure::Cost => self.newest_cost().map_or_else(String::new, |units| units.as_f64().to_string()),
            Figure::Sent
            | Figure::Answered
            | Figure::Throttled
            | Figure::Count
            | Figure::Value(_)
            | Figure::Refusal => String::new(),
        }
    }

    fn throttled_writes(&self, scene: &Scene, index: Option<&str>) -> u32 {
        let resource = index.map_or(Resource::Table, |name| Resource::GlobalIndex(name.into()));
        let series = self.capacity(scene.table).and_then(|capacity| capacity.series(&resource));
        series.map_or(0, |series| series.total().throttled_writes)
    }

    /// Units of the newest request.
    fn newest_cost(&self) -> Option<Units> {
        let arms = self.last_report()?.consumption.iter().flat_map(Consumption::arms);
        Some(arms.fold(Units::ZERO, |sum, arm| sum + arm.units))
    }
}

fn index<'a>(table: TableView<'a>, name: &str) -> Option<IndexView<'a>> {
    table.indexes().find(|index| index.definition().name == name)
}

fn build(engine: &Engine, scene: &Scene, name: &str) -> Option<IndexBuild> {
    IndexBuild::of(engine, scene.table, name)
}

/// Bytes of the items of a partition key value in the table and in its local indexes.
fn collection_bytes(engine: &Engine, scene: &Scene, table: TableView<'_>, key: &str) -> u64 {
    let local = table.indexes().filter(|index| index.definition().kind == IndexKind::Local);
    let names = local.map(|index| Some(index.definition().name.clone()));
    let page = CollectionPage { skip: 0, take: usize::MAX, members: 0 };
    let of = |index: Option<&str>| {
        let all = collections(engine, scene.table, index, page);
        let wanted = AttributeValue::string(key);
        let bytes = |one: &Collection| one.partition_key.iter().any(|(_, value)| *value == wanted).then_some(one.bytes);
        all.list.iter().filter_map(bytes).sum::<u64>()
    };
    std::iter::once(None).chain(names).map(|name| of(name.as_deref())).sum()
}
