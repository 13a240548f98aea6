//! Import: writes the items of a CSV or JSON file into a table row by row, from a dialog.
//!
//! Place `ImportDialog` once in the page and call `provide_import` above it. Any view opens it through `use_import`.
//! Its state stays when the dialog is closed, so that an import continues in the background.

pub mod choose;
pub mod columns;
mod context;
mod counts;
pub mod plan;
pub mod preview;
pub mod run;
pub mod summary;

use hashrange_words::t;
use leptos::prelude::*;

use self::choose::Choose;
pub use self::context::ImportContext;
use self::counts::counts;
use self::plan::Plan;
use self::summary::SummaryPart;
use crate::components::{Button, Dialog, Progress, late_view};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::csv_import::{Import, Run};

/// The handle that opens the dialog.
#[derive(Clone, Copy, Debug)]
pub struct ImportDialog {
    /// Whether the dialog is shown.
    pub open: RwSignal<bool>,
}

/// Puts the handle of the dialog into the context, for all views below.
pub fn provide_import() -> ImportDialog {
    let dialog = ImportDialog {
        open: RwSignal::new(false),
    };
    provide_context(dialog);
    dialog
}

/// The handle of the page's dialog. Outside the page it opens nothing.
#[must_use]
pub fn use_import() -> ImportDialog {
    use_context::<ImportDialog>().unwrap_or_else(|| ImportDialog {
        open: RwSignal::new(false),
    })
}

/// The button that opens the dialog.
#[component]
pub fn ImportButton() -> impl IntoView {
    let dialog = use_import();
    view! { <Button on_press=move |()| dialog.open.set(true)>{t!("Import…")}</Button> }
}

/// The stage of the dialog, without its data.
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
    let context = ImportContext::new(open);
    run::follow(context);
    view! { <Dialog open title=t!("Import items") wide=true>{late_view(move || import_panel(context))}</Dialog> }
}

hashrange_late::late!(page:
    /// The content of the dialog.
    pub fn import_panel(context: ImportContext) -> AnyView { view! { <ImportPanel context /> }.into_any() }
);

/// The stage of the import in the dialog.
#[component]
fn ImportPanel(context: ImportContext) -> impl IntoView {
    let stage = Memo::new(move |_| {
        context.state.with(|state| match state {
            Import::Choosing { .. } => Stage::Choosing,
            Import::Planning(_) => Stage::Planning,
            Import::Running(_) => Stage::Running,
            Import::Finished(_) => Stage::Finished,
        })
    });
    move || match stage.get() {
        Stage::Choosing => view! { <Choose context /> }.into_any(),
        Stage::Planning => view! { <Plan context /> }.into_any(),
        Stage::Running => view! { <Running context /> }.into_any(),
        Stage::Finished => view! { <SummaryPart context /> }.into_any(),
    }
}

/// How the rows are written, in words.
fn way(run: &Run) -> String {
    match run.bulk {
        None => t!("Each row is one PutItem. You can close this window; the import continues.").to_owned(),
        Some(tier) => t!(
            "In progress: a bulk put in virtual time. {tier} writes up to {write_units, number} write units a second, and a throttled item \
             holds up the next ones (a model: AWS publishes no rates). While the clock is paused, nothing is written. \
             BulkOperationStatus: IN_PROGRESS.",
            tier,
            write_units = tier.write_units()
        ),
    }
}

/// The progress of the writing.
#[component]
fn Running(context: ImportContext) -> impl IntoView {
    let read = move |read: fn(&Run) -> String| {
        Signal::derive(move || {
            context.state.with(|state| match state {
                Import::Running(run) => read(run),
                _ => String::new(),
            })
        })
    };
    let label = read(|run| match run.received {
        Some(_) => t!("Reading {source}", source = run.source),
        None => t!("Writing {source} into {table}", source = run.source, table = run.table),
    });
    let way = read(way);
    let share = Signal::derive(move || {
        context.state.with(|state| match state {
            Import::Running(run) => Some(run.share()),
            _ => None,
        })
    });
    view! {
        <div class="import-running">
            <Progress
                label
                share
                note=read(counts)
                on_cancel=Callback::new(move |()| {
                    context.state.update(Import::cancel);
                    context.session.stop_job();
                })
            />
            <p class="view-note">{move || way.get()}</p>
        </div>
    }
}
