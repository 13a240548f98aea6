//! The figures of the stage as a table: partitions of the table and of its global indexes, line by line.

use hashrange_protocol::{PartitionStage, Stage};
use hashrange_words::t;

use crate::stage::words::{partition, recent};
use crate::state::figures::{bytes, count, units};
use crate::views::live_table::Figures;

/// Every listed partition.
pub(super) fn figures_of(stage: &Stage) -> Figures {
    let own = stage.partitions.iter().map(|one| row(None, one));
    let indexes = stage.indexes.iter().flat_map(|index| {
        index
            .partitions
            .iter()
            .map(move |one| row(Some(index.name.as_str()), one))
    });
    Figures {
        heads: vec![
            "partition",
            "items",
            "bytes",
            "WCU/s",
            "RCU/s",
            "throttled/s",
            t!("throttled so far"),
        ],
        rows: own.chain(indexes).collect(),
    }
}

fn row(index: Option<&str>, one: &PartitionStage) -> Vec<String> {
    let name = partition(index, one.number);
    vec![
        index.map_or_else(|| name.clone(), |index| format!("{index} {name}")),
        count(one.items),
        bytes(one.bytes),
        units(recent(one.writes)),
        units(recent(one.reads)),
        count(recent(one.throttled_now).into()),
        count(one.throttled.reads + one.throttled.writes),
    ]
}
