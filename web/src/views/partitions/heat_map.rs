//! The heat map: a row for each partition, a column for each second of the last minute, and one cell told in words.

use hashrange_plot::Point;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;

use super::picture::{Heat, LEVELS, WIDTH, heat};
use super::reading::{Reading, SECONDS};
use super::words;

/// The map; the pointer or the arrow keys choose a cell.
#[component]
pub fn HeatMap(
    /// What is shown.
    reading: Memo<Option<Reading>>,
) -> impl IntoView {
    let drawn = Memo::new(move |_| reading.with(|reading| reading.as_ref().map(|reading| heat(&reading.rows))));
    let chosen = RwSignal::new(None::<(usize, usize)>);
    let map = NodeRef::<html::Div>::new();
    let point = move |event: PointerEvent| {
        let Some(map) = map.get_untracked() else { return };
        let frame = map.get_bounding_client_rect();
        let scale = WIDTH / frame.width().max(1.0);
        let at = Point::new(
            (f64::from(event.client_x()) - frame.left()) * scale,
            (f64::from(event.client_y()) - frame.top()) * scale,
        );
        let cell = drawn.with_untracked(|drawn| drawn.as_ref().and_then(|drawn| drawn.grid.at(at)));
        if cell.is_some() {
            chosen.set(cell);
        }
    };
    let press = move |event: KeyboardEvent| {
        let rows = drawn.with_untracked(|drawn| drawn.as_ref().map_or(0, |drawn| drawn.names.len()));
        if let Some(cell) = moved(chosen.get_untracked(), &event.key(), rows) {
            event.prevent_default();
            event.stop_propagation();
            chosen.set(Some(cell));
        }
    };
    let words = move || {
        let told = chosen.get().and_then(|(row, column)| {
            reading.with(|reading| {
                let reading = reading.as_ref()?;
                words::cell(reading.rows.get(row)?, column, reading.window.last()?.second)
            })
        });
        told.unwrap_or_else(|| "Point at a cell or use the arrow keys to see its figures.".to_owned())
    };
    view! {
        <div
            class="heat-frame"
            node_ref=map
            tabindex="0"
            role="group"
            aria-label="Load of every partition in each second of the last minute; arrow keys choose a cell"
            on:pointermove=point
            on:pointerdown=point
            on:keydown=press
        >
            {move || drawn.get().map(|drawn| view! { <Cells drawn chosen /> })}
        </div>
        <p class="live-axis heat-axis">
            <span>{format!("−{SECONDS} s")}</span>
            <span>"now"</span>
        </p>
        <Legend />
        <p class="view-note heat-told" aria-live="polite">{words}</p>
    }
}

#[component]
fn Cells(drawn: Heat, chosen: RwSignal<Option<(usize, usize)>>) -> impl IntoView {
    let names = drawn.names.iter().map(|(name, height)| {
        view! { <text class="heat-name" x="0" y=*height>{name.clone()}</text> }
    });
    let names = names.collect_view();
    let levels = drawn.levels.into_iter().zip(1_u8..).map(|(path, level)| {
        view! { <path class=format!("heat heat-{level}") d=path></path> }
    });
    let grid = drawn.grid;
    let cursor = move || {
        let cell = chosen.get().and_then(|(row, column)| grid.cell(row, column))?;
        Some(view! { <rect class="heat-cursor" x=cell.x y=cell.y width=cell.width height=cell.height></rect> })
    };
    view! {
        <svg class="heat-map" viewBox=format!("0 0 {WIDTH} {}", drawn.height) aria-hidden="true">
            <path class="heat heat-0" d=drawn.ground></path>
            {levels.collect_view()}
            <path class="heat-began" d=drawn.began></path>
            <path class="heat-throttled" d=drawn.throttled></path>
            {names}
            {cursor}
        </svg>
    }
}

/// What colours and marks mean.
#[component]
fn Legend() -> impl IntoView {
    let swatches = (1..=LEVELS).map(|level| {
        let cell = format!("M{} 1h9v9h-9z", (level - 1) * 11);
        view! { <path class=format!("heat heat-{level}") d=cell></path> }
    });
    view! {
        <p class="heat-legend">
            "idle "
            <svg class="heat-swatches" viewBox="0 0 54 11" aria-hidden="true">{swatches.collect_view()}</svg>
            " at the ceiling, "
            <span class="heat-sign">"✕"</span>
            " throttled, "
            <span class="heat-split">"|"</span>
            " split"
        </p>
    }
}

/// The cell that a key leads to; the first key press chooses the newest second of the first row.
fn moved(cell: Option<(usize, usize)>, key: &str, rows: usize) -> Option<(usize, usize)> {
    let last = usize::try_from(SECONDS).ok()?.checked_sub(1)?;
    let lowest = rows.checked_sub(1)?;
    let arrow = matches!(key, "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End");
    let Some((row, column)) = cell else { return arrow.then_some((0, last)) };
    Some(match key {
        "ArrowLeft" => (row, column.saturating_sub(1)),
        "ArrowRight" => (row, (column + 1).min(last)),
        "ArrowUp" => (row.saturating_sub(1), column),
        "ArrowDown" => ((row + 1).min(lowest), column),
        "Home" => (row, 0),
        "End" => (row, last),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::moved;

    #[test]
    fn keys_lead_from_cell_to_cell_and_not_beyond() {
        assert_eq!(moved(None, "ArrowLeft", 2), Some((0, 59)));
        assert_eq!(moved(Some((0, 59)), "ArrowRight", 2), Some((0, 59)));
        assert_eq!(moved(Some((0, 59)), "ArrowDown", 2), Some((1, 59)));
        assert_eq!(moved(Some((1, 3)), "ArrowDown", 2), Some((1, 3)));
        assert_eq!(moved(Some((1, 3)), "Home", 2), Some((1, 0)));
        assert_eq!((moved(Some((1, 3)), "a", 2), moved(None, "Tab", 2), moved(None, "End", 0)), (None, None, None));
    }
}
