//! One page of a Scan: its items as the endpoint returned them, their digest, and the batches that write them.
//!
//! Items are copied as unchanged text, so nothing is lost between reading and writing. Must not know the side of a
//! page.

use hashrange_wire::{BatchPutText, ConsumedCapacity, ScanText, item_from_json};

use crate::digest::Digest;

/// Maximum number of writes in a batch (documented: limits-batches).
const MOST_WRITES: usize = 25;
/// Maximum bytes of a batch's items as JSON. A request may have 16 MB (documented: limits-batches). A single item
/// always fits.
const MOST_BYTES: usize = 4 << 20;

/// The writes of one BatchWriteItem, as JSON texts of items.
pub(crate) type Batch = Vec<String>;

/// A page of a Scan.
#[derive(Debug)]
pub(crate) struct Page {
    /// The items, as JSON.
    pub(crate) items: Vec<String>,
    /// The digest of the items.
    pub(crate) digest: Digest,
    /// The start of the next page, as JSON; `None` after the last.
    pub(crate) next: Option<String>,
    /// The consumed units: as reported, or estimated from its bytes.
    pub(crate) units: f64,
}

impl Page {
    /// Reads a Scan response.
    ///
    /// # Errors
    /// Returns a description of the error.
    pub(crate) fn read(body: &str) -> Result<Self, String> {
        let scanned = ScanText::decode(body.as_bytes()).map_err(|error| error.to_string())?;
        let mut digest = Digest::default();
        for item in &scanned.items {
            let item = item_from_json(&item.0).map_err(|error| format!("an item is invalid: {error}"))?;
            digest = digest.plus(Digest::of(&item));
        }
        // A strongly consistent read consumes one unit for 4 KB (documented: capacity-units).
        let by_bytes = || body.len().div_ceil(4_096) as f64;
        Ok(Self {
            items: scanned.items.into_iter().map(|item| item.0).collect(),
            digest,
            next: scanned.last_evaluated_key.map(|key| key.0),
            units: scanned
                .consumed_capacity
                .map_or_else(by_bytes, |consumed| consumed.capacity_units),
        })
    }
}

/// Groups the items into batches.
pub(crate) fn batches(items: Vec<String>) -> Vec<Batch> {
    let mut batches: Vec<Batch> = Vec::new();
    let mut bytes = 0;
    for item in items {
        bytes += item.len();
        match batches.last_mut() {
            Some(batch) if batch.len() < MOST_WRITES && bytes <= MOST_BYTES => batch.push(item),
            _ => {
                bytes = item.len();
                batches.push(vec![item]);
            }
        }
    }
    batches
}

/// The estimated units of a batch: one for each started KB of an item (documented: capacity-units), here of its JSON.
pub(crate) fn units_of(batch: &Batch) -> f64 {
    batch.iter().map(|item| item.len().div_ceil(1_024)).sum::<usize>() as f64
}

/// The unprocessed items of a BatchWriteItem, and the consumed units if they are reported.
///
/// # Errors
/// Returns a description of the error.
pub(crate) fn left_undone(body: &str) -> Result<(Batch, Option<f64>), String> {
    let written = BatchPutText::decode(body.as_bytes()).map_err(|error| error.to_string())?;
    let undone = written.unprocessed_items.into_iter().flat_map(|(_, items)| items);
    let reported = written.consumed_capacity.filter(|all| !all.is_empty());
    let units = |all: Vec<ConsumedCapacity>| all.iter().map(|consumed| consumed.capacity_units).sum();
    Ok((undone.map(|item| item.0).collect(), reported.map(units)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_keeps_its_items_as_they_were_written() {
        let body = r#"{"Items":[{"Id":{"N":"1.0"}},{"Id": {"N":"2"}}],"LastEvaluatedKey":{"Id":{"N":"2"}},"Count":2}"#;
        let page = Page::read(body).expect("a page");
        assert_eq!(page.items, [r#"{"Id":{"N":"1.0"}}"#, r#"{"Id": {"N":"2"}}"#]);
        assert_eq!(page.next.as_deref(), Some(r#"{"Id":{"N":"2"}}"#));
        assert!(Page::read(r#"{"Items":[{"Id":{"X":"1"}}]}"#).is_err());
        assert!(Page::read("<html>").is_err());
        assert!(Page::read(r#"{"Items":[]}"#).expect("a page").next.is_none());
    }

    #[test]
    fn batches_are_bounded_by_writes_and_bytes() {
        let lengths = |items: Vec<String>| batches(items).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(lengths(vec!["{}".to_owned(); 60]), [25, 25, 10]);
        assert_eq!(lengths(vec!["x".repeat(1_500_000); 5]), [2, 2, 1]);
        assert_eq!(lengths(vec!["x".repeat(MOST_BYTES + 1); 2]), [1, 1]);
        assert_eq!(lengths(Vec::new()), [0; 0]);
    }

    #[test]
    fn what_is_left_undone_is_read() {
        let body = r#"{"UnprocessedItems":{"T":[{"PutRequest":{"Item":{"Id":{"N":"1"}}}}]},"ConsumedCapacity":[{"CapacityUnits":2.0}]}"#;
        assert_eq!(
            left_undone(body),
            Ok((vec![r#"{"Id":{"N":"1"}}"#.to_owned()], Some(2.0)))
        );
        assert_eq!(left_undone(r#"{"UnprocessedItems":{}}"#), Ok((Vec::new(), None)));
    }
}
