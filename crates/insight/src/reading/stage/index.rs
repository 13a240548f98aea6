//! A global index or a vector index on the stage: its throughput, its queue, the progress of its backfill, and the items
//! that a vector index does not have.

use std::sync::Arc;

use hashrange_engine::{Direction, IndexView, Units, Violation, ViolationReason};
use hashrange_index::{Distance, VectorFault, VectorRule};
use hashrange_time::Duration;
use hashrange_values::{Item, Text};

use super::passing::Writes;
use super::scene::Scene;
use super::shape::{Stage, StageBuild, StageIndex, StageTray};
use crate::reading::questions::StageQuestion;

impl<'a> Scene<'a> {
    pub(super) fn index(self, index: IndexView<'a>, log: &Writes<'a>, ask: &StageQuestion) -> Option<StageIndex> {
        let (name, now) = (&index.definition().name, self.engine.now());
        let (reads, writes) = (
            self.reserve(Some(index), Direction::Read)?,
            self.reserve(Some(index), Direction::Write)?,
        );
        let (missing, left_out) = self.missing(index);
        let lag = self.insight.index_lag(self.engine, self.table.name(), name)?;
        Some(StageIndex {
            name: name.clone(),
            keys: index.definition().keys.clone(),
            status: index.status().as_str().into(),
            entries: index.item_count() as u64,
            bytes: index.bytes(),
            reads: self.units(Some(index), Direction::Read, &reads),
            writes: self.units(Some(index), Direction::Write, &writes),
            travelling: log.travelling(index),
            queued: lag.queued as u64,
            oldest: lag.oldest,
            newest_lag: lag.newest,
            throttles_table: self.insight.throttled_by(self.table.name(), name, now),
            partitions: self.partitions(Some(index), (&reads, &writes), self.pins(Some(index), ask)),
            partition_count: index.partitions().count(),
            build: self.build(index),
            left_out,
            vector: index.definition().vector().map(about),
            missing,
        })
    }

    /// The first items without an entry in a vector index, and the number of all. In a large table that number is the
    /// difference of items and entries, which is exact when the index is up to date. Of a global index, the number that
    /// its backfill left out.
    fn missing(self, index: IndexView<'a>) -> (Vec<StageTray>, u64) {
        let Some(rule) = index.definition().vector() else {
            return (Vec::new(), index.violations().1);
        };
        let items = self.table.items().take(Stage::MOST_COMPARED);
        let missing = items.filter_map(|(item, _)| Some((item, absence(item, rule)?)));
        let tray = |(item, why): (&Arc<Item>, Text)| StageTray {
            item: self.table.keys().key_of(item),
            why,
        };
        let mut missing: Vec<StageTray> = missing.map(tray).collect();
        let counted = if self.table.item_count() > Stage::MOST_COMPARED {
            self.table.item_count().saturating_sub(index.item_count())
        } else {
            missing.len()
        };
        missing.truncate(Stage::MOST_IN_TRAY);
        (missing, counted as u64)
    }

    /// The progress of a backfill; `None` for an index that is not being added.
    fn build(self, index: IndexView<'a>) -> Option<StageBuild> {
        index.backfilling()?;
        let (build, items) = (index.build(), self.table.item_count() as u64);
        let (listed, violations) = index.violations();
        let tray = |found: &hashrange_engine::KeyViolation| StageTray {
            item: found.key.clone(),
            why: why(&found.violation),
        };
        Some(StageBuild {
            filling: build.is_some(),
            passed: build.map_or(0, |build| build.rows.min(items)),
            items,
            cursor: build.map_or(0, |build| {
                if build.complete {
                    u128::MAX
                } else {
                    build.cursor.unwrap_or_default()
                }
            }),
            ends: build.filter(|build| build.complete).map(|build| build.ready),
            units: self.filling_units(index),
            tray: listed.iter().take(Stage::MOST_IN_TRAY).map(tray).collect(),
            violations,
        })
    }

    /// Write units that the backfill used within the last second.
    fn filling_units(self, index: IndexView<'a>) -> Units {
        let log = self.insight.build_log(self.table.name(), &index.definition().name);
        let now = self.engine.now();
        let recent = log
            .recent
            .iter()
            .rev()
            .take_while(|step| now - step.at < Duration::from_seconds(1));
        recent.fold(Units::ZERO, |sum, step| sum + step.units)
    }
}

/// The distance function of a vector index and the attribute of its vectors.
fn about(rule: &VectorRule) -> Text {
    let distance = match rule.distance {
        Distance::Cosine => "COSINE",
        Distance::Euclidean => "EUCLIDEAN",
        Distance::DotProduct => "DOT_PRODUCT",
    };
    format!("{distance}, {}", rule.attribute).as_str().into()
}

/// Why an item has no entry in a vector index, in a few words; `None` if it has one.
fn absence(item: &Item, rule: &VectorRule) -> Option<Text> {
    let hash = rule.hash().filter(|hash| item.get(&hash.name).is_none());
    match (rule.violations(item).next(), item.get(&rule.attribute), hash) {
        (Some(violation), ..) => Some(why(&violation)),
        (None, None, _) => Some(format!("no {}", rule.attribute).as_str().into()),
        (None, Some(_), Some(hash)) => Some(format!("no {}", hash.name).as_str().into()),
        (None, Some(_), None) => None,
    }
}

/// The reason of a violation, in a few words.
fn why(violation: &Violation) -> Text {
    let attribute = &violation.attribute;
    let words = match violation.reason {
        ViolationReason::Type { expected, found } | ViolationReason::SearchType { expected, found } => {
            format!("{attribute} is {}, not {}", found.descriptor(), expected.descriptor())
        }
        ViolationReason::Size { bytes, .. } => format!("{attribute} has {bytes} bytes"),
        ViolationReason::Empty { .. } => format!("{attribute} is empty"),
        ViolationReason::Vector(VectorFault::Size { expected, found }) => {
            format!("{attribute} has {found} numbers, not {expected}")
        }
        ViolationReason::Vector(_) => format!("{attribute} is not a vector of the index"),
    };
    words.as_str().into()
}
