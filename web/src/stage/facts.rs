//! Everything about one subject of the stage, as labels with texts, for the inspector. Must not know where it is shown.

use hashrange_protocol::{PartitionStage, RowStage, SquareStage, Stage, StageIndex, StageUnits, Units};
use hashrange_values::{Item, Text};
use hashrange_words::t;

use super::mark::Subject;
use super::words::{self, recent};
use crate::state::figures::{bytes, count, moment, span, units};
use crate::state::item_rows::cell_text;

/// The facts about a subject, line by line.
#[must_use]
pub fn facts(stage: &Stage, subject: &Subject) -> Vec<(&'static str, String)> {
    match subject {
        Subject::Table => table(stage),
        Subject::Partition { index, number } => found(stage, index.as_ref(), *number)
            .map(|one| partition(stage, one, index.is_some()))
            .unwrap_or_default(),
        Subject::Row(index, number, key) => row_of(stage, index.as_ref(), *number, key)
            .map(|row| collection(stage, row))
            .unwrap_or_default(),
        Subject::Item(..) => square_of(stage, subject)
            .map(|(row, square)| item(row, square))
            .unwrap_or_default(),
        Subject::Pipe(name) | Subject::Index(name) | Subject::Tray(name) => stage
            .indexes
            .iter()
            .find(|index| index.name == *name)
            .map_or_else(|| vec![("status", t!("no such index now").to_owned())], index_facts),
        Subject::Stream => stream(stage),
        Subject::Record(sequence) => record(stage, sequence),
        Subject::Expiry => expiry(stage),
        Subject::Accelerator => accelerator(stage),
        Subject::Requests => requests(stage),
        Subject::Sender(_) | Subject::Hash | Subject::Way(_) | Subject::Request(_) => Vec::new(),
    }
}

/// The partition, of the table or of a global index, that throttles most requests now.
#[must_use]
pub fn refusing(stage: &Stage) -> Option<Subject> {
    let of = |index: Option<&Text>, one: &PartitionStage| {
        (
            recent(one.throttled_now),
            Subject::Partition {
                index: index.cloned(),
                number: one.number,
            },
        )
    };
    let own = stage.partitions.iter().map(|one| of(None, one));
    let entries = stage.indexes.iter();
    let entries = entries.flat_map(|index| index.partitions.iter().map(move |one| of(Some(&index.name), one)));
    let most = own
        .chain(entries)
        .filter(|(throttled, _)| *throttled > 0)
        .max_by_key(|(throttled, _)| *throttled);
    most.map(|(_, subject)| subject)
}

/// The item of a square.
#[must_use]
pub fn item_of(stage: &Stage, subject: &Subject) -> Option<Item> {
    square_of(stage, subject).map(|(_, square)| square.item.clone())
}

fn found<'a>(stage: &'a Stage, index: Option<&Text>, number: u32) -> Option<&'a PartitionStage> {
    let list = match index {
        None => &stage.partitions,
        Some(name) => &stage.indexes.iter().find(|index| index.name == *name)?.partitions,
    };
    list.iter().find(|one| one.number == number)
}

fn row_of<'a>(stage: &'a Stage, index: Option<&Text>, number: u32, key: &Text) -> Option<&'a RowStage> {
    found(stage, index, number)?.rows.iter().find(|row| row.key == *key)
}

fn square_of<'a>(stage: &'a Stage, subject: &Subject) -> Option<(&'a RowStage, &'a SquareStage)> {
    let Subject::Item(index, number, key, place) = subject else {
        return None;
    };
    let row = row_of(stage, index.as_ref(), *number, key)?;
    Some((row, row.squares.get(usize::from(*place))?))
}

fn used(of: &StageUnits, unit: &str) -> String {
    let now = recent([of.used, of.before]);
    let most = if of.per_second > 0 {
        format!(" of {}", count(of.per_second))
    } else {
        String::new()
    };
    let credit = if of.bucket.most.is_zero() {
        String::new()
    } else {
        t!(
            ", burst credit {left} of {most}",
            left = units(of.bucket.left),
            most = units(of.bucket.most)
        )
    };
    format!("{}{most} {unit}/s{credit}", units(now))
}

fn table(stage: &Stage) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        (
            "holds",
            format!("{}, {}", words::items(stage.items), bytes(stage.bytes)),
        ),
        ("writes", used(&stage.writes, "WCU")),
        ("reads", used(&stage.reads, "RCU")),
        (t!("a partition serves"), ceilings(stage)),
    ];
    if let Some(split) = stage.splits.last() {
        let (one, other) = split.children;
        facts.push((
            t!("latest split"),
            t!(
                "P{parent} into P{one} and P{other}, {at}",
                parent = split.parent,
                one,
                other,
                at = moment(split.at, 0)
            ),
        ));
    }
    facts
}

fn ceilings(stage: &Stage) -> String {
    t!(
        "{writes, number} WCU/s and {reads, number} RCU/s",
        writes = stage.ceilings.writes,
        reads = stage.ceilings.reads
    )
}

fn partition(stage: &Stage, one: &PartitionStage, of_index: bool) -> Vec<(&'static str, String)> {
    let load = |amount: [Units; 2], left: Units, ceiling: u64, unit: &str| {
        t!(
            "{amount} of {ceiling, number} {unit}/s, {left} left in this second",
            amount = units(recent(amount)),
            ceiling,
            unit,
            left = units(left)
        )
    };
    let share = one.to.saturating_sub(one.from) as f64 / u128::MAX as f64 * 100.0;
    let first = |hash: u128| format!("{hash:032x}").get(..6).unwrap_or_default().to_owned();
    let mut facts = vec![
        (
            "writes",
            load(one.writes, one.writes_left, stage.ceilings.writes, "WCU"),
        ),
        ("reads", load(one.reads, one.reads_left, stage.ceilings.reads, "RCU")),
        (
            "throttled",
            t!(
                "{throttled_now, number} requests a second",
                throttled_now = recent(one.throttled_now)
            ),
        ),
        (
            "holds",
            format!(
                "{} {}, {} of {}",
                count(one.items),
                if of_index { "entries" } else { "items" },
                bytes(one.bytes),
                bytes(stage.bytes_limit)
            ),
        ),
        (
            t!("hash range"),
            format!("{}… to {}…, {share:.1} %", first(one.from), first(one.to)),
        ),
    ];
    if let Some(parent) = one.parent {
        facts.push((t!("half of"), words::partition(None, parent)));
    }
    if !of_index {
        let lag = stage.follower_lag.map(span);
        facts.push((
            "followers",
            t!(
                "{lag} and {other_lag} behind, {followers_behind, plural, one {# write} other {# writes}} pending",
                lag = lag[0],
                other_lag = lag[1],
                followers_behind = stage.followers_behind
            ),
        ));
    }
    let keys: Vec<&str> = one.rows.iter().map(|row| row.key.as_str()).take(6).collect();
    if !keys.is_empty() {
        let more = if one.more_rows || one.rows.len() > keys.len() {
            " …"
        } else {
            ""
        };
        facts.push((t!("partition keys"), format!("{}{more}", keys.join(", "))));
        facts.push(of_an_item());
    }
    facts
}

/// A hint on why to select a square, because squares are small.
fn of_an_item() -> (&'static str, String) {
    (
        t!("an item"),
        t!("Select its square, or the item on the Items tab, to read it from its three replicas.").to_owned(),
    )
}

fn collection(stage: &Stage, row: &RowStage) -> Vec<(&'static str, String)> {
    let size: u64 = row.squares.iter().map(|square| u64::from(square.bytes)).sum();
    let more = if row.more { " or more" } else { "" };
    let mut facts = vec![("items", format!("{}{more}, {}{more}", row.squares.len(), bytes(size)))];
    facts.push(of_an_item());
    for (name, entries) in stage.locals.iter().zip(&row.locals) {
        facts.push((
            t!("local index"),
            t!(
                "{name}: {entries, plural, one {# entry} other {# entries}}, in the same partition",
                name,
                entries = entries.len()
            ),
        ));
    }
    facts
}

fn item(row: &RowStage, square: &SquareStage) -> Vec<(&'static str, String)> {
    let keys = square
        .item
        .iter()
        .map(|(name, value)| format!("{name} = {}", cell_text(value)));
    let mut facts = vec![
        ("key", keys.collect::<Vec<_>>().join(", ")),
        ("size", bytes(square.bytes.into())),
    ];
    if square.item.is_empty() {
        facts.remove(0);
        facts.push(("collection", row.key.to_string()));
    }
    let reported = words::state_named(square.state);
    if let Some(reported) = reported.strip_prefix(", ") {
        facts.push(("state", reported.to_owned()));
    }
    facts
}

fn index_facts(index: &StageIndex) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        ("status", index.status.to_string()),
        ("entries", format!("{}, {}", count(index.entries), bytes(index.bytes))),
    ];
    if let Some(of) = &index.vector {
        facts.push(("vectors", of.to_string()));
        facts.push((t!("without an entry"), words::items(index.left_out)));
    } else {
        facts.push(("writes", used(&index.writes, "WCU")));
        facts.push(("reads", used(&index.reads, "RCU")));
    }
    facts.push(("queue", words::queue(index)));
    let refused = recent(index.throttles_table);
    if refused > 0 {
        let why = t!(
            "DynamoDB accepts a write only if every index has write capacity for it. The table has some left; this index has none."
        );
        facts.push((
            t!("throttles the table"),
            t!("{refused, number} requests a second. {why}", refused, why),
        ));
    }
    if let Some(build) = &index.build {
        facts.push((
            "filled",
            t!(
                "{passed, number} of {items, number} items passed",
                passed = build.passed,
                items = build.items
            ),
        ));
        facts.push((t!("left out"), count(build.violations)));
    }
    facts
}

fn stream(stage: &Stage) -> Vec<(&'static str, String)> {
    let Some(stream) = &stage.stream else { return Vec::new() };
    let state = if stream.enabled {
        t!("records each change")
    } else {
        t!("off; its records stay readable for 24 hours")
    };
    vec![
        ("records", count(stream.records)),
        ("view", stream.view.to_string()),
        ("shards", stream.shards.len().to_string()),
        ("state", state.to_owned()),
    ]
}

fn record(stage: &Stage, sequence: &Text) -> Vec<(&'static str, String)> {
    let mut all = stage.stream.iter().flat_map(|stream| stream.shards.iter().flatten());
    let Some(record) = all.find(|record| record.sequence == *sequence) else {
        return Vec::new();
    };
    let keys = record
        .item
        .iter()
        .map(|(name, value)| format!("{name} = {}", cell_text(value)));
    let by = if record.by_service {
        t!(", by DynamoDB (TTL)")
    } else {
        ""
    };
    vec![
        ("event", format!("{}{by}", record.name.as_str())),
        ("item", keys.collect::<Vec<_>>().join(", ")),
        ("written", moment(record.at, 3)),
        ("write", record.write.to_string()),
    ]
}

fn expiry(stage: &Stage) -> Vec<(&'static str, String)> {
    let Some(expiry) = &stage.expiry else { return Vec::new() };
    vec![
        ("attribute", expiry.attribute.to_string()),
        (t!("will expire"), count(expiry.live)),
        (t!("expired, still readable"), count(expiry.readable)),
        (t!("deletion pending"), count(expiry.found)),
        (t!("never expire"), count(expiry.never)),
        (t!("deleted so far"), count(expiry.deleted)),
    ]
}

fn accelerator(stage: &Stage) -> Vec<(&'static str, String)> {
    let Some(dax) = &stage.accelerator else {
        return Vec::new();
    };
    vec![
        (t!("item cache"), words::hits(dax.item_hits, dax.item_misses)),
        (t!("query cache"), words::hits(dax.query_hits, dax.query_misses)),
    ]
}

fn requests(stage: &Stage) -> Vec<(&'static str, String)> {
    let of = |pick: fn(&hashrange_protocol::StageSecond) -> u32| {
        count(recent([pick(&stage.second), pick(&stage.before)]).into())
    };
    vec![
        (t!("succeeded a second"), of(|second| second.answered)),
        (t!("throttled a second"), of(|second| second.throttled)),
        (t!("failed conditions"), of(|second| second.conditions)),
        (t!("transaction conflicts"), of(|second| second.conflicts)),
    ]
}
