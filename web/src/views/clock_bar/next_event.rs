//! The next background work of the service, as text. Must not know the clock.

use hashrange_protocol::{Due, DueWork};
use hashrange_words::t;

/// The next event, with its table and index: `TTL sweep of P2 of Sessions`.
pub(super) fn words(due: &Due) -> String {
    let name = due.index.as_ref().unwrap_or(&due.table);
    match due.work {
        DueWork::Active => t!("{name} becomes ACTIVE", name),
        DueWork::Gone => t!("{name} is deleted", name),
        DueWork::Changed => t!("the change of {name} is complete", name),
        DueWork::Arrival => t!("an entry reaches {name}", name),
        DueWork::FillingBegins => t!("DynamoDB begins to backfill {name}", name),
        DueWork::Filling => t!("DynamoDB continues to backfill {name}", name),
        DueWork::Sweep(partition) => t!("TTL sweep of P{partition} of {name}", partition, name),
        DueWork::Deletion => t!("TTL deletes an item of {name}", name),
        DueWork::ExpiryEnds => t!("TTL deletions of {name} end", name),
        DueWork::Split(partition) => t!("P{partition} of {name} splits", partition, name),
        DueWork::Scaling => t!("auto scaling checks {name}", name),
        DueWork::ShardCloses => t!("a stream shard of {name} closes", name),
        DueWork::ShardTrimmed => t!("stream records of {name} reach 24 hours", name),
    }
}
