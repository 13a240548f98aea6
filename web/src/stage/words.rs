//! The texts of the stage: figures beside things, and accessible names.
//!
//! Must not know any position.

use hashrange_protocol::{KeySchema, Outcome, Passing, SquareState, Stage, StageAnswer, StageIndex, Units};
use hashrange_time::{Duration, Timestamp};
use hashrange_words::t;

use super::mark::Subject;
use super::traffic::is_read;
use crate::state::figures::{count, moment, span, units};

/// The maximum of this second and the previous one. A second that has just started has few requests, and a finished one
/// is in the past.
pub fn recent<T: Copy + Ord>([now, before]: [T; 2]) -> T {
    now.max(before)
}

/// The name of a partition: `P5`, of an index `G0`.
#[must_use]
pub fn partition(index: Option<&str>, number: u32) -> String {
    format!("{}{number}", if index.is_some() { 'G' } else { 'P' })
}

/// The cost of a request, as `2 RCU`.
#[must_use]
pub fn cost(passing: &Passing) -> String {
    format!(
        "{} {}",
        units(passing.units),
        if is_read(passing) { "RCU" } else { "WCU" }
    )
}

/// Units a second, as `1,000 WCU/s`.
#[must_use]
pub fn rate(amount: Units, unit: &str) -> String {
    format!("{} {unit}/s", units(amount))
}

/// A time shortened relative to another: `08:12`, `08:12:31`, with the day if it differs.
#[must_use]
pub fn clock(at: Timestamp, now: Timestamp) -> String {
    let text = moment(at, 0);
    let apart = at.micros().abs_diff(now.micros()) / 1_000_000;
    let part = match apart {
        0..600 => text.get(11..),
        600..64_800 => text.get(11..16),
        _ => text.get(5..16),
    };
    part.unwrap_or(&text).to_owned()
}

/// The state of an item, in a few words. Empty for a normal item.
#[must_use]
pub fn state(state: SquareState) -> String {
    match state {
        SquareState::Plain => String::new(),
        SquareState::Expires(left) => format!("+{}", whole(left)),
        SquareState::Expired(past) => format!("−{}", whole(past)),
        SquareState::Found => "going".to_owned(),
        SquareState::Locked => t!("locked by a transaction").to_owned(),
        SquareState::Filled => t!("has an entry").to_owned(),
        SquareState::Violation => t!("cannot have an entry").to_owned(),
        SquareState::Ahead => t!("ahead of the cursor").to_owned(),
    }
}

/// A time of whole seconds.
fn whole(of: Duration) -> String {
    if of.seconds() < 60 {
        format!("{} s", of.seconds())
    } else {
        span(of)
    }
}

/// The state of an item, as part of its accessible name.
#[must_use]
pub fn state_named(of: SquareState) -> String {
    match of {
        SquareState::Plain => String::new(),
        SquareState::Expires(left) => t!(", expires in {left}", left = whole(left)),
        SquareState::Expired(past) => t!(", expired {past} ago and still readable", past = whole(past)),
        SquareState::Found => t!(", its deletion is pending").to_owned(),
        other => format!(", {}", state(other)),
    }
}

/// The throttled requests of a partition.
#[must_use]
pub fn throttled(refused: u32) -> String {
    t!("throttled {refused, number}/s", refused)
}

/// The key attributes of a table: `■ InvoiceNumber`.
#[must_use]
pub fn key_names(keys: &KeySchema) -> String {
    keys.partition
        .iter()
        .map(|key| key.name.as_str())
        .collect::<Vec<_>>()
        .join(" + ")
}

/// A request in a few words: `PutItem 121212`.
#[must_use]
pub fn request(passing: &Passing) -> String {
    match &passing.key {
        Some(key) => format!("{} {key}", passing.operation.name()),
        None => passing.operation.name().to_owned(),
    }
}

/// The result of a request: `20 WCU, answered`, `refused by P5`.
#[must_use]
pub fn outcome(of: &Outcome) -> String {
    match of {
        Outcome::Answered => "succeeded".to_owned(),
        Outcome::ConditionFailed => t!("its condition failed").to_owned(),
        Outcome::Conflict => t!("a transaction locked the item").to_owned(),
        Outcome::Refused(name) => format!("refused: {name}"),
        Outcome::Throttled {
            exception,
            index,
            partition: at,
        } => {
            let whole = index
                .as_ref()
                .map_or_else(|| t!("the table").to_owned(), |index| t!("the index {index}", index));
            let place = |at| match index {
                Some(index) => format!("{index} {}", partition(Some(index), at)),
                None => partition(None, at),
            };
            let by = at.map_or(whole, place);
            t!("refused by {by}: {exception}", by, exception)
        }
    }
}

/// The name of a subject for the inspector's title.
#[must_use]
pub fn subject(of: &Subject) -> String {
    match of {
        Subject::Sender(_) => t!("Sender").to_owned(),
        Subject::Accelerator => "DAX".to_owned(),
        Subject::Hash => t!("Hash of the partition key").to_owned(),
        Subject::Requests => t!("Requests").to_owned(),
        Subject::Table => t!("Table").to_owned(),
        Subject::Way(number) => t!("Path to P{number}", number),
        Subject::Pipe(name) => t!("Pipe to {name}", name),
        Subject::Index(name) => t!("Index {name}", name),
        Subject::Partition { index: None, number } => partition(None, *number),
        Subject::Partition {
            index: Some(index),
            number,
        } => format!("{index} {}", partition(Some(index), *number)),
        Subject::Row(_, _, key) => t!("Item collection {key}", key),
        Subject::Item(_, _, key, _) => t!("Item of {key}", key),
        Subject::Tray(name) => t!("Left out of {name}", name),
        Subject::Stream => t!("Stream").to_owned(),
        Subject::Record(sequence) => t!("Stream record {sequence}", sequence),
        Subject::Expiry => t!("Time to live").to_owned(),
        Subject::Request(number) => t!("Request {number}", number),
    }
}

/// A summary of a table for its title, with a maximum number of letters:
/// `table, 60 items, 6 partitions over the hash range, 5,000 WCU, 100 RCU provisioned`, or its short form.
#[must_use]
pub fn table(stage: &Stage, letters: usize) -> String {
    let many = t!(
        "{number, plural, one {# partition} other {# partitions}}",
        number = stage.partition_count
    );
    let whole = if stage.partition_count == 1 {
        t!("whole hash range")
    } else {
        t!("hash range")
    };
    let (of, paid) = (items(stage.items), paid(stage));
    let provisioned = if stage.on_demand { "" } else { " provisioned" };
    let long = t!(
        "table, {of}, {many} over the {whole}, {paid}{provisioned}",
        of,
        many,
        whole,
        paid,
        provisioned
    );
    if long.chars().count() <= letters {
        long
    } else {
        let short = t!("table, {of}, {many}, {paid}", of, many, paid);
        if short.chars().count() <= letters {
            short
        } else {
            table_short(stage, letters)
        }
    }
}

/// What a table pays for: `5,000 WCU, 100 RCU`.
fn paid(stage: &Stage) -> String {
    if stage.on_demand {
        return "on-demand".to_owned();
    }
    let [writes, reads] = [&stage.writes, &stage.reads].map(|of| count(of.per_second));
    format!("{writes} WCU, {reads} RCU")
}

/// A shorter summary: `60 items, 6 partitions, 5,000 WCU, 100 RCU`, as much of it as fits. The partitions are drawn
/// below, so their number is the first to go.
#[must_use]
pub fn table_short(stage: &Stage, letters: usize) -> String {
    let (of, paid) = (items(stage.items), paid(stage));
    let many = t!(
        "{number, plural, one {# partition} other {# partitions}}",
        number = stage.partition_count
    );
    let long = format!("{of}, {many}, {paid}");
    let some = format!("{of}, {paid}");
    [long, some]
        .into_iter()
        .find(|text| text.chars().count() <= letters)
        .unwrap_or(of)
}

/// Special facts about a table now, each with its role: its status, lagging followers.
#[must_use]
pub fn special(stage: &Stage) -> Vec<(&'static str, String)> {
    let mut special = Vec::new();
    if stage.status != "ACTIVE" {
        special.push(("late", stage.status.to_string()));
    }
    if stage.followers_lag {
        let behind = stage.followers_behind as u64;
        let role = if behind > 0 { "late" } else { "quiet" };
        special.push((
            role,
            t!(
                "followers {behind, plural, one {# write} other {# writes}} behind",
                behind
            ),
        ));
    }
    special
}

/// A number of items: `1 item`, `60 items`.
#[must_use]
pub fn items(number: u64) -> String {
    t!("{number, plural, one {# item} other {# items}}", number)
}

/// Hits and misses of a cache.
#[must_use]
pub fn hits(hits: u64, misses: u64) -> String {
    format!(
        "{}, {}",
        t!("{number, plural, one {# hit} other {# hits}}", number = hits),
        t!("{number, plural, one {# miss} other {# misses}}", number = misses)
    )
}

/// The result of the latest request: the number of items and the cost, or the exception.
#[must_use]
pub fn answer(answer: &StageAnswer) -> String {
    let unit = if answer.returned.is_some() { "RCU" } else { "WCU" };
    match (&answer.outcome, answer.returned) {
        (Outcome::Refused(name), _) => format!("× {name}"),
        (Outcome::Answered, Some(returned)) => {
            // A filter returns fewer items than are read and paid.
            let read = match answer.touched_count {
                read if read > returned => format!(" {}", t!("of {read, number} read", read)),
                _ => String::new(),
            };
            format!("{}{read}, {} {unit}", items(returned), units(answer.units))
        }
        (Outcome::Answered, None) if answer.units.is_zero() => "succeeded".to_owned(),
        (Outcome::Answered, None) => format!("succeeded, {} {unit}", units(answer.units)),
        (other, _) => format!("× {}", outcome(other)),
    }
}

/// The first returned item: `TopScore 4200, UserId 104`.
#[must_use]
pub fn first_item(answer: &StageAnswer) -> String {
    let pairs = answer.first.iter().map(|(name, value)| format!("{name} {value}"));
    pairs.collect::<Vec<_>>().join(", ")
}

/// The text on a pipe.
#[must_use]
pub fn queue(index: &StageIndex) -> String {
    let oldest = index
        .oldest
        .map(|oldest| t!(", oldest {oldest}", oldest = span(oldest)))
        .unwrap_or_default();
    match index.queued {
        0 if index.newest_lag > Duration::ZERO => {
            t!("queue 0, latest took {newest_lag}", newest_lag = span(index.newest_lag))
        }
        0 => t!("queue 0").to_owned(),
        queued => format!("queue {}{oldest}", count(queued)),
    }
}
