//! The event log in words, latest event first.
//!
//! Owns the words of every kind of event, and its subject. Must not know how lines are shown.

use hashrange_engine::{Direction, Engine, Event, EventKind, RequestEvent, StopCause, Trace};
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::IndexStatus;
use hashrange_words::counted;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LogLine {
    /// Its number in the log.
    pub sequence: u64,
    /// When it happened.
    pub at: hashrange_time::Timestamp,
    /// The kind of event.
    pub kind: LogCategory,
    /// The text.
    pub words: String,
    /// The table that the event concerns.
    pub table: Option<Text>,
    /// The index that the event concerns.
    pub index: Option<Text>,
    /// Primary key of the item that the event concerns, if there is one.
    pub item: Option<Item>,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum LogCategory {
    /// A request was handled.
    Request,
    /// A request was refused, or members of it were.
    Refusal,
    /// The status of a table changed.
    Table,
    /// The status of a global index changed, or its backfill advanced.
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

impl LogCategory {
    /// Every kind with its name.
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

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, word)| word)
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

/// Returns the latest lines of a kind, or of all kinds, that contain a text, ignoring case. Returns a limited number of
/// lines; the event log itself is bounded.
#[must_use]
pub fn log_lines(engine: &Engine, kind: Option<LogCategory>, text: &str, most: usize) -> Vec<LogLine> {
    let text = text.to_ascii_lowercase();
    let wanted = engine
        .events_since(0)
        .rev()
        .filter(|event| kind.is_none_or(|kind| LogCategory::of(&event.kind) == kind));
    let reported = wanted.map(LogLine::of);
    reported
        .filter(|line| text.is_empty() || line.words.to_ascii_lowercase().contains(&text))
        .take(most)
        .collect()
}

impl LogLine {
    fn of(event: &Event) -> Self {
        let (words, (table, index, item)) = match &event.kind {
            EventKind::Request(request) => of_request(request),
            other => {
                let about = about(other);
                let resource = about.0.as_ref().map(|table| resource(table, about.1.as_ref()));
                (words(event, &resource.unwrap_or_default()), about)
            }
        };
        Self {
            sequence: event.sequence,
            at: event.at,
            kind: LogCategory::of(&event.kind),
            words,
            table,
            index,
            item,
        }
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

/// The text of an event that is not a request. `resource` is the table or the index that it concerns.
fn words(event: &Event, resource: &str) -> String {
    match &event.kind {
        EventKind::Request(request) => of_request(request).0,
        EventKind::Table { status, .. } => match status {
            Some(status) => format!("{resource} is {}", status.as_str()),
            None => format!("{resource} is deleted"),
        },
        EventKind::Index {
            status, backfilling, ..
        } => format!("{resource} is {}", index_stage(*status, *backfilling)),
        EventKind::Backfilled {
            entries,
            units,
            passed,
            items,
            throttled,
            ..
        } => {
            let stopped = if *throttled { "; ran out of write capacity" } else { "" };
            let (written, items) = (counted(*entries, "entry"), counted(*items, "item"));
            format!("{resource}: {written} written for {units} WCU, {passed} of {items} passed{stopped}")
        }
        EventKind::IndexCaughtUp { written, .. } => {
            let late = (event.at - *written).millis();
            format!("a change reached {resource}, {late} ms after the write")
        }
        EventKind::ExpiryScanned { partition, found, .. } => {
            format!("the scanner of partition {partition} of {resource} found {found} expired items")
        }
        EventKind::Expired { key, expired, .. } => {
            let (key, late) = (key_words(key), (event.at - *expired).seconds());
            format!("TTL deleted {key} of {resource}, {late} s after it expired")
        }
        EventKind::PartitionSplit {
            parent,
            children: (lower, upper),
            reason,
            ..
        } => {
            let reason = reason.as_str();
            format!("partition {parent} of {resource} was split into {lower} and {upper} for {reason}")
        }
        EventKind::Scaled {
            direction,
            from,
            to,
            refusal,
            ..
        } => {
            let what = match direction {
                Direction::Read => "reads",
                Direction::Write => "writes",
            };
            let refused = refusal.as_ref().map(|words| format!("; refused: {words}"));
            let refused = refused.unwrap_or_default();
            format!("auto scaling: {what} of {resource} from {from} to {to}{refused}")
        }
    }
}

/// The status of an index in words. No status means that the index was deleted.
fn index_stage(status: Option<IndexStatus>, backfilling: Option<bool>) -> &'static str {
    match (status, backfilling) {
        (None, _) => "deleted",
        (Some(IndexStatus::Creating), Some(false)) => "CREATING: allocating resources",
        (Some(IndexStatus::Creating), Some(true)) => "CREATING: backfilling began",
        (Some(status), _) => status.as_str(),
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
    let table = tables
        .first()
        .map(|table| (*table).clone())
        .or_else(|| request.stops.first().map(|stop| stop.table.clone()));
    let on = table
        .as_ref()
        .map(|table| format!(" on {}", resource(table, index.as_ref())))
        .unwrap_or_default();
    let key = item
        .as_ref()
        .map(|key| format!(" {}", key_words(key)))
        .unwrap_or_default();
    let costs: Vec<String> = request
        .consumption
        .iter()
        .map(|used| {
            let unit = if used.direction == Direction::Read {
                "RCU"
            } else {
                "WCU"
            };
            format!("{} {unit}", used.total())
        })
        .collect();
    let cost = if costs.is_empty() {
        String::new()
    } else {
        format!(": {}", costs.join(", "))
    };
    let end = match &request.error {
        Some(error) => format!(" refused: {}: {error}", error.name()),
        None => match request
            .stops
            .iter()
            .filter(|stop| matches!(stop.cause, StopCause::Throttled(_)))
            .count()
        {
            0 => String::new(),
            throttled => format!("; {throttled} members throttled"),
        },
    };
    (format!("{name}{key}{on}{cost}{end}"), (table, index, item))
}

fn key_words(key: &Item) -> String {
    let reported = key.iter().map(|(name, value): (_, &AttributeValue)| match value {
        AttributeValue::S(text) => format!("{name} {text}"),
        AttributeValue::N(number) => format!("{name} {number}"),
        _ => format!("{name} (binary)"),
    });
    format!("({})", reported.collect::<Vec<_>>().join(", "))
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
    fn what_happened_is_reported_newest_first() {
        let mut engine = Engine::new(EngineOptions {
            physics: Physics::classroom(),
            ..EngineOptions::default()
        });
        engine.set_tracing(true);
        let table = r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],
            "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
            "Projection":{"ProjectionType":"ALL"}}]}"#;
        send(&mut engine, Operation::CreateTable, table);
        send(
            &mut engine,
            Operation::PutItem,
            r#"{"TableName":"Tab","Item":{"a":{"S":"x"},"g":{"S":"y"}}}"#,
        );
        send(
            &mut engine,
            Operation::GetItem,
            r#"{"TableName":"Other","Key":{"a":{"S":"x"}}}"#,
        );
        let all = log_lines(&engine, None, "", 300);
        let words: Vec<&str> = all.iter().map(|line| line.words.as_str()).collect();
        assert!(
            words[0].starts_with("GetItem on Other refused: ResourceNotFoundException: "),
            "{words:?}"
        );
        assert!(words[1].starts_with("a change reached index ByG of Tab, "), "{words:?}");
        assert_eq!(words[2], "PutItem (a x) on Tab: 2 WCU");
        assert_eq!(words[3], "Tab is ACTIVE");
        assert_eq!(all[2].item.as_ref().map(key_words).as_deref(), Some("(a x)"));
        assert_eq!(all[1].index.as_deref(), Some("ByG"));
        assert_eq!(log_lines(&engine, Some(LogCategory::Refusal), "", 300).len(), 1);
        assert_eq!(log_lines(&engine, None, "BYG", 300).len(), 1);
        assert_eq!(log_lines(&engine, None, "", 2).len(), 2);
    }
}
