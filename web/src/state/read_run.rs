//! A run of a read: its pages so far, their items and their total cost.
//!
//! Owns the counts in the banner. Must not know how a request is sent.

use std::sync::Arc;

use hashrange_values::Item;
use hashrange_wire::{QueryResponse, Request};
use hashrange_words::t;

/// The sum of the pages of one read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadRun {
    /// The request of the first page.
    pub request: Request,
    /// Items of all pages, in order.
    pub items: Vec<Arc<Item>>,
    /// Items after the filter.
    pub returned: u64,
    /// Items read, before the filter.
    pub read: u64,
    /// Capacity units of all pages.
    pub units: f64,
    /// Requests sent.
    pub requests: u32,
    /// The number of the first page's record in the journal.
    pub record: Option<u64>,
    /// The start of the next page; `None` when the read is complete.
    pub next: Option<Item>,
}

impl ReadRun {
    /// A run without pages.
    #[must_use]
    pub fn new(request: Request) -> Self {
        Self {
            request,
            items: Vec::new(),
            returned: 0,
            read: 0,
            units: 0.0,
            requests: 0,
            record: None,
            next: None,
        }
    }

    /// Adds a page.
    pub fn add(&mut self, page: &QueryResponse) {
        self.items.extend(page.items.iter().flatten().cloned());
        self.returned = self.returned.saturating_add(u64::from(page.count));
        self.read = self.read.saturating_add(u64::from(page.scanned_count));
        self.units += page.consumed_capacity.as_ref().map_or(0.0, |cost| cost.capacity_units);
        self.requests = self.requests.saturating_add(1);
        self.next.clone_from(&page.last_evaluated_key);
    }

    /// The share of the read items that were returned, in percent. `None` if nothing was read.
    #[must_use]
    pub fn efficiency(&self) -> Option<f64> {
        let (returned, read) = (u32::try_from(self.returned).ok()?, u32::try_from(self.read).ok()?);
        (read > 0).then(|| f64::from(returned) * 100.0 / f64::from(read))
    }

    /// True if there is another page.
    #[must_use]
    pub fn has_next(&self) -> bool {
        self.next.is_some()
    }

    /// A summary of the run, for the banner and for assistive technology.
    #[must_use]
    pub fn summary(&self) -> String {
        let share = self.efficiency().map_or_else(String::new, |share| {
            t!(", {share} % efficiency", share = format!("{share:.0}"))
        });
        t!(
            "{returned} {returned, plural, one {item} other {items}} returned, {read} read{share}, {units} RCU, {requests} {requests, plural, one {request} other {requests}}{end}",
            returned = self.returned,
            read = self.read,
            share,
            units = write_units(self.units),
            requests = self.requests,
            end = if self.has_next() {
                t!("; there is a next page")
            } else {
                ""
            }
        )
    }
}

/// Capacity units without needless zeros: `2.5`, `4`.
#[must_use]
pub fn write_units(units: f64) -> String {
    let text = format!("{units:.1}");
    text.strip_suffix(".0").map_or(text.clone(), ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use hashrange_wire::{ConsumedCapacity, ScanRequest};

    use super::*;

    fn page(count: u32, scanned: u32, units: f64, more: bool) -> QueryResponse {
        QueryResponse {
            items: Some((0..count).map(|_| Arc::new(Item::new())).collect()),
            count,
            scanned_count: scanned,
            last_evaluated_key: more.then(Item::new),
            consumed_capacity: Some(Box::new(ConsumedCapacity {
                capacity_units: units,
                ..ConsumedCapacity::default()
            })),
        }
    }

    #[test]
    fn pages_add_up() {
        let mut run = ReadRun::new(Request::Scan(ScanRequest::default()));
        assert_eq!(run.efficiency(), None);
        run.add(&page(1, 4, 2.5, true));
        assert!(run.has_next());
        run.add(&page(1, 1, 0.5, false));
        assert_eq!((run.items.len(), run.read, run.requests), (2, 5, 2));
        assert_eq!(
            run.summary(),
            "2 items returned, 5 read, 40 % efficiency, 3 RCU, 2 requests"
        );
    }

    #[test]
    fn units_are_written_short() {
        assert_eq!(
            (
                write_units(2.5).as_str(),
                write_units(4.0).as_str(),
                write_units(0.0).as_str()
            ),
            ("2.5", "4", "0")
        );
    }
}
