//! The clock: virtual date and time, pause and resume, and the step to whatever happens next.

use hashrange_engine::Engine;
use hashrange_wire::{IndexStatus, TableStatus};
use leptos::prelude::*;

use super::figures;
use crate::components::Button;
use crate::session::{ClockCommand, use_session};

/// The bar under the header.
#[component]
pub fn ClockBar() -> impl IntoView {
    let session = use_session();
    let (now, running, due) = (session.now(), session.running(), session.next_due());
    let toggle = move |()| {
        session.command(if running.get_untracked() { ClockCommand::Pause } else { ClockCommand::Resume });
    };
    let step = move |()| {
        if let Some(due) = due.get_untracked() {
            session.command(ClockCommand::StepTo(due));
        }
    };
    // While time runs, the last two digits would only flicker.
    let shown = move || figures::moment(now.get(), if running.get() { 1 } else { 3 });
    let event = Memo::new(move |_| {
        session.revision().track();
        session.with_insight(|_, engine| next_event(engine))
    });
    let next = move || match (due.get(), event.get()) {
        (Some(due), event) => {
            let left = figures::span(due - now.get());
            format!("Next: {} in {left}", event.unwrap_or_else(|| "background work".to_owned()))
        }
        (None, _) => "Nothing is due".to_owned(),
    };
    view! {
        <section class="clock" aria-label="Virtual clock">
            <Button
                label=Signal::derive(move || {
                    if running.get() { "Pause virtual time" } else { "Resume virtual time" }.to_owned()
                })
                on_press=toggle
            >
                <svg class="icon" viewBox="0 0 12 12" aria-hidden="true">
                    <path
                        d=move || if running.get() { "M2 1.5h3v9H2zM7 1.5h3v9H7z" } else { "M2.5 1l8 5-8 5z" }
                        fill="currentColor"
                    ></path>
                </svg>
            </Button>
            <Button
                label="Go to the next event"
                disabled=Signal::derive(move || due.get().is_none())
                on_press=step
            >
                <svg class="icon" viewBox="0 0 12 12" aria-hidden="true">
                    <path d="M1.5 1l6.5 5-6.5 5zM9 1h1.8v10H9z" fill="currentColor"></path>
                </svg>
            </Button>
            <time class="clock-when" datetime=move || now.get().to_string()>{shown}</time>
            <span class="clock-next">{next}</span>
            <span class="clock-state">{move || if running.get() { "" } else { "paused" }}</span>
        </section>
    }
}

/// What will happen next, as far as it can be told from how the tables stand.
fn next_event(engine: &Engine) -> Option<String> {
    let changing = engine.tables().find_map(|table| {
        let name = table.name();
        match table.status() {
            TableStatus::Creating => Some(format!("{name} becomes active")),
            TableStatus::Deleting => Some(format!("{name} is gone")),
            TableStatus::Active | TableStatus::Updating => None,
        }
    });
    changing.or_else(|| {
        let mut indexes = engine.tables().flat_map(|table| table.indexes().collect::<Vec<_>>());
        indexes.find_map(|index| {
            let name = &index.definition().name;
            match index.status() {
                IndexStatus::Creating => Some(format!("{name} becomes active")),
                _ if index.queued() > 0 => Some(format!("an entry reaches {name}")),
                _ => None,
            }
        })
    })
}
