//! The pace of virtual time: its speed, and jumps. Must not know what happens during a jump.

use hashrange_protocol::Speed;
use hashrange_time::Duration;
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Button, Popover, element_id};
use crate::memo::Memo;
use crate::session::{ClockCommand, Session, Travel};
use crate::signal::RwSignal;
use crate::state::figures;

const fn times(per_mille: u32) -> Speed {
    Speed::from_per_mille(per_mille)
}

/// The speeds, slowest first, with their meaning.
pub(super) fn speeds() -> [(Speed, &'static str); 15] {
    [
        (times(1), t!(", 1 ms lasts 1 s")),
        (times(10), t!(", 1 ms lasts 100 ms")),
        (times(50), t!(", 1 ms lasts 20 ms")),
        (times(100), t!(", 1 ms lasts 10 ms")),
        (times(500), ""),
        (times(1_000), t!(", real time")),
        (times(10_000), ""),
        (times(60_000), t!(", a minute a second")),
        (times(600_000), ""),
        (times(1_000_000), ""),
        (times(3_600_000), t!(", an hour a second")),
        (times(10_000_000), ""),
        (times(86_400_000), t!(", a day a second")),
        (times(100_000_000), ""),
        (times(1_000_000_000), ""),
    ]
}

/// The number of useful fraction digits of a second. More digits would only flicker.
pub(super) fn digits(speed: Speed, running: bool) -> usize {
    match speed.per_mille() {
        ..50 => 6,
        50..1_000 => 3,
        _ if !running => 3,
        // The engine reports whole seconds (`is_same_display` in crates/host/src/pump.rs).
        1_000.. => 0,
    }
}

/// The lengths of jumps.
fn jumps() -> [(&'static str, Duration); 4] {
    [
        (t!("1 minute"), Duration::from_minutes(1)),
        (t!("1 hour"), Duration::from_hours(1)),
        (t!("24 hours"), Duration::from_hours(24)),
        (t!("48 hours"), Duration::from_hours(48)),
    ]
}

/// The control for the speed of time.
#[component]
pub fn Pace(
    /// The session.
    session: Session,
) -> impl IntoView {
    let speed = session.speed();
    // A lesson may play at a speed that is not in the list.
    let other = Memo::new(move |_| Some(speed.get()).filter(|speed| speeds().iter().all(|(known, _)| known != speed)));
    let choose = move |event| {
        let wanted = event_target_value(&event);
        if let Some((speed, _)) = speeds().iter().find(|(speed, _)| speed.decimal() == wanted) {
            session.command(ClockCommand::Speed(*speed));
        }
    };
    view! {
        <select
            class="clock-speed"
            aria-label=t!("Speed of virtual time")
            title=t!("Speed of virtual time")
            prop:value=move || speed.get().decimal()
            on:change=choose
        >
            {speeds().map(|(speed, words)| view! { <option value=speed.decimal()>{format!("{speed}{words}")}</option> })}
            {move || other.get().map(|speed| {
                view! { <option value=speed.decimal() selected=true>{speed.to_string()}</option> }
            })}
        </select>
    }
}

/// The menu of jumps to another time.
#[component]
pub fn JumpMenu(
    /// The session.
    session: Session,
) -> impl IntoView {
    let id = element_id("moment");
    let wanted = RwSignal::new(String::new());
    let refused = RwSignal::new(None::<&str>);
    let leap = move |span: Duration| session.command(ClockCommand::Skip(span));
    let go = move |()| match figures::read_moment(&wanted.get_untracked()) {
        Some(to) if to > session.now().get_untracked() => {
            refused.set(None);
            session.command(ClockCommand::StepTo(to));
        }
        Some(to) if to >= session.line().with_untracked(|line| line.begins) => {
            refused.set(None);
            session.travel(Travel::To(to));
        }
        Some(_) => refused.set(Some(t!("The workspace did not exist at that time."))),
        None => refused.set(Some(t!("Write a date and time as 2019-10-25 08:40:00."))),
    };
    view! {
        <Popover label=t!("Jump") description=t!("Jump in time")>
            <div class="clock-jump">
                <p class="clock-jump-row">
                    {jumps().map(|(words, span)| view! { <Button on_press=move |()| leap(span)>"+ "{words}</Button> })}
                </p>
                <label for=id.clone()>{t!("To a date and time (UTC)")}</label>
                <p class="clock-jump-row">
                    <input
                        id=id
                        class="field"
                        placeholder=move || figures::moment(session.now().get(), 0)
                        prop:value=move || wanted.get()
                        on:input=move |event| wanted.set(event_target_value(&event))
                        on:keydown=move |event| if event.key() == "Enter" { go(()) }
                    />
                    <Button on_press=go>{t!("Go")}</Button>
                </p>
                <p class="clock-jump-refused" role="alert">{move || refused.get()}</p>
            </div>
        </Popover>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_ascend_from_the_slowest_to_the_fastest() {
        assert!(speeds().is_sorted_by(|one, other| one.0 < other.0));
        assert_eq!(
            (speeds()[0].0, speeds()[speeds().len() - 1].0),
            (Speed::SLOWEST, Speed::FASTEST)
        );
        assert_eq!(
            [1, 50, 1_000, 60_000].map(|speed| digits(times(speed), true)),
            [6, 3, 0, 0]
        );
        assert_eq!(digits(Speed::REAL, false), 3);
    }
}
