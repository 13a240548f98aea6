//! The selected items of the table: how many there are, and the buttons that change or delete all of them.
//!
//! Must not know the requests.

use hashrange_words::t;
use leptos::prelude::*;

use super::bulk_panel::{Bulk, bulk_panel};
use crate::components::{Button, ButtonKind, Dialog, When, late_view};
use crate::derived::Signal;
use crate::memo::Memo;
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
        let act = if bulk.deletes.get() { t!("Delete") } else { t!("Edit") };
        format!(
            "{act} {}",
            t!(
                "{number, plural, one {# item} other {# items}}",
                number = bulk.keys.with(Vec::len)
            )
        )
    });
    view! {
        <div class="bulk-bar" class:bulk-bar-empty=move || count.get() == 0>
            <span class="bulk-count" role="status">{words}</span>
            <When holds=move || count.get() != 0>
                <Button on_press=move |()| bulk.ask(false)>{t!("Edit selected…")}</Button>
                <Button on_press=move |()| bulk.ask(true)>{t!("Delete selected…")}</Button>
                <Button kind=ButtonKind::Quiet on_press=move |()| choice.keys.set(Vec::new())>{t!("Clear selection")}</Button>
            </When>
        </div>
        <Dialog open=bulk.open title wide=true>{late_view(move || bulk_panel(bulk))}</Dialog>
    }
}
