//! The context of a view of one table: its schema, and a fresh view when another table is selected.

use hashrange_wire::TableStatus;
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::EmptyState;
use crate::derived::Signal;
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::session::use_session;
use crate::state::table_schema::TableSchema;

/// Draws a view for the selected table. While the table stays, the view stays: only the schema's signal changes.
#[component]
pub fn TableScope(
    /// Draws the view from the schema.
    draw: fn(Signal<TableSchema>) -> AnyView,
) -> impl IntoView {
    let selection = use_selection();
    scoped(selection.table.into(), Box::new(draw), || {
        let text = t!("Choose a table on the left, or create one.");
        view! { <EmptyState title=t!("No table is selected") text /> }.into_any()
    })
}

/// The same for any table, and what to show while it does not exist.
pub fn scoped(
    table: Signal<Option<String>>,
    draw: Box<dyn Fn(Signal<TableSchema>) -> AnyView + Send + Sync>,
    none: fn() -> AnyView,
) -> AnyView {
    let session = use_session();
    let schema = Memo::new(move |_| session.table(&table.get()?).as_ref().and_then(TableSchema::read));
    // A table that was created again with its name, or is in another workspace, also gets a new view.
    let identity = Memo::new(move |_| {
        let id = schema.with(|schema| schema.as_ref().map(|it| it.id.clone()));
        id.zip(Some(session.workspace().get()))
    });
    let view = move || {
        // Read, not only tracked: an unread memo does not notice that it is out of date.
        identity.with(|_| ());
        match schema.get_untracked() {
            Some(first) => {
                let followed = Memo::new(move |before: Option<&TableSchema>| {
                    let now = schema.get().filter(|schema| schema.name == first.name);
                    now.or_else(|| before.cloned()).unwrap_or_else(|| first.clone())
                });
                view! {
                    <StatusNote schema=followed />
                    {draw(Signal::from(followed))}
                }
                .into_any()
            }
            None => none(),
        }
    };
    view.into_any()
}

/// A note that a table cannot be read or written now.
#[component]
fn StatusNote(schema: Memo<TableSchema>) -> impl IntoView {
    let session = use_session();
    let words = move || {
        let name = schema.with(|schema| schema.name.clone());
        match session.table(&name)?.table_status {
            TableStatus::Creating => Some(t!(
                "{name} is CREATING. You can read and write it once it is ACTIVE.",
                name
            )),
            TableStatus::Deleting => Some(t!("{name} is DELETING. You can no longer read or write it.", name)),
            TableStatus::Active | TableStatus::Updating => None,
        }
    };
    view! { <p class="status-note" role="status" hidden=move || words().is_none()>{words}</p> }
}
