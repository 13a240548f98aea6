//! The latest stream of the table: its open shards with their latest records.

use hashrange_engine::RecordView;

use super::scene::Scene;
use super::shape::{Stage, StageStream, StreamSquare};

impl Scene<'_> {
    pub(super) fn stream(self) -> Option<StageStream> {
        let (each, all) = Stage::MOST_RECORDS;
        let shards = self.table.partitions().count().clamp(1, Stage::MOST_PARTITIONS);
        let open = self
            .engine
            .open_shards(self.table.name(), Stage::MOST_PARTITIONS, each.min(all / shards))?;
        Some(StageStream {
            view: open.view.as_str().into(),
            shards: open
                .newest
                .iter()
                .map(|records| records.iter().rev().map(square).collect())
                .collect(),
            records: open.records,
            enabled: open.enabled,
        })
    }
}

fn square(record: &RecordView) -> StreamSquare {
    StreamSquare {
        sequence: record.sequence.as_str().into(),
        write: record.write,
        at: record.at,
        name: record.name,
        item: record.keys.clone(),
        by_service: record.by_service,
    }
}
