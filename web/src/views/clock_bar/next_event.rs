//! The next background work of the service, as text. Must not know the clock.

use hashrange_protocol::{Due, DueWork};

/// The next event, with its table and index: `TTL sweep of P2 of Sessions`.
pub(super) fn words(due: &Due) -> String {
    let name = due.index.as_ref().unwrap_or(&due.table);
    match due.work {
        DueWork::Active => format!("{name} becomes ACTIVE"),
        DueWork::Gone => format!("{name} is deleted"),
        DueWork::Changed => format!("the change of {name} is complete"),
        DueWork::Arrival => format!("an entry reaches {name}"),
        DueWork::FillingBegins => format!("DynamoDB begins to backfill {name}"),
        DueWork::Filling => format!("DynamoDB continues to backfill {name}"),
        DueWork::Sweep(partition) => format!("TTL sweep of P{partition} of {name}"),
        DueWork::Deletion => format!("TTL deletes an item of {name}"),
        DueWork::ExpiryEnds => format!("TTL deletions of {name} end"),
        DueWork::Split(partition) => format!("P{partition} of {name} splits"),
        DueWork::Scaling => format!("auto scaling checks {name}"),
        DueWork::ShardCloses => format!("a stream shard of {name} closes"),
        DueWork::ShardTrimmed => format!("stream records of {name} reach 24 hours"),
    }
}
