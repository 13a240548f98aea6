//! The present's position, as one line of text, and the proposed speed. Must not know the rule behind it.

use hashrange_protocol::{Job, JobKind, NextEventQuestion, Shown, Speed};
use hashrange_words::t;
use leptos::prelude::*;

use super::next_event;
use super::proposal::{Activity, proposal};
use crate::components::{Button, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{ClockCommand, Line, Session, Travel, use_reading};
use crate::signal::RwSignal;
use crate::state::figures;

/// The next event. In the past, the position.
#[component]
pub fn ClockPosition(
    /// The session.
    session: Session,
) -> impl IntoView {
    let (now, running, line) = (session.now(), session.running(), session.line());
    let event = use_reading(|| Some(NextEventQuestion));
    let read = Memo::new(move |_| session.job().with(|job| progress(job.as_ref()?)));
    let is_reading = Memo::new(move |_| read.with(Option::is_some));
    let stop = move || {
        let opens = session
            .job()
            .with(|job| job.as_ref().is_some_and(|job| job.kind == JobKind::Link));
        if opens { t!("Cancel") } else { t!("Stop reading") }
    };
    let past = Memo::new(move |_| line.with(Line::is_past));
    let due = Memo::new(move |_| event.with(|event| event.as_ref()?.next.clone()));
    let next = move || match (read.get(), session.jump().get(), due.get()) {
        (Some(read), ..) => read,
        (_, Some(share), _) => t!("Jumping, {share} %", share = format!("{:.0}", share * 100.0)),
        _ if past.get() => {
            let place = line.with(|line| (figures::count(line.place), figures::count(line.end)));
            t!("the past: step {place} of {end}", place = place.0, end = place.1)
        }
        (.., Some(due)) => t!(
            "Next: {due} in {now}",
            due = next_event::words(&due),
            now = figures::span(due.at - now.get())
        ),
        _ => t!("Next: your next action; no event is scheduled").to_owned(),
    };
    let state = move || {
        let reached = session.speed_reached().get().filter(|_| running.get());
        let reached = reached.map(|reached| format!("reaches {reached}"));
        reached.or_else(|| (!running.get() && !past.get()).then(|| "paused".to_owned()))
    };
    view! {
        <p class="clock-words">
            <span class="clock-next" title=next>{next}</span>
            <span class="clock-state">{state}</span>
            <When holds=move || is_reading.get()>
                <Button on_press=move |()| session.stop_job()>{stop}</Button>
            </When>
            <When holds=move || past.get()>
                <Button on_press=move |()| session.travel(Travel::Present)>{t!("Back to the present")}</Button>
            </When>
            <Proposed session event=Signal::derive(move || {
                let (now, load) = (now.get(), session.runs().with(|runs| {
                    runs.first().filter(|run| run.ended.is_none()).map(|run| run.plan.rate.per_second)
                }));
                event.with(|event| event.as_ref().map(|event| Activity {
                    running: running.get(),
                    speed: session.speed().get(),
                    load,
                    queued: event.queued,
                    oldest: event.oldest,
                    building: event.building > 0,
                    wait: event.next.as_ref().map(|due| due.at - now),
                    lesson: pace_of_step(session),
                }))
            }) />
        </p>
    }
}

/// The progress of a job that is shown here, in words.
fn progress(job: &Job) -> Option<String> {
    let words = match job.kind {
        JobKind::Past => t!("Reading earlier steps"),
        JobKind::Link => t!("Opening a link"),
        JobKind::Sample | JobKind::Import | JobKind::Load => return None,
    };
    Some(format!(
        "{words}, {:.0} %",
        job.done as f64 * 100.0 / job.of.max(1) as f64
    ))
}

/// The speed in the step of the lesson in front.
fn pace_of_step(session: Session) -> Option<Speed> {
    session.lesson().with(|lesson| match &lesson.as_ref()?.shown {
        Shown::Step(step) => step.focus.pace,
        Shown::Nothing | Shown::Ending(_) => None,
    })
}

/// The speed that shows the pending work, until it is accepted or declined.
#[component]
fn Proposed(session: Session, event: Signal<Option<Activity>>) -> impl IntoView {
    let declined = RwSignal::new(None);
    let proposed = Memo::new(move |_| {
        let is_past = session.line().with(Line::is_past);
        let proposed = event.get().filter(|_| !is_past && session.jump().get().is_none());
        proposed
            .and_then(|event| proposal(&event))
            .filter(|proposed| declined.get() != Some(proposed.speed))
    });
    view! {
        {move || proposed.get().map(|proposed| view! {
            <span class="clock-proposed">
                <Button
                    label=format!("Run at {}: {}", proposed.speed, proposed.why)
                    on_press=move |()| session.command(ClockCommand::Speed(proposed.speed))
                >
                    {format!("{} {}", proposed.speed, proposed.why)}
                </Button>
                <Button label=t!("Keep this speed") on_press=move |()| declined.set(Some(proposed.speed))>"✕"</Button>
            </span>
        })}
    }
}
