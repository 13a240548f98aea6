//! The saved requests of a table, from its sample or from the facets of its model. A click on one replaces the form.

use hashrange_protocol::{SavedView, samples};
use hashrange_wire::{Operation, Request, decode, encode_request_pretty};
use leptos::prelude::*;

use super::editor::QueryEditor;
use super::form_row::FormRow;
use crate::components::When;
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{Session, use_session};
use crate::state::table_schema::TableSchema;
use crate::views::fields::{Chip, Options, Select};
use crate::views::files::VIEWS;

/// A saved request: its description, and its JSON.
#[derive(Clone, PartialEq)]
struct Saved {
    title: String,
    json: String,
}

/// The row with the saved requests, if the table has any.
#[component]
pub fn SavedRow(
    /// The read being written.
    editor: QueryEditor,
) -> impl IntoView {
    let session = use_session();
    let saved = Memo::new(move |_| editor.schema.with(|schema| saved_for(schema, session)));
    let chosen = Signal::derive(move || {
        let json = editor.json().get();
        saved
            .with(|saved| {
                saved
                    .iter()
                    .find(|saved| saved.json == json)
                    .map(|saved| saved.title.clone())
            })
            .unwrap_or_default()
    });
    let options = Signal::derive(move || -> Options {
        let first = (String::new(), "choose a query…".to_owned());
        let titles = saved.with(|saved| {
            saved
                .iter()
                .map(|it| (it.title.clone(), it.title.clone()))
                .collect::<Vec<_>>()
        });
        std::iter::once(first).chain(titles).collect()
    });
    let choose = move |title: String| {
        let json = saved.with_untracked(|saved| saved.iter().find(|it| it.title == title).map(|it| it.json.clone()));
        if let Some(json) = json {
            editor.type_json(&json);
        }
    };
    view! {
        <When holds=move || saved.with(|saved| !saved.is_empty())>
            <FormRow label="Saved query">
                <Chip>
                    <Select label="Query that comes with the table" options value=chosen on_change=choose />
                </Chip>
            </FormRow>
        </When>
    }
}

/// The saved reads of this table, from its sample or from the workspace's views.
fn saved_for(schema: &TableSchema, session: Session) -> Vec<Saved> {
    let sample = samples()
        .iter()
        .find(|sample| sample.tables.contains(&schema.name.as_str()));
    let of_sample = sample.into_iter().flat_map(|sample| sample.saved_requests());
    let mut saved: Vec<Saved> = of_sample
        .filter_map(|saved| {
            read_of(
                schema,
                saved.title.to_owned(),
                saved.operation,
                saved.body_json.as_bytes(),
            )
        })
        .collect();
    let views: Vec<SavedView> = session.saved_part(VIEWS).unwrap_or_default();
    saved.extend(
        views
            .into_iter()
            .filter(|view| view.table == schema.name)
            .filter_map(|view| {
                let operation = if view.is_query {
                    Operation::Query
                } else {
                    Operation::Scan
                };
                read_of(schema, view.name, operation, view.read.as_bytes())
            }),
    );
    saved
}

/// A saved read, if it is for this table.
fn read_of(schema: &TableSchema, title: String, operation: Operation, body: &[u8]) -> Option<Saved> {
    let request = decode(operation, body).ok()?;
    let table = match &request {
        Request::Query(query) => &query.table_name,
        Request::Scan(scan) => &scan.table_name,
        _ => return None,
    };
    (*table == schema.name).then(|| Saved {
        title,
        json: encode_request_pretty(&request),
    })
}
