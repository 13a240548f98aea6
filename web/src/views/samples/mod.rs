//! The samples: tables with items, loaded by one click, and a new workspace.

use hashrange_protocol::{Command, JobKind, Sample, WorkspaceCommand, samples};
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Button, Menu, MenuGroup, MenuItem, Progress, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::selection::Tab;
use crate::session::{Selection, Session, use_selection, use_session};

/// The number of samples offered on an empty page. The menu has all of them.
const OFFERED: usize = 4;

/// A callback that loads a sample into the workspace and selects its table. An existing table is only selected.
fn loader(sample: &'static Sample) -> Callback<()> {
    let (session, selection) = (use_session(), use_selection());
    Callback::new(move |()| load(session, selection, sample))
}

/// Loads a sample into the workspace and selects its table.
pub fn load(session: Session, selection: Selection, sample: &'static Sample) {
    session.ask_for(Command::Sample {
        id: sample.id.to_owned(),
    });
    if let Some(table) = sample.tables.first() {
        selection.expect(table);
        if selection.tab.get_untracked() == Tab::Design {
            selection.tab.set(Tab::Items);
        }
    }
}

/// The menu in the header.
#[component]
pub fn SamplesMenu() -> impl IntoView {
    view! { <Menu label=t!("Samples ▾") kind=crate::components::ButtonKind::Quiet><SampleItems /></Menu> }
}

/// Menu items for every sample: as a table in this workspace, or as a separate workspace.
#[component]
pub fn SampleItems() -> impl IntoView {
    let session = use_session();
    let items = samples()
        .iter()
        .map(|sample| view! { <SampleItem sample /> })
        .collect_view();
    let own = samples().iter().take(OFFERED).map(move |sample| {
        let open = move |()| session.run_workspace_command(WorkspaceCommand::WithSample(sample.id.to_owned()));
        view! { <MenuItem on_choose=open>{t!("New workspace: {title}", title = sample.title)}</MenuItem> }
    });
    view! {
        <MenuGroup title=t!("Add a sample table")>{items}</MenuGroup>
        <MenuGroup title=t!("In a new workspace")>{own.collect_view()}</MenuGroup>
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

/// Buttons for the offered samples.
#[component]
pub fn SamplesList() -> impl IntoView {
    samples()
        .iter()
        .take(OFFERED)
        .map(|sample| {
            let load = loader(sample);
            view! { <Button on_press=load>{t!("Load {title}", title = sample.title)}</Button> }
        })
        .collect_view()
}

/// The progress of a sample that takes long.
#[component]
pub fn SampleProgress() -> impl IntoView {
    let session = use_session();
    let progress = Memo::new(move |_| session.job().get().filter(|job| job.kind == JobKind::Sample));
    let label = Signal::derive(move || progress.get().map(|job| job.title).unwrap_or_default());
    let share = Signal::derive(move || progress.get().map(|job| job.done as f64 / job.of.max(1) as f64));
    view! {
        <When holds=move || progress.with(Option::is_some)>
            <Progress label share />
        </When>
    }
}
