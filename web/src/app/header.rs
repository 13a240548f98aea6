//! The top of the page: the name, the two sections, the workspace in front with its controls, and the theme.
//!
//! Must not know the content of a section.

use hashrange_protocol::WorkspaceCommand;
use hashrange_words::t;
use leptos::prelude::*;

use super::palette::handle::Palette;
use super::stage_pane::StageFrame;
use crate::components::{Button, ButtonKind, Dialog, Menu, MenuGroup, MenuItem, ThemeToggle, When};
use crate::derived::Signal;
use crate::language::Spoken;
use crate::memo::Memo;
use crate::preferences::{Preferences, Theme};
use crate::section::Section;
use crate::sections::{Screen, Sections};
use crate::session::{use_selection, use_session};
use crate::signal::RwSignal;
use crate::views::physics::use_physics;
use crate::views::samples::{SampleItems, SampleProgress, SamplesMenu};
use crate::views::tables::TablesTree;
use crate::views::workspaces::WorkspacesButton;

/// Below this width in pixels the controls of the workspace are in one menu, as in the narrow layout of the style
/// sheet.
const NARROW: f64 = 760.0;

/// The header.
#[component]
pub fn Header(
    /// Whether the share dialog is shown.
    share: RwSignal<bool>,
    /// The palette.
    palette: Palette,
) -> impl IntoView {
    let screen = expect_context::<Sections>().screen;
    let narrow = RwSignal::new(is_narrow());
    let resized = window_event_listener(leptos::ev::resize, move |_| {
        let now = is_narrow();
        if narrow.get_untracked() != now {
            narrow.set(now);
        }
    });
    on_cleanup(move || resized.remove());
    let ways = move || match (screen.get(), narrow.get()) {
        (Screen::Bench | Screen::Lesson, true) => view! { <MoreMenu share /> }.into_any(),
        (Screen::Bench, false) => view! { <BenchWays share /> }.into_any(),
        (Screen::Lesson, false) => share_button(share),
        (Screen::Home, true) => view! { <HomeMenu /> }.into_any(),
        _ => ().into_any(),
    };
    let theme = expect_context::<Preferences>().theme;
    view! {
        <header class="top">
            <h1 class="logo">
                <Logo />
                <span class="logo-name">"hashrange"</span>
            </h1>
            <SectionLinks />
            <When holds=move || screen.get() == Screen::Bench><TablesDrawer /></When>
            <When holds=move || matches!(screen.get(), Screen::Bench | Screen::Lesson)><WorkspacesButton /></When>
            <span class="top-space"></span>
            // Takes free space only, so that no control moves.
            <When holds=move || screen.get() == Screen::Bench && !narrow.get()><SampleProgress /></When>
            <span class="top-find">
                <Button kind=ButtonKind::Quiet label=t!("Find anything: Ctrl+K or /") on_press=move |()| palette.show(false)>
                    {t!("Find")}
                </Button>
            </span>
            {ways}
            <When holds=move || !narrow.get()>
                <LanguageMenu />
                <ThemeToggle theme />
            </When>
        </header>
    }
}

/// The links to the sections.
#[component]
fn SectionLinks() -> impl IntoView {
    let sections = expect_context::<Sections>();
    let link = move |section: Section| {
        view! {
            <a href=format!("#{}", section.name()) aria-current=move || (sections.open() == section).then_some("page")>
                {section.words()}
            </a>
        }
    };
    view! { <nav class="sections" aria-label=t!("Learn or work")>{Section::ALL.map(link).collect_view()}</nav> }
}

/// The drawer with the tables, on a phone.
#[component]
fn TablesDrawer() -> impl IntoView {
    let selection = use_selection();
    let drawer = RwSignal::new(false);
    let chosen = move || match (selection.table.get(), selection.index.get()) {
        (Some(_), Some(index)) => index,
        (Some(table), None) => table,
        (None, _) => t!("Tables").to_owned(),
    };
    view! {
        <span class="top-drawer">
            <Button label=Signal::derive(move || t!("{chosen}: tables and indexes", chosen = chosen())) on_press=move |()| drawer.set(true)>
                <span class="top-chosen">{chosen}</span>
                " ▾"
            </Button>
        </span>
        <Dialog open=drawer title=t!("Tables") drawer=true>
            <TablesTree on_choose=Callback::new(move |()| drawer.set(false)) />
        </Dialog>
    }
}

/// Controls for importing, sharing and running the workspace.
#[component]
fn BenchWays(share: RwSignal<bool>) -> impl IntoView {
    let (session, physics) = (use_session(), use_physics());
    // A connection has no physics, and a link would carry items of a real database.
    let simulated = Memo::new(move |_| !session.workspace().get().is_remote());
    view! {
        <SamplesMenu />
        <When holds=move || simulated.get()>
            <Button kind=ButtonKind::Quiet on_press=move |()| physics.open.set(true)>{t!("Physics")}</Button>
            {share_button(share)}
        </When>
    }
}

/// The button that shares the workspace in front.
fn share_button(share: RwSignal<bool>) -> AnyView {
    view! { <Button kind=ButtonKind::Quiet on_press=move |()| share.set(true)>{t!("Share")}</Button> }.into_any()
}

/// The menu on a phone, with the same controls and all others that do not fit.
#[component]
fn MoreMenu(share: RwSignal<bool>) -> impl IntoView {
    let (session, physics) = (use_session(), use_physics());
    let sections = expect_context::<Sections>();
    let frame = expect_context::<StageFrame>();
    let lessons = move |()| {
        sections.go(Section::Learn);
        session.run_workspace_command(WorkspaceCommand::Welcome);
    };
    let simulated = Memo::new(move |_| !session.workspace().get().is_remote());
    view! {
        <Menu label="⋯" description=t!("More") kind=ButtonKind::Quiet>
            <MenuItem on_choose=lessons>{t!("All lessons")}</MenuItem>
            <When holds=move || simulated.get()>
                <MenuItem on_choose=move |()| physics.open.set(true)>{t!("Physics")}</MenuItem>
                <MenuItem on_choose=move |()| frame.present()>{t!("Present")}</MenuItem>
                <MenuItem on_choose=move |()| share.set(true)>{t!("Share")}</MenuItem>
            </When>
            <LookItems />
            <When holds=move || sections.screen.get() == Screen::Bench><SampleItems /></When>
        </Menu>
    }
}

/// The menu of languages. Its label is the name of the page's language in itself.
#[component]
fn LanguageMenu() -> impl IntoView {
    let spoken = expect_context::<Spoken>();
    let label = Signal::derive(move || spoken.name());
    let description = Signal::derive(move || t!("{name}: language of the page", name = spoken.name()));
    view! {
        <Menu label description kind=ButtonKind::Quiet><LanguageItems /></Menu>
    }
}

/// The languages, each by its name in itself.
#[component]
fn LanguageItems() -> impl IntoView {
    let spoken = expect_context::<Spoken>();
    let wanted = expect_context::<Preferences>().language;
    let item = move |(tag, name): (String, String)| {
        let (this, lang) = (tag.clone(), tag.clone());
        view! {
            <MenuItem
                checked=Signal::derive(move || spoken.tag.get() == this)
                on_choose=move |()| wanted.set(tag.clone())
            >
                <span lang=lang>{name}</span>
            </MenuItem>
        }
    };
    spoken.all().into_iter().map(item).collect_view()
}

/// The menu of Learn on a phone.
#[component]
fn HomeMenu() -> impl IntoView {
    view! {
        <Menu label="⋯" description=t!("More") kind=ButtonKind::Quiet><LookItems /></Menu>
    }
}

/// The themes and the languages, in a menu of more.
#[component]
fn LookItems() -> impl IntoView {
    let theme = expect_context::<Preferences>().theme;
    let themes = Theme::ALL.map(|value| {
        view! {
            <MenuItem checked=Signal::derive(move || theme.get() == value) on_choose=move |()| theme.set(value)>
                {value.words()}
            </MenuItem>
        }
    });
    view! {
        <MenuGroup title=t!("Theme")>{themes.collect_view()}</MenuGroup>
        <MenuGroup title=t!("Language")><LanguageItems /></MenuGroup>
    }
}

/// Whether the window is so narrow that the controls of the workspace are in one menu.
pub(super) fn is_narrow() -> bool {
    window()
        .inner_width()
        .ok()
        .and_then(|width| width.as_f64())
        .is_some_and(|width| width <= NARROW)
}

/// The logo: the four key shapes.
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
