//! The top of the page: the name, the samples, and on a phone the way to the tables.

use leptos::prelude::*;

use crate::components::{Button, Dialog, ThemeToggle};
use crate::preferences::{Preferences, Theme};
use crate::session::use_selection;
use crate::views::physics::use_physics;
use crate::views::samples::SamplesMenu;
use crate::views::scene_shell::ScenesButton;
use crate::views::tables::TablesTree;
use crate::views::workspaces::WorkspacesButton;

/// The header.
#[component]
pub fn Header() -> impl IntoView {
    let selection = use_selection();
    let theme =
        use_context::<Preferences>().map_or_else(|| RwSignal::new(Theme::System), |preferences| preferences.theme);
    let drawer = RwSignal::new(false);
    let physics = use_physics();
    let chosen = move || match (selection.table.get(), selection.index.get()) {
        (Some(_), Some(index)) => index,
        (Some(table), None) => table,
        (None, _) => "Tables".to_owned(),
    };
    view! {
        <header class="top">
            <h1 class="logo">
                <Logo />
                "hashrange"
            </h1>
            <span class="top-drawer">
                <Button label=Signal::derive(move || format!("{}: tables and indexes", chosen())) on_press=move |()| drawer.set(true)>
                    <span class="top-chosen">{chosen}</span>
                    " ▾"
                </Button>
            </span>
            <WorkspacesButton />
            <SamplesMenu />
            <ScenesButton />
            <span class="top-physics">
                <Button on_press=move |()| physics.open.set(true)>"Physics"</Button>
            </span>
            <span class="top-space"></span>
            <ThemeToggle theme />
        </header>
        <Dialog open=drawer title="Tables" drawer=true>
            <TablesTree on_choose=Callback::new(move |()| drawer.set(false)) />
        </Dialog>
    }
}

/// The four key shapes.
#[component]
fn Logo() -> impl IntoView {
    view! {
        <svg class="logo-sign" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <rect class="key-pk" x="1" y="1" width="8" height="8" rx="2" fill="currentColor"></rect>
            <path class="key-sk" d="M15 1l4.5 8h-9z" fill="currentColor"></path>
            <rect
                class="key-gpk" x="2" y="12" width="6.5" height="6.5" rx="1.6"
                fill="none" stroke="currentColor" stroke-width="2"
            ></rect>
            <path
                class="key-gsk" d="M15 12.4l3.6 6.2h-7.2z"
                fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"
            ></path>
        </svg>
    }
}
