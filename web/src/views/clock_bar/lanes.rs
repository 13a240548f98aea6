//! The timeline: what happened in lanes, a handle for the present, and ways to look closer. Must not know what a bar does.

use hashrange_plot::compact;
use hashrange_protocol::{COLUMNS, Command, Lane, Window};
use hashrange_time::{Duration, Timestamp};
use leptos::ev::{KeyboardEvent, PointerEvent, WheelEvent};
use leptos::html;
use leptos::prelude::*;

use super::super::figures;
use super::timeline::{self, HEIGHT};
use crate::components::Button;
use crate::session::{Line, Session, Travel};

/// Pixels that the pointer may move while it presses.
const STILL: f64 = 4.0;

/// Where the pointer went down, and the window then.
type Grip = (f64, Timestamp, bool);

/// The window of a timeline and what can be done with it.
#[derive(Clone, Copy)]
pub struct View {
    session: Session,
    window: RwSignal<Window>,
}

impl View {
    /// The whole line, of every workspace that comes to the front.
    pub(super) fn new(session: Session) -> Self {
        let window = RwSignal::new(Window::Line);
        Effect::new(move || {
            session.workspace().track();
            window.set(Window::Line);
        });
        Effect::new(move || session.ask_for(Command::Window(window.get())));
        Self { session, window }
    }

    fn line(self) -> Duration {
        self.session.line().with_untracked(|line| line.ends - line.begins)
    }

    /// Looks closer, or from further away; at a column if one is meant.
    pub(super) fn zoom(self, closer: bool, column: Option<u32>) {
        let at = column.and_then(|column| {
            let moment = self.session.strip().with_untracked(|strip| strip.moment(column))?;
            Some((moment, f64::from(column) / f64::from(COLUMNS)))
        });
        let zoom = if closer { timeline::closer } else { timeline::wider };
        self.window.update(|window| *window = zoom(*window, self.line(), at));
    }

    /// Moves the window by a share of its width.
    fn pan(self, share: f64) {
        let from = self.session.strip().with_untracked(|strip| strip.moment(0));
        if let Some(from) = from {
            self.window.update(|window| *window = timeline::moved(from, *window, share));
        }
    }

    /// Goes to a column. What is looked at stays where it is meanwhile.
    fn go(self, column: u32) {
        let pinned = matches!(self.window.get_untracked(), Window::From(..));
        match self.session.strip().with_untracked(|strip| strip.moment(column)) {
            Some(moment) if column < COLUMNS || pinned => {
                self.pan(0.0);
                self.session.travel(Travel::To(moment));
            }
            _ => self.session.travel(Travel::Present),
        }
    }

    /// The column of the present, if it is in the window.
    fn place(self) -> Option<u32> {
        let is_present = !self.session.line().with(Line::is_past);
        if is_present && !matches!(self.window.get(), Window::From(..)) {
            return Some(COLUMNS);
        }
        let now = self.session.now().get();
        self.session.strip().with(|strip| strip.holds(now).then(|| strip.column_of(now)))
    }
}

/// The lanes with their handle.
#[component]
pub fn Lanes(
    /// What is looked at.
    view: View,
) -> impl IntoView {
    let View { session, window } = view;
    let strip = session.strip();
    let bars = Memo::new(move |_| strip.with(timeline::bars));
    let told = RwSignal::new(None::<u32>);
    let place = Memo::new(move |_| view.place());
    let edge = move |column| {
        strip.with(|strip| {
            let (from, to) = (strip.moment(0)?, strip.moment(COLUMNS)?);
            Some(timeline::edge(strip.moment(column)?, to - from))
        })
    };
    let words = move || match told.get() {
        Some(column) => strip.with(|strip| timeline::told(strip, column)),
        None => match window.get().span() {
            Some(span) => format!("{} shown", figures::span(span)),
            None => "the whole line; long waits take little room".to_owned(),
        },
    };
    view! {
        <div class="lanes">
            <Handle view told place />
            <Bars view told bars />
            <div class="lanes-over" aria-hidden="true">
                <i
                    class="lanes-now"
                    class:lanes-now-away=move || place.get().is_none()
                    style:left=move || format!("{}%", compact(f64::from(place.get().unwrap_or(0)) * 100.0 / f64::from(COLUMNS)))
                ></i>
            </div>
            <span class="lanes-zoom">
                <Button label="Zoom out (-)" on_press=move |()| view.zoom(false, None)>"−"</Button>
                <Button label="Zoom in (+)" on_press=move |()| view.zoom(true, None)>"+"</Button>
            </span>
            <p class="lanes-foot">
                <span>{move || edge(0)}</span>
                <span class="lanes-told">{words}</span>
                <span>{move || edge(COLUMNS)}</span>
            </p>
        </div>
    }
}

/// The present as a slider: Home and End, arrows step by step.
#[component]
fn Handle(view: View, told: RwSignal<Option<u32>>, place: Memo<Option<u32>>) -> impl IntoView {
    let session = view.session;
    let line = session.line();
    let step = move |event: KeyboardEvent| {
        let begins = line.with_untracked(|line| line.begins);
        let travel = match (event.key().as_str(), event.shift_key()) {
            ("ArrowLeft", true) => Err(-0.25),
            ("ArrowRight", true) => Err(0.25),
            ("ArrowLeft" | "ArrowDown", _) => Ok(Travel::Back),
            ("ArrowRight" | "ArrowUp", _) => Ok(Travel::Forward),
            ("End", _) => Ok(Travel::Present),
            ("Home", _) => Ok(Travel::To(begins)),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        match travel {
            Ok(travel) => session.travel(travel),
            Err(share) => view.pan(share),
        }
    };
    let shown = move || place.get().unwrap_or(COLUMNS);
    let tell = move || told.set(place.get_untracked());
    view! {
        <input
            type="range"
            class="lanes-handle"
            min="0"
            max=COLUMNS.to_string()
            aria-label="Everything that happened"
            aria-valuetext=move || {
                let (line, now) = (line.get(), figures::moment(session.now().get(), 0));
                format!("step {} of {}, {now}", line.place, line.end)
            }
            title="Drag to look at the past. Arrow keys go step by step, + and - zoom, Shift with arrows moves the window."
            prop:value=move || shown().to_string()
            on:input=move |event| {
                if let Ok(column) = event_target_value(&event).parse() {
                    view.go(column);
                }
            }
            on:keydown=step
            on:focus=move |_| tell()
            on:keyup=move |_| tell()
            on:blur=move |_| told.set(None)
        />
    }
}

/// The bars, which are pressed, dragged and pointed at.
#[component]
fn Bars(view: View, told: RwSignal<Option<u32>>, bars: Memo<Vec<String>>) -> impl IntoView {
    let frame = NodeRef::<html::Div>::new();
    let grip = StoredValue::new(None::<Grip>);
    let share = move |x: i32| {
        let frame = frame.get_untracked()?.get_bounding_client_rect();
        Some(((f64::from(x) - frame.left()) / frame.width().max(1.0)).clamp(0.0, 1.0))
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a share of a few columns
    let column = move |x| share(x).map(|share| ((share * f64::from(COLUMNS)) as u32).min(COLUMNS - 1));
    let down = move |event: PointerEvent| {
        if let (Some(at), Some(from)) =
            (share(event.client_x()), view.session.strip().with_untracked(|strip| strip.moment(0)))
        {
            grip.set_value(Some((at, from, false)));
        }
    };
    let drag = move |event: PointerEvent| {
        told.set(column(event.client_x()));
        let (Some((began, from, moves)), Some(at)) = (grip.get_value(), share(event.client_x())) else { return };
        let width = frame.get_untracked().map_or(1.0, |frame| f64::from(frame.client_width()));
        if moves || (at - began).abs() * width > STILL {
            grip.set_value(Some((began, from, true)));
            view.window.update(|window| *window = timeline::moved(from, *window, began - at));
        }
    };
    let up = move |event: PointerEvent| {
        let held = grip.get_value();
        grip.set_value(None);
        if let (Some((_, _, false)), Some(column)) = (held, column(event.client_x())) {
            view.go(column);
        }
    };
    let leave = move |_| {
        grip.set_value(None);
        told.set(None);
    };
    let wheel = move |event: WheelEvent| {
        if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            view.zoom(event.delta_y() < 0.0, column(event.client_x()));
        } else if event.delta_x().abs() > event.delta_y().abs() {
            event.prevent_default();
            view.pan(event.delta_x() / 1_000.0);
        }
    };
    let lanes = Lane::ALL.into_iter().enumerate().map(|(number, lane)| {
        let path = move || bars.with(|bars| bars.get(number).cloned());
        view! {
            <span class=format!("lane-name lane-{}", lane.name())>{lane.name()}</span>
            <svg class=format!("lane lane-{}", lane.name()) viewBox=format!("0 0 {COLUMNS} {HEIGHT}") preserveAspectRatio="none">
                <path d=path></path>
            </svg>
        }
    });
    view! {
        {lanes.collect_view()}
        <div
            class="lanes-touch"
            node_ref=frame
            on:pointerdown=down
            on:pointermove=drag
            on:pointerup=up
            on:pointerleave=leave
            on:wheel=wheel
        ></div>
    }
}
