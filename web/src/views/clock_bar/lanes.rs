//! The timeline: events in lanes, a handle for the present, and zoom controls. Must not know the action of a bar.

use hashrange_plot::compact;
use hashrange_protocol::{COLUMNS, Command, Lane, Window};
use hashrange_time::{Duration, Timestamp};
use hashrange_words::t;
use leptos::ev::{KeyboardEvent, PointerEvent, WheelEvent};
use leptos::html;
use leptos::prelude::*;

use super::timeline::{self, HEIGHT};
use crate::components::Button;
use crate::effect::effect;
use crate::memo::Memo;
use crate::session::{Line, Session, Travel};
use crate::signal::RwSignal;
use crate::state::figures;

/// The number of pixels that the pointer may move during a click.
const STILL: f64 = 4.0;

/// The position of a press, the window at that time, and whether the pointer has moved since.
type Grip = (f64, Timestamp, bool);

/// The window of a timeline and its controls.
#[derive(Clone, Copy)]
pub struct View {
    session: Session,
    window: RwSignal<Window>,
}

impl View {
    /// A view of the complete line. Another workspace in front resets it.
    pub(super) fn new(session: Session) -> Self {
        let window = RwSignal::new(Window::Line);
        effect(move || {
            session.workspace().track();
            window.set(Window::Line);
        });
        effect(move || session.ask_for(Command::Window(window.get())));
        Self { session, window }
    }

    fn line(self) -> Duration {
        self.session.line().with_untracked(|line| line.ends - line.begins)
    }

    /// Zooms in or out, around a column if there is one.
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
            self.window
                .update(|window| *window = timeline::moved(from, *window, share));
        }
    }

    /// Travels to a column. The window stays.
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
        self.session
            .strip()
            .with(|strip| strip.holds(now).then(|| strip.column_of(now)))
    }
}

/// The lanes with their handle.
#[component]
pub fn Lanes(
    /// The window.
    view: View,
) -> impl IntoView {
    let View { session, window } = view;
    let strip = session.strip();
    let bars = Memo::new(move |_| strip.with(timeline::bars));
    let described = RwSignal::new(None::<u32>);
    let place = Memo::new(move |_| view.place());
    let edge = move |column| {
        strip.with(|strip| {
            let (from, to) = (strip.moment(0)?, strip.moment(COLUMNS)?);
            Some(timeline::edge(strip.moment(column)?, to - from))
        })
    };
    let words = move || match described.get() {
        Some(column) => strip.with(|strip| timeline::column_text(strip, column)),
        None => match window.get().span() {
            Some(span) => format!("{} shown", figures::span(span)),
            None => t!("the whole timeline; long waits are shortened").to_owned(),
        },
    };
    view! {
        <div class="lanes">
            <Handle view described place />
            <Bars view described bars />
            <div class="lanes-over" aria-hidden="true">
                <i
                    class="lanes-now"
                    class:lanes-now-away=move || place.get().is_none()
                    style:left=move || format!("{}%", compact(f64::from(place.get().unwrap_or(0)) * 100.0 / f64::from(COLUMNS)))
                ></i>
            </div>
            <span class="lanes-zoom">
                <Button label=t!("Zoom out (-)") on_press=move |()| view.zoom(false, None)>"−"</Button>
                <Button label=t!("Zoom in (+)") on_press=move |()| view.zoom(true, None)>"+"</Button>
            </span>
            <p class="lanes-foot">
                <span>{move || edge(0)}</span>
                <span class="lanes-reported">{words}</span>
                <span>{move || edge(COLUMNS)}</span>
            </p>
        </div>
    }
}

/// The present as a slider with the keys Home, End and arrows.
#[component]
fn Handle(view: View, described: RwSignal<Option<u32>>, place: Memo<Option<u32>>) -> impl IntoView {
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
    let describe_column = move || described.set(place.get_untracked());
    view! {
        <input
            type="range"
            class="lanes-handle"
            min="0"
            max=COLUMNS.to_string()
            aria-label=t!("Everything that happened")
            aria-valuetext=move || {
                let (line, now) = (line.get(), figures::moment(session.now().get(), 0));
                t!("step {place} of {end}, {now}", place = line.place, end = line.end, now)
            }
            title=t!("Drag to see the past. Arrow keys go step by step, + and - zoom, Shift with arrow keys moves the window.")
            prop:value=move || shown().to_string()
            on:input=move |event| {
                if let Ok(column) = event_target_value(&event).parse() {
                    view.go(column);
                }
            }
            on:keydown=step
            on:focus=move |_| describe_column()
            on:keyup=move |_| describe_column()
            on:blur=move |_| described.set(None)
        />
    }
}

/// The bars, with their pointer events.
#[component]
fn Bars(view: View, described: RwSignal<Option<u32>>, bars: Memo<Vec<String>>) -> impl IntoView {
    let touch = Touch {
        view,
        described,
        frame: NodeRef::new(),
        grip: StoredValue::new(None),
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
            node_ref=touch.frame
            on:pointerdown=move |event| touch.press(&event)
            on:pointermove=move |event| touch.drag(&event)
            on:pointerup=move |event| touch.release(&event)
            on:pointerleave=move |_| touch.leave()
            on:wheel=move |event| touch.turn_wheel(&event)
        ></div>
    }
}

/// Handles the pointer over the bars.
#[derive(Clone, Copy)]
struct Touch {
    view: View,
    /// The column under the pointer.
    described: RwSignal<Option<u32>>,
    frame: NodeRef<html::Div>,
    grip: StoredValue<Option<Grip>>,
}

impl Touch {
    /// A horizontal page position as a share of the width.
    fn share(self, x: i32) -> Option<f64> {
        let frame = self.frame.get_untracked()?.get_bounding_client_rect();
        Some(((f64::from(x) - frame.left()) / frame.width().max(1.0)).clamp(0.0, 1.0))
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a share of a few columns
    fn column(self, x: i32) -> Option<u32> {
        self.share(x)
            .map(|share| ((share * f64::from(COLUMNS)) as u32).min(COLUMNS - 1))
    }

    fn press(self, event: &PointerEvent) {
        let from = self.view.session.strip().with_untracked(|strip| strip.moment(0));
        if let (Some(at), Some(from)) = (self.share(event.client_x()), from) {
            self.grip.set_value(Some((at, from, false)));
        }
    }

    /// Reports the column, and moves the window if the pointer has moved far enough.
    fn drag(self, event: &PointerEvent) {
        self.described.set(self.column(event.client_x()));
        let (Some((began, from, moves)), Some(at)) = (self.grip.get_value(), self.share(event.client_x())) else {
            return;
        };
        let width = self
            .frame
            .get_untracked()
            .map_or(1.0, |frame| f64::from(frame.client_width()));
        if moves || (at - began).abs() * width > STILL {
            self.grip.set_value(Some((began, from, true)));
            self.view
                .window
                .update(|window| *window = timeline::moved(from, *window, began - at));
        }
    }

    /// Travels to the column if the pointer has not moved.
    fn release(self, event: &PointerEvent) {
        let held = self.grip.get_value();
        self.grip.set_value(None);
        if let (Some((_, _, false)), Some(column)) = (held, self.column(event.client_x())) {
            self.view.go(column);
        }
    }

    fn leave(self) {
        self.grip.set_value(None);
        self.described.set(None);
    }

    /// Zooms with Control. Otherwise moves the window sideways.
    fn turn_wheel(self, event: &WheelEvent) {
        if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            self.view.zoom(event.delta_y() < 0.0, self.column(event.client_x()));
        } else if event.delta_x().abs() > event.delta_y().abs() {
            event.prevent_default();
            self.view.pan(event.delta_x() / 1_000.0);
        }
    }
}
