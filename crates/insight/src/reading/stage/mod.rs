//! The stage: the state of one table and its surrounding service, as one reading. All figures of the picture and of its
//! text come from it.
//!
//! Bounded whatever the table contains: some partitions, some collections of each, and some items of those. Must not
//! know where anything is drawn, nor how a rate is worded.

mod answer;
mod hop;
mod index;
mod journey;
mod partition;
mod passing;
mod pin;
mod row;
mod scene;
mod shape;
mod stream;
mod units;

use hashrange_dax::Metrics;
use hashrange_engine::{Direction, Throttling};
use hashrange_time::Duration;
use hashrange_wire::BillingMode;

pub use self::hop::{Hop, HopKind, Journey, StagePlace};
use self::passing::Writes;
use self::scene::Scene;
pub use self::shape::{
    Ceilings, Outcome, PartitionStage, Passing, RowStage, SquareStage, SquareState, Stage, StageAccelerator,
    StageAnswer, StageBucket, StageBuild, StageIndex, StageSecond, StageStream, StageTray, StageUnits, StreamSquare,
};
use super::question::{Question, Service};
use super::questions::StageQuestion;

impl Question for StageQuestion {
    type Reading = Stage;

    fn read(&self, Service { insight, engine, dax }: Service<'_>) -> Option<Stage> {
        let table = engine.table(&self.table)?;
        let accelerator = dax.map(|dax| StageAccelerator::of(dax.report().metrics));
        Some(Stage {
            accelerator,
            ..Scene { insight, engine, table }.stage(self)?
        })
    }
}

impl Scene<'_> {
    fn stage(self, ask: &StageQuestion) -> Option<Stage> {
        let Self { insight, engine, table } = self;
        let (name, now) = (table.name(), engine.now());
        let [second, before] = insight.outcomes(name, now);
        let (reads, writes) = (
            self.reserve(None, Direction::Read)?,
            self.reserve(None, Direction::Write)?,
        );
        let (splits, log) = (table.splits(), Writes::of(self));
        Some(Stage {
            table: name.clone(),
            keys: table.keys().clone(),
            status: table.status().as_str().into(),
            at: now,
            on_demand: table.billing() == BillingMode::PayPerRequest,
            throttling: engine.options().physics.throttling.mode != Throttling::Off,
            items: table.item_count() as u64,
            bytes: table.bytes(),
            reads: self.units(None, Direction::Read, &reads),
            writes: self.units(None, Direction::Write, &writes),
            second,
            before,
            ceilings: Ceilings {
                reads: reads.ceiling,
                writes: writes.ceiling,
            },
            bytes_limit: engine.options().limits.partition_bytes,
            partitions: self.partitions(None, (&reads, &writes), self.pins(None, ask)),
            partition_count: table.partitions().count(),
            splits: splits
                .iter()
                .skip(splits.len().saturating_sub(Stage::MOST_SPLITS))
                .copied()
                .collect(),
            followers_lag: engine.options().physics.replication.longest >= Duration::from_seconds(1),
            follower_lag: table.lag(now),
            followers_behind: table.behind(now),
            locals: self.locals().map(|index| index.definition().name.clone()).collect(),
            collection_limit: engine.options().limits.item_collection_bytes,
            indexes: self.online().filter_map(|index| self.index(index, &log, ask)).collect(),
            stream: self.stream(),
            expiry: insight.expiry(engine, name),
            accelerator: None,
            passing: self.passing(),
            answer: self.answer(ask.followed),
            locked: engine.locked(table),
        })
    }
}

impl StageAccelerator {
    fn of(metrics: Metrics) -> Self {
        Self {
            item_hits: metrics.item_cache_hits,
            item_misses: metrics.item_cache_misses,
            query_hits: metrics.query_cache_hits + metrics.scan_cache_hits,
            query_misses: metrics.query_cache_misses + metrics.scan_cache_misses,
        }
    }
}
