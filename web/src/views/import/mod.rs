//! Import: the items of a CSV or JSON file, written into a table row by row, in a dialog.
//!
//! Place `ImportDialog` once in the page and call `provide_import` above it; any view opens it through `use_import`. What
//! the dialog holds outlives its closing, so that an import goes on behind it.

pub mod choose;
pub mod columns;
mod counts;
mod desk;
pub mod plan;
pub mod preview;
pub mod run;
pub mod summary;

use leptos::prelude::*;

use self::choose::Choose;
use self::counts::counts;
pub use self::desk::Desk;
use self::plan::Plan;
use self::summary::SummaryPart;
use crate::components::{Button, Dialog, Progress};
use crate::rare::Brought;
use crate::state::csv_import::{Import, Run};

/// The way into the dialog.
#[derive(Clone, Copy, Debug)]
pub struct ImportDoor {
    /// Whether the dialog is shown.
    pub open: RwSignal<bool>,
}

/// Puts the way into the dialog into the context, for everything below.
pub fn provide_import() -> ImportDoor {
    let door = ImportDoor { open: RwSignal::new(false) };
    provide_context(door);
    door
}

/// The way into the page's dialog; one that leads nowhere outside the page.
#[must_use]
pub fn use_import() -> ImportDoor {
    use_context::<ImportDoor>().unwrap_or_else(|| ImportDoor { open: RwSignal::new(false) })
}

/// The button that opens the dialog.
#[component]
pub fn ImportButton() -> impl IntoView {
    let door = use_import();
    view! { <Button on_press=move |()| door.open.set(true)>"Import…"</Button> }
}

/// Where the dialog is, without what it holds there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Choosing,
    Planning,
    Running,
    Finished,
}

/// The dialog.
#[component]
pub fn ImportDialog(
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    let desk = Desk::new(open);
    run::follow(desk);
    let stage = Memo::new(move |_| {
        desk.state.with(|state| match state {
            Import::Choosing { .. } => Stage::Choosing,
            Import::Planning(_) => Stage::Planning,
            Import::Running(_) => Stage::Running,
            Import::Finished(_) => Stage::Finished,
        })
    });
    view! {
        <Dialog open title="Import items" wide=true>
            <Brought>
                {move || match stage.get() {
                    Stage::Choosing => view! { <Choose desk /> }.into_any(),
                    Stage::Planning => view! { <Plan desk /> }.into_any(),
                    Stage::Running => view! { <Running desk /> }.into_any(),
                    Stage::Finished => view! { <SummaryPart desk /> }.into_any(),
                }}
            </Brought>
        </Dialog>
    }
}

/// How far the writing has come.
#[component]
fn Running(desk: Desk) -> impl IntoView {
    let read = move |read: fn(&Run) -> String| {
        Signal::derive(move || match &*desk.state.read() {
            Import::Running(run) => read(run),
            _ => String::new(),
        })
    };
    let label = read(|run| format!("Writing {} into {}", run.source, run.table));
    let share = Signal::derive(move || match &*desk.state.read() {
        Import::Running(run) => Some(run.share()),
        _ => None,
    });
    view! {
        <div class="import-running">
            <Progress
                label
                share
                note=read(counts)
                on_cancel=Callback::new(move |()| {
                    desk.state.update(Import::cancel);
                    desk.session.stop_job();
                })
            />
            <p class="view-note">"Each row is one PutItem. You can close this window; the import continues."</p>
        </div>
    }
}
