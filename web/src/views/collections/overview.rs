//! All collections of a table as a row of bars, from the whole table down to single collections. The height of a bar
//! shows its bytes. A click opens its range.
//!
//! Must not know how collections are drawn item by item.

use std::ops::Range;

use hashrange_plot::{BandScale, LinearScale};
use hashrange_protocol::{Bar, CollectionOverview, CollectionOverviewQuestion};
use hashrange_words::t;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::looking::Looking;
use super::reading::COLLECTIONS_SHOWN;
use super::words;
use crate::components::{Button, When};
use crate::memo::Memo;
use crate::session::use_reading;
use crate::signal::RwSignal;

/// The maximum number of bars.
const BARS: usize = 120;
/// Width and height of the picture, in its own units.
const SIZE: (f64, f64) = (720.0, 48.0);

/// The target of a bar.
#[derive(Clone, Debug, PartialEq, Eq)]
enum BarTarget {
    /// Its collections, as separate bars.
    Into(Range<usize>),
    /// The page that shows them.
    Page(usize),
}

fn target(bar: &Bar) -> BarTarget {
    if bar.collections > COLLECTIONS_SHOWN {
        BarTarget::Into(bar.first..bar.first + bar.collections)
    } else {
        BarTarget::Page(bar.first)
    }
}

/// The overview. Shown only if there are more collections than fit on a page.
#[component]
pub fn Overview(
    /// The current part of the table.
    looking: Looking,
) -> impl IntoView {
    // The ranges of the zoom, the narrowest last.
    let stretches = RwSignal::new(Vec::<Range<usize>>::new());
    let reading = use_reading(move || {
        let table = looking.schema.with(|schema| schema.name.clone());
        Some(CollectionOverviewQuestion {
            table,
            stretch: stretches.with(|stretches| stretches.last().cloned()),
            bars: BARS,
        })
    });
    let drawn = Memo::new(move |_| reading.get().unwrap_or_default());
    let pointed = RwSignal::new(None::<usize>);
    let go = move |at: usize| {
        let bar = drawn.with_untracked(|drawn| drawn.bars.get(at).copied());
        match bar.as_ref().map(target) {
            Some(BarTarget::Into(stretch)) => {
                pointed.set(Some(0));
                stretches.update(|stretches| stretches.push(stretch));
            }
            Some(BarTarget::Page(first)) => looking.skip.set(first),
            None => {}
        }
    };
    let out = move |()| {
        stretches.update(|stretches| {
            stretches.pop();
        });
        pointed.set(None);
    };
    let reported = move || drawn.with(|drawn| words::overview(drawn, pointed.get()));
    view! {
        <When holds=move || drawn.with(|drawn| drawn.total > COLLECTIONS_SHOWN)>
            <div class="collection-overview">
                <Bars looking drawn pointed go=Callback::new(go) />
                <p class="overview-reported">
                    <span aria-live="polite">{reported}</span>
                    <When holds=move || !stretches.with(Vec::is_empty)>
                        <Button on_press=out>{t!("Zoom out")}</Button>
                    </When>
                </p>
            </div>
        </When>
    }
}

/// The bars. The pointer or the arrow keys select one, and a click or Enter opens it.
#[component]
fn Bars(
    looking: Looking,
    drawn: Memo<CollectionOverview>,
    pointed: RwSignal<Option<usize>>,
    go: Callback<usize>,
) -> impl IntoView {
    let at = move |event: &MouseEvent| {
        let frame = event
            .current_target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok())?;
        let frame = frame.get_bounding_client_rect();
        let x = (f64::from(event.client_x()) - frame.left()) * SIZE.0 / frame.width().max(1.0);
        drawn.with_untracked(|drawn| columns(drawn).index_at(x))
    };
    let press = move |event: KeyboardEvent| {
        let last = drawn.with_untracked(|drawn| drawn.bars.len()).checked_sub(1);
        let Some(last) = last else { return };
        let now = pointed.get_untracked();
        let wanted = match event.key().as_str() {
            "ArrowLeft" => now.map_or(last, |at| at.saturating_sub(1)),
            "ArrowRight" => now.map_or(0, |at| (at + 1).min(last)),
            "Home" => 0,
            "End" => last,
            "Enter" => {
                now.into_iter().for_each(|at| go.run(at));
                return;
            }
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        pointed.set(Some(wanted));
    };
    let label = t!("Every collection in hash order. Arrow keys choose a bar, Enter goes there.");
    view! {
        <div
            class="overview-bars"
            tabindex="0"
            role="group"
            aria-label=label
            on:mousemove=move |event| pointed.set(at(&event))
            on:mouseleave=move |_| pointed.set(None)
            on:click=move |event: MouseEvent| at(&event).into_iter().for_each(|at| go.run(at))
            on:keydown=press
        >
            <svg viewBox=format!("0 0 {} {}", SIZE.0, SIZE.1) preserveAspectRatio="none" aria-hidden="true">
                {move || drawn.with(|drawn| picture(drawn, looking.skip.get(), pointed.get()))}
            </svg>
        </div>
    }
}

fn columns(drawn: &CollectionOverview) -> BandScale {
    let gap = if drawn.bars.len() > 60 { 0.0 } else { 0.1 };
    BandScale::new(drawn.bars.len(), 0.0, SIZE.0, gap, 0.0)
}

/// The bars, with marks on those that the page shows.
fn picture(drawn: &CollectionOverview, skip: usize, pointed: Option<usize>) -> impl IntoView + use<> {
    let most = drawn.bars.iter().map(|bar| bar.bytes).max().unwrap_or_default();
    let height = LinearScale::new((0.0, most.max(1) as f64), (0.0, SIZE.1 - 4.0));
    let page = skip..skip + COLLECTIONS_SHOWN;
    let bar = |(at, (bar, band)): (usize, (&Bar, hashrange_plot::Band))| {
        let tall = height.at(bar.bytes as f64).max(1.0);
        let shown = bar.first < page.end && page.start < bar.first + bar.collections;
        view! {
            <rect
                class="overview-bar"
                class:overview-shown=shown
                class:overview-pointed=pointed == Some(at)
                x=band.start
                y={SIZE.1 - tall}
                width=band.width
                height=tall
            ></rect>
        }
    };
    drawn
        .bars
        .iter()
        .zip(columns(drawn).bands())
        .enumerate()
        .map(bar)
        .collect_view()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_leads_into_its_stretch_until_a_page_shows_it() {
        let bar = |first, collections| Bar {
            first,
            collections,
            ..Bar::default()
        };
        assert_eq!(target(&bar(40, 7)), BarTarget::Into(40..47));
        assert_eq!(target(&bar(40, 6)), BarTarget::Page(40));
        assert_eq!(target(&bar(3, 1)), BarTarget::Page(3));
    }
}
