//! Events as plain objects.
//!
//! Limited to what a caller can show: what happened, when, to which table, and its cost. Traces are for the page, which
//! links the engine itself.

use hashrange_engine::{Consumption, Direction, Event, EventKind, RequestEvent, SplitReason, Units};
use js_sys::Error;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::number::{count, to_millis};
use crate::plain::plain;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** An event of the service. Times are milliseconds since 1970; sequence numbers start at 1 and have no gaps. */
export type HashrangeEvent = { sequence: number; atMs: number } & (
  | {
      kind: "request";
      operation: string;
      /** The table, if the request names one. */
      table?: string;
      /** The tables, if the request names several. */
      tables?: string[];
      /** The exception, if the request was refused. */
      exception?: string;
      message?: string;
      /** The consumed capacity, in units of this direction. */
      direction?: "read" | "write";
      capacityUnits?: number;
    }
  /** The status of a table changed. Without a status, the table is deleted. */
  | { kind: "table"; table: string; status?: string }
  /** The status of an index changed. Without a status, the index is deleted. */
  | { kind: "index"; table: string; index: string; status?: string; backfilling?: boolean }
  /** A backfill wrote entries to an index. */
  | { kind: "backfilled"; table: string; index: string; entries: number; capacityUnits: number }
  /** The scanner of a partition found items whose TTL has expired. */
  | { kind: "expiry_scanned"; table: string; partition: number; found: number }
  /** An expired item was deleted. */
  | { kind: "expired"; table: string }
  /** A partition was split into two, with these numbers. With `index`, it is a partition of that global index. */
  | {
      kind: "partition_split";
      table: string;
      index?: string;
      parent: number;
      lower: number;
      upper: number;
      reason: "size" | "throughput" | "heat";
    }
  /** Auto scaling changed throughput, or was refused. */
  | { kind: "scaled"; table: string; index?: string; direction: "read" | "write"; from: number; to: number; refusal?: string }
  /** A write reached a global secondary index. */
  | { kind: "index_caught_up"; table: string; index: string; writtenMs: number }
);
"#;

#[wasm_bindgen]
extern "C" {
    /// An array of plain objects of the TypeScript type `HashrangeEvent`.
    #[wasm_bindgen(typescript_type = "HashrangeEvent[]")]
    pub type JsEvents;
}

/// `HashrangeEvent`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainEvent<'a> {
    sequence: f64,
    at_ms: f64,
    #[serde(flatten)]
    kind: PlainKind<'a>,
}

/// The members of each kind. Counts are doubles, as in JavaScript.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum PlainKind<'a> {
    Request {
        operation: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        tables: Option<Vec<&'a str>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        exception: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        direction: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        capacity_units: Option<f64>,
    },
    Table {
        table: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<&'static str>,
    },
    Index {
        table: &'a str,
        index: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        backfilling: Option<bool>,
    },
    Backfilled {
        table: &'a str,
        index: &'a str,
        entries: f64,
        capacity_units: f64,
    },
    ExpiryScanned {
        table: &'a str,
        partition: u32,
        found: f64,
    },
    Expired {
        table: &'a str,
    },
    PartitionSplit {
        table: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<&'a str>,
        parent: u32,
        lower: u32,
        upper: u32,
        reason: &'static str,
    },
    Scaled {
        table: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<&'a str>,
        direction: &'static str,
        from: f64,
        to: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        refusal: Option<&'a str>,
    },
    IndexCaughtUp {
        table: &'a str,
        index: &'a str,
        written_ms: f64,
    },
}

/// The events, in their order.
///
/// # Errors
/// Never here: see [`plain`].
pub(crate) fn array<'a>(events: impl Iterator<Item = &'a Event>) -> Result<JsEvents, Error> {
    plain(&events.map(PlainEvent::from).collect::<Vec<_>>())
}

impl<'a> From<&'a Event> for PlainEvent<'a> {
    fn from(event: &'a Event) -> Self {
        Self {
            sequence: count(event.sequence),
            at_ms: to_millis(event.at),
            kind: PlainKind::from(&event.kind),
        }
    }
}

impl<'a> From<&'a EventKind> for PlainKind<'a> {
    fn from(kind: &'a EventKind) -> Self {
        match kind {
            EventKind::Request(request) => Self::of_request(request),
            EventKind::Table { table, status } => Self::Table {
                table,
                status: status.map(|status| status.as_str()),
            },
            EventKind::Index {
                table,
                index,
                status,
                backfilling,
            } => Self::Index {
                table,
                index,
                status: status.map(|status| status.as_str()),
                backfilling: *backfilling,
            },
            EventKind::Backfilled {
                table,
                index,
                entries,
                units,
                ..
            } => Self::Backfilled {
                table,
                index,
                entries: count(*entries),
                capacity_units: units.as_f64(),
            },
            EventKind::ExpiryScanned {
                table,
                partition,
                found,
                ..
            } => Self::ExpiryScanned {
                table,
                partition: *partition,
                found: count(*found),
            },
            EventKind::Expired { table, .. } => Self::Expired { table },
            EventKind::PartitionSplit {
                table,
                index,
                parent,
                children,
                reason,
            } => Self::split(table, index.as_deref(), *parent, *children, *reason),
            EventKind::Scaled {
                table,
                index,
                direction,
                from,
                to,
                refusal,
            } => Self::scaled(table, index.as_deref(), *direction, (*from, *to), refusal.as_deref()),
            EventKind::IndexCaughtUp {
                table, index, written, ..
            } => Self::IndexCaughtUp {
                table,
                index,
                written_ms: to_millis(*written),
            },
        }
    }
}

impl<'a> PlainKind<'a> {
    fn split(
        table: &'a str,
        index: Option<&'a str>,
        parent: u32,
        (lower, upper): (u32, u32),
        reason: SplitReason,
    ) -> Self {
        Self::PartitionSplit {
            table,
            index,
            parent,
            lower,
            upper,
            reason: reason.as_str(),
        }
    }

    fn scaled(
        table: &'a str,
        index: Option<&'a str>,
        direction: Direction,
        (from, to): (u64, u64),
        refusal: Option<&'a str>,
    ) -> Self {
        Self::Scaled {
            table,
            index,
            direction: word(direction),
            from: count(from),
            to: count(to),
            refusal,
        }
    }

    fn of_request(request: &'a RequestEvent) -> Self {
        let tables: Vec<&str> = request.tables().map(|table| table.as_str()).collect();
        let (table, tables) = match tables.as_slice() {
            [] => (None, None),
            [single] => (Some(*single), None),
            _ => (None, Some(tables)),
        };
        let direction = request
            .consumption
            .first()
            .map(|consumption| word(consumption.direction));
        let units: Units = request.consumption.iter().map(Consumption::total).sum();
        Self::Request {
            operation: request.operation.name(),
            table,
            tables,
            exception: request.error.as_ref().map(|error| error.name()),
            message: request.error.as_ref().map(ToString::to_string),
            direction,
            capacity_units: direction.map(|_| units.as_f64()),
        }
    }
}

const fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::Read => "read",
        Direction::Write => "write",
    }
}

#[cfg(test)]
mod tests {
    use hashrange_engine::{Direction, Event, EventKind, SplitReason, Units};
    use hashrange_time::Timestamp;

    use super::PlainEvent;

    fn reported(kind: EventKind) -> String {
        let event = Event {
            sequence: 7,
            at: Timestamp::from_micros(1_500),
            kind,
        };
        let text = serde_json::to_string(&PlainEvent::from(&event)).expect("plain data");
        text.strip_prefix(r#"{"sequence":7.0,"atMs":1.5,"#)
            .expect("every event begins so")
            .to_owned()
    }

    #[test]
    fn events_have_the_members_the_types_report() {
        let gone = EventKind::Table {
            table: "T".into(),
            status: None,
        };
        assert_eq!(reported(gone), r#""kind":"table","table":"T"}"#);
        let (status, backfilling) = (None, Some(true));
        let filling = EventKind::Index {
            table: "T".into(),
            index: "I".into(),
            status,
            backfilling,
        };
        assert_eq!(
            reported(filling),
            r#""kind":"index","table":"T","index":"I","backfilling":true}"#
        );
        let (units, throttled) = (Units::halves(5), false);
        let (entries, passed, items) = (2, 3, 4);
        let (table, index) = ("T".into(), "I".into());
        let filled = EventKind::Backfilled {
            table,
            index,
            entries,
            units,
            passed,
            items,
            throttled,
        };
        let expected = r#""kind":"backfilled","table":"T","index":"I","entries":2.0,"capacityUnits":2.5}"#;
        assert_eq!(reported(filled), expected);
        let scanned = EventKind::ExpiryScanned {
            table: "T".into(),
            partition: 1,
            found: 9,
            items: Vec::new(),
        };
        assert_eq!(
            reported(scanned),
            r#""kind":"expiry_scanned","table":"T","partition":1,"found":9.0}"#
        );
        let caught_up = EventKind::IndexCaughtUp {
            table: "T".into(),
            index: "I".into(),
            written: Timestamp::from_micros(500),
            write: 1,
        };
        assert_eq!(
            reported(caught_up),
            r#""kind":"index_caught_up","table":"T","index":"I","writtenMs":0.5}"#
        );
    }

    #[test]
    fn partitions_and_throughput_are_reported_of_the_table_or_an_index() {
        let (children, reason) = ((2, 3), SplitReason::Heat);
        let split = EventKind::PartitionSplit {
            table: "T".into(),
            index: None,
            parent: 1,
            children,
            reason,
        };
        let expected = r#""kind":"partition_split","table":"T","parent":1,"lower":2,"upper":3,"reason":"heat"}"#;
        assert_eq!(reported(split), expected);
        let scaled = EventKind::Scaled {
            table: "T".into(),
            index: Some("I".into()),
            direction: Direction::Write,
            from: 5,
            to: 10,
            refusal: Some("no".to_owned()),
        };
        let expected =
            r#""kind":"scaled","table":"T","index":"I","direction":"write","from":5.0,"to":10.0,"refusal":"no"}"#;
        assert_eq!(reported(scaled), expected);
    }
}
