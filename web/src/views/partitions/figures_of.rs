//! The figures of the Partitions card as CSV: a line for each partition and second in which it did anything.

use hashrange_time::Timestamp;

use super::reading::Reading;
use crate::components::Csv;

/// The lines, partitions that are no more among them.
pub(super) fn csv(reading: &Reading) -> String {
    let mut csv = Csv::new(&[
        "table",
        "index",
        "partition",
        "second",
        "read units",
        "write units",
        "throttled",
        "items",
        "bytes",
    ]);
    let index = reading.index.clone().unwrap_or_default();
    let last = reading.window.last().map(|second| second.second);
    for second in &reading.window {
        let mut partitions = second.partitions.clone();
        if Some(second.second) == last {
            // Partitions of now are listed, be they quiet or not.
            for card in &reading.map.partitions {
                partitions.entry(card.number).or_default();
            }
        }
        for (number, sum) in &partitions {
            let card = reading.map.partitions.iter().find(|card| card.number == *number);
            csv.line(&[
                reading.table.clone(),
                index.clone(),
                format!("P{number}"),
                Timestamp::from_seconds(second.second).to_string(),
                sum.read.as_f64().to_string(),
                sum.write.as_f64().to_string(),
                sum.throttled.to_string(),
                card.map(|card| card.items.to_string()).unwrap_or_default(),
                card.map(|card| card.bytes.to_string()).unwrap_or_default(),
            ]);
        }
    }
    csv.into_text()
}
