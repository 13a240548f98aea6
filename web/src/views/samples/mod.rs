//! The samples: tables with items, one click away, and a new beginning.

use hashrange_workload::{Sample, samples};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{Button, Confirm, Menu, MenuGroup, MenuItem, Progress, Tone, use_toasts};
use crate::selection::{Selection, Tab};
use crate::session::{Session, use_selection, use_session};

/// Samples offered on an empty page; the menu has them all.
const OFFERED: usize = 4;

/// Loads the sample a first visit begins with.
pub async fn load_first_sample(session: Session, selection: Selection) {
    if let Some(first) = samples().first() {
        // A sample is as good as the program; a refusal would leave an empty workspace, which says what can be done.
        let _ = load(session, selection, first).await;
    }
}

/// Brings a sample into the workspace and selects its table; one that is there already is only selected.
///
/// # Errors
/// The service's refusal in words.
async fn load(session: Session, selection: Selection, sample: &'static Sample) -> Result<(), String> {
    let there = sample
        .tables
        .iter()
        .any(|table| session.tables().with_untracked(|all| all.iter().any(|one| one.table_name == *table)));
    if !there {
        session.load(sample.title, sample.requests()).await.map_err(|error| error.to_string())?;
    }
    if let Some(table) = sample.tables.first() {
        selection.choose(table, None);
        if selection.tab.get_untracked() == Tab::Design {
            selection.tab.set(Tab::Items);
        }
    }
    Ok(())
}

/// A callback that loads a sample and tells of a refusal.
fn loader(sample: &'static Sample) -> Callback<()> {
    let (session, selection, toasts) = (use_session(), use_selection(), use_toasts());
    Callback::new(move |()| {
        spawn_local(async move {
            if let Err(words) = load(session, selection, sample).await {
                toasts.say(Tone::Bad, format!("{} could not be loaded: {words}", sample.title));
            }
        });
    })
}

/// What a new beginning begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beginning {
    Empty,
    FirstSample,
}

/// The menu in the header: every sample, and the two ways to begin again.
#[component]
pub fn SamplesMenu() -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let asked = RwSignal::new(None::<Beginning>);
    let open = RwSignal::new(false);
    let begin = move |beginning: Beginning| {
        session.reset();
        selection.tab.set(Tab::Items);
        if beginning == Beginning::FirstSample {
            spawn_local(load_first_sample(session, selection));
        }
    };
    let ask = move |beginning: Beginning| {
        // What came with the page can come again; only the reader's own work is worth a question.
        if session.is_untouched() {
            begin(beginning);
        } else {
            asked.set(Some(beginning));
            open.set(true);
        }
    };
    let confirmed = move || {
        if let Some(beginning) = asked.get_untracked() {
            begin(beginning);
        }
    };
    let action = move || match asked.get() {
        Some(Beginning::FirstSample) => "Discard everything and load the first sample",
        _ => "Discard everything",
    };
    let items = samples().iter().map(|sample| view! { <SampleItem sample /> }).collect_view();
    view! {
        <Menu label="Samples ▾" kind=crate::components::ButtonKind::Quiet>
            <MenuGroup title="Begin again">
                <MenuItem on_choose=move |()| ask(Beginning::Empty)>"Start empty"</MenuItem>
                <MenuItem on_choose=move |()| ask(Beginning::FirstSample)>"Reset to the first sample"</MenuItem>
            </MenuGroup>
            <MenuGroup title="Add a sample table">{items}</MenuGroup>
        </Menu>
        <Confirm open title="Discard this workspace?" action=Signal::derive(move || action().to_owned()) on_confirm=confirmed>
            <p>"Every table and item in it is deleted, here and in this browser's storage. This cannot be undone."</p>
        </Confirm>
        <SampleProgressBar />
    }
}

#[component]
fn SampleItem(sample: &'static Sample) -> impl IntoView {
    let load = loader(sample);
    view! {
        <MenuItem on_choose=load>
            <span class="sample-title">
                {sample.title}
                <span class="sample-tables">{sample.tables.join(", ")}</span>
            </span>
            <span class="sample-about">{sample.description}</span>
        </MenuItem>
    }
}

/// Buttons for the samples to begin with.
#[component]
pub fn SamplesList() -> impl IntoView {
    samples()
        .iter()
        .take(OFFERED)
        .map(|sample| {
            let load = loader(sample);
            view! { <Button on_press=load>{format!("Load {}", sample.title)}</Button> }
        })
        .collect_view()
}

/// How far a sample has come, when it takes longer than a moment.
#[component]
fn SampleProgressBar() -> impl IntoView {
    let session = use_session();
    let progress = session.sample_progress();
    let label = Signal::derive(move || {
        progress.with(|progress| progress.as_ref().map(|one| one.title.clone()).unwrap_or_default())
    });
    let share = Signal::derive(move || {
        progress.with(|progress| progress.as_ref().map(|one| one.done as f64 / one.of.max(1) as f64))
    });
    view! {
        <Show when=move || progress.with(Option::is_some)>
            <Progress label share />
        </Show>
    }
}
