//! Where a partition is divided: halfway through its bytes, its slice of the hash range, or its recent traffic.
//!
//! The service divides the data evenly (documented: partitions-2017), or the recent traffic (reported by its makers;
//! observed: split-by-traffic). Must not know when a partition is divided, or why.

use crate::{RowKey, Space};

/// The places at which a partition may be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Between item collections only, as in tables with local secondary indexes (documented: partitions-of-indexes).
    BetweenCollections,
    /// Between any two rows.
    Anywhere,
}

/// The minimum part of the traffic, in sixteenths, on each side of a useful cut (a model).
const LEAST_SIXTEENTHS: u64 = 1;

/// The key that halves a partition's bytes, as evenly as its rows allow; `None` if it cannot be cut.
#[must_use]
pub fn middle_of_bytes<V>(space: &Space<V>, position: usize, cut: Cut) -> Option<RowKey> {
    let partition = space.partitions().get(position)?;
    let rows = partition.rows().map(|(key, row)| (key, u64::from(row.size)));
    middle(rows, partition.bytes(), cut, 1)
}

/// The key halfway through a partition's slice of the hash range; `None` if the slice is too narrow.
#[must_use]
pub fn middle_of_slice<V>(space: &Space<V>, position: usize) -> Option<RowKey> {
    let from = space.partitions().get(position)?.from();
    from.halfway_to(space.slice_end(position).map(RowKey::placement))
        .map(RowKey::least)
}

/// The key that halves traffic, given as keys in ascending order with their units. `None` if no cut helps enough: for a
/// single hot key, or a single hot collection that must stay together.
#[must_use]
pub fn middle_of_traffic(traffic: &[(&RowKey, u64)], cut: Cut) -> Option<RowKey> {
    let total = traffic.iter().map(|(_, units)| units).sum();
    middle(
        traffic.iter().copied(),
        total,
        cut,
        (total * LEAST_SIXTEENTHS / 16).max(1),
    )
}

/// The first boundary with half of the total before it, or the last one before that, whichever halves better. Each side
/// has at least `least`.
fn middle<'a>(rows: impl Iterator<Item = (&'a RowKey, u64)>, total: u64, cut: Cut, least: u64) -> Option<RowKey> {
    let mut before = 0;
    let mut last: Option<&RowKey> = None;
    let mut best: Option<(u64, &RowKey)> = None;
    for (key, units) in rows {
        let boundary = last.is_some_and(|last| match cut {
            Cut::BetweenCollections => last.placement() != key.placement(),
            Cut::Anywhere => last != key,
        });
        let after = total.saturating_sub(before);
        let uneven = before.abs_diff(after);
        if boundary && before >= least && after >= least && best.is_none_or(|(known, _)| uneven < known) {
            best = Some((uneven, key));
        }
        if best.is_some() && before > after {
            break;
        }
        before += units;
        last = Some(key);
    }
    let (_, key) = best?;
    Some(match cut {
        Cut::BetweenCollections => RowKey::least(key.placement()),
        Cut::Anywhere => key.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KeyRange, Placement, Row, RowKeyBuilder};

    fn key(partition: &str, sort: u32) -> RowKey {
        RowKeyBuilder::new(&[partition.as_bytes()])
            .part(&sort.to_be_bytes())
            .finish()
    }

    fn filled(collections: u32, rows: u32) -> Space<u32> {
        let mut space = Space::new(1);
        for collection in 0..collections {
            for row in 0..rows {
                space.insert(key(&collection.to_string(), row), Row { value: row, size: 10 });
            }
        }
        space
    }

    #[test]
    fn a_split_halves_the_bytes() {
        let mut space = filled(20, 5);
        let boundary = middle_of_bytes(&space, 0, Cut::Anywhere).unwrap();
        let division = space.split(boundary).unwrap();
        assert_eq!((division.position, division.parent, division.children), (0, 0, (1, 2)));
        let bytes: Vec<u64> = space.partitions().iter().map(crate::Partition::bytes).collect();
        assert_eq!(bytes, [500, 500]);
    }

    #[test]
    fn a_collection_that_must_stay_whole_does() {
        let space = filled(1, 100);
        assert_eq!(middle_of_bytes(&space, 0, Cut::BetweenCollections), None);
        assert_eq!(middle_of_bytes(&space, 0, Cut::Anywhere), Some(key("0", 50)));
    }

    #[test]
    fn a_walk_within_a_divided_collection_is_the_same() {
        let mut space = filled(3, 50);
        let rows = |space: &Space<u32>, range: &KeyRange, forward| -> Vec<RowKey> {
            space.walk(range, forward).map(|step| step.key.clone()).collect()
        };
        let prefix = RowKeyBuilder::new(&[b"1"]);
        let range = KeyRange {
            end: Some(prefix.prefix_end()),
            start: prefix.prefix_start(),
        };
        let (forward, backward) = (rows(&space, &range, true), rows(&space, &range, false));
        for row in [10, 30, 20] {
            space.split(key("1", row)).unwrap();
        }
        assert_eq!(
            (
                space.partitions_of(&range).1 - space.partitions_of(&range).0,
                forward.len()
            ),
            (3, 50)
        );
        assert_eq!(
            (rows(&space, &range, true), rows(&space, &range, false)),
            (forward, backward)
        );
        assert_eq!(space.split(key("1", 30)), None, "a partition begins there");
    }

    #[test]
    fn traffic_is_halved_and_a_single_hot_key_is_left_alone() {
        let keys: Vec<RowKey> = (0..8).map(|sort| key("a", sort)).collect();
        let even: Vec<(&RowKey, u64)> = keys.iter().map(|key| (key, 10)).collect();
        assert_eq!(middle_of_traffic(&even, Cut::Anywhere).as_ref(), Some(&keys[4]));
        assert_eq!(middle_of_traffic(&even, Cut::BetweenCollections), None);
        let one: Vec<(&RowKey, u64)> = vec![(&keys[0], 1), (&keys[3], 1_000), (&keys[5], 1)];
        assert_eq!(middle_of_traffic(&one, Cut::Anywhere), None);
        let mixed: Vec<(&RowKey, u64)> = vec![(&keys[0], 100), (&keys[3], 500), (&keys[5], 200)];
        assert_eq!(middle_of_traffic(&mixed, Cut::Anywhere).as_ref(), Some(&keys[5]));
    }

    #[test]
    fn a_slice_is_halved() {
        let mut space: Space<u32> = Space::new(1);
        let boundary = middle_of_slice(&space, 0).unwrap();
        assert_eq!(boundary.placement().as_u128(), u128::MAX / 2);
        space.split(boundary).unwrap();
        assert_eq!(
            middle_of_slice(&space, 1).map(|key| key.placement().as_u128() >> 124),
            Some(0xb)
        );
        assert_eq!(Placement::MIN.halfway_to(Some(Placement::MIN)), None);
    }
}
