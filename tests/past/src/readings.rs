//! Everything that a page can show of a service, as a list of names and digests.
//!
//! Two states with the same list look the same. Must not know how they were reached.

use std::collections::BTreeMap;
use std::fmt::Debug;

use hashrange_endpoint::Timeline;
use hashrange_engine::Engine;
use hashrange_insight::reading::Service;
use hashrange_insight::{
    CapacityState, CollectionPage, IndexBuild, Insight, Period, collection_overview, collections, log_lines,
};
use md5::{Digest as _, Md5};
use serde::Serialize;

use crate::Seen;
use crate::questions::questions;

/// A digest of every reading, by name.
pub type Digests = Vec<(String, u128)>;

/// The number of seconds in charts.
const WINDOW: u64 = 600;

/// A digest of the bytes of some readings with one name.
struct Sum(Md5);

impl Sum {
    fn new() -> Self {
        Self(Md5::new())
    }

    fn digest(self) -> u128 {
        u128::from_le_bytes(self.0.finalize().into())
    }

    fn add(&mut self, reading: &impl Serialize) {
        let bytes = postcard::to_allocvec(reading).expect("readings are plain data");
        // A fixed width, the same on every target.
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn show(&mut self, reading: &impl Debug) {
        self.add(&format!("{reading:?}"));
    }
}

/// Digests of all readings at the current position.
#[must_use]
pub fn digests(timeline: &Timeline<Seen>) -> Digests {
    let (engine, insight) = (timeline.engine(), &timeline.observer().0);
    let mut all: Digests = Vec::new();
    let mut name = |name: &str, fill: &dyn Fn(&mut Sum)| {
        let mut sum = Sum::new();
        fill(&mut sum);
        all.push((name.to_owned(), sum.digest()));
    };
    name("state", &|sum| sum.add(&timeline.state_hash()));
    name("now", &|sum| sum.add(&engine.now()));
    name("settings", &|sum| sum.show(timeline.settings()));
    name("loads", &|sum| sum.add(&timeline.loads().collect::<Vec<_>>()));
    name("running load", &|sum| {
        sum.add(&(timeline.running_load(), timeline.load_due()));
    });
    name("events", &|sum| {
        engine.events_since(0).for_each(|event| sum.show(event));
    });
    name("log lines", &|sum| sum.add(&log_lines(engine, None, "", 300)));
    name("reports", &|sum| insight.reports().for_each(|report| sum.add(report)));
    name("metrics", &|sum| metrics(sum, insight));
    name("accelerator", &|sum| {
        sum.show(&timeline.dax().map(hashrange_endpoint::Accelerator::report));
    });
    for (name_of, read) in OF_TABLES {
        name(name_of, &|sum| {
            each_table(engine, |table| read(sum, (insight, engine), table));
        });
    }
    for (name_of, read) in OF_RESOURCES {
        name(name_of, &|sum| {
            each_resource(engine, |table, index| read(sum, (insight, engine), (table, index)));
        });
    }
    let mut answered: BTreeMap<&str, Sum> = BTreeMap::new();
    for ask in questions(engine) {
        let reading = ask.read(Service {
            insight,
            engine,
            dax: timeline.dax(),
        });
        answered
            .entry(ask.name())
            .or_insert_with(Sum::new)
            .add(&(&ask, reading));
    }
    all.extend(answered.into_iter().map(|(name, sum)| (name.to_owned(), sum.digest())));
    all
}

type Of<'a> = (&'a Insight, &'a Engine);
type OfTable = fn(&mut Sum, Of<'_>, &str);
type OfResource = fn(&mut Sum, Of<'_>, (&str, Option<&str>));

const OF_TABLES: [(&str, OfTable); 4] = [
    ("capacity series", |sum, (insight, engine), table| {
        let capacity = insight.capacity(table);
        let window = |second| capacity.map(|capacity| capacity.against_table(engine.now(), second));
        sum.add(&(capacity, window(WINDOW)));
    }),
    ("expiry", |sum, (insight, engine), table| {
        sum.add(&(insight.expiry(engine, table), insight.expiry_items(engine, table)));
    }),
    ("streams", |sum, (insight, engine), table| {
        sum.add(&insight.streams(engine, table));
    }),
    ("collection overview", |sum, (_, engine), table| {
        sum.add(&collection_overview(engine, table, None, 50));
    }),
];

const OF_RESOURCES: [(&str, OfResource); 7] = [
    ("capacity state", |sum, (_, engine), (table, index)| {
        sum.add(&CapacityState::of(engine, table, index));
    }),
    ("partition heat", |sum, (insight, engine), (table, index)| {
        sum.add(&insight.partition_heat(engine, table, index, WINDOW));
    }),
    ("hot keys", |sum, (insight, engine), (table, index)| {
        sum.add(&insight.hot_keys(engine, table, index));
    }),
    ("collections", |sum, (_, engine), (table, index)| {
        let page = CollectionPage {
            skip: 0,
            take: 20,
            members: 20,
        };
        sum.add(&collections(engine, table, index, page));
    }),
    ("index lag", |sum, (insight, engine), (table, index)| {
        sum.add(&index.and_then(|index| insight.index_lag(engine, table, index)));
    }),
    ("index build", |sum, (_, engine), (table, index)| {
        sum.add(&index.and_then(|index| IndexBuild::of(engine, table, index)));
    }),
    ("build log", |sum, (insight, _), (table, index)| {
        sum.add(&index.map(|index| insight.build_log(table, index)));
    }),
];

fn each_table(engine: &Engine, mut read: impl FnMut(&str)) {
    engine.tables().for_each(|table| read(table.name()));
}

fn each_resource(engine: &Engine, mut read: impl FnMut(&str, Option<&str>)) {
    for table in engine.tables() {
        read(table.name(), None);
        table
            .indexes()
            .for_each(|index| read(table.name(), Some(&index.definition().name)));
    }
}

fn metrics(sum: &mut Sum, insight: &Insight) {
    for (dimensions, metric) in insight.metrics().all() {
        for period in [Period::Minute, Period::FiveMinutes] {
            sum.show(&(dimensions, metric, insight.metrics().points(dimensions, metric, period)));
        }
    }
}
