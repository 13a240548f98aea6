//! One segment of a table on its way: a page is read, written batch by batch, and then the walk moves on.
//!
//! The walk moves only when every item of the page is written. So a copy that is ended in between reads that page again.
//! Must not know other segments.

use std::collections::VecDeque;

use serde_json::Value;

use crate::digest::Digest;
use crate::page::{Batch, Page, batches, units_of};
use crate::request::{Ask, Side};
use crate::state::Walk;

/// Which part of which table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) table: &'a str,
    pub(crate) segment: usize,
    pub(crate) segments: usize,
}

/// The page of a segment that is being written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segment {
    batches: VecDeque<Batch>,
    /// Where the walk stands when they are written.
    end: Option<End>,
}

#[derive(Clone, Debug)]
struct End {
    next: Option<String>,
    items: u64,
    digest: Digest,
}

impl Segment {
    /// The next request; none when the segment is finished.
    pub(crate) fn ask(&self, part: Part<'_>, walk: &Walk) -> Option<Ask> {
        match self.batches.front() {
            Some(batch) => {
                let body = write_body(part.table, batch);
                Some(Ask { side: Side::To, operation: "BatchWriteItem", body, units: units_of(batch) })
            }
            None => scan(Side::From, part, walk),
        }
    }

    /// Takes a page.
    pub(crate) fn read(&mut self, walk: &mut Walk, page: Page) {
        let Page { items, digest, next, .. } = page;
        self.end = Some(End { next, items: items.len() as u64, digest });
        self.batches = batches(items).into();
        self.move_on(walk);
    }

    /// Takes what the target left undone of the batch that was sent. Whether it wrote anything.
    pub(crate) fn written(&mut self, walk: &mut Walk, undone: Batch) -> bool {
        let sent = self.batches.pop_front().map_or(0, |batch| batch.len());
        let some = undone.len() < sent;
        if !undone.is_empty() {
            self.batches.push_front(undone);
        }
        self.move_on(walk);
        some
    }

    /// Takes that the target refuses the batch that was sent, for one of its items: its halves are sent next. The item, when it
    /// was one only.
    pub(crate) fn refused(&mut self) -> Option<String> {
        let mut batch = self.batches.pop_front()?;
        if batch.len() == 1 {
            return batch.pop();
        }
        let rest = batch.split_off(batch.len() / 2);
        self.batches.push_front(rest);
        self.batches.push_front(batch);
        None
    }

    fn move_on(&mut self, walk: &mut Walk) {
        if self.batches.is_empty()
            && let Some(End { next, items, digest }) = self.end.take()
        {
            walk.pass(next, items, digest);
        }
    }
}

impl Walk {
    /// Moves past a page.
    pub(crate) fn pass(&mut self, next: Option<String>, items: u64, digest: Digest) {
        self.items += items;
        self.digest = self.digest.plus(digest);
        self.finished = next.is_none();
        self.after = next;
    }
}

/// The Scan that a walk goes on with; none when it is finished. Reads are consistent: nothing written before is missed.
pub(crate) fn scan(side: Side, part: Part<'_>, walk: &Walk) -> Option<Ask> {
    if walk.finished {
        return None;
    }
    let mut body =
        format!(r#"{{"TableName":{},"ConsistentRead":true,"ReturnConsumedCapacity":"TOTAL""#, Value::from(part.table));
    if part.segments > 1 {
        body += &format!(r#","Segment":{},"TotalSegments":{}"#, part.segment, part.segments);
    }
    if let Some(key) = &walk.after {
        body += &format!(r#","ExclusiveStartKey":{key}"#);
    }
    body.push('}');
    Some(Ask { side, operation: "Scan", body, units: 0.0 })
}

fn write_body(table: &str, batch: &Batch) -> String {
    let writes: Vec<String> = batch.iter().map(|item| format!(r#"{{"PutRequest":{{"Item":{item}}}}}"#)).collect();
    format!(r#"{{"RequestItems":{{{}:[{}]}},"ReturnConsumedCapacity":"TOTAL"}}"#, Value::from(table), writes.join(","))
}
