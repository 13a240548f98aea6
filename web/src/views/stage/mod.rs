//! The stage: the living picture of the service behind the selected table.
//!
//! Pure pictures come from `crate::stage`. What stands is SVG (`standing`), what moves is a canvas above it (`moving`); both
//! are changed only where a picture differs. Must not know how a reading is made.

mod desk;
mod details;
mod figures_of;
pub mod inspector;
pub mod journey;
mod moving;
mod sight;
mod standing;

use std::time::Duration;

use hashrange_protocol::{Stage, StageAsk};
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use leptos::svg;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};

pub use self::desk::{StageDesk, provide_stage, use_stage};
use self::figures_of::figures_of;
pub use self::inspector::StageInspector;
use self::moving::{Moving, Told};
use self::sight::bring_into_sight;
use self::standing::Standing;
use super::live_table::FiguresTable;
use crate::components::ModelTag;
use crate::session::{Selection, Session, real_time, use_reading, use_selection, use_session, wants_stillness};
use crate::stage::{Picture, Room, Subject, facts, picture, senders, walk, words};

/// The least time between two live sentences.
const SENTENCES: Duration = Duration::from_secs(2);

/// What is drawn, outside of signals: a frame must cost little.
#[derive(Default)]
struct Drawing {
    picture: Picture,
    standing: Standing,
    moving: Moving,
    /// Whether a frame is awaited.
    awaited: bool,
    /// What was chosen and has not been brought into sight.
    unseen: Option<Subject>,
}

/// The handles of the stage that its parts share.
#[derive(Clone, Copy)]
struct Parts {
    session: Session,
    selection: Selection,
    desk: StageDesk,
    reading: ReadSignal<Option<Stage>>,
    drawing: StoredValue<Drawing, LocalStorage>,
    holder: NodeRef<html::Div>,
    root: NodeRef<svg::Svg>,
    canvas: NodeRef<html::Canvas>,
    room: RwSignal<(f64, f64)>,
    /// Whether requests are so many that dots show their flow.
    flows: RwSignal<bool>,
}

/// The picture with its live sentence and its figures as a table.
#[component]
pub fn StageView(
    /// Whether it is shown to a room: larger letters.
    #[prop(into)]
    present: Signal<bool>,
) -> impl IntoView {
    let (session, selection, desk) = (use_session(), use_selection(), use_stage());
    let followed = Memo::new(move |_| {
        desk.chosen.with(|chosen| if let Some(Subject::Request(number)) = chosen { Some(*number) } else { None })
    });
    let reading = use_reading(move || Some(StageAsk { table: selection.table.get()?, followed: followed.get() }));
    let parts = Parts {
        session,
        selection,
        desk,
        reading,
        drawing: StoredValue::new_local(Drawing::default()),
        holder: NodeRef::new(),
        root: NodeRef::new(),
        canvas: NodeRef::new(),
        room: RwSignal::new((0.0, 0.0)),
        flows: RwSignal::new(false),
    };
    desk.reading.set(Some(reading));
    on_cleanup(move || {
        desk.reading.try_set(None);
    });
    Effect::new(move || selection.table.with(|table| desk.turn_to(table.as_deref())));
    follow_choice(parts);
    watch_room(parts);
    follow_reading(parts, present);
    follow_time(parts);
    let sentence = Memo::new(move |_| reading.with(|stage| stage.as_ref().map(words::sentence).unwrap_or_default()));
    let label = move || reading.with(|stage| stage.as_ref().map(|stage| format!("Stage of {}", stage.table)));
    let figures = move || reading.with(|stage| stage.as_ref().map(figures_of).unwrap_or_default());
    let pictures = NodeRef::<html::Div>::new();
    view! {
        <div class="stage" class:stage-shown=move || present.get()>
            // What is seen changes with the picture; what is read out changes more slowly.
            <p class="stage-sentence" aria-hidden="true">{sentence}</p>
            <p class="visually-hidden" aria-live="polite">{read_out(parts, sentence)}</p>
            <div class="stage-room" node_ref=parts.holder>
                <div class="stage-layers" node_ref=pictures>
                    <svg
                        class="stage-svg"
                        node_ref=parts.root
                        role="group"
                        aria-label=label
                        on:click=move |event| press(parts, &event)
                        on:keydown=move |event| walk_on(parts, &event)
                        on:focusin=move |event| settle_focus(parts, &event)
                    ></svg>
                    <canvas class="stage-moving" node_ref=parts.canvas aria-hidden="true"></canvas>
                </div>
            </div>
            <div class="stage-foot">
                <ModelTag reason="AWS documents partitions, their limits and their throughput, but not where a key lands or how many partitions there are. We place keys by a hash of our own choice." />
                <Show when=move || parts.flows.get()>
                    <span class="stage-legend">"Dots show the flow, × the share that is throttled: requests are too many to see one by one."</span>
                </Show>
                <FiguresTable title="The stage, as a table" figures=Signal::derive(figures) name="stage" picture=pictures />
            </div>
        </div>
    }
}

/// Marks what is chosen, and brings it into sight where it is out of it.
fn follow_choice(parts: Parts) {
    Effect::new(move || {
        let chosen = parts.desk.chosen.get();
        parts.drawing.try_update_value(|drawing| {
            drawing.unseen.clone_from(&chosen);
            // What cannot be marked now is marked with the next picture.
            let _ = drawing.standing.choose(chosen);
            see_chosen(drawing);
        });
    });
}

/// Brings what was chosen into sight, as soon as it is in the picture.
fn see_chosen(drawing: &mut Drawing) {
    if let Some(element) = drawing.standing.element(drawing.unseen.as_ref()) {
        drawing.unseen = None;
        bring_into_sight(&element);
    }
}

/// Measures the room that the picture has, and again when it changes.
fn watch_room(parts: Parts) {
    let observer = StoredValue::new_local(None::<(ResizeObserver, Closure<dyn FnMut()>)>);
    let measure = move || {
        let Some(element) = parts.holder.try_get_untracked().flatten() else { return };
        let now = (f64::from(element.client_width()), f64::from(element.client_height()));
        if now.0 > 0.0 && parts.room.try_get_untracked().is_some_and(|room| room != now) {
            parts.room.set(now);
        }
    };
    Effect::new(move || {
        let Some(element) = parts.holder.get() else { return };
        let changed = Closure::<dyn FnMut()>::new(measure);
        if let Ok(made) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            made.observe(&element);
            observer.set_value(Some((made, changed)));
        }
        measure();
    });
    on_cleanup(move || {
        if let Some(Some((observer, _))) = observer.try_update_value(Option::take) {
            observer.disconnect();
        }
    });
}

/// Draws what stands whenever the reading, the room or the loads are others, and lets what moves begin.
fn follow_reading(parts: Parts, present: Signal<bool>) {
    Effect::new(move || {
        let ((width, height), present) = (parts.room.get(), present.get());
        let Some(root) = parts.root.get() else { return };
        if width < 1.0 {
            return;
        }
        parts.session.runs().with(|runs| {
            parts.reading.with(|stage| {
                let drawn =
                    stage.as_ref().map(|stage| picture(stage, &senders(runs, stage), Room { width, height, present }));
                parts.drawing.update_value(|drawing| {
                    drawing.picture = drawn.unwrap_or_default();
                    // What cannot be drawn is drawn with the next reading.
                    let _ = drawing.standing.draw(&root, &drawing.picture);
                    see_chosen(drawing);
                    if let Some(stage) = stage {
                        drawing.moving.take(stage, real_time());
                    }
                });
            });
        });
        wake(parts);
    });
}

/// Follows virtual time, between the tellings of which it is reckoned.
fn follow_time(parts: Parts) {
    Effect::new(move || {
        let told = parts.session.state().with(|state| Told {
            now: state.now.micros() as f64,
            real: real_time(),
            running: state.running,
            speed: f64::from(state.reached.unwrap_or(state.speed).per_mille()) / 1_000.0,
        });
        parts.drawing.update_value(|drawing| drawing.moving.tell(told));
        wake(parts);
    });
}

/// Asks for a frame, unless nothing would move in it or the reader wants stillness.
fn wake(parts: Parts) {
    let real = real_time();
    let wanted = parts.drawing.try_update_value(|drawing| {
        let wanted = !drawing.awaited && drawing.moving.goes_on(real);
        drawing.awaited |= wanted;
        wanted
    });
    let flows = parts.drawing.try_with_value(|drawing| drawing.moving.flows()).unwrap_or_default();
    if parts.flows.try_get_untracked().is_some_and(|before| before != flows) {
        parts.flows.set(flows);
    }
    if wants_stillness() {
        show_still(parts, real);
    } else if wanted == Some(true) {
        request_animation_frame(move || frame(parts));
    }
}

/// Lights what the newest requests reached, without motion.
fn show_still(parts: Parts, real: f64) {
    let Some(canvas) = parts.canvas.try_get_untracked().flatten() else { return };
    parts.drawing.try_update_value(|drawing| {
        drawing.awaited = false;
        // What cannot be drawn is drawn with the next reading.
        let _ = drawing.moving.draw_still(&canvas, &drawing.picture, real);
    });
}

fn frame(parts: Parts) {
    let Some(canvas) = parts.canvas.try_get_untracked().flatten() else { return };
    let real = real_time();
    parts.drawing.try_update_value(|drawing| {
        drawing.awaited = false;
        let _ = drawing.moving.draw(&canvas, &drawing.picture, real);
    });
    wake(parts);
}

/// The live sentence as it is read out: it changes at most every two seconds.
fn read_out(parts: Parts, sentence: Memo<String>) -> ReadSignal<String> {
    let said = RwSignal::new(String::new());
    let waits = StoredValue::new(false);
    let say = move || {
        let Some(text) = sentence.try_get_untracked() else { return };
        if said.try_with_untracked(|said| *said != text) == Some(true) {
            said.set(text);
        }
    };
    Effect::new(move || {
        parts.reading.track();
        if waits.try_update_value(|waits| std::mem::replace(waits, true)) == Some(false) {
            say();
            set_timeout(
                move || {
                    waits.try_set_value(false);
                    say();
                },
                SENTENCES,
            );
        }
    });
    said.read_only()
}

/// Looks at what was clicked: a dot that moves, or what stands there.
fn press(parts: Parts, event: &ev::MouseEvent) {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
    let Some(root) = parts.root.try_get_untracked().flatten() else { return };
    let corner = root.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()) - corner.left(), f64::from(event.client_y()) - corner.top());
    let found = parts
        .drawing
        .try_with_value(|drawing| drawing.moving.near(x, y).or_else(|| drawing.standing.subject_of(&target)));
    choose(parts, found.flatten());
}

fn choose(parts: Parts, subject: Option<Subject>) {
    let item = subject.as_ref().and_then(|subject| {
        parts.reading.with_untracked(|stage| stage.as_ref().and_then(|stage| facts::item_of(stage, subject)))
    });
    if let Some(item) = item.filter(|item| !item.is_empty()) {
        parts.selection.item.set(Some(item));
    }
    parts.desk.chosen.set(subject);
}

/// Arrow keys go from one subject to the next; Enter looks at it.
fn walk_on(parts: Parts, event: &ev::KeyboardEvent) {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
    let key = event.key();
    let here = parts.drawing.try_with_value(|drawing| drawing.standing.subject_of(&target)).flatten();
    let Some(here) = here else { return };
    if key == "Enter" || key == " " {
        event.prevent_default();
        choose(parts, Some(here));
        return;
    }
    let moved = parts.drawing.try_update_value(|drawing| {
        let next = walk::step(&drawing.picture, &here, &key)?;
        drawing.standing.focus_on(Some(next), true).ok()
    });
    if moved.flatten().is_some() {
        event.prevent_default();
    } else if key == "Escape" {
        parts.desk.chosen.set(None);
    }
}

/// Whatever gets the focus is where the Tab key comes back to.
fn settle_focus(parts: Parts, event: &ev::FocusEvent) {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) else { return };
    let _ = parts.drawing.try_update_value(|drawing| {
        let subject = drawing.standing.subject_of(&target)?;
        drawing.standing.focus_on(Some(subject), false).ok()
    });
}
