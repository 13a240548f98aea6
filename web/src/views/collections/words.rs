//! The sentences of the collections view. Must not know signals or the DOM.

use hashrange_protocol::{CollectionOverview, EntrySeen};
use hashrange_words::t;

use crate::state::collection_layout::Side;
use crate::state::collection_layout::picture::{Cell, CollectionGroup, CollectionPicture, Fill, Lane};
use crate::state::figures;
use crate::state::table_schema::IndexKind;

/// A description of the picture.
pub(super) fn sentence(picture: &CollectionPicture) -> String {
    let keys = &picture.left.partition_key;
    let order = match picture.left.sorted {
        true => t!("in sort key order"),
        false => t!("one item each, because the table has no sort key"),
    };
    let mut text = t!(
        "Items with the same {keys} are one item collection, {order}.",
        keys,
        order
    );
    match picture.right.as_slice() {
        [] => text.push_str(&format!(" {}", t!("The table has no indexes."))),
        [group] => {
            let how = match group.kind {
                Some(IndexKind::Local) => t!("orders the same collections by a different key").to_owned(),
                _ => t!(
                    "groups the same items by {partition_key}",
                    partition_key = group.partition_key
                ),
            };
            text.push_str(&format!(
                " {}",
                t!(
                    "A line connects an item with its entry in {group}, which {how}.",
                    group = group.name,
                    how
                )
            ));
        }
        _ => text.push_str(&format!(" {}", t!("Lines connect each item with its index entries."))),
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
            t!(
                "{sparse, plural, one {# item shown has} other {# items shown have}} no entry in {group}: the index is sparse.",
                sparse,
                group = group.name
            )
        });
        let stay = left_out.len();
        let left_out = (stay > 0).then(|| {
            t!(
                "{stay, plural, one {{names} stays} other {{names} stay}} in the table: {group} projects {projection}.",
                stay,
                names = left_out.join(", "),
                group = group.name,
                projection = group.projection
            )
        });
        sparse.into_iter().chain(left_out)
    });
    per_index.collect()
}

/// The content of a group, for assistive technology.
pub(super) fn group_label(group: &CollectionGroup) -> String {
    match group.kind {
        None => t!(
            "Items of table {group} by {partition_key}",
            group = group.name,
            partition_key = group.partition_key
        ),
        Some(_) => t!(
            "Entries of index {group} by {partition_key}",
            group = group.name,
            partition_key = group.partition_key
        ),
    }
}

/// The content of a collection: number and bytes.
pub(super) fn lane_total(lane: &Lane, of_table: bool) -> String {
    let members = figures::rows(lane.members as u64, !of_table);
    format!("{members}, {}", figures::bytes(lane.bytes))
}

/// A collection's size against its limit. `None` for a table without local secondary indexes, which has no limit.
pub(super) fn lane_limit(lane: &Lane) -> Option<String> {
    let Fill { bytes, limit } = lane.with_local_indexes?;
    let (size, most) = (figures::bytes(bytes), figures::bytes(limit));
    Some(match bytes.saturating_mul(100) / limit.max(1) {
        0 => t!("with local indexes {size}, far below the {most} limit", size, most),
        percent @ 1..100 => t!(
            "with local indexes {size}, {percent} % of the {most} limit",
            size,
            percent,
            most
        ),
        _ => t!(
            "with local indexes {size}: at the {most} limit, DynamoDB refuses writes that add to it",
            size,
            most
        ),
    })
}

/// The overview of all collections, or the selected bar.
pub(super) fn overview(drawn: &CollectionOverview, pointed: Option<usize>) -> String {
    let (Some(first), Some(last)) = (drawn.bars.first(), drawn.bars.last()) else {
        return String::new();
    };
    let places = |first: usize, collections: usize| match collections {
        1 => t!("Collection {value, number}", value = first + 1),
        _ => t!(
            "Collections {value, number}–{collections, number}",
            value = first + 1,
            collections = first + collections
        ),
    };
    let Some(bar) = pointed.and_then(|at| drawn.bars.get(at)) else {
        let shown = places(first.first, last.first + last.collections - first.first);
        return t!(
            "{shown} of {total, number}, by bytes. Choose a bar to go there.",
            shown,
            total = drawn.total
        );
    };
    let items = t!("{number, plural, one {# item} other {# items}}", number = bar.items);
    let what = format!("{items}, {}", figures::bytes(bar.bytes));
    let largest = match bar.collections {
        1 => String::new(),
        _ => t!(", the largest {largest}", largest = figures::bytes(bar.largest)),
    };
    format!("{}: {what}{largest}", places(bar.first, bar.collections))
}

/// A gap in a listing.
pub(super) fn gap(members: usize, of_table: bool) -> String {
    let what = if of_table { "items" } else { "entries" };
    t!("… and {members, number} more {what}", members, what)
}

/// The position of an item's entry, for an entry without a line.
pub(super) fn entry_position(entry: &EntrySeen, index: &str) -> Option<String> {
    match entry {
        EntrySeen::Linked { position, of, .. } => Some(t!(
            "→ in {index} at position {position, number} of {of, number}",
            index,
            position = *position,
            of = *of
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
        0 => t!("no collections").to_owned(),
        _ if shown == total || total == 1 => t!(
            "{number, plural, one {# collection} other {# collections}}",
            number = total
        ),
        _ => {
            t!(
                "{skip, number}–{shown, number} of {total, number} collections",
                skip = skip + 1,
                shown = skip + shown,
                total
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
