//! The sentences of the Items tab. Must not know signals or the DOM.

use hashrange_wire::TableDescription;
use hashrange_words::t;

use crate::state::figures;
use crate::state::table_schema::{IndexKind, IndexSchema};

/// The text after the count over a connection, whose rows are in the order of the mirror.
pub(super) fn loaded(index: Option<&IndexSchema>) -> &'static str {
    match index {
        None => t!("of the table are loaded."),
        Some(_) => t!("of the index follow from the loaded items."),
    }
}

/// What is missing over a connection. The endpoint may have items that are not loaded.
pub(super) fn nothing_loaded() -> (String, String) {
    let text = t!("The table is empty, or its items are not loaded yet. The bar above says how many are.");
    (t!("No item is loaded").to_owned(), text.to_owned())
}

/// The number of rows.
pub(super) fn count(total: u64, of_index: bool) -> String {
    figures::rows(total, of_index)
}

/// The text after the count: the source of the rows, and their order.
pub(super) fn order(index: Option<&IndexSchema>) -> String {
    match index {
        None => t!("in the table, in the order a Scan returns them.").to_owned(),
        Some(index) => {
            let kind = if index.kind == IndexKind::Local {
                "local"
            } else {
                "global"
            };
            t!(
                "in this {kind} secondary index, which projects {projection}.",
                kind,
                projection = index.projection.as_str()
            )
        }
    }
}

/// The count in the description of a table, or of one of its indexes.
pub(super) fn reported_count(table: &TableDescription, index: Option<&str>) -> Option<u64> {
    let Some(name) = index else {
        return Some(table.item_count);
    };
    let local = table
        .local_secondary_indexes
        .iter()
        .find(|index| index.index_name == name);
    let global = table
        .global_secondary_indexes
        .iter()
        .find(|index| index.index_name == name);
    local
        .map(|index| index.item_count)
        .or_else(|| global.map(|index| index.item_count))
}

/// The described count, if it differs from the number of rows.
pub(super) fn described(total: u64, reported: u64) -> Option<String> {
    (reported != total).then(|| {
        t!(
            "DescribeTable reports {reported, number}; that count can be 6 hours old.",
            reported
        )
    })
}

/// What is missing, and what to do next.
pub(super) fn empty(index: Option<&IndexSchema>, is_active: bool) -> (String, String) {
    let Some(index) = index else {
        let text = if is_active {
            t!("Add an item, import a CSV or JSON file, or run a load that writes items.")
        } else {
            t!("DynamoDB is creating the table. You can add items once it is ACTIVE.")
        };
        return (t!("The table is empty").to_owned(), text.to_owned());
    };
    let names: Vec<&str> = index.keys.iter().map(|key| key.name.as_str()).collect();
    let text = t!(
        "An item gets an entry here when it has {join}.",
        join = names.join(" and ")
    );
    (t!("The index has no entries").to_owned(), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::table_schema::tests::thread;

    #[test]
    fn counts_are_reported_with_their_age_where_they_differ() {
        assert_eq!(
            (count(1, false), count(100_000, false), count(2, true)),
            ("1 item".into(), "100,000 items".into(), "2 entries".into())
        );
        assert_eq!(described(7, 7), None);
        assert_eq!(
            described(8, 1_000).as_deref(),
            Some("DescribeTable reports 1,000; that count can be 6 hours old.")
        );
    }

    #[test]
    fn an_empty_index_says_what_its_entries_need() {
        let schema = thread();
        let (title, text) = empty(schema.indexes.first(), true);
        assert_eq!(title, "The index has no entries");
        assert!(text.contains("ForumName and LastPostDateTime"), "{text}");
        assert!(empty(None, false).1.contains("once it is ACTIVE"));
    }
}
