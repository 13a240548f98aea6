//! What happened, in words: the event log as people read it, newest first.
//!
//! Owns the words of every kind of event, and what each is about. Must not know how lines are shown.

use hashrange_engine::{Direction, Engine, Event, EventKind, RequestEvent, StopCause, Trace};
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::IndexStatus;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Happening {
    /// Its number in the log.
    pub sequence: u64,
    /// When it happened.
    pub at: hashrange_time::Timestamp,
    /// What kind of thing.
    pub kind: HappeningKind,
    /// What happened.
    pub words: String,
    /// The table it is about.
    pub table: Option<Text>,
    /// The index it is about.
    pub index: Option<Text>,
    /// Primary key of the item it is about, where it is one.
    pub item: Option<Item>,
}

/// Kinds of things that happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum HappeningKind {
    /// A request was answered.
    Request,
    /// A request was refused, or members of it were.
    Refusal,
    /// A table entered another stage.
    Table,
    /// A global index entered another stage, or was filled further.
    Index,
    /// A change reached a global index.
    Propagation,
    /// A partition split.
    Partition,
    /// Expired items were found or deleted.
    Expiry,
    /// Auto scaling changed throughput.
    Scaling,
}

impl HappeningKind {
    /// Every kind with its word.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Request, "request"),
        (Self::Refusal, "refusal"),
        (Self::Table, "table"),
        (Self::Index, "index"),
        (Self::Propagation, "propagation"),
        (Self::Partition, "partition"),
        (Self::Expiry, "expiry"),
        (Self::Scaling, "scaling"),
    ];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }

    fn of(event: &EventKind) -> Self {
        match event {
            EventKind::Request(request) if request.error.is_some() || !request.stops.is_empty() => Self::Refusal,
            EventKind::Request(_) => Self::Request,
            EventKind::Table { .. } => Self::Table,
            EventKind::Index { .. } | EventKind::Backfilled { .. } => Self::Index,
            EventKind::IndexCaughtUp { .. } => Self::Propagation,
            EventKind::PartitionSplit { .. } => Self::Partition,
            EventKind::ExpiryScanned { .. } | EventKind::Expired { .. } => Self::Expiry,
            EventKind::Scaled { .. } => Self::Scaling,
        }
    }
}

/// The newest lines of a kind (all of them without one) that have a text in them, letters of either case alike: at most
/// so many, as far as the log goes back.
#[must_use]
pub fn happenings(engine: &Engine, kind: Option<HappeningKind>, text: &str, most: usize) -> Vec<Happening> {
    let text = text.to_ascii_lowercase();
    let wanted =
        engine.events_since(0).rev().filter(|event| kind.is_none_or(|kind| HappeningKind::of(&event.kind) == kind));
    let told = wanted.map(Happening::of);
    told.filter(|line| text.is_empty() || line.words.to_ascii_lowercase().contains(&text)).take(most).collect()
}

impl Happening {
    fn of(event: &Event) -> Self {
        let (words, (table, index, item)) = match &event.kind {
            EventKind::Request(request) => of_request(request),
            other => (words(event, other), about(other)),
        };
        Self { sequence: event.sequence, at: event.at, kind: HappeningKind::of(&event.kind), words, table, index, item }
    }
}

/// Table, index and item.
type About = (Option<Text>, Option<Text>, Option<Item>);

fn about(event: &EventKind) -> About {
    match event {
        EventKind::Request(_) => (None, None, None),
        EventKind::Table { table, .. } | EventKind::ExpiryScanned { table, .. } => (Some(table.clone()), None, None),
        EventKind::Index { table, index, .. }
        | EventKind::Backfilled { table, index, .. }
        | EventKind::IndexCaughtUp { table, index, .. } => (Some(table.clone()), Some(index.clone()), None),
        EventKind::PartitionSplit { table, index, .. } | EventKind::Scaled { table, index, .. } => {
            (Some(table.clone()), index.clone(), None)
        }
        EventKind::Expired { table, key, .. } => (Some(table.clone()), None, Some(key.clone())),
    }
}

fn words(event: &Event, kind: &EventKind) -> String {
    match kind {
        EventKind::Request(request) => of_request(request).0,
        EventKind::Table { table, status: Some(status) } => format!("{table} is {}", status.as_str()),
        EventKind::Table { table, status: None } => format!("{table} is gone"),
        EventKind::Index { table, index, status, backfilling } => match (status, backfilling) {
            (None, _) => format!("index {index} of {table} is gone"),
            (Some(IndexStatus::Creating), Some(false)) => {
                format!("index {index} of {table} is CREATING: allocating resources")
            }
            (Some(IndexStatus::Creating), Some(true)) => {
                format!("index {index} of {table} is CREATING: backfilling began")
            }
            (Some(status), _) => format!("index {index} of {table} is {}", status.as_str()),
        },
        EventKind::Backfilled { table, index, entries, units, passed, items, throttled, .. } => {
            let stopped = if *throttled { "; ran out of write capacity" } else { "" };
            format!(
                "index {index} of {table}: {entries} entries written for {units} WCU, {passed} of {items} items passed{stopped}"
            )
        }
        EventKind::IndexCaughtUp { table, index, written, .. } => {
            format!("a change reached index {index} of {table}, {} ms after the write", (event.at - *written).millis())
        }
        EventKind::ExpiryScanned { table, partition, found, .. } => {
            format!("the scanner of partition {partition} of {table} found {found} expired items")
        }
        EventKind::Expired { table, key, expired, .. } => {
            let late = (event.at - *expired).seconds();
            format!("time to live deleted {} of {table}, {late} s after it expired", key_words(key))
        }
        EventKind::PartitionSplit { table, index, parent, children, reason } => {
            let of = resource(table, index.as_ref());
            format!("partition {parent} of {of} became {} and {} for {}", children.0, children.1, reason.as_str())
        }
        EventKind::Scaled { table, index, direction, from, to, refusal } => {
            let what = if *direction == Direction::Read { "reads" } else { "writes" };
            let refused = refusal.as_ref().map(|words| format!("; refused: {words}")).unwrap_or_default();
            format!("auto scaling: {what} of {} from {from} to {to}{refused}", resource(table, index.as_ref()))
        }
    }
}

fn resource(table: &Text, index: Option<&Text>) -> String {
    index.map_or_else(|| table.to_string(), |index| format!("index {index} of {table}"))
}

fn of_request(request: &RequestEvent) -> (String, About) {
    let name = request.operation.name();
    let mut tables: Vec<&Text> = request.tables().collect();
    tables.dedup();
    let (item, index) = match request.traces.as_slice() {
        [Trace::Write(trace)] => (Some(trace.key.clone()), None),
        [Trace::Read(trace)] => (None, trace.index.clone()),
        _ => (None, None),
    };
    let table =
        tables.first().map(|table| (*table).clone()).or_else(|| request.stops.first().map(|stop| stop.table.clone()));
    let on = table.as_ref().map(|table| format!(" on {}", resource(table, index.as_ref()))).unwrap_or_default();
    let key = item.as_ref().map(|key| format!(" {}", key_words(key))).unwrap_or_default();
    let costs: Vec<String> = request
        .consumption
        .iter()
        .map(|used| {
            let unit = if used.direction == Direction::Read { "RCU" } else { "WCU" };
            format!("{} {unit}", used.total())
        })
        .collect();
    let cost = if costs.is_empty() { String::new() } else { format!(": {}", costs.join(", ")) };
    let end = match &request.error {
        Some(error) => format!(" refused: {}: {error}", error.name()),
        None => match request.stops.iter().filter(|stop| matches!(stop.cause, StopCause::Throttled(_))).count() {
            0 => String::new(),
            throttled => format!("; {throttled} members throttled"),
        },
    };
    (format!("{name}{key}{on}{cost}{end}"), (table, index, item))
}

fn key_words(key: &Item) -> String {
    let told = key.iter().map(|(name, value): (_, &AttributeValue)| match value {
        AttributeValue::S(text) => format!("{name} {text}"),
        AttributeValue::N(number) => format!("{name} {number}"),
        _ => format!("{name} (binary)"),
    });
    format!("({})", told.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use hashrange_engine::{Budget, EngineOptions, Physics};
    use hashrange_time::Duration;
    use hashrange_wire::{Checked, Operation};

    use super::*;

    fn send(engine: &mut Engine, operation: Operation, body: &str) {
        let request = Checked::decode(operation, body.as_bytes()).expect("a request");
        let _ = engine.handle(engine.now(), request);
        engine.advance(engine.now() + Duration::from_seconds(2), Budget::UNBOUNDED);
    }

    #[test]
    fn what_happened_is_told_newest_first() {
        let mut engine = Engine::new(EngineOptions { physics: Physics::classroom(), ..EngineOptions::default() });
        engine.set_tracing(true);
        let table = r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],
            "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
            "Projection":{"ProjectionType":"ALL"}}]}"#;
        send(&mut engine, Operation::CreateTable, table);
        send(&mut engine, Operation::PutItem, r#"{"TableName":"Tab","Item":{"a":{"S":"x"},"g":{"S":"y"}}}"#);
        send(&mut engine, Operation::GetItem, r#"{"TableName":"Other","Key":{"a":{"S":"x"}}}"#);
        let all = happenings(&engine, None, "", 300);
        let words: Vec<&str> = all.iter().map(|line| line.words.as_str()).collect();
        assert!(words[0].starts_with("GetItem refused: ResourceNotFoundException: "), "{words:?}");
        assert!(words[1].starts_with("a change reached index ByG of Tab, "), "{words:?}");
        assert_eq!(words[2], "PutItem (a x) on Tab: 2 WCU");
        assert_eq!(words[3], "Tab is ACTIVE");
        assert_eq!(all[2].item.as_ref().map(key_words).as_deref(), Some("(a x)"));
        assert_eq!(all[1].index.as_deref(), Some("ByG"));
        assert_eq!(happenings(&engine, Some(HappeningKind::Refusal), "", 300).len(), 1);
        assert_eq!(happenings(&engine, None, "BYG", 300).len(), 1);
        assert_eq!(happenings(&engine, None, "", 2).len(), 2);
    }
}
