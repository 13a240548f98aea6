//! The centre of the page: the tabs of the selected table.

use hashrange_words::t;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::components::{Button, ButtonKind, EmptyState, TabPanel, Tabs, late_view};
use crate::derived::Signal;
use crate::effect::effect_since;
use crate::memo::Memo;
use crate::session::{Selection, Tab, use_selection, use_session};
use crate::views::collections::collections_view;
use crate::views::design::{begin_table, design_view};
use crate::views::items::ItemsView;
use crate::views::patterns::patterns_view;
use crate::views::query::query_view;
use crate::views::request::request_view;
use crate::views::samples::SamplesList;
use crate::views::settings::settings_view;
use crate::views::simulation::OfSimulation;
use crate::views::table_choice::{TableChoice, use_table_choice};
use crate::views::workload::workload_view;

/// Start of the ids of tabs and panels.
const SCOPE: &str = "workspace";

/// The workspace in front. The state of a view belongs to a workspace, so another workspace creates new views.
#[component]
pub fn Workspace() -> impl IntoView {
    let session = use_session();
    // A memo, because a restored workspace can be the same one, and its views must stay.
    let front = Memo::new(move |_| session.workspace().get());
    move || {
        front.with(|_| ());
        view! { <Panels /> }
    }
}

/// Tabs and panels, or a hint for the first table.
#[component]
fn Panels() -> impl IntoView {
    let selection = use_selection();
    begin_at_top(selection);
    let shown = move |tab: Tab| Signal::derive(move || selection.tab.get() == tab);
    view! {
        <Tabs label=t!("Workspace") scope=SCOPE tabs=Tab::ALL.map(|tab| (tab, tab.words())).to_vec() chosen=selection.tab />
        <TabPanel scope=SCOPE at=0 shown=shown(Tab::Items)>
            <OfTable><ItemsView /></OfTable>
        </TabPanel>
        <TabPanel scope=SCOPE at=1 shown=shown(Tab::Query)>
            <OfTable>{late_view(query_view)}</OfTable>
        </TabPanel>
        <TabPanel scope=SCOPE at=2 shown=shown(Tab::Patterns)>
            <OfSimulation about=t!("Patterns run against the tables of a simulation.")>{late_view(patterns_view)}</OfSimulation>
        </TabPanel>
        <TabPanel scope=SCOPE at=3 shown=shown(Tab::Collections)>
            <OfTable>{late_view(collections_view)}</OfTable>
        </TabPanel>
        <TabPanel scope=SCOPE at=4 shown=shown(Tab::Workload)>
            <OfTable>
                <OfSimulation about=t!("A load runs in the virtual time of a simulation.")>{late_view(workload_view)}</OfSimulation>
            </OfTable>
        </TabPanel>
        <TabPanel scope=SCOPE at=5 shown=shown(Tab::Design)>
            {late_view(design_view)}
        </TabPanel>
        <TabPanel scope=SCOPE at=6 shown=shown(Tab::Settings)>
            <OfTable>{late_view(settings_view)}</OfTable>
        </TabPanel>
        <TabPanel scope=SCOPE at=7 shown=shown(Tab::Request)>
            {late_view(request_view)}
        </TabPanel>
    }
}

/// Scrolls to the top for another table.
fn begin_at_top(selection: Selection) {
    effect_since(move |before: Option<Option<String>>| {
        let table = selection.table.get();
        if before.is_some_and(|before| before != table)
            && let Ok(panels) = document().query_selector_all(".main .tab-panel")
        {
            let panels = (0..panels.length()).filter_map(|at| panels.item(at)?.dyn_into::<web_sys::Element>().ok());
            panels.for_each(|panel| panel.set_scroll_top(0));
        }
        table
    });
}

/// A view of a table, or a hint on how to create one.
#[component]
fn OfTable(children: ChildrenFn) -> impl IntoView {
    let selection = use_selection();
    let children = StoredValue::new(children);
    let choice = use_table_choice();
    let empty = move || {
        view! {
            <EmptyState
                title=t!("No table yet")
                text=t!("Create one, or start with a sample: you can change its items and indexes.")
            >
                <Button kind=ButtonKind::Primary on_press=move |()| begin_table(selection)>{t!("New table")}</Button>
                <SamplesList />
            </EmptyState>
        }
    };
    let choose =
        || view! { <EmptyState title=t!("No table selected") text=t!("Select one from the list of tables.") /> };
    move || match choice.get() {
        TableChoice::Unknown => ().into_any(),
        TableChoice::NoTable => empty().into_any(),
        TableChoice::NoneChosen => choose().into_any(),
        TableChoice::Chosen => children.with_value(|children| children()).into_any(),
    }
}
