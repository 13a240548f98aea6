//! What the Expiry card shows, made of what was read.

use hashrange_protocol::{Expiry, ExpiryBar, ExpiryDot, ExpiryStage, ScannerLine};
use hashrange_time::Timestamp;
use hashrange_values::Item;

use super::{layout, words};
use crate::views::key_name::key_text;

/// One reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) table: String,
    pub(super) attribute: String,
    /// What is being seen.
    pub(super) sentence: String,
    pub(super) now: Timestamp,
    /// Live, readable though expired, deleted, never to expire.
    pub(super) counts: [u64; 4],
    /// Items, those nearest to now first.
    pub(super) dots: Vec<Dot>,
    /// How far the axis reaches, in seconds before and after now.
    pub(super) reach: (f64, f64),
    pub(super) scanners: Vec<ScannerLine>,
    /// Partitions beyond those listed.
    pub(super) more_scanners: u64,
    /// Key and reason of items that never expire.
    pub(super) never: Vec<(Item, String, String)>,
    pub(super) looked_at: u64,
    pub(super) coming: Vec<ExpiryBar>,
    /// Records of deletions by the service, newest first: key and moment.
    pub(super) records: Vec<(String, Timestamp)>,
    /// Whether the table has a stream at all.
    pub(super) has_stream: bool,
}

/// An item on the axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dot {
    pub(super) key: Item,
    pub(super) text: String,
    pub(super) expires: Timestamp,
    pub(super) stage: ExpiryStage,
    /// Seconds from now to its moment; negative in the past.
    pub(super) distance: f64,
    /// The same to where its mark stands: the deletion, the rescue, or its moment.
    pub(super) mark: f64,
}

/// What the card shows of the expiry of a table.
pub(super) fn read(expiry: &Expiry) -> Reading {
    let (keys, now) = (&expiry.keys, expiry.now);
    let dot = |dot: &ExpiryDot| Dot {
        key: dot.key.clone(),
        text: key_text(keys, &dot.key),
        expires: dot.expires,
        stage: dot.stage,
        distance: seconds(now, dot.expires),
        mark: seconds(now, dot.mark()),
    };
    let dots: Vec<Dot> = expiry.dots.iter().map(dot).collect();
    let reach = |side: f64| dots.iter().map(|dot| dot.distance * side).fold(0.0, f64::max);
    let never = expiry.never_because.iter().map(|never| {
        let why = words::never(&expiry.attribute, never.why);
        (never.key.clone(), key_text(keys, &never.key), why)
    });
    Reading {
        table: expiry.table.clone(),
        attribute: expiry.attribute.to_string(),
        sentence: words::sentence(expiry),
        now,
        counts: [expiry.live, expiry.readable, expiry.deleted, expiry.never],
        reach: (reach(-1.0), reach(1.0)),
        dots,
        never: never.collect(),
        looked_at: expiry.looked_at,
        more_scanners: expiry.more_scanners,
        scanners: expiry.scanners.clone(),
        coming: expiry.coming.clone(),
        records: expiry.deletions.iter().map(|record| (key_text(keys, &record.key), record.at)).collect(),
        has_stream: expiry.has_stream,
    }
}

/// Seconds from one moment to another, negative when it lies before.
fn seconds(now: Timestamp, at: Timestamp) -> f64 {
    (at.micros() as f64 - now.micros() as f64) / 1e6
}

impl Reading {
    /// The axis these items stand on.
    pub(super) fn axis(&self) -> hashrange_plot::NearScale {
        layout::axis(self.reach.0, self.reach.1)
    }

    /// The item that is expired and will be deleted next, as far as one is known.
    pub(super) fn in_danger(&self) -> Option<&Dot> {
        let expired = |dot: &&Dot| matches!(dot.stage, ExpiryStage::Expired | ExpiryStage::Found(_));
        self.dots.iter().filter(expired).max_by_key(|dot| matches!(dot.stage, ExpiryStage::Found(_)))
    }
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::KeySchema;
    use hashrange_values::{AttributeValue, KeyType, Text};

    use super::*;

    fn dot(name: &str, expires: u64, stage: ExpiryStage) -> ExpiryDot {
        let key = [(Text::from("Id"), AttributeValue::S(name.into()))].into_iter().collect();
        ExpiryDot { key, expires: Timestamp::from_seconds(expires), stage }
    }

    #[test]
    fn an_item_that_was_found_is_in_danger_before_one_that_was_not() {
        let at = Timestamp::from_seconds;
        let dots = vec![
            dot("expired", 990, ExpiryStage::Expired),
            dot("found", 970, ExpiryStage::Found(at(980))),
            dot("live", 1_050, ExpiryStage::Live),
            dot("deleted", 900, ExpiryStage::Deleted(at(940))),
        ];
        let key = hashrange_protocol::KeyAttribute { name: "Id".into(), key_type: KeyType::S };
        let expiry = Expiry {
            table: "Sessions".to_owned(),
            keys: KeySchema { partition: vec![key], sort: Vec::new() },
            now: at(1_000),
            attribute: "Until".into(),
            enabled: true,
            live: 1,
            readable: 2,
            deleted: 1,
            never: 0,
            next_pass: Some(at(1_010)),
            dots,
            scanners: Vec::new(),
            more_scanners: 0,
            never_because: Vec::new(),
            looked_at: 3,
            coming: Vec::new(),
            deletions: Vec::new(),
            has_stream: false,
        };
        let reading = read(&expiry);
        assert_eq!(reading.in_danger().map(|dot| dot.text.as_str()), Some("found"));
        assert!((reading.reach.0 - 100.0).abs() < 1e-9 && (reading.reach.1 - 50.0).abs() < 1e-9);
        assert!((reading.dots[3].mark + 60.0).abs() < 1e-9, "a deleted item stands where it was deleted");
        assert!(reading.sentence.starts_with("1 item will expire by Until. 2 have expired"), "{}", reading.sentence);
    }
}
