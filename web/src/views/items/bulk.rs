//! The selected items of the table: how many there are, and the buttons that change or delete all of them.
//!
//! Must not know the requests.

use leptos::prelude::*;

use super::bulk_panel::{Bulk, bulk_panel};
use crate::components::{Button, ButtonKind, Dialog, When, late_view};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::state::figures::counted;
use crate::state::row_choice;
use crate::state::table_schema::TableSchema;
use crate::views::item_grid::Choice;

/// The bar, and its dialog.
#[component]
pub fn BulkBar(
    /// The table.
    schema: Signal<TableSchema>,
    /// The selected items.
    choice: Choice,
    /// The number of all items.
    total: Memo<Option<u64>>,
) -> impl IntoView {
    let bulk = Bulk::new(schema, choice);
    let count = Memo::new(move |_| choice.keys.with(Vec::len));
    let words = move || {
        let count = Some(count.get()).filter(|count| *count > 0)?;
        Some(row_choice::words(count, total.get()?))
    };
    let title = Signal::derive(move || {
        let act = if bulk.deletes.get() { "Delete" } else { "Edit" };
        format!("{act} {}", counted(bulk.keys.with(Vec::len) as u64, "item"))
    });
    view! {
        <div class="bulk-bar" class:bulk-bar-empty=move || count.get() == 0>
            <span class="bulk-count" role="status">{words}</span>
            <When holds=move || count.get() != 0>
                <Button on_press=move |()| bulk.ask(false)>"Edit selected…"</Button>
                <Button on_press=move |()| bulk.ask(true)>"Delete selected…"</Button>
                <Button kind=ButtonKind::Quiet on_press=move |()| choice.keys.set(Vec::new())>"Clear selection"</Button>
            </When>
        </div>
        <Dialog open=bulk.open title wide=true>{late_view(move || bulk_panel(bulk))}</Dialog>
    }
}
