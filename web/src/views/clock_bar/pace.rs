//! The pace of virtual time: its speed, and jumps. Must not know what happens on the way.

use hashrange_time::Duration;
use leptos::prelude::*;

use super::super::figures;
use crate::components::{Button, Popover, element_id};
use crate::session::{ClockCommand, Session, Travel};

/// Speeds to choose from, with what a real second brings.
const SPEEDS: [(u32, &str); 8] = [
    (1, "1×"),
    (10, "10×"),
    (60, "60×, a minute a second"),
    (600, "600×"),
    (3_600, "3,600×, an hour a second"),
    (36_000, "36,000×"),
    (86_400, "86,400×, a day a second"),
    (1_000_000, "1,000,000×"),
];

/// Spans to jump over.
const JUMPS: [(&str, Duration); 4] = [
    ("1 minute", Duration::from_minutes(1)),
    ("1 hour", Duration::from_hours(1)),
    ("24 hours", Duration::from_hours(24)),
    ("48 hours", Duration::from_hours(48)),
];

/// How fast time runs.
#[component]
pub fn Speed(
    /// Whose time it is.
    session: Session,
) -> impl IntoView {
    let speed = session.speed();
    let choose = move |event| {
        if let Ok(speed) = event_target_value(&event).parse() {
            session.command(ClockCommand::Speed(speed));
        }
    };
    view! {
        <select
            class="clock-speed"
            aria-label="Speed of virtual time"
            title="Speed of virtual time"
            prop:value=move || speed.get().to_string()
            on:change=choose
        >
            {SPEEDS.map(|(speed, words)| view! { <option value=speed.to_string()>{words}</option> })}
        </select>
    }
}

/// The ways to another time at once.
#[component]
pub fn JumpMenu(
    /// Whose time it is.
    session: Session,
) -> impl IntoView {
    let id = element_id("moment");
    let wanted = RwSignal::new(String::new());
    let refused = RwSignal::new(None::<&str>);
    let leap = move |span: Duration| {
        let to = session.now().get_untracked() + span;
        session.command(ClockCommand::StepTo(to));
    };
    let go = move |()| match figures::read_moment(&wanted.get_untracked()) {
        Some(to) if to > session.now().get_untracked() => {
            refused.set(None);
            session.command(ClockCommand::StepTo(to));
        }
        Some(to) if to >= session.line().with_untracked(|line| line.begins) => {
            refused.set(None);
            session.travel(Travel::To(to));
        }
        Some(_) => refused.set(Some("Nothing had happened before the workspace began.")),
        None => refused.set(Some("Write a date and time as 2019-10-25 08:40:00.")),
    };
    view! {
        <Popover label="Jump" description="Jump in time">
            <div class="clock-jump">
                <p class="clock-jump-row">
                    {JUMPS.map(|(words, span)| view! { <Button on_press=move |()| leap(span)>"+ "{words}</Button> })}
                </p>
                <label for=id.clone()>"To a date and time (UTC)"</label>
                <p class="clock-jump-row">
                    <input
                        id=id
                        class="field"
                        placeholder=move || figures::moment(session.now().get(), 0)
                        prop:value=wanted
                        on:input=move |event| wanted.set(event_target_value(&event))
                        on:keydown=move |event| if event.key() == "Enter" { go(()) }
                    />
                    <Button on_press=go>"Go"</Button>
                </p>
                <p class="clock-jump-refused" role="alert">{move || refused.get()}</p>
            </div>
        </Popover>
    }
}
