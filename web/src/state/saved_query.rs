//! The Query tab as a part of the workspace's saved state: the request being written, and the tables whose queries are
//! stored.
//!
//! Must not know where saved state is stored, nor what was read.

use hashrange_wire::{JsonForm, JsonTree, json_members, json_words};
use hashrange_words::t;

use super::query_form::QueryForm;

/// The maximum number of stored tables. The least recently used table is dropped first.
const MAX_TABLES: usize = 16;
/// The maximum bytes of all stored results. Those of the least recently used tables are omitted first.
const MAX_RESULTS: usize = 4_000_000;

/// The view below a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueryFace {
    /// The returned items, and the read items.
    #[default]
    Result,
    /// The request as JSON.
    Json,
    /// The request as a program.
    Code,
    /// The sum of its cost.
    Cost,
    /// The same request after one change.
    WhatIf,
}

impl QueryFace {
    /// Every view with its label, in order.
    pub fn all() -> [(Self, &'static str); 5] {
        [
            (Self::Result, t!("Result")),
            (Self::Json, t!("Request JSON")),
            (Self::Code, t!("Code")),
            (Self::Cost, t!("Why this cost")),
            (Self::WhatIf, t!("What if")),
        ]
    }
}

/// The query of one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedQuery {
    /// The request being written.
    pub form: QueryForm,
    /// The JSON being typed, if it was edited last.
    pub draft: Option<String>,
    /// The view below it.
    pub face: QueryFace,
    /// Whether something was read. If so, a missing result was omitted.
    pub read: bool,
}

json_members!(SavedQuery default { form, draft, face, read });
json_words!(QueryFace {
    Result,
    Json,
    Code,
    Cost,
    WhatIf
});

/// The tables whose queries are stored, most recently used first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecentTables(Vec<String>);

impl JsonForm for RecentTables {
    fn to_tree(&self) -> JsonTree {
        self.0.to_tree()
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        Vec::of_tree(tree).map(Self)
    }
}

impl RecentTables {
    /// Moves a table to the front. Returns the dropped tables.
    pub fn touch(&mut self, table: &str) -> Vec<String> {
        self.0.retain(|one| one != table);
        self.0.insert(0, table.to_owned());
        self.0.split_off(self.0.len().min(MAX_TABLES))
    }

    /// The tables whose results do not fit, by the bytes of each result.
    pub fn without_room(&self, size: impl Fn(&str) -> usize) -> Vec<String> {
        let mut bytes = 0;
        let beyond = self.0.iter().filter(|table| {
            bytes += size(table);
            bytes > MAX_RESULTS
        });
        beyond.cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use hashrange_values::AttributeType;

    use super::super::query_form::{FilterOperator, Join, Returned, SortOperator, SortTest};
    use super::*;

    fn saved() -> SavedQuery {
        let mut form = QueryForm::on(Some("LastPostIndex"));
        form.partition = "S3".into();
        form.sort = SortTest {
            operator: SortOperator::Between,
            first: "a".into(),
            second: "b".into(),
        };
        form.returned = Returned::Picked(vec!["Subject".into()]);
        form.join = Join::Or;
        for operator in FilterOperator::ALL {
            let id = form.add_filter();
            if let Some(filter) = form.filter_mut(id) {
                filter.kind = AttributeType::N;
                filter.set_operator(operator);
            }
        }
        SavedQuery {
            form,
            draft: Some("{\"TableName\": ".into()),
            face: QueryFace::Json,
            read: true,
        }
    }

    #[test]
    fn a_query_is_kept_as_text() {
        let text = saved().to_json();
        assert_eq!(SavedQuery::of_json(&text), Some(saved()));
    }

    #[test]
    fn conditions_are_reported_apart_again() {
        let mut before = saved();
        before.form.remove_filter(0);
        let text = before.to_json();
        let mut back = SavedQuery::of_json(&text).expect("a part").form;
        let new = back.add_filter();
        let mut ids: Vec<u32> = back.filters.iter().map(|filter| filter.id).collect();
        assert_eq!(ids.last(), Some(&new));
        ids.dedup();
        assert_eq!(ids.len(), back.filters.len());
    }

    #[test]
    fn what_a_text_does_not_say_is_as_it_comes() {
        assert_eq!(SavedQuery::of_json("{}"), Some(SavedQuery::default()));
        let text = r#"{"form":{"partition":"a"},"new":1}"#;
        let mut form = QueryForm::on(None);
        form.partition = "a".into();
        assert_eq!(
            SavedQuery::of_json(text),
            Some(SavedQuery {
                form,
                ..SavedQuery::default()
            })
        );
        let strange = r#"{"form":{"filters":[{"operator":{"Compare":"Nearly"}}]}}"#;
        assert!(SavedQuery::of_json(strange).is_none());
    }

    #[test]
    fn the_table_used_longest_ago_is_forgotten() {
        let mut order = RecentTables::default();
        for number in 0..MAX_TABLES {
            assert!(order.touch(&number.to_string()).is_empty());
        }
        assert!(order.touch("0").is_empty());
        assert_eq!(order.touch("new"), ["1"]);
    }

    #[test]
    fn results_used_longest_ago_are_left_out() {
        let mut order = RecentTables::default();
        ["a", "b", "c", "d"].iter().for_each(|table| drop(order.touch(table)));
        assert!(order.without_room(|_| MAX_RESULTS / 4).is_empty());
        assert_eq!(
            order.without_room(|table| if table == "a" { 10 } else { MAX_RESULTS / 2 }),
            ["b", "a"]
        );
    }
}
