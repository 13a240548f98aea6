//! Events as plain objects.
//!
//! Kept to what a caller can show: what happened, when, to which table, and what it cost. Traces are for the page, which
//! links the engine itself.

use hashrange_engine::{Direction, Event, EventKind, RequestEvent};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::handle::JsEvents;
use crate::number::to_millis;
use crate::object::PlainObject;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Something that happened. Times are milliseconds since 1970; sequence numbers count up by one from 1. */
export type HashrangeEvent = { sequence: number; atMs: number } & (
  | {
      kind: "request";
      operation: string;
      table?: string;
      /** Why it was refused. */
      exception?: string;
      message?: string;
      /** What it cost, in units of this direction. */
      direction?: "read" | "write";
      capacityUnits?: number;
    }
  /** A table entered another stage of its life; without a status it is gone. */
  | { kind: "table"; table: string; status?: string }
  /** A write reached a global secondary index. */
  | { kind: "index_caught_up"; table: string; index: string; writtenMs: number }
);
"#;

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
        EventKind::IndexCaughtUp { table, index, written } => object
            .with("kind", "index_caught_up")
            .with("table", table.as_str())
            .with("index", index.as_str())
            .with("writtenMs", to_millis(*written)),
    }
    .done()
}

fn request_members(object: PlainObject, request: &RequestEvent) -> PlainObject {
    let consumption = request.consumption.as_ref();
    let direction = consumption.map(|consumption| match consumption.direction {
        Direction::Read => "read",
        Direction::Write => "write",
    });
    object
        .with("operation", request.operation.name())
        .with_some("table", request.table.as_deref())
        .with_some("exception", request.error.as_ref().map(|error| error.exception()))
        .with_some("message", request.error.as_ref().map(ToString::to_string))
        .with_some("direction", direction)
        .with_some("capacityUnits", consumption.map(|consumption| consumption.total().as_f64()))
}
