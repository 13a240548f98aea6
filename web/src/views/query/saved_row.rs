//! The requests a sample comes with: one of them takes the form's place.

use hashrange_protocol::samples;
use hashrange_wire::{Request, decode, encode_request_pretty};
use leptos::prelude::*;

use super::editor::Editor;
use super::form_row::FormRow;
use crate::state::table_schema::TableSchema;
use crate::views::fields::{Chip, Options, Select};

/// A request as it is chosen: what it asks, and its JSON.
#[derive(Clone, PartialEq)]
struct Saved {
    title: &'static str,
    json: String,
}

/// The row with the requests, for tables of samples only.
#[component]
pub fn SavedRow(
    /// The read being written.
    editor: Editor,
) -> impl IntoView {
    let saved = Memo::new(move |_| editor.schema.with(saved_for));
    let chosen = Signal::derive(move || {
        let json = editor.json().get();
        saved.with(|saved| saved.iter().find(|saved| saved.json == json).map_or("", |saved| saved.title).to_owned())
    });
    let options = Signal::derive(move || -> Options {
        let first = (String::new(), "choose a question…".to_owned());
        let titles =
            saved.with(|saved| saved.iter().map(|it| (it.title.to_owned(), it.title.to_owned())).collect::<Vec<_>>());
        std::iter::once(first).chain(titles).collect()
    });
    let choose = move |title: String| {
        let json = saved.with_untracked(|saved| saved.iter().find(|it| it.title == title).map(|it| it.json.clone()));
        if let Some(json) = json {
            editor.type_json(&json);
        }
    };
    view! {
        <Show when=move || saved.with(|saved| !saved.is_empty())>
            <FormRow label="Ask">
                <Chip>
                    <Select label="Question that comes with the sample" options value=chosen on_change=choose />
                </Chip>
            </FormRow>
        </Show>
    }
}

/// The reads saved for this table by the sample it belongs to.
fn saved_for(schema: &TableSchema) -> Vec<Saved> {
    let Some(sample) = samples().iter().find(|sample| sample.tables.contains(&schema.name.as_str())) else {
        return Vec::new();
    };
    let reads = sample.saved_requests().into_iter().filter_map(|saved| {
        let request = decode(saved.operation, saved.body_json.as_bytes()).ok()?;
        let table = match &request {
            Request::Query(query) => &query.table_name,
            Request::Scan(scan) => &scan.table_name,
            _ => return None,
        };
        (*table == schema.name).then(|| Saved { title: saved.title, json: encode_request_pretty(&request) })
    });
    reads.collect()
}
