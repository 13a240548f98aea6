//! The Stale read card: the selected item in its three replicas, and the same read strongly and eventually consistent
//! side by side.

mod layout;
mod reading;
mod words;

use hashrange_protocol::{ReplicasAsk, Span};
use hashrange_time::Duration;
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::layout::{HEIGHT, LEFT, WIDTH, lane, scale};
use self::reading::{Pair, Read, Reading, Replica, read, read_both};
use super::figures;
use super::live_shell::Face;
use super::live_table::{Figures, FiguresTable};
use super::refusal::{Refusal, Refused};
use crate::components::{Button, ButtonKind, ModelTag};
use crate::selection::use_selection;
use crate::session::{use_reading, use_session};
use crate::state::item_rows::cell_text;

/// How long followers lag when they are let: long enough to press a button meanwhile.
const SEEN_LAG: Span = Span::millis(2_000, 10_000);

/// The body of the card.
pub fn body(face: Face) -> AnyView {
    let selection = use_selection();
    let data = use_reading(move || Some(ReplicasAsk { table: selection.table.get()?, key: selection.item.get() }));
    let reading = Memo::new(move |_| data.with(|data| data.as_ref().and_then(Option::as_ref).map(read)));
    let unknown = move || data.with(Option::is_none) && selection.table.with(Option::is_some);
    let pair = RwSignal::new(None::<Pair>);
    face.follow(move || {
        reading.with(|reading| match reading {
            None if unknown() => Default::default(),
            None => (String::new(), "Select or write an item to read it here with both consistencies.".to_owned()),
            Some(it) => (it.text.clone(), it.sentence.clone()),
        })
    });
    let pictures = NodeRef::new();
    view! {
        <Show when=move || reading.with(Option::is_some)>
            <h3 class="live-heading">
                "Three replicas of its partition"
                <ModelTag reason="AWS documents that replicas agree usually within a second; we draw the lag and the replica that a read asks" />
            </h3>
            <div node_ref=pictures>{picture(reading, pair)}</div>
            <Ask reading pair />
            <Answers reading pair />
            <Lag reading />
            <FiguresTable title="The replicas, as a table" figures=Signal::derive(move || of_replicas(reading)) name="stale read" picture=pictures />
        </Show>
    }
    .into_any()
}

fn of_replicas(reading: Memo<Option<Reading>>) -> Figures {
    reading.with(|reading| {
        let row = |(at, replica): (usize, &Replica)| {
            let missing = figures::count(replica.missing);
            let until = replica.complete.map_or_else(|| "–".to_owned(), |millis| format!("in {millis:.0} ms"));
            vec![words::replica(at).to_owned(), missing, replica.has.clone(), until]
        };
        let replicas = reading.as_ref().map(|it| it.replicas.as_slice()).unwrap_or_default();
        Figures {
            heads: vec!["replica", "writes missing", "has", "up to date"],
            rows: replicas.iter().enumerate().map(row).collect(),
        }
    })
}

/// Whether the answers shown are of the item shown.
fn is_of(pair: &Pair, reading: Option<&Reading>) -> bool {
    reading.is_some_and(|reading| reading.key == pair.key && reading.table == pair.table)
}

/// The lanes, with who answered.
fn picture(reading: Memo<Option<Reading>>, pair: RwSignal<Option<Pair>>) -> impl IntoView {
    let label = move || reading.with(|it| it.as_ref().map(|it| it.sentence.clone()).unwrap_or_default());
    let asked = move || {
        pair.with(|pair| {
            let of = |pair: &Pair| (pair.strong.answered.replica, pair.eventual.answered.replica);
            let pair = pair.as_ref().filter(|pair| reading.with(|reading| is_of(pair, reading.as_ref())));
            pair.map(of).unwrap_or_default()
        })
    };
    let draw = move || {
        let asked = asked();
        reading.with(|it| it.as_ref().map(|it| lanes(&it.replicas, asked)))
    };
    view! {
        <svg class="live-svg" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=label>
            {draw}
        </svg>
        <p class="live-legend">"thick: up to date · thin: older data · ● strongly consistent read · ○ eventually consistent read"</p>
    }
}

fn lanes(replicas: &[Replica], asked: (Option<usize>, Option<usize>)) -> impl IntoView + use<> {
    let oldest = replicas.iter().filter_map(|replica| replica.stale_since).fold(0.0, f64::min);
    let complete = replicas.iter().filter_map(|replica| replica.complete).fold(0.0, f64::max);
    let scale = scale(oldest, complete);
    let now = scale.at(0.0);
    let lane_of = |(at, replica): (usize, &Replica)| {
        let y = lane(at);
        let fresh = match replica.complete {
            Some(complete) => scale.at(complete),
            // The leader has a write from the moment it is made.
            None if at == 0 && oldest < 0.0 => scale.at(oldest),
            None => LEFT,
        };
        let strong =
            (asked.0 == Some(at)).then(|| view! { <circle class="stale-strong" cx=now cy=y r="5.5"></circle> });
        let eventual =
            (asked.1 == Some(at)).then(|| view! { <circle class="stale-eventual" cx=now cy=y r="8.5"></circle> });
        view! {
            <g class:stale-behind={replica.missing > 0}>
                <text class="stale-name" x="0" y=y + 3.5>{words::replica(at)}</text>
                <line class="stale-old" x1=LEFT x2=WIDTH y1=y y2=y></line>
                <line class="stale-fresh" x1=fresh x2=WIDTH y1=y y2=y></line>
                <text class="stale-has" x=LEFT y=y - 9.0>{replica.has.clone()}</text>
                {strong}
                {eventual}
            </g>
        }
    };
    let end = (complete > 0.0).then(|| {
        view! {
            <text class="stale-end" x=scale.at(complete) y=HEIGHT - 4.0>{format!("+{complete:.0} ms")}</text>
        }
    });
    view! {
        <line class="stale-now" x1=now x2=now y1="12" y2=HEIGHT - 16.0></line>
        <text class="stale-now-text" x=now y=HEIGHT - 4.0>"now"</text>
        {end}
        {replicas.iter().enumerate().map(lane_of).collect_view()}
    }
}

/// The button that reads twice.
#[component]
fn Ask(reading: Memo<Option<Reading>>, pair: RwSignal<Option<Pair>>) -> impl IntoView {
    let session = use_session();
    let refused = RwSignal::new(None::<Refused>);
    // A press while both reads are on their way would be charged again. The button stays enabled, for it has the focus.
    let pending = StoredValue::new(false);
    let press = move |()| {
        let item = reading.with_untracked(|it| it.as_ref().map(|it| (it.table.clone(), it.key.clone())));
        let Some((table, key)) = item.filter(|_| !pending.get_value()) else { return };
        pending.set_value(true);
        spawn_local(async move {
            let both = read_both(session, table, key).await;
            pending.try_set_value(false);
            match both {
                Ok(both) => {
                    refused.try_set(None);
                    pair.try_set(Some(both));
                }
                Err(error) => {
                    refused.try_set(Some(error));
                }
            }
        });
    };
    view! {
        <p class="stale-ask">
            <Button on_press=press>"Read with both consistencies"</Button>
            <span>"sends two GetItem requests: one strongly and one eventually consistent"</span>
        </p>
        <Refusal refused />
    }
}

/// Both answers side by side.
#[component]
fn Answers(reading: Memo<Option<Reading>>, pair: RwSignal<Option<Pair>>) -> impl IntoView {
    let answers = move || {
        pair.with(|pair| {
            let pair = pair.as_ref().filter(|pair| reading.with(|reading| is_of(pair, reading.as_ref())))?;
            Some(view! {
                <p class="live-note">{words::pair(pair)}</p>
                <div class="stale-pair">
                    {answer("strongly consistent", &pair.strong, pair, true)}
                    {answer("eventually consistent", &pair.eventual, pair, false)}
                </div>
            })
        })
    };
    view! { <div aria-live="polite">{answers}</div> }
}

/// One answer, with what differs from the other marked.
fn answer(title: &'static str, read: &Read, pair: &Pair, strong: bool) -> impl IntoView + use<> {
    let stale = read.answered.missing > 0;
    let lines = pair.diff.iter().filter_map(|line| {
        let value = if strong { &line.old } else { &line.new };
        let value = value.as_ref()?;
        let mark = if line.is_same() { "" } else { "≠ " };
        Some(view! { <li class:stale-differs=!line.is_same()>{mark} {line.name.to_string()} ": " {cell_text(value)}</li> })
    });
    let none = read.item.is_none().then(|| view! { <li>"no item"</li> });
    view! {
        <section class="stale-answer" class:stale-stale=stale aria-label=title>
            <h4>{title}</h4>
            <p>{words::answered(&read.answered)}</p>
            <p class="stale-behind-words">{words::behind(read)}</p>
            <p>{format!("{} RCU, {}", read.units, figures::moment(read.at, 3))}</p>
            <ul>{lines.collect_view()}{none}</ul>
        </section>
    }
}

/// What decides how far followers lag, and a way to change it.
#[component]
fn Lag(reading: Memo<Option<Reading>>) -> impl IntoView {
    let session = use_session();
    let lags = Memo::new(move |_| reading.with(|it| it.as_ref().is_some_and(|it| it.lags)));
    let behind = move || reading.with(|it| it.as_ref().map_or(0, |it| it.behind));
    let change = move |span: Span| {
        let mut settings = untrack(|| session.settings());
        settings.physics.replication = span;
        session.change_settings(&settings);
    };
    view! {
        <p class="stale-ask">
            <Show
                when=move || lags.get()
                fallback=move || {
                    view! {
                        <Button on_press=move |()| change(SEEN_LAG)>"Set a replication lag of 2 to 10 s"</Button>
                        <span>"then write the item and read it"</span>
                    }
                }
            >
                <Button kind=ButtonKind::Quiet on_press=move |()| change(Span::exactly(Duration::ZERO))>
                    "Remove the lag"
                </Button>
                <span>{move || format!("{} writes have not reached both followers", figures::count(behind() as u64))}</span>
            </Show>
        </p>
    }
}
