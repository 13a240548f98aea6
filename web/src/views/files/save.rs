//! Saves the items of a table or index, and tables as descriptions, templates or a model.
//!
//! Must not know how a file is written.

use hashrange_protocol::call::{Call, CallResult, ItemsOut, TablesOut};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::open_tables::VIEWS;
use super::progress::CallProgress;
use crate::components::{Button, ButtonKind, offer_download};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{Calling, use_selection, use_session};
use crate::signal::RwSignal;
use crate::views::fields::{Choice, options};

fn item_formats() -> [(&'static str, ItemsOut); 3] {
    [
        ("CSV", ItemsOut::Csv),
        ("JSON", ItemsOut::Json),
        (t!("DynamoDB JSON, one item per line"), ItemsOut::DynamoDbJson),
    ]
}
fn table_formats() -> [(&'static str, TablesOut); 4] {
    [
        (t!("DescribeTable response"), TablesOut::DescribeTable),
        (t!("CloudFormation template"), TablesOut::CloudFormation),
        (t!("Terraform configuration"), TablesOut::Terraform),
        (t!("NoSQL Workbench model, with items"), TablesOut::Workbench),
    ]
}
/// Every table.
fn all_tables() -> &'static str {
    t!("All tables")
}

/// The texts of one of the two parts.
#[derive(Clone, Copy)]
struct SaveWords {
    region: &'static str,
    title: &'static str,
    what: &'static str,
    format: &'static str,
    note: &'static str,
    button: &'static str,
}

/// Saves the items of the selected table, or the entries of one of its indexes.
#[component]
pub fn SaveItems() -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let sources = Memo::new(move |_| {
        let chosen = selection.table.get();
        session.tables().with(|tables| {
            let table = tables.iter().find(|table| Some(&table.table_name) == chosen.as_ref());
            let indexes = table.into_iter().flat_map(|table| {
                let local = table
                    .local_secondary_indexes
                    .iter()
                    .map(|index| index.index_name.to_string());
                local.chain(
                    table
                        .global_secondary_indexes
                        .iter()
                        .map(|index| index.index_name.to_string()),
                )
            });
            chosen.iter().cloned().chain(indexes).collect::<Vec<String>>()
        })
    });
    let call = Callback::new(move |(source, form): (String, String)| {
        let table = selection.table.get_untracked()?;
        let index = (source != table).then_some(source);
        let form = item_formats()
            .iter()
            .find(|(name, _)| *name == form)
            .map(|(_, form)| *form);
        Some(Call::ItemsFile {
            table,
            index,
            form: form?,
        })
    });
    let words = SaveWords {
        region: t!("Export items"),
        title: "Items",
        what: t!("Table or index"),
        format: t!("Format of items"),
        note: t!("Every format preserves all types, all 38 digits, sets and empty values. Import reads each of them."),
        button: t!("Save items"),
    };
    view! { <SavePart words sources formats=item_formats().map(|(name, _)| name).to_vec() call /> }
}

/// Saves the selected table, or all tables.
#[component]
pub fn SaveTables() -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let sources = Memo::new(move |_| {
        let chosen = selection.table.get();
        std::iter::once(all_tables().to_owned())
            .chain(chosen)
            .collect::<Vec<String>>()
    });
    let call = Callback::new(move |(which, form): (String, String)| {
        let tables = if which == all_tables() { Vec::new() } else { vec![which] };
        let form = table_formats()
            .iter()
            .find(|(name, _)| *name == form)
            .map(|(_, form)| *form);
        let views = session.saved_part(VIEWS).unwrap_or_default();
        Some(Call::TablesFile {
            tables,
            form: form?,
            views,
        })
    });
    let words = SaveWords {
        region: t!("Export tables"),
        title: "Tables",
        what: t!("Which tables"),
        format: t!("Format of tables"),
        note: "",
        button: t!("Save tables"),
    };
    view! { <SavePart words sources formats=table_formats().map(|(name, _)| name).to_vec() call /> }
}

/// What to save and in which format, the button that saves it, and the result.
#[component]
fn SavePart(
    words: SaveWords,
    /// What can be saved. Without a choice, the first one is saved.
    sources: Memo<Vec<String>>,
    formats: Vec<&'static str>,
    /// The call for a source and a format.
    call: Callback<(String, String), Option<Call>>,
) -> impl IntoView {
    let calling = Calling::new();
    let format = RwSignal::new(formats.first().copied().unwrap_or_default().to_owned());
    let source = RwSignal::new(String::new());
    let result = RwSignal::new(None);
    let shown = Signal::derive(move || {
        let source = source.get();
        sources.with(|all| {
            if all.contains(&source) {
                source
            } else {
                all.first().cloned().unwrap_or_default()
            }
        })
    });
    let save = move |()| {
        if let Some(call) = call.run((shown.get_untracked(), format.get_untracked())) {
            run_save(calling, call, result);
        }
    };
    let none = Signal::derive(move || calling.is_running().get() || sources.with(Vec::is_empty));
    view! {
        <section class="files-part" aria-label=words.region>
            <h3>{words.title}</h3>
            <Choice
                label=words.what
                options=Signal::derive(move || sources.with(|all| options(all.iter().map(String::as_str))))
                value=shown
                on_change=move |chosen: String| source.set(chosen)
            />
            <Choice
                label=words.format
                options=Signal::stored(options(formats))
                value=format
                on_change=move |chosen: String| format.set(chosen)
            />
            {(!words.note.is_empty()).then(|| view! { <p class="view-note">{words.note}</p> })}
            <Button kind=ButtonKind::Primary disabled=none on_press=save>{words.button}</Button>
            <CallProgress calling />
            <Outcome result />
        </section>
    }
}

/// The result of a save: text on success or on failure, if any.
pub type SaveResult = RwSignal<Option<Result<String, String>>>;

/// Requests a file from the engine, and offers it.
pub fn run_save(calling: Calling, call: Call, result: SaveResult) {
    result.set(None);
    spawn_local(async move {
        let now = match calling.run(call).await {
            Some(CallResult::File { name, bytes, left_out }) => {
                offer_download(&name, "application/octet-stream", &bytes);
                Ok(saved(&name, &left_out))
            }
            Some(CallResult::Refused(words)) => Err(words),
            _ => Err(t!("The engine did not respond. Try again.").to_owned()),
        };
        result.try_set(Some(now));
    });
}

fn saved(name: &str, left_out: &[String]) -> String {
    if left_out.is_empty() {
        t!("Saved as {name}.", name)
    } else {
        t!(
            "Saved as {name}. The format cannot express: {join}.",
            name,
            join = left_out.join(", ")
        )
    }
}

/// The result as text.
#[component]
pub fn Outcome(
    /// The result.
    result: SaveResult,
) -> impl IntoView {
    let words = move || match result.get() {
        None => String::new(),
        Some(Ok(words) | Err(words)) => words,
    };
    let failed = move || result.with(|result| matches!(result, Some(Err(_))));
    view! { <p class:field-error=failed role="status">{words}</p> }
}
