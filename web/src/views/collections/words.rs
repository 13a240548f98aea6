//! The sentences of the collections view. Must not know signals or the DOM.

use hashrange_protocol::{CollectionOverview, EntrySeen};

use crate::state::collection_layout::Side;
use crate::state::collection_layout::picture::{Cell, CollectionGroup, CollectionPicture, Fill, Lane};
use crate::state::figures;
use crate::state::table_schema::IndexKind;

/// A description of the picture.
pub(super) fn sentence(picture: &CollectionPicture) -> String {
    let keys = &picture.left.partition_key;
    let order = match picture.left.sorted {
        true => "in sort key order",
        false => "one item each, because the table has no sort key",
    };
    let mut text = format!("Items with the same {keys} are one item collection, {order}.");
    match picture.right.as_slice() {
        [] => text.push_str(" The table has no indexes."),
        [group] => {
            let how = match group.kind {
                Some(IndexKind::Local) => "orders the same collections by a different key".to_owned(),
                _ => format!("groups the same items by {}", group.partition_key),
            };
            text.push_str(&format!(
                " A line connects an item with its entry in {}, which {how}.",
                group.name
            ));
        }
        _ => text.push_str(" Lines connect each item with its index entries."),
    }
    text
}

/// What is missing on the right, and why. Empty if nothing is missing.
pub(super) fn absences(picture: &CollectionPicture) -> Vec<String> {
    let per_index = picture.right.iter().enumerate().flat_map(|(at, group)| {
        let sparse = picture
            .members(Side::Table)
            .filter(|member| matches!(member.entries.get(at), Some(EntrySeen::Missing { .. })))
            .count();
        let left_out: Vec<&str> = group
            .columns
            .iter()
            .filter(|column| !column.projected)
            .map(|column| column.name.as_str())
            .collect();
        let sparse = (sparse > 0).then(|| {
            let items = figures::counted(sparse as u64, "item");
            let have = if sparse == 1 { "has" } else { "have" };
            format!("{items} shown {have} no entry in {}: the index is sparse.", group.name)
        });
        let left_out = (!left_out.is_empty()).then(|| {
            let stay = if left_out.len() == 1 { "stays" } else { "stay" };
            format!(
                "{} {stay} in the table: {} projects {}.",
                left_out.join(", "),
                group.name,
                group.projection
            )
        });
        sparse.into_iter().chain(left_out)
    });
    per_index.collect()
}

/// The content of a group, for assistive technology.
pub(super) fn group_label(group: &CollectionGroup) -> String {
    match group.kind {
        None => format!("Items of table {} by {}", group.name, group.partition_key),
        Some(_) => format!("Entries of index {} by {}", group.name, group.partition_key),
    }
}

/// The content of a collection: number and bytes.
pub(super) fn lane_total(lane: &Lane, of_table: bool) -> String {
    let members = figures::counted(lane.members as u64, if of_table { "item" } else { "entry" });
    format!("{members}, {}", figures::bytes(lane.bytes))
}

/// A collection's size against its limit. `None` for a table without local secondary indexes, which has no limit.
pub(super) fn lane_limit(lane: &Lane) -> Option<String> {
    let Fill { bytes, limit } = lane.with_local_indexes?;
    let (size, most) = (figures::bytes(bytes), figures::bytes(limit));
    Some(match bytes.saturating_mul(100) / limit.max(1) {
        0 => format!("with local indexes {size}, far below the {most} limit"),
        percent @ 1..100 => format!("with local indexes {size}, {percent} % of the {most} limit"),
        _ => format!("with local indexes {size}: at the {most} limit, DynamoDB refuses writes that add to it"),
    })
}

/// The overview of all collections, or the selected bar.
pub(super) fn overview(drawn: &CollectionOverview, pointed: Option<usize>) -> String {
    let count = |number: usize| figures::count(number as u64);
    let (Some(first), Some(last)) = (drawn.bars.first(), drawn.bars.last()) else {
        return String::new();
    };
    let places = |first: usize, collections: usize| match collections {
        1 => format!("Collection {}", count(first + 1)),
        _ => format!("Collections {}–{}", count(first + 1), count(first + collections)),
    };
    let Some(bar) = pointed.and_then(|at| drawn.bars.get(at)) else {
        let shown = places(first.first, last.first + last.collections - first.first);
        return format!("{shown} of {}, by bytes. Choose a bar to go there.", count(drawn.total));
    };
    let items = figures::counted(bar.items as u64, "item");
    let what = format!("{items}, {}", figures::bytes(bar.bytes));
    let largest = match bar.collections {
        1 => String::new(),
        _ => format!(", the largest {}", figures::bytes(bar.largest)),
    };
    format!("{}: {what}{largest}", places(bar.first, bar.collections))
}

/// A gap in a listing.
pub(super) fn gap(members: usize, of_table: bool) -> String {
    let what = if of_table { "items" } else { "entries" };
    format!("… and {} more {what}", figures::count(members as u64))
}

/// The position of an item's entry, for an entry without a line.
pub(super) fn entry_position(entry: &EntrySeen, index: &str) -> Option<String> {
    match entry {
        EntrySeen::Linked { position, of, .. } => Some(format!(
            "→ in {index} at position {} of {}",
            figures::count(*position as u64),
            figures::count(*of as u64)
        )),
        EntrySeen::Missing { .. } | EntrySeen::OnItsWay => None,
    }
}

/// The text of a cell, and its class.
pub(super) fn cell<'a>(cell: &'a Cell, attribute: &str) -> (std::borrow::Cow<'a, str>, &'static str) {
    match cell {
        Cell::Value(text) => (text.into(), "lane-value"),
        Cell::Missing { needed: true } => (format!("no {attribute}").into(), "lane-needed"),
        Cell::Missing { needed: false } => ("–".into(), "lane-missing"),
        Cell::NotProjected => ("".into(), "lane-absent"),
    }
}

/// Which collections are shown, and the total number.
pub(super) fn pages(skip: usize, shown: usize, total: usize) -> String {
    match total {
        0 => "no collections".to_owned(),
        _ if shown == total || total == 1 => figures::counted(total as u64, "collection"),
        _ => {
            let count = |number: usize| figures::count(number as u64);
            format!(
                "{}–{} of {} collections",
                count(skip + 1),
                count(skip + shown),
                count(total)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::Bar;

    use super::*;

    fn lane(members: usize, bytes: u64, with: Option<Fill>) -> Lane {
        let partition_key = hashrange_values::Item::new();
        Lane {
            partition_key,
            title: String::new(),
            members,
            bytes,
            with_local_indexes: with,
            rows: Vec::new(),
        }
    }

    #[test]
    fn totals_read_as_people_count() {
        assert_eq!(lane_total(&lane(1, 58, None), true), "1 item, 58 B");
        assert_eq!(lane_total(&lane(4_000, 2_048, None), false), "4,000 entries, 2.0 KB");
        assert_eq!(pages(6, 6, 401), "7–12 of 401 collections");
        assert_eq!(pages(0, 5, 5), "5 collections");
    }

    #[test]
    fn a_bar_is_reported_with_what_it_holds() {
        let bar = |first, collections| Bar {
            first,
            collections,
            items: 2 * collections,
            bytes: 2_048,
            largest: 1_024,
        };
        let drawn = CollectionOverview {
            total: 4_000,
            bars: vec![bar(100, 10), bar(110, 1)],
        };
        assert_eq!(
            overview(&drawn, None),
            "Collections 101–111 of 4,000, by bytes. Choose a bar to go there."
        );
        assert_eq!(
            overview(&drawn, Some(0)),
            "Collections 101–110: 20 items, 2.0 KB, the largest 1.0 KB"
        );
        assert_eq!(overview(&drawn, Some(1)), "Collection 111: 2 items, 2.0 KB");
        assert_eq!(overview(&CollectionOverview::default(), None), "");
    }

    #[test]
    fn the_limit_is_reported_in_words() {
        assert_eq!(lane_limit(&lane(1, 1, None)), None);
        let reported = |bytes, limit| lane_limit(&lane(1, 1, Some(Fill { bytes, limit }))).unwrap();
        assert_eq!(
            reported(100, 10 << 30),
            "with local indexes 100 B, far below the 10 GB limit"
        );
        assert_eq!(
            reported(5 << 30, 10 << 30),
            "with local indexes 5.0 GB, 50 % of the 10 GB limit"
        );
        assert!(reported(8_192, 8_192).ends_with("at the 8.0 KB limit, DynamoDB refuses writes that add to it"));
    }
}
