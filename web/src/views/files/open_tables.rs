//! Opening a file of tables: what it holds, with its faults by line, and which of the tables are created.
//!
//! Must not know the formats.

use hashrange_protocol::errand::{Done, Errand, FoundTable};
use leptos::ev::Event;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

use super::progress::ErrandProgress;
use crate::components::{Button, ButtonKind};
use crate::session::{Session, use_session};
use crate::views::fields::Checkbox;

/// Most bytes of a file: a tab has to hold it together with the tables.
const MOST_BYTES: f64 = 64.0 * 1024.0 * 1024.0;

/// A file that was chosen.
#[derive(Clone, Debug, Default, PartialEq)]
struct Chosen {
    name: String,
    text: String,
    tables: Vec<FoundTable>,
    left_out: Vec<String>,
}

/// The control, what a file holds, and the way to create its tables.
#[component]
pub fn OpenTables() -> impl IntoView {
    let session = use_session();
    let (file, wanted) = (RwSignal::new(Chosen::default()), RwSignal::new(Vec::<String>::new()));
    let (faults, outcome) = (RwSignal::new(Vec::<String>::new()), RwSignal::new(String::new()));
    let busy = RwSignal::new(false);
    let take = move |event: Event| {
        let control = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(control) = control else { return };
        let Some(chosen) = control.files().and_then(|files| files.get(0)) else { return };
        // The same file may be chosen again.
        control.set_value("");
        outcome.set(String::new());
        if chosen.size() > MOST_BYTES {
            return faults.set(vec!["The file is larger than 64 MB.".to_owned()]);
        }
        spawn_local(async move {
            let text = JsFuture::from(chosen.text()).await.ok().and_then(|text| text.as_string()).unwrap_or_default();
            match find(session, chosen.name(), text).await {
                Ok(found) => {
                    wanted.set(
                        found.tables.iter().filter(|table| !table.exists).map(|table| table.name.clone()).collect(),
                    );
                    faults.set(Vec::new());
                    file.set(found);
                }
                Err(words) => {
                    file.set(Chosen::default());
                    faults.set(words.lines().map(str::to_owned).collect());
                }
            }
        });
    };
    let create = move |()| {
        busy.set(true);
        let Chosen { name, text, .. } = file.get_untracked();
        let tables = wanted.get_untracked();
        spawn_local(async move {
            let done = session.run(Errand::MakeTables { name, text, tables }).await;
            busy.try_set(false);
            match done {
                Some(Done::Words(words)) => {
                    outcome.try_set(words);
                    file.try_set(Chosen::default());
                }
                Some(Done::Refused(words)) => drop(faults.try_set(vec![words])),
                _ => drop(faults.try_set(vec!["The engine did not answer. Try again.".to_owned()])),
            }
        });
    };
    let found = Memo::new(move |_| file.with(|file| !file.tables.is_empty()));
    let none = Signal::derive(move || busy.get() || wanted.with(Vec::is_empty));
    let left_out = move || {
        file.with(|file| (!file.left_out.is_empty()).then(|| format!("Read over: {}.", file.left_out.join(", "))))
    };
    view! {
        <section class="files-part" aria-label="Tables from a file">
            <h3>"Tables from a file"</h3>
            <p class="view-note">
                "A DescribeTable response, a CloudFormation template in JSON, Terraform, or a NoSQL Workbench model with its items."
            </p>
            <label class="btn files-choose">
                "Open tables or a model…"
                <input type="file" accept=".json,.tf,.hcl,.template" class="visually-hidden" on:change=take />
            </label>
            <ul class="files-faults" role="alert">
                {move || faults.get().into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}
            </ul>
            <Show when=move || found.get()>
                <ul class="files-found" aria-label="Tables of the file">
                    {move || file.with(|file| file.tables.iter().cloned().map(|table| row(table, wanted)).collect_view())}
                </ul>
                <p class="view-note">{left_out}</p>
                <Button kind=ButtonKind::Primary disabled=none on_press=create>"Create these tables"</Button>
            </Show>
            <ErrandProgress busy />
            <p role="status">{outcome}</p>
        </section>
    }
}

/// A table with the box that wants it.
fn row(table: FoundTable, wanted: RwSignal<Vec<String>>) -> impl IntoView {
    let FoundTable { name, facts, items, exists } = table;
    let items = if items == 0 { String::new() } else { format!(", {items} items") };
    let taken = if exists { " A table of this name is there." } else { "" };
    let (of_box, label) = (name.clone(), format!("{name}: {facts}{items}.{taken}"));
    let checked = Signal::derive(move || wanted.with(|wanted| wanted.contains(&of_box)));
    let change = move |wants: bool| {
        wanted.update(|wanted| {
            wanted.retain(|one| *one != name);
            if wants {
                wanted.push(name.clone());
            }
        });
    };
    view! {
        <li><Checkbox label=Signal::stored(label) checked disabled=Signal::stored(exists) on_change=change /></li>
    }
}

async fn find(session: Session, name: String, text: String) -> Result<Chosen, String> {
    let errand = Errand::FindTables { name: name.clone(), text: text.clone() };
    match session.run(errand).await {
        Some(Done::Found { tables, left_out }) => Ok(Chosen { name, text, tables, left_out }),
        Some(Done::Refused(words)) => Err(words),
        _ => Err("The engine did not answer. Choose the file again.".to_owned()),
    }
}
