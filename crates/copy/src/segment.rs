//! One segment of a table in progress. It reads a page, writes it batch by batch, and then continues with the next
//! page.
//!
//! The position moves only after every item of the page is written. So an interrupted copy reads that page again. Must
//! not know other segments.

use std::collections::VecDeque;

use hashrange_wire::JsonTree;

use crate::digest::Digest;
use crate::page::{Batch, Page, batches, units_of};
use crate::request::{Ask, Side};
use crate::state::ScanPosition;

/// A segment of a table's Scan.
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
    /// The Scan's position after all batches are written.
    end: Option<End>,
}

#[derive(Clone, Debug)]
struct End {
    next: Option<String>,
    items: u64,
    digest: Digest,
}

impl Segment {
    /// The next request; `None` when the segment is complete.
    pub(crate) fn ask(&self, part: Part<'_>, position: &ScanPosition) -> Option<Ask> {
        match self.batches.front() {
            Some(batch) => {
                let body = write_body(part.table, batch);
                Some(Ask {
                    side: Side::To,
                    operation: "BatchWriteItem",
                    body,
                    units: units_of(batch),
                })
            }
            None => scan(Side::From, part, position),
        }
    }

    /// Stores a page that was read.
    pub(crate) fn read(&mut self, position: &mut ScanPosition, page: Page) {
        let Page {
            items, digest, next, ..
        } = page;
        self.end = Some(End {
            next,
            items: items.len() as u64,
            digest,
        });
        self.batches = batches(items).into();
        self.move_on(position);
    }

    /// Handles the response to the sent batch, with its unprocessed items. Returns whether anything was written.
    pub(crate) fn written(&mut self, position: &mut ScanPosition, undone: Batch) -> bool {
        let sent = self.batches.pop_front().map_or(0, |batch| batch.len());
        let some = undone.len() < sent;
        if !undone.is_empty() {
            self.batches.push_front(undone);
        }
        self.move_on(position);
        some
    }

    /// Handles the target's refusal of the sent batch because of one of its items. Splits the batch into halves, which
    /// are sent next. Returns the item if the batch had only one.
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

    fn move_on(&mut self, position: &mut ScanPosition) {
        if self.batches.is_empty()
            && let Some(End { next, items, digest }) = self.end.take()
        {
            position.pass(next, items, digest);
        }
    }
}

impl ScanPosition {
    /// Moves past a page.
    pub(crate) fn pass(&mut self, next: Option<String>, items: u64, digest: Digest) {
        self.items += items;
        self.digest = self.digest.plus(digest);
        self.finished = next.is_none();
        self.after = next;
    }
}

/// The next Scan of a segment; `None` when the segment is complete. Reads are strongly consistent, so they miss no
/// earlier write.
pub(crate) fn scan(side: Side, part: Part<'_>, position: &ScanPosition) -> Option<Ask> {
    if position.finished {
        return None;
    }
    let mut body = format!(
        r#"{{"TableName":{},"ConsistentRead":true,"ReturnConsumedCapacity":"TOTAL""#,
        JsonTree::from(part.table).to_json()
    );
    if part.segments > 1 {
        body += &format!(r#","Segment":{},"TotalSegments":{}"#, part.segment, part.segments);
    }
    if let Some(key) = &position.after {
        body += &format!(r#","ExclusiveStartKey":{key}"#);
    }
    body.push('}');
    Some(Ask {
        side,
        operation: "Scan",
        body,
        units: 0.0,
    })
}

fn write_body(table: &str, batch: &Batch) -> String {
    let writes: Vec<String> = batch
        .iter()
        .map(|item| format!(r#"{{"PutRequest":{{"Item":{item}}}}}"#))
        .collect();
    format!(
        r#"{{"RequestItems":{{{}:[{}]}},"ReturnConsumedCapacity":"TOTAL"}}"#,
        JsonTree::from(table).to_json(),
        writes.join(",")
    )
}
