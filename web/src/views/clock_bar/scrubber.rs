//! The scrubber: everything that happened as marks on a line, and a handle for the present. Must not know what a mark does.

use hashrange_plot::GapScale;
use hashrange_time::Timestamp;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::super::calm::Calm;
use super::super::figures;
use crate::session::{Line, Mark, MarkKind, Session, Travel};

/// Places of the handle, and columns of marks.
const PLACES: u32 = 1_000;
/// A wait that takes a step of room, in microseconds.
const UNIT: u64 = 100_000;
/// Height of the drawing.
const HEIGHT: u32 = 16;

/// The line with its marks and its handle.
#[component]
pub fn Scrubber(
    /// Whose time it is.
    session: Session,
) -> impl IntoView {
    let line = session.line();
    let calm = Calm::state(session);
    let scale = Memo::new(move |_| {
        calm.track();
        calm.measure(|| line.with_untracked(|line| session.with_marks(|marks| scale_of(line, marks))))
    });
    let paths = Memo::new(move |_| {
        let scale = scale.get();
        calm.measure(|| session.with_marks(|marks| columns(&scale, marks)))
    });
    let place = move || {
        if line.with(Line::is_past) { place_of(&scale.get(), session.now().get()) } else { PLACES }
    };
    let go = move |event| {
        let Ok(place) = event_target_value(&event).parse::<u32>() else { return };
        let moment = scale.with_untracked(|scale| scale.moment(f64::from(place) / f64::from(PLACES)));
        session.travel(if place >= PLACES { Travel::Present } else { Travel::To(Timestamp::from_micros(moment)) });
    };
    let step = move |event: KeyboardEvent| {
        let travel = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => Travel::Back,
            "ArrowRight" | "ArrowUp" => Travel::Forward,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        session.travel(travel);
    };
    view! {
        <div class="scrubber">
            <svg class="scrubber-marks" viewBox=format!("0 0 {PLACES} {HEIGHT}") preserveAspectRatio="none" aria-hidden="true">
                {MarkKind::ALL
                    .into_iter()
                    .enumerate()
                    .map(|(number, kind)| {
                        let path = move || paths.with(|paths| paths.get(number).cloned().unwrap_or_default());
                        view! { <path class=format!("mark mark-{}", kind.class()) d=path></path> }
                    })
                    .collect_view()}
            </svg>
            <input
                type="range"
                class="scrubber-handle"
                min="0"
                max=PLACES.to_string()
                aria-label="Everything that happened"
                aria-valuetext=move || {
                    let (line, now) = (line.get(), figures::moment(session.now().get(), 0));
                    format!("step {} of {}, {now}", line.place, line.end)
                }
                title="Drag to look at the past. Arrow keys go step by step."
                prop:value=move || place().to_string()
                on:input=go
                on:keydown=step
            />
        </div>
    }
}

fn scale_of(line: &Line, marks: &[Mark]) -> GapScale {
    let moments = marks.iter().map(|mark| mark.at.micros());
    let begin = line.begins.micros();
    let ends = line.ends.micros().max(begin);
    let mut all: Vec<u64> = std::iter::once(begin).chain(moments).map(|at| at.clamp(begin, ends)).collect();
    all.push(ends);
    GapScale::new(&all, UNIT)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a share of a thousand
fn place_of(scale: &GapScale, at: Timestamp) -> u32 {
    (scale.place(at.micros()) * f64::from(PLACES)) as u32
}

/// A path for each kind: a stroke in every column where it is the most important one, the taller the more it matters.
fn columns(scale: &GapScale, marks: &[Mark]) -> Vec<String> {
    let mut kinds: Vec<Option<MarkKind>> = vec![None; PLACES as usize + 1];
    for mark in marks {
        if let Some(kind) = kinds.get_mut(place_of(scale, mark.at) as usize) {
            *kind = (*kind).max(Some(mark.kind));
        }
    }
    let mut paths = vec![String::new(); MarkKind::ALL.len()];
    for (column, kind) in kinds.into_iter().enumerate() {
        let number = kind.and_then(|kind| MarkKind::ALL.iter().position(|one| *one == kind));
        let Some((number, path)) = number.and_then(|number| Some((number, paths.get_mut(number)?))) else { continue };
        let tall = 5 + 11 * number / (MarkKind::ALL.len() - 1);
        path.push_str(&format!("M{column}.5 {HEIGHT}v-{tall}"));
    }
    paths
}
