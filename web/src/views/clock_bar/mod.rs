//! The clock at the foot: virtual date and time, pause and resume, the step to the next event, and the timeline.

pub mod clock_position;
pub mod futures;
mod keys;
pub mod lanes;
mod next_event;
pub mod pace;
mod proposal;
mod timeline;

use hashrange_words::t;
use leptos::prelude::*;

use self::clock_position::ClockPosition;
use self::futures::Futures;
use self::keys::follow_keys;
use self::lanes::{Lanes, View};
use self::pace::{JumpMenu, Pace, digits};
use crate::components::Button;
use crate::derived::Signal;
use crate::session::{ClockCommand, Session, Travel, use_session};
use crate::signal::RwSignal;
use crate::state::figures;

/// The bar at the foot of the page.
#[component]
pub fn ClockBar() -> impl IntoView {
    let session = use_session();
    let (lanes, open) = (View::new(session), RwSignal::new(false));
    follow_keys(session, lanes);
    let (now, running, speed) = (session.now(), session.running(), session.speed());
    let shown = move || figures::moment(now.get(), digits(speed.get(), running.get()));
    view! {
        <section class="clock" class:clock-folded=move || !open.get() aria-label=t!("Virtual clock")>
            <div class="clock-panel">
                <time class="clock-when" datetime=move || now.get().to_string()>{shown}</time>
                <div class="clock-steps">
                    <Steps session />
                    <span class="clock-more"><Pace session /><JumpMenu session /><Futures session /></span>
                    <Fold open />
                </div>
                <ClockPosition session />
            </div>
            <Lanes view=lanes />
        </section>
    }
}

/// Opens the bar, and folds it to one line. Only a phone shows this button. On other screens the bar is open.
#[component]
fn Fold(open: RwSignal<bool>) -> impl IntoView {
    view! {
        <button
            type="button"
            class="btn clock-fold"
            aria-label=t!("Speed, jumps and timeline")
            aria-expanded=move || open.get().to_string()
            on:click=move |_| open.update(|open| *open = !*open)
        >
            {move || if open.get() { "▾" } else { "▴" }}
        </button>
    }
}

/// Goes to the next event: one step forward in the past, otherwise to when the service does something by itself.
pub fn next_event(session: Session) {
    if session.line().with_untracked(crate::session::Line::is_past) {
        session.travel(Travel::Forward);
    } else if let Some(due) = session.next_due().get_untracked() {
        session.command(ClockCommand::StepTo(due));
    }
}

/// Undo and redo, pause and resume, and the step to the next event.
#[component]
fn Steps(session: Session) -> impl IntoView {
    let (running, due, line) = (session.running(), session.next_due(), session.line());
    let past = move || line.with(crate::session::Line::is_past);
    view! {
        <span class="clock-more">
        <Button
            label=t!("Undo the latest request")
            disabled=Signal::derive(move || !line.with(|line| line.can_undo))
            on_press=move |()| session.travel(Travel::Undo)
        >
            <Icon path="M4.5 1.5L1.5 4.5l3 3M1.8 4.5H7a3 3 0 010 6H4.5" line=true />
        </Button>
        <Button
            label=t!("Redo the next request")
            disabled=Signal::derive(move || !past())
            on_press=move |()| session.travel(Travel::Redo)
        >
            <Icon path="M7.5 1.5l3 3-3 3M10.2 4.5H5a3 3 0 000 6h2.5" line=true />
        </Button>
        </span>
        <Button
            label=Signal::derive(move || {
                if running.get() { t!("Pause virtual time") } else { t!("Resume virtual time") }.to_owned()
            })
            on_press=move |()| session.pause_or_resume()
        >
            <Icon path=Signal::derive(move || if running.get() { "M2 1.5h3v9H2zM7 1.5h3v9H7z" } else { "M2.5 1l8 5-8 5z" }) />
        </Button>
        <Button
            label=t!("Go to the next event")
            disabled=Signal::derive(move || due.get().is_none() && !past())
            on_press=move |()| next_event(session)
        >
            <Icon path="M1.5 1l6.5 5-6.5 5zM9 1h1.8v10H9z" />
        </Button>
    }
}

#[component]
fn Icon(#[prop(into)] path: Signal<&'static str>, #[prop(optional)] line: bool) -> impl IntoView {
    let (fill, stroke) = if line {
        ("none", "currentColor")
    } else {
        ("currentColor", "none")
    };
    view! {
        <svg class="icon" viewBox="0 0 12 12" aria-hidden="true">
            <path d=move || path.get() fill=fill stroke=stroke stroke-width="1.5"></path>
        </svg>
    }
}
