//! Events as plain objects.
//!
//! Kept to what a caller can show: what happened, when, to which table, and what it cost. Traces are for the page, which
//! links the engine itself.

use hashrange_engine::{Consumption, Direction, Event, EventKind, RequestEvent, Units};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::number::to_millis;
use crate::object::PlainObject;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Something that happened. Times are milliseconds since 1970; sequence numbers count up by one from 1. */
export type HashrangeEvent = { sequence: number; atMs: number } & (
  | {
      kind: "request";
      operation: string;
      /** The table, when it is about just one. */
      table?: string;
      /** The tables, when it is about several. */
      tables?: string[];
      /** Why it was refused. */
      exception?: string;
      message?: string;
      /** What it cost, in units of this direction. */
      direction?: "read" | "write";
      capacityUnits?: number;
    }
  /** A table entered another stage of its life; without a status it is gone. */
  | { kind: "table"; table: string; status?: string }
  /** An index of a table in use entered another stage; without a status it is gone. */
  | { kind: "index"; table: string; index: string; status?: string; backfilling?: boolean }
  /** Entries were written to an index that is being filled. */
  | { kind: "backfilled"; table: string; index: string; entries: number; capacityUnits: number }
  /** A partition's scanner found items past their time to live. */
  | { kind: "expiry_scanned"; table: string; partition: number; found: number }
  /** An item past its time to live was deleted. */
  | { kind: "expired"; table: string }
  /** A partition became two, with these numbers; of a global index where one is named. */
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

/// The events, in their order.
pub(crate) fn array<'a>(events: impl Iterator<Item = &'a Event>) -> JsEvents {
    events.map(object).collect::<Array>().unchecked_into()
}

#[allow(clippy::cast_precision_loss, reason = "nobody counts to 2^53 events")]
fn object(event: &Event) -> JsValue {
    let object = PlainObject::new().with("sequence", event.sequence as f64).with("atMs", to_millis(event.at));
    match &event.kind {
        EventKind::Request(request) => request_members(object.with("kind", "request"), request),
        EventKind::Table { table, status } => object
            .with("kind", "table")
            .with("table", table.as_str())
            .with_some("status", status.map(|status| status.as_str())),
        EventKind::Index { table, index, status, backfilling } => object
            .with("kind", "index")
            .with("table", table.as_str())
            .with("index", index.as_str())
            .with_some("status", status.map(|status| status.as_str()))
            .with_some("backfilling", *backfilling),
        EventKind::Backfilled { table, index, entries, units, .. } => object
            .with("kind", "backfilled")
            .with("table", table.as_str())
            .with("index", index.as_str())
            .with("entries", *entries as f64)
            .with("capacityUnits", units.as_f64()),
        EventKind::ExpiryScanned { table, partition, found, .. } => object
            .with("kind", "expiry_scanned")
            .with("table", table.as_str())
            .with("partition", *partition)
            .with("found", *found as f64),
        EventKind::Expired { table, .. } => object.with("kind", "expired").with("table", table.as_str()),
        EventKind::PartitionSplit { table, index, parent, children, reason } => object
            .with("kind", "partition_split")
            .with("table", table.as_str())
            .with_some("index", index.as_ref().map(|index| index.as_str()))
            .with("parent", *parent)
            .with("lower", children.0)
            .with("upper", children.1)
            .with("reason", reason.as_str()),
        EventKind::Scaled { table, index, direction, from, to, refusal } => object
            .with("kind", "scaled")
            .with("table", table.as_str())
            .with_some("index", index.as_ref().map(|index| index.as_str()))
            .with("direction", if *direction == Direction::Read { "read" } else { "write" })
            .with("from", *from as f64)
            .with("to", *to as f64)
            .with_some("refusal", refusal.clone()),
        EventKind::IndexCaughtUp { table, index, written } => object
            .with("kind", "index_caught_up")
            .with("table", table.as_str())
            .with("index", index.as_str())
            .with("writtenMs", to_millis(*written)),
    }
    .done()
}

fn request_members(object: PlainObject, request: &RequestEvent) -> PlainObject {
    let tables: Vec<&str> = request.tables().map(|table| table.as_str()).collect();
    let (table, tables) = match tables.as_slice() {
        [] => (None, None),
        [single] => (Some(*single), None),
        several => (None, Some(several.iter().map(|table| JsValue::from_str(table)).collect::<Array>())),
    };
    let direction = request.consumption.first().map(|consumption| match consumption.direction {
        Direction::Read => "read",
        Direction::Write => "write",
    });
    let units: Units = request.consumption.iter().map(Consumption::total).sum();
    object
        .with("operation", request.operation.name())
        .with_some("table", table)
        .with_some("tables", tables)
        .with_some("exception", request.error.as_ref().map(|error| error.exception()))
        .with_some("message", request.error.as_ref().map(ToString::to_string))
        .with_some("direction", direction)
        .with_some("capacityUnits", direction.map(|_| units.as_f64()))
}
