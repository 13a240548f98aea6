//! The top of the page: the name, the two doors, the workspace in front with its ways, and the theme.
//!
//! Must not know what stands behind a door.

use hashrange_protocol::WorkspaceCommand;
use leptos::prelude::*;

use super::stage_pane::StageFrame;
use crate::components::{Button, ButtonKind, Dialog, Menu, MenuGroup, MenuItem, ThemeToggle};
use crate::door::Door;
use crate::doors::{Doors, Room};
use crate::preferences::{Preferences, Theme};
use crate::session::{use_selection, use_session};
use crate::views::physics::use_physics;
use crate::views::samples::{SampleItems, SamplesMenu};
use crate::views::tables::TablesTree;
use crate::views::workspaces::WorkspacesButton;

/// Below this many pixels the ways of the workspace are in one menu: the narrow layout of the style sheet.
const NARROW: f64 = 760.0;

/// The header.
#[component]
pub fn Header(
    /// Whether the dialog of links is shown.
    share: RwSignal<bool>,
) -> impl IntoView {
    let room = expect_context::<Doors>().room;
    let narrow = RwSignal::new(is_narrow());
    let resized = window_event_listener(leptos::ev::resize, move |_| {
        let now = is_narrow();
        if narrow.get_untracked() != now {
            narrow.set(now);
        }
    });
    on_cleanup(move || resized.remove());
    let ways = move || match (room.get(), narrow.get()) {
        (Room::Bench | Room::Lesson, true) => view! { <MoreMenu share /> }.into_any(),
        (Room::Bench, false) => view! { <BenchWays share /> }.into_any(),
        (Room::Lesson, false) => share_button(share),
        _ => ().into_any(),
    };
    let theme = expect_context::<Preferences>().theme;
    view! {
        <header class="top">
            <h1 class="logo">
                <Logo />
                <span class="logo-name">"hashrange"</span>
            </h1>
            <DoorLinks />
            <Show when=move || room.get() == Room::Bench><TablesDrawer /></Show>
            <Show when=move || matches!(room.get(), Room::Bench | Room::Lesson)><WorkspacesButton /></Show>
            <span class="top-space"></span>
            {ways}
            <Show when=move || !narrow.get() || room.get() == Room::Home>
                <ThemeToggle theme />
            </Show>
        </header>
    }
}

/// The links to the doors.
#[component]
fn DoorLinks() -> impl IntoView {
    let doors = expect_context::<Doors>();
    let link = move |door: Door| {
        view! {
            <a href=format!("#{}", door.name()) aria-current=move || (doors.open() == door).then_some("page")>
                {door.words()}
            </a>
        }
    };
    view! { <nav class="doors" aria-label="Learn or work">{Door::ALL.map(link).collect_view()}</nav> }
}

/// On a phone, the way to the tables.
#[component]
fn TablesDrawer() -> impl IntoView {
    let selection = use_selection();
    let drawer = RwSignal::new(false);
    let chosen = move || match (selection.table.get(), selection.index.get()) {
        (Some(_), Some(index)) => index,
        (Some(table), None) => table,
        (None, _) => "Tables".to_owned(),
    };
    view! {
        <span class="top-drawer">
            <Button label=Signal::derive(move || format!("{}: tables and indexes", chosen())) on_press=move |()| drawer.set(true)>
                <span class="top-chosen">{chosen}</span>
                " ▾"
            </Button>
        </span>
        <Dialog open=drawer title="Tables" drawer=true>
            <TablesTree on_choose=Callback::new(move |()| drawer.set(false)) />
        </Dialog>
    }
}

/// What can be brought into the workspace, and how its time runs.
#[component]
fn BenchWays(share: RwSignal<bool>) -> impl IntoView {
    let physics = use_physics();
    view! {
        <SamplesMenu />
        <Button kind=ButtonKind::Quiet on_press=move |()| physics.open.set(true)>"Physics"</Button>
        {share_button(share)}
    }
}

/// The way to the link of what is in front.
fn share_button(share: RwSignal<bool>) -> AnyView {
    view! { <Button kind=ButtonKind::Quiet on_press=move |()| share.set(true)>"Share"</Button> }.into_any()
}

/// The same on a phone, with everything else that has no room there.
#[component]
fn MoreMenu(share: RwSignal<bool>) -> impl IntoView {
    let (session, physics) = (use_session(), use_physics());
    let doors = expect_context::<Doors>();
    let frame = expect_context::<StageFrame>();
    let theme = expect_context::<Preferences>().theme;
    let lessons = move |()| {
        doors.go(Door::Learn);
        session.shelve(WorkspaceCommand::Welcome);
    };
    let themes = Theme::ALL.map(|value| {
        view! {
            <MenuItem checked=Signal::derive(move || theme.get() == value) on_choose=move |()| theme.set(value)>
                {value.words()}
            </MenuItem>
        }
    });
    view! {
        <Menu label="⋯" description="More" kind=ButtonKind::Quiet>
            <MenuItem on_choose=lessons>"All lessons"</MenuItem>
            <MenuItem on_choose=move |()| physics.open.set(true)>"Physics"</MenuItem>
            <MenuItem on_choose=move |()| frame.present()>"Present"</MenuItem>
            <MenuItem on_choose=move |()| share.set(true)>"Share"</MenuItem>
            <MenuGroup title="Theme">{themes.collect_view()}</MenuGroup>
            <Show when=move || doors.room.get() == Room::Bench><SampleItems /></Show>
        </Menu>
    }
}

fn is_narrow() -> bool {
    window().inner_width().ok().and_then(|width| width.as_f64()).is_some_and(|width| width <= NARROW)
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
