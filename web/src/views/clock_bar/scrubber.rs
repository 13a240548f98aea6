//! The scrubber: everything that happened as marks on a line, and a handle for the present. Must not know what a mark does.

use hashrange_protocol::{COLUMNS, MarkKind, Strip};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::super::figures;
use crate::session::{Line, Session, Travel};

/// Height of the drawing.
const HEIGHT: u32 = 16;

/// The line with its marks and its handle.
#[component]
pub fn Scrubber(
    /// Whose time it is.
    session: Session,
) -> impl IntoView {
    let (line, strip) = (session.line(), session.strip());
    let paths = Memo::new(move |_| strip.with(columns));
    let place = move || {
        if line.with(Line::is_past) { strip.with(|strip| strip.column_of(session.now().get())) } else { COLUMNS }
    };
    let go = move |event| {
        let Ok(place) = event_target_value(&event).parse::<u32>() else { return };
        match strip.with_untracked(|strip| strip.moment(place)) {
            Some(moment) if place < COLUMNS => session.travel(Travel::To(moment)),
            _ => session.travel(Travel::Present),
        }
    };
    let step = move |event: KeyboardEvent| {
        let travel = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => Travel::Back,
            "ArrowRight" | "ArrowUp" => Travel::Forward,
            "End" => Travel::Present,
            "Home" => match strip.with_untracked(|strip| strip.moment(0)) {
                Some(begin) => Travel::To(begin),
                None => return,
            },
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        session.travel(travel);
    };
    view! {
        <div class="scrubber">
            <svg class="scrubber-marks" viewBox=format!("0 0 {COLUMNS} {HEIGHT}") preserveAspectRatio="none" aria-hidden="true">
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
                max=COLUMNS.to_string()
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

/// A path for each kind: a stroke in every column where it is the most important one, the taller the more it matters.
fn columns(strip: &Strip) -> Vec<String> {
    let mut paths = vec![String::new(); MarkKind::ALL.len()];
    for (column, kind) in &strip.marks {
        let number = MarkKind::ALL.iter().position(|one| one == kind);
        let Some((number, path)) = number.and_then(|number| Some((number, paths.get_mut(number)?))) else { continue };
        let tall = 5 + 11 * number / (MarkKind::ALL.len() - 1);
        path.push_str(&format!("M{column}.5 {HEIGHT}v-{tall}"));
    }
    paths
}
