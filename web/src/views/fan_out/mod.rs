//! The Write fan-out card: the newest write of the table, and what became of it in indexes and stream.

mod layout;
mod reading;
mod words;

use hashrange_plot::Rect;
use hashrange_protocol::{FanOutAsk, SumLine};
use leptos::prelude::*;

use self::layout::{WIDTH, layout};
use self::reading::{Arm, Reading, Write, read};
use super::figures;
use super::live_shell::Face;
use super::live_table::{Figures, FiguresTable};
use crate::components::ModelTag;
use crate::session::{use_reading, use_selection};
use crate::state::read_run::plural;

/// The body of the card.
pub fn body(face: Face) -> AnyView {
    let selection = use_selection();
    let fan = use_reading(move || Some(FanOutAsk { table: selection.table.get()? }));
    let reading = Memo::new(move |_| fan.with(|fan| fan.as_ref().map(read)));
    // The picture is made anew for a new write only, so that its movement is seen once.
    let write = Memo::new(move |_| reading.with(|it| it.as_ref().map(|it| it.write.clone())));
    let arrived = Memo::new(move |_| reading.with(|it| it.as_ref().map(|it| it.arrived.clone()).unwrap_or_default()));
    face.follow(move || {
        reading.with(|reading| match reading {
            None => (String::new(), "Write an item to see what the write updates.".to_owned()),
            Some(it) => (format!("{} {}", it.write.operation, it.write.key), it.sentence.clone()),
        })
    });
    let waiting = move || reading.with(|it| it.as_ref().map_or(0, Reading::on_the_way));
    let pictures = NodeRef::new();
    view! {
        <Show when=move || write.with(Option::is_some)>
            <div node_ref=pictures>{move || write.with(|write| write.as_ref().map(|write| picture(write, arrived)))}</div>
            <p class="live-note" aria-live="polite">
                {move || match waiting() {
                    0 => "All indexes are up to date.".to_owned(),
                    1 => "1 change is waiting for an index.".to_owned(),
                    count => format!("{count} changes are waiting for indexes."),
                }}
                " "
                <ModelTag reason="AWS documents a fraction of a second until a change reaches an index; we draw the time from the range in Physics" />
            </p>
            <Sum write />
            <FiguresTable title="All updates, as a table" figures=Signal::derive(move || of_arms(write)) name="write fan-out" picture=pictures />
        </Show>
    }
    .into_any()
}

fn of_arms(write: Memo<Option<Write>>) -> Figures {
    write.with(|write| Figures {
        heads: vec!["arm", "what happened", "WCU", "bytes", "after"],
        rows: write.as_ref().map(|write| write.rows.clone()).unwrap_or_default(),
    })
}

/// The picture of one write.
fn picture(write: &Write, arrived: Memo<Vec<bool>>) -> impl IntoView + use<> {
    let places = layout(write.in_step.len(), write.later.len());
    let label = format!(
        "{} {}: {} {} in the same step, {} global {} later",
        write.operation,
        write.key,
        write.in_step.len(),
        plural(write.in_step.len() as u64, "update", "updates"),
        write.later.len(),
        plural(write.later.len() as u64, "index", "indexes")
    );
    let has_come = move |at: usize| arrived.with(|arrived| arrived.get(at).copied().unwrap_or(true));
    let step_links = places.step_links.into_iter().zip(&write.in_step).map(|(path, arm)| {
        view! { <path class="fan-link" class:fan-untouched=!arm.touched d=path pathLength="100"></path> }
    });
    let later_links = places.later_links.into_iter().zip(&write.later).enumerate().map(|(at, (path, arm))| {
        let untouched = !arm.touched;
        view! {
            <path
                class="fan-link fan-later"
                class:fan-untouched=untouched
                class:fan-arrived=move || has_come(at)
                d=path
            ></path>
        }
    });
    let in_step = places.in_step.into_iter().zip(&write.in_step).map(|(place, arm)| node(place, arm, None));
    let later = places
        .later
        .into_iter()
        .zip(&write.later)
        .enumerate()
        .map(|(at, (place, arm))| node(place, arm, Some(Signal::derive(move || has_come(at)))));
    let request =
        Arm { kind: "request", name: write.operation.clone(), effect: "", cost: write.cost.clone(), touched: true };
    let undrawn = (write.undrawn > 0).then(|| {
        view! { <p class="live-note">{format!("and {} more, in the table below", write.undrawn)}</p> }
    });
    view! {
        <svg class="live-svg" viewBox=format!("0 -2 {WIDTH} {}", places.height + 4.0) role="img" aria-label=label>
            {step_links.collect_view()}
            {later_links.collect_view()}
            {node(places.request, &request, None)}
            {in_step.collect_view()}
            {later.collect_view()}
        </svg>
        <p class="live-legend">
            {figures::moment(write.at, 3)} " · solid: in the same step · dashed: later, in a global index"
        </p>
        {undrawn}
    }
}

/// One arm.
fn node(place: Rect, arm: &Arm, arrived: Option<Signal<bool>>) -> impl IntoView + use<> {
    let class = match arm.kind {
        "table" => "fan-node fan-table",
        "LSI" => "fan-node fan-lsi",
        "GSI" => "fan-node fan-gsi",
        _ => "fan-node",
    };
    let title = format!("{} {}: {} {}", arm.kind, arm.name, arm.effect, arm.cost);
    let pending = move || arrived.is_some_and(|arrived| !arrived.get());
    let (left, top) = (place.x + 7.0, place.y);
    let head = if arm.kind == "request" { arm.name.clone() } else { format!("{} {}", arm.kind, arm.name) };
    view! {
        <g class=class class:fan-untouched=!arm.touched class:fan-pending=pending>
            <title>{title}</title>
            <rect x=place.x y=place.y width=place.width height=place.height rx="6"></rect>
            <text class="fan-name" x=left y=top + 15.0>{short(&head)}</text>
            <text x=left y=top + 28.0>{arm.effect}</text>
            <text x=left y=top + 40.0>{arm.cost.clone()}</text>
        </g>
    }
}

/// As much of a name as has room in an arm.
fn short(text: &str) -> String {
    const ROOM: usize = 15;
    match text.char_indices().nth(ROOM) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The sum behind the units.
#[component]
fn Sum(write: Memo<Option<Write>>) -> impl IntoView {
    let rows = move || {
        write.with(|write| {
            let lines = write.as_ref().map(|write| write.sum.as_slice()).unwrap_or_default();
            let line = |line: &SumLine| {
                view! {
                    <tr>
                        <th scope="row">{line.label.clone()}</th>
                        <td>{line.detail.clone()}</td>
                        <td>{line.value.clone()}</td>
                    </tr>
                }
            };
            lines.iter().map(line).collect_view()
        })
    };
    view! {
        <table class="live-table">
            <caption>"What it cost"</caption>
            <tbody>{rows}</tbody>
        </table>
    }
}
