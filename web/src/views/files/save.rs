//! Saving: the items of a table or index, and tables as descriptions, templates or a model.
//!
//! Must not know how a file is written.

use hashrange_protocol::errand::{Done, Errand, ItemsOut, TablesOut};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::progress::ErrandProgress;
use crate::components::{Button, ButtonKind, offer_download};
use crate::session::{Session, use_selection, use_session};
use crate::views::fields::{Choice, options};

const ITEMS: [(&str, ItemsOut); 3] =
    [("CSV", ItemsOut::Csv), ("JSON", ItemsOut::Json), ("DynamoDB JSON, an item a line", ItemsOut::DynamoDbJson)];
const TABLES: [(&str, TablesOut); 4] = [
    ("DescribeTable response", TablesOut::DescribeTable),
    ("CloudFormation template", TablesOut::CloudFormation),
    ("Terraform configuration", TablesOut::Terraform),
    ("NoSQL Workbench model, with items", TablesOut::Workbench),
];
/// Every table.
const ALL: &str = "All tables";

/// What came of saving.
type Came = RwSignal<Option<Result<String, String>>>;

/// Saves the items of the selected table, or the entries of one of its indexes.
#[component]
pub fn SaveItems() -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let (from, form) = (RwSignal::new(String::new()), RwSignal::new(ITEMS[0].0.to_owned()));
    let (busy, came): (RwSignal<bool>, Came) = (RwSignal::new(false), RwSignal::new(None));
    let sources = Memo::new(move |_| {
        let chosen = selection.table.get();
        session.tables().with(|tables| {
            let table = tables.iter().find(|table| Some(&table.table_name) == chosen.as_ref());
            let indexes = table.into_iter().flat_map(|table| {
                let local = table.local_secondary_indexes.iter().map(|index| index.index_name.to_string());
                local.chain(table.global_secondary_indexes.iter().map(|index| index.index_name.to_string()))
            });
            chosen.iter().cloned().chain(indexes).collect::<Vec<String>>()
        })
    });
    let shown = Signal::derive(move || {
        let from = from.get();
        sources.with(|all| if all.contains(&from) { from } else { all.first().cloned().unwrap_or_default() })
    });
    let save = move |()| {
        let Some(table) = selection.table.get_untracked() else { return };
        let source = shown.get_untracked();
        let index = (source != table).then_some(source);
        let form = form.with_untracked(|form| ITEMS.iter().find(|(name, _)| name == form).map(|(_, form)| *form));
        run(session, Errand::ItemsFile { table, index, form: form.unwrap_or(ItemsOut::Csv) }, busy, came);
    };
    let none = Signal::derive(move || busy.get() || selection.table.with(Option::is_none));
    view! {
        <section class="files-part" aria-label="Export items">
            <h3>"Items"</h3>
            <Choice
                label="Table or index"
                options=Signal::derive(move || sources.with(|all| options(all.iter().map(String::as_str))))
                value=shown
                on_change=move |chosen: String| from.set(chosen)
            />
            <Choice
                label="Format of items"
                options=Signal::stored(options(ITEMS.map(|(name, _)| name)))
                value=form
                on_change=move |chosen: String| form.set(chosen)
            />
            <p class="view-note">"Every format keeps every type, all 38 digits, sets and empty values, and is read again by Import."</p>
            <Button kind=ButtonKind::Primary disabled=none on_press=save>"Save items"</Button>
            <ErrandProgress busy />
            <Outcome came />
        </section>
    }
}

/// Saves the selected table, or all tables.
#[component]
pub fn SaveTables() -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let (which, form) = (RwSignal::new(ALL.to_owned()), RwSignal::new(TABLES[0].0.to_owned()));
    let (busy, came): (RwSignal<bool>, Came) = (RwSignal::new(false), RwSignal::new(None));
    let choices = Memo::new(move |_| {
        let chosen = selection.table.get();
        std::iter::once(ALL.to_owned()).chain(chosen).collect::<Vec<String>>()
    });
    let save = move |()| {
        let which = which.get_untracked();
        let tables = if which == ALL { Vec::new() } else { vec![which] };
        let form = form.with_untracked(|form| TABLES.iter().find(|(name, _)| name == form).map(|(_, form)| *form));
        run(session, Errand::TablesFile { tables, form: form.unwrap_or(TablesOut::DescribeTable) }, busy, came);
    };
    view! {
        <section class="files-part" aria-label="Export tables">
            <h3>"Tables"</h3>
            <Choice
                label="Which tables"
                options=Signal::derive(move || choices.with(|all| options(all.iter().map(String::as_str))))
                value=which
                on_change=move |chosen: String| which.set(chosen)
            />
            <Choice
                label="Format of tables"
                options=Signal::stored(options(TABLES.map(|(name, _)| name)))
                value=form
                on_change=move |chosen: String| form.set(chosen)
            />
            <Button kind=ButtonKind::Primary disabled=busy on_press=save>"Save tables"</Button>
            <Outcome came />
        </section>
    }
}

/// Has a file made, and offers it.
fn run(session: Session, errand: Errand, busy: RwSignal<bool>, came: Came) {
    busy.set(true);
    came.set(None);
    spawn_local(async move {
        let done = session.run(errand).await;
        busy.try_set(false);
        let now = match done {
            Some(Done::File { name, bytes, left_out }) => {
                offer_download(&name, "application/octet-stream", &bytes);
                Ok(saved(&name, &left_out))
            }
            Some(Done::Refused(words)) => Err(words),
            _ => Err("The engine did not answer. Try again.".to_owned()),
        };
        came.try_set(Some(now));
    });
}

fn saved(name: &str, left_out: &[String]) -> String {
    if left_out.is_empty() {
        format!("Saved as {name}.")
    } else {
        format!("Saved as {name}. The format cannot say: {}.", left_out.join(", "))
    }
}

/// What came of it, in words.
#[component]
fn Outcome(came: Came) -> impl IntoView {
    let words = move || match came.get() {
        None => String::new(),
        Some(Ok(words) | Err(words)) => words,
    };
    let failed = move || came.with(|came| matches!(came, Some(Err(_))));
    view! { <p class:field-error=failed role="status">{words}</p> }
}
