//! The clock: virtual date and time, pause and resume, the step to whatever happens next, and the way along everything that
//! happened.

pub mod futures;
mod keys;
mod next_event;
pub mod pace;
pub mod scrubber;

use hashrange_protocol::{JobKind, NextEventAsk};
use leptos::prelude::*;

use self::futures::Futures;
use self::keys::follow_keys;
use self::pace::{JumpMenu, Speed};
use self::scrubber::Scrubber;
use super::figures;
use crate::components::Button;
use crate::session::{ClockCommand, Session, Travel, use_reading, use_session};

/// The bar under the header.
#[component]
pub fn ClockBar() -> impl IntoView {
    let session = use_session();
    follow_keys(session);
    let (now, running) = (session.now(), session.running());
    // While time runs, the last two digits would only flicker.
    let shown = move || figures::moment(now.get(), if running.get() { 1 } else { 3 });
    view! {
        <section class="clock" aria-label="Virtual clock">
            <Steps session />
            <time class="clock-when" datetime=move || now.get().to_string()>{shown}</time>
            <Speed session />
            <JumpMenu session />
            <Scrubber session />
            <Futures session />
            <Standing session />
        </section>
    }
}

/// Undo and redo, pause and resume, and the step to the next event.
#[component]
fn Steps(session: Session) -> impl IntoView {
    let (running, due, line) = (session.running(), session.next_due(), session.line());
    let step = move |()| {
        if line.with_untracked(super::super::session::Line::is_past) {
            session.travel(Travel::Forward);
        } else if let Some(due) = due.get_untracked() {
            session.command(ClockCommand::StepTo(due));
        }
    };
    let past = move || line.with(crate::session::Line::is_past);
    view! {
        <Button
            label="Undo the newest request"
            disabled=Signal::derive(move || !line.with(|line| line.can_undo))
            on_press=move |()| session.travel(Travel::Undo)
        >
            <Icon path="M4.5 1.5L1.5 4.5l3 3M1.8 4.5H7a3 3 0 010 6H4.5" line=true />
        </Button>
        <Button
            label="Redo the next request"
            disabled=Signal::derive(move || !past())
            on_press=move |()| session.travel(Travel::Redo)
        >
            <Icon path="M7.5 1.5l3 3-3 3M10.2 4.5H5a3 3 0 000 6h2.5" line=true />
        </Button>
        <Button
            label=Signal::derive(move || {
                if running.get() { "Pause virtual time" } else { "Resume virtual time" }.to_owned()
            })
            on_press=move |()| toggle(session)
        >
            <Icon path=Signal::derive(move || if running.get() { "M2 1.5h3v9H2zM7 1.5h3v9H7z" } else { "M2.5 1l8 5-8 5z" }) />
        </Button>
        <Button
            label="Go to the next event"
            disabled=Signal::derive(move || due.get().is_none() && !past())
            on_press=step
        >
            <Icon path="M1.5 1l6.5 5-6.5 5zM9 1h1.8v10H9z" />
        </Button>
    }
}

fn toggle(session: Session) {
    let running = session.running().get_untracked();
    session.command(if running { ClockCommand::Pause } else { ClockCommand::Resume });
}

#[component]
fn Icon(#[prop(into)] path: Signal<&'static str>, #[prop(optional)] line: bool) -> impl IntoView {
    let (fill, stroke) = if line { ("none", "currentColor") } else { ("currentColor", "none") };
    view! {
        <svg class="icon" viewBox="0 0 12 12" aria-hidden="true">
            <path d=path fill=fill stroke=stroke stroke-width="1.5"></path>
        </svg>
    }
}

/// What comes next; in the past, where one is.
#[component]
fn Standing(session: Session) -> impl IntoView {
    let (now, running, due, line) = (session.now(), session.running(), session.next_due(), session.line());
    let event = use_reading(|| Some(NextEventAsk));
    let reading = Memo::new(move |_| session.job().get().filter(|job| job.kind == JobKind::Past));
    let is_reading = Memo::new(move |_| reading.with(Option::is_some));
    let next = move || match (session.jump().get(), due.get()) {
        _ if is_reading.get() => {
            let share = reading.get().map_or(0.0, |job| job.done as f64 / job.of.max(1) as f64);
            format!("Reading what happened before, {:.0} %", share * 100.0)
        }
        (Some(share), _) => format!("On the way, {:.0} %", share * 100.0),
        (None, Some(due)) => {
            let left = figures::span(due - now.get());
            format!("Next: {} in {left}", event.with(|event| next_event::words(event.as_ref())))
        }
        (None, None) => "Nothing is due".to_owned(),
    };
    let past = move || {
        let line = line.get();
        line.is_past().then(|| format!("the past: step {} of {}", figures::count(line.place), figures::count(line.end)))
    };
    let is_past = Memo::new(move |_| past().is_some());
    view! {
        <span class="clock-next">{next}</span>
        <Show when=move || is_reading.get()>
            <Button on_press=move |()| session.stop_job()>"Stop reading"</Button>
        </Show>
        <span class="clock-state">
            {move || past().or_else(|| (!running.get()).then(|| "paused".to_owned()))}
        </span>
        <Show when=move || is_past.get()>
            <Button on_press=move |()| session.travel(Travel::Present)>"Back to the present"</Button>
        </Show>
    }
}
