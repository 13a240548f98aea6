//! A global index on the stage: its throughput, its queue, and the progress of its backfill.

use hashrange_engine::{Direction, IndexView, Units, Violation, ViolationReason};
use hashrange_time::Duration;

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
            left_out: index.violations().1,
        })
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

/// The reason of a violation, in a few words.
fn why(violation: &Violation) -> hashrange_values::Text {
    let attribute = &violation.attribute;
    let words = match violation.reason {
        ViolationReason::Type { expected, found } | ViolationReason::SearchType { expected, found } => {
            format!("{attribute} is {}, not {}", found.descriptor(), expected.descriptor())
        }
        ViolationReason::Size { bytes, .. } => format!("{attribute} has {bytes} bytes"),
        ViolationReason::Empty { .. } => format!("{attribute} is empty"),
        ViolationReason::Vector(_) => format!("{attribute} is not a vector of the index"),
    };
    words.as_str().into()
}
