//! The changes of the design that a board can try, from the tables that exist, each in words.
//!
//! Must not know how a change is made, nor the document.

use hashrange_protocol::pattern::DesignChange;
use hashrange_wire::{Projection, ProjectionType, TableDescription};
use hashrange_words::t;

/// All changes that apply to these tables, each with its words.
#[must_use]
pub fn changes_of(tables: &[TableDescription]) -> Vec<(DesignChange, String)> {
    let mut changes = Vec::new();
    for table in tables {
        for local in &table.local_secondary_indexes {
            add_projections((table, &local.index_name, &local.projection), &mut changes);
        }
        for global in &table.global_secondary_indexes {
            add_projections((table, &global.index_name, &global.projection), &mut changes);
            changes.push((
                DesignChange::NoIndex {
                    table: table.table_name.clone(),
                    index: global.index_name.clone(),
                },
                t!(
                    "{table_name} has no {index_name}",
                    table_name = table.table_name,
                    index_name = global.index_name
                ),
            ));
        }
    }
    let others = [
        (DesignChange::HalfSize, t!("items are half as big")),
        (
            DesignChange::Consistency { strong: true },
            t!("reads are strongly consistent"),
        ),
        (
            DesignChange::Consistency { strong: false },
            t!("reads are eventually consistent"),
        ),
        (DesignChange::Expiry, t!("TTL deletes instead of DeleteItem")),
    ];
    changes.extend(others.map(|(change, words)| (change, words.to_owned())));
    changes
}

/// The change of these words.
#[must_use]
pub fn change_named(changes: &[(DesignChange, String)], words: &str) -> Option<DesignChange> {
    let known = changes.iter().find(|(_, known)| known == words);
    known.map(|(change, _)| change.clone())
}

/// The projections ALL and KEYS_ONLY of an index, unless it has them.
fn add_projections(
    (table, index, present): (&TableDescription, &str, &Projection),
    changes: &mut Vec<(DesignChange, String)>,
) {
    for kind in [ProjectionType::All, ProjectionType::KeysOnly] {
        if present.projection_type != Some(kind) {
            changes.push((
                DesignChange::Projection {
                    table: table.table_name.clone(),
                    index: index.to_owned(),
                    projection: Projection {
                        projection_type: Some(kind),
                        non_key_attributes: None,
                    },
                },
                t!(
                    "{table_name} / {index} projects {value}",
                    table_name = table.table_name,
                    index,
                    value = kind.as_str()
                ),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_can_have_another_projection_or_go() {
        let body = r#"{"Table":{"TableName":"Games","GlobalSecondaryIndexes":[{"IndexName":"ByPlayer",
            "Projection":{"ProjectionType":"ALL"}}]}}"#;
        let response = hashrange_wire::decode_response(hashrange_wire::Operation::DescribeTable, body.as_bytes());
        let Ok(hashrange_wire::Response::DescribeTable(described)) = response else {
            panic!("{response:?}")
        };
        let changes = changes_of(&[*described.table]);
        let words: Vec<&str> = changes.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(
            words,
            [
                "Games / ByPlayer projects KEYS_ONLY",
                "Games has no ByPlayer",
                "items are half as big",
                "reads are strongly consistent",
                "reads are eventually consistent",
                "TTL deletes instead of DeleteItem"
            ]
        );
        let no_index = change_named(&changes, "Games has no ByPlayer");
        assert!(matches!(no_index, Some(DesignChange::NoIndex { .. })));
        assert_eq!(change_named(&changes, ""), None);
    }
}
