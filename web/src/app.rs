//! The page as a whole: what everything below finds in its context, and where things stand.

pub mod footer;
pub mod header;
pub mod notices;
pub mod workspace;

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use self::footer::Footer;
use self::header::Header;
use self::notices::Notices;
use self::workspace::Workspace;
use crate::components::{Progress, ToastRegion, Toasts};
use crate::preferences::Preferences;
use crate::selection::Selection;
use crate::session::{Phase, Session, Started, scene, use_session};
use crate::views::clock_bar::ClockBar;
use crate::views::import::{ImportDialog, provide_import};
use crate::views::live::LiveViews;
use crate::views::physics::{PhysicsDialog, provide_physics};
use crate::views::samples::load_first_sample;
use crate::views::scene_shell::{SceneShell, provide_scenes};
use crate::views::tables::TablesTree;
use crate::views::workload::provide_load_desk;

/// How often virtual time is followed.
const TICK: Duration = Duration::from_millis(100);

/// The application.
#[component]
pub fn App() -> impl IntoView {
    let session = Session::new();
    let selection = Selection::load();
    provide_context(Preferences::load());
    provide_context(session);
    provide_context(selection);
    provide_context(Toasts::default());
    let import = provide_import();
    let physics = provide_physics();
    provide_load_desk();
    let scenes = provide_scenes();
    keep_selection_valid(session, selection);
    keep_time(session);
    spawn_local(async move {
        let started = session.start().await;
        // Whoever follows a link to a scene wants that, not the sample.
        if started == Started::Resumed && scenes.wanted.with_untracked(Option::is_none) {
            scene::take_up(session);
        }
        if scenes.wanted.with_untracked(Option::is_some) {
            scenes.open.set(true);
        } else if started == Started::Anew {
            load_first_sample(session, selection).await;
        }
    });
    view! {
        <a class="skip" href="#main">"Skip to the workspace"</a>
        <div class="app">
            <Header />
            <ClockBar />
            <aside class="side">
                <TablesTree />
            </aside>
            <main class="main" id="main" tabindex="-1">
                <Notices />
                <SceneShell />
                <Show when=move || session.phase().get() == Phase::Ready fallback=Starting>
                    <Workspace />
                </Show>
            </main>
            <LiveViews />
            <Footer />
        </div>
        <ImportDialog open=import.open />
        <PhysicsDialog open=physics.open />
        <ToastRegion />
    }
}

/// What stands in the workspace while it is being brought back.
#[component]
fn Starting() -> impl IntoView {
    let session = use_session();
    let share = Signal::derive(move || match session.phase().get() {
        Phase::Starting { share } => share,
        Phase::Ready => Some(1.0),
    });
    view! { <Progress label="Bringing your workspace back" share /> }
}

/// A selected table that is gone gives way to the first one; so does none, unless a new one is being designed.
fn keep_selection_valid(session: Session, selection: Selection) {
    Effect::new(move || {
        if session.phase().get() != Phase::Ready {
            return;
        }
        let tables = session.tables().get();
        let chosen = selection.table.get();
        let found = chosen.as_ref().and_then(|name| tables.iter().find(|table| table.table_name == *name));
        match (found, tables.first()) {
            (Some(table), _) => {
                let local = table.local_secondary_indexes.iter().map(|index| &index.index_name);
                let mut names = local.chain(table.global_secondary_indexes.iter().map(|index| &index.index_name));
                let lost =
                    selection.index.with(|index| index.as_ref().is_some_and(|index| !names.any(|name| name == index)));
                if lost {
                    selection.index.set(None);
                }
            }
            (None, Some(first))
                if chosen.is_some() || selection.tab.get_untracked() != crate::selection::Tab::Design =>
            {
                selection.choose(&first.table_name, None);
            }
            (None, None) if chosen.is_some() => {
                selection.table.set(None);
                selection.index.set(None);
                selection.item.set(None);
            }
            (None, _) => {}
        }
    });
}

/// Follows time while the page is in sight, and keeps everything before it goes out of sight.
fn keep_time(session: Session) {
    let ticking = set_interval_with_handle(
        move || {
            if session.phase().get_untracked() == Phase::Ready && !document().hidden() {
                session.tick();
            }
        },
        TICK,
    );
    let hide = window_event_listener(leptos::ev::visibilitychange, move |_| {
        if document().hidden() {
            session.save_before_leaving();
        }
    });
    let leave = window_event_listener(leptos::ev::pagehide, move |_| session.save_before_leaving());
    on_cleanup(move || {
        if let Ok(ticking) = ticking {
            ticking.clear();
        }
        hide.remove();
        leave.remove();
    });
}
