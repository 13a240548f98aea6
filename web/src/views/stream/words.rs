//! The sentences of the Stream card. Must not know signals or the DOM.

use hashrange_protocol::{ShardView, StreamReads, TableStream};
use hashrange_wire::OperationType;

use crate::views::figures;

/// What is being seen.
pub(super) fn sentence(stream: &TableStream) -> String {
    let records = match stream.records {
        0 => "No records".to_owned(),
        1 => "1 record".to_owned(),
        many => format!("{} records", figures::count(many as u64)),
    };
    let oldest = stream.oldest.map(|at| figures::span(stream.now - at));
    let oldest = oldest.map_or_else(String::new, |span| format!(", the oldest for {span} of its 24 hours"));
    let (open, closed) = stream.open_and_closed;
    let plural = |count: usize| if count == 1 { "shard" } else { "shards" };
    format!("{records}{oldest}; {open} {} open, {closed} closed.", plural(open))
}

/// A shard by the part of its name that tells it from others.
pub(super) fn short_shard(id: &str) -> String {
    let mark = id.rsplit('-').next().unwrap_or(id);
    format!("…{mark}")
}

/// A shard among the choices.
pub(super) fn shard_choice(shard: &ShardView) -> String {
    let state = if shard.open { "open" } else { "closed" };
    format!("{} {state}, {} records", short_shard(&shard.id), figures::count(shard.records as u64))
}

/// A shard in a sentence.
pub(super) fn shard(shard: &ShardView) -> String {
    let opened = figures::moment(shard.opened, 0);
    let closed = shard
        .ending
        .as_ref()
        .map_or_else(|| "open".to_owned(), |(last, at)| format!("closed {} at {last}", figures::moment(*at, 0)));
    format!("{}: opened {opened}, {closed}, {} records", shard.id, figures::count(shard.records as u64))
}

/// What happened to an item: word and class.
pub(super) fn name(name: OperationType) -> (&'static str, &'static str) {
    match name {
        OperationType::Insert => ("INSERT", "stream-op stream-insert"),
        OperationType::Modify => ("MODIFY", "stream-op stream-modify"),
        OperationType::Remove => ("REMOVE", "stream-op stream-remove"),
    }
}

/// A count with its word.
fn counted(count: u64, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{} {word}s", figures::count(count)) }
}

/// What was read so far.
pub(super) fn reads(reads: &StreamReads) -> String {
    match reads.last {
        None => "No GetRecords calls yet.".to_owned(),
        Some(last) => format!(
            "GetRecords was called {} and returned {} ({}); the last response, at {}, was {} behind (IteratorAge).",
            counted(reads.calls, "time"),
            counted(reads.records, "record"),
            figures::bytes(reads.bytes),
            figures::moment(last, 0),
            figures::span(reads.age)
        ),
    }
}
