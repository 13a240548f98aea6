//! Import: the items of a CSV or JSON file, written into a table row by row, in a dialog.
//!
//! Place `ImportDialog` once in the page and call `provide_import` above it; any view opens it through `use_import`. What
//! the dialog holds outlives its closing, so that an import goes on behind it.

pub mod choose;
pub mod columns;
pub mod plan;
pub mod preview;
pub mod run;
pub mod summary;

use leptos::prelude::*;

use self::choose::Choose;
use self::plan::Plan;
use self::summary::SummaryPart;
use crate::components::{Button, Dialog, Progress, Toasts, use_toasts};
use crate::rare::Brought;
use crate::selection::{Selection, use_selection};
use crate::session::{Session, use_session};
use crate::state::csv_import::{Draft, Import, Run};
use crate::state::table_schema::TableSchema;
use crate::views::figures;

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

/// What the parts of the dialog share.
#[derive(Clone, Copy)]
pub struct Desk {
    /// Where the dialog is.
    pub state: RwSignal<Import>,
    /// Whether it is shown.
    pub open: RwSignal<bool>,
    /// Schema of the table chosen in the dialog.
    pub schema: Memo<Option<TableSchema>>,
    pub(crate) session: Session,
    pub(crate) selection: Selection,
    pub(crate) toasts: Toasts,
    /// Real time at which the writing began.
    pub(crate) began: StoredValue<f64>,
}

impl Desk {
    /// Reads the draft, while there is one.
    fn read<T>(self, look: impl FnOnce(&Draft) -> T) -> Option<T> {
        self.state.with(|state| state.draft().map(look))
    }

    /// Changes the draft, while there is one.
    fn edit(self, change: impl FnOnce(&mut Draft, Option<&TableSchema>)) {
        let schema = self.schema.get_untracked();
        self.state.update(|state| {
            if let Some(draft) = state.draft_mut() {
                change(draft, schema.as_ref());
            }
        });
    }
}

impl Desk {
    fn new(open: RwSignal<bool>) -> Self {
        let session = use_session();
        let state = RwSignal::new(Import::default());
        let table = Memo::new(move |_| state.with(|state| state.draft().and_then(|draft| draft.table.clone())));
        let new = Memo::new(move |_| state.with(|state| state.draft().and_then(Draft::new_schema)));
        let of_table = move || session.table(&table.get()?).as_ref().and_then(TableSchema::read);
        let schema = Memo::new(move |_| new.get().or_else(of_table));
        let (selection, toasts, began) = (use_selection(), use_toasts(), StoredValue::new(0.0));
        Self { state, open, schema, session, selection, toasts, began }
    }

    /// Back to the choice of a file.
    pub fn start_over(self) {
        self.state.set(Import::default());
    }
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

/// The figures of a run in one line.
pub(crate) fn counts(run: &Run) -> String {
    let failed = match run.failures.count() {
        0 => String::new(),
        failed => format!(", {} failed", figures::count(failed)),
    };
    format!("{} written{failed}, {} WCU", figures::count(run.written), units(run.units))
}

/// Capacity units as they are written: halves only where there are any.
pub(crate) fn units(units: f64) -> String {
    let text = format!("{units:.1}");
    let whole = text.strip_suffix(".0").unwrap_or(&text);
    let (whole, half) = whole.split_once('.').map_or((whole, ""), |(whole, half)| (whole, half));
    let whole = whole.parse::<u64>().map_or_else(|_| whole.to_owned(), figures::count);
    if half.is_empty() { whole } else { format!("{whole}.{half}") }
}

#[cfg(test)]
mod tests {
    use super::units;

    #[test]
    fn units_are_whole_where_they_can_be() {
        assert_eq!([0.0, 2.5, 1_000.0, 12_345.5].map(units), ["0", "2.5", "1,000", "12,345.5"]);
    }
}
