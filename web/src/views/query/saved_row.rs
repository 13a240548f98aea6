//! The saved reads of a table: the reader's own, those of its sample, and the facets of its model. A click on one replaces
//! the form.

use hashrange_protocol::{SavedView, samples};
use hashrange_wire::{Operation, Request, decode, encode_request_pretty};
use hashrange_words::t;
use leptos::prelude::*;

use super::editor::QueryEditor;
use super::form_row::FormRow;
use crate::components::When;
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{Session, use_session};
use crate::state::named_request::NamedRequest;
use crate::state::table_schema::TableSchema;
use crate::views::fields::{Chip, Options, Select};
use crate::views::files::VIEWS;
use crate::views::request::editor::RequestEditor;

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
    let own = RequestEditor::in_context().named;
    let saved = Memo::new(move |_| own.with(|own| editor.schema.with(|schema| saved_for(schema, session, own))));
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
        let first = (String::new(), t!("choose a query…").to_owned());
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
            <FormRow label=t!("Saved query")>
                <Chip>
                    <Select label=t!("Saved query") options value=chosen on_change=choose />
                </Chip>
            </FormRow>
        </When>
    }
}

/// The saved reads of this table: of the workspace, of its sample, of its model.
fn saved_for(schema: &TableSchema, session: Session, own: &[NamedRequest]) -> Vec<Saved> {
    let sample = samples()
        .iter()
        .find(|sample| sample.tables.contains(&schema.name.as_str()));
    let of_sample = sample.into_iter().flat_map(|sample| sample.saved_requests());
    let own = own.iter();
    let own = own.filter_map(|one| read_of(schema, one.name.clone(), one.operation, one.body.as_bytes()));
    let of_sample = of_sample.filter_map(|saved| {
        read_of(
            schema,
            saved.title.to_owned(),
            saved.operation,
            saved.body_json.as_bytes(),
        )
    });
    let mut saved: Vec<Saved> = own.chain(of_sample).collect();
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
