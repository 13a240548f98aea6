//! The description of a table as its endpoint returns it. Over a connection the engine knows the definition of a table,
//! but not its ARN, its counts or its protection.
//!
//! Must not know how a description is shown.

use hashrange_wire::{DescribeTableRequest, JsonForm, JsonTree, Request, TableDescription, place_of_tree};
use leptos::task::spawn_local;

use crate::effect::effect;
use crate::memo::Memo;
use crate::session::Session;
use crate::signal::RwSignal;
use crate::state::design_form::request_of;
use crate::views::refusal::Refused;

/// The response of DescribeTable, requested again when the definition of the table changes.
#[derive(Clone, Copy)]
pub struct Described {
    /// The body of the response. `None` until it arrives.
    pub body: RwSignal<Option<String>>,
    /// The refusal, if the endpoint refused the request.
    pub refused: RwSignal<Option<Refused>>,
}

impl Described {
    /// Requests the description of a table over a connection. `None` in a simulation, which knows it.
    #[must_use]
    pub fn over_connection(session: Session, table: Memo<Option<TableDescription>>) -> Option<Self> {
        if !session.workspace().get_untracked().is_remote() {
            return None;
        }
        let described = Self {
            body: RwSignal::new(None),
            refused: RwSignal::new(None),
        };
        let definition = Memo::new(move |_| table.with(|table| table.as_ref().map(request_of)));
        effect(move || {
            let name = definition.with(|definition| definition.as_ref().map(|it| it.table_name.to_string()));
            if let Some(table_name) = name {
                spawn_local(described.request(session, table_name));
            }
        });
        Some(described)
    }

    async fn request(self, session: Session, table_name: String) {
        let answer = session
            .send(Request::DescribeTable(DescribeTableRequest { table_name }))
            .await;
        // The view may no longer exist.
        match answer {
            Ok(answered) => {
                self.refused.try_set(None);
                self.body.try_set(Some(answered.body));
            }
            Err(refused) => drop(self.refused.try_set(Some(refused.into()))),
        }
    }

    /// The table with the figures of the endpoint. `None` until they arrive. Reactive.
    #[must_use]
    pub fn complete(self, table: TableDescription) -> Option<TableDescription> {
        self.body
            .with(|body| body.as_ref().map(|body| with_figures(table, body)))
    }
}

/// A definition with the figures of a DescribeTable response. What the response lacks stays as it is.
fn with_figures(mut table: TableDescription, body: &str) -> TableDescription {
    let body = JsonTree::parse(body).unwrap_or_default();
    let null = JsonTree::default();
    let reported = body.member("Table").unwrap_or(&null);
    copy(reported, "TableArn", &mut table.table_arn);
    copy(reported, "ItemCount", &mut table.item_count);
    copy(reported, "TableSizeBytes", &mut table.table_size_bytes);
    copy(
        reported,
        "DeletionProtectionEnabled",
        &mut table.deletion_protection_enabled,
    );
    for index in &mut table.local_secondary_indexes {
        let reported = index_named(reported, "LocalSecondaryIndexes", &index.index_name).unwrap_or(&null);
        copy(reported, "IndexArn", &mut index.index_arn);
        copy(reported, "ItemCount", &mut index.item_count);
        copy(reported, "IndexSizeBytes", &mut index.index_size_bytes);
    }
    for index in &mut table.global_secondary_indexes {
        let reported = index_named(reported, "GlobalSecondaryIndexes", &index.index_name).unwrap_or(&null);
        copy(reported, "IndexArn", &mut index.index_arn);
        copy(reported, "ItemCount", &mut index.item_count);
        copy(reported, "IndexSizeBytes", &mut index.index_size_bytes);
    }
    table
}

fn index_named<'a>(reported: &'a JsonTree, kind: &str, name: &str) -> Option<&'a JsonTree> {
    let mut indexes = reported.member(kind)?.elements().iter();
    indexes.find(|index| index.text_of("IndexName") == Some(name))
}

/// Copies a member. A missing one, or one of another kind, changes nothing.
fn copy<T: JsonForm>(reported: &JsonTree, member: &'static str, into: &mut T) {
    let _ = place_of_tree(reported, member, into);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::table_change::tests::described;

    #[test]
    fn figures_of_the_response_replace_those_of_the_mirror() {
        let mirrored = described(
            r#"{"TableName":"Tab","AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST",
            "GlobalSecondaryIndexes":[{"IndexName":"Other","Projection":{"ProjectionType":"ALL"},
            "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]}]}"#,
        );
        let complete = with_figures(
            mirrored.clone(),
            r#"{"Table":{"TableArn":"arn:t","ItemCount":5000,"TableSizeBytes":70000,"DeletionProtectionEnabled":true,
            "GlobalSecondaryIndexes":[{"IndexName":"Other","IndexArn":"arn:i","ItemCount":4000}]}}"#,
        );
        assert_eq!((complete.table_arn.as_str(), complete.item_count), ("arn:t", 5_000));
        assert_eq!(
            (complete.table_size_bytes, complete.deletion_protection_enabled),
            (70_000, true)
        );
        let index = complete
            .global_secondary_indexes
            .first()
            .map(|it| (it.index_arn.as_str(), it.item_count));
        assert_eq!(index, Some(("arn:i", 4_000)));
        assert_eq!(complete.key_schema, mirrored.key_schema);
        assert_eq!(with_figures(mirrored.clone(), "no JSON"), mirrored);
    }
}
