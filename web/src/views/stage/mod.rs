//! The stage: the moving picture of the service behind the selected table.
//!
//! Pure pictures come from `crate::stage`. Static parts are SVG (`static_parts`), and moving parts are a canvas above them
//! (`moving`). Both are redrawn only where the picture differs. Must not know how a reading is made.

mod context;
mod details;
mod figures_of;
pub mod inspector;
pub mod journey;
mod moving;
mod scroll;
mod static_parts;

use std::time::Duration;

use hashrange_protocol::{Shown, Stage, StageAnswer, StageQuestion};
use hashrange_words::t;
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use leptos::svg;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};

pub use self::context::{StageContext, provide_stage, use_stage};
use self::figures_of::figures_of;
pub use self::inspector::StageInspector;
use self::moving::{LastUpdate, Moving};
use self::scroll::scroll_into_view;
use self::static_parts::StaticParts;
use super::live_table::FiguresTable;
use super::table_choice::{TableChoice, use_table_choice};
use crate::components::{Button, ModelTag, When};
use crate::derived::Signal;
use crate::effect::effect;
use crate::memo::Memo;
use crate::session::{Selection, Session, real_time, use_reading, use_selection, use_session, wants_stillness};
use crate::signal::{ReadSignal, RwSignal};
use crate::stage::{Picture, Senders, StageSize, Subject, Wanted, facts, picture, senders, sentence, walk};

/// The pause before each frame of the welcome: about 14 frames a second.
const CALM: Duration = Duration::from_millis(60);
/// The minimum time between two live sentences.
const SENTENCES: Duration = Duration::from_secs(2);

/// The drawing state. It is not in signals, because a frame must be cheap.
#[derive(Default)]
struct Drawing {
    picture: Picture,
    static_parts: StaticParts,
    moving: Moving,
    /// Whether a frame is pending.
    awaited: bool,
    /// A selected subject that has not been scrolled to.
    unseen: Option<Subject>,
}

/// The handles of the stage that its parts share.
#[derive(Clone, Copy)]
struct Parts {
    session: Session,
    selection: Selection,
    context: StageContext,
    reading: ReadSignal<Option<Stage>>,
    drawing: StoredValue<Drawing, LocalStorage>,
    holder: NodeRef<html::Div>,
    root: NodeRef<svg::Svg>,
    canvas: NodeRef<html::Canvas>,
    size: RwSignal<(f64, f64)>,
    /// What the picture shows first.
    wanted: Memo<Wanted>,
    /// Whether the request rate is so high that grains show the flow.
    flows: RwSignal<bool>,
}

impl Parts {
    /// The parts of a new stage, which reads the selected table and follows the chosen request.
    fn new() -> Self {
        let (selection, context) = (use_selection(), use_stage());
        let followed = Memo::new(move |_| {
            context.chosen.with(|chosen| {
                if let Some(Subject::Request(number)) = chosen {
                    Some(*number)
                } else {
                    None
                }
            })
        });
        let reading = use_reading(move || {
            Some(StageQuestion {
                table: selection.table.get()?,
                followed: followed.get(),
                keys: context.keys.get(),
            })
        });
        let session = use_session();
        let paused = Memo::new(move |_| session.state().with(|state| !state.running));
        let wanted = Memo::new(move |_| {
            let (parts, began) = context.step.get();
            Wanted {
                parts,
                began,
                paused: paused.get(),
                chosen: followed.get(),
                dismissed: context.dismissed.get(),
                flow_only: session.workspace().get().is_welcome(),
            }
        });
        Self {
            session,
            wanted,
            selection,
            context,
            reading,
            drawing: StoredValue::new_local(Drawing::default()),
            holder: NodeRef::new(),
            root: NodeRef::new(),
            canvas: NodeRef::new(),
            size: RwSignal::new((0.0, 0.0)),
            flows: RwSignal::new(false),
        }
    }
}

impl Parts {
    /// The live sentence.
    fn sentence(self) -> String {
        self.look(|stage, senders, told| {
            let paused = self.wanted.with(|wanted| wanted.paused);
            sentence(stage, told, senders.load.filter(|_| paused), paused)
        })
        .unwrap_or_default()
    }

    /// Why there is no picture.
    fn nothing(self) -> String {
        let about = self
            .session
            .lesson()
            .with(|lesson| match lesson.as_ref().map(|lesson| &lesson.shown) {
                Some(Shown::Step(step)) => Some(step.focus.table.clone()),
                _ => None,
            });
        about.map_or_else(
            || {
                t!("Select a table or create one. The stage shows its partitions, indexes, stream and time to live.")
                    .to_owned()
            },
            |table| t!("There is no table {table} at this time.", table),
        )
    }

    /// The number of the request that the picture tells about.
    fn tells(self) -> Option<u64> {
        self.look(|_, _, told| told.map(|answer| answer.number)).flatten()
    }

    /// Ends the telling of the latest request.
    fn dismiss(self) {
        let answer = self
            .reading
            .with_untracked(|stage| stage.as_ref()?.answer.as_ref().map(|answer| answer.number));
        self.context.dismissed.set(answer);
    }

    /// Reads the stage, its senders, and the request that the picture tells about.
    fn look<T>(self, with: impl FnOnce(&Stage, &Senders, Option<&StageAnswer>) -> T) -> Option<T> {
        let told = |stage: &Stage| {
            let runs = self.session.runs();
            runs.with(|runs| {
                self.wanted.with(|wanted| {
                    let senders = senders(runs, stage, wanted.step_began());
                    with(stage, &senders, wanted.told(stage, &senders))
                })
            })
        };
        self.reading.with(|stage| stage.as_ref().map(told))
    }
}

/// The picture with its live sentence and its figures as a table.
#[component]
pub fn StageView(
    /// Whether it is in presentation mode, with larger letters.
    #[prop(into)]
    present: Signal<bool>,
) -> impl IntoView {
    let parts = Parts::new();
    let Parts {
        selection,
        context,
        reading,
        ..
    } = parts;
    context.reading.set(Some(reading));
    on_cleanup(move || {
        context.reading.try_set(None);
    });
    effect(move || selection.table.with(|table| context.turn_to(table.as_deref())));
    follow_choice(parts);
    watch_room(parts);
    follow_reading(parts, present);
    follow_time(parts);
    let sentence = Memo::new(move |_| parts.sentence());
    let spoken = read_out(parts, sentence);
    let pictures = NodeRef::<html::Div>::new();
    let choice = use_table_choice();
    // Before the tables are known, the area is as large as the coming picture, so that nothing moves.
    let is_empty = move || matches!(choice.get(), TableChoice::NoTable | TableChoice::NoneChosen);
    view! {
        <div class="stage" class:stage-shown=move || present.get()>
            // The visible sentence changes with the picture. The one for screen readers changes more slowly.
            <p class="stage-sentence" aria-hidden="true">{move || sentence.get()}</p>
            <p class="visually-hidden" aria-live="polite">{move || spoken.get()}</p>
            <div class="stage-room" node_ref=parts.holder>
                <When holds=is_empty>
                    <p class="stage-none">{move || parts.nothing()}</p>
                </When>
                {layers(parts, pictures)}
            </div>
            <When holds=move || selection.table.with(Option::is_some)>{foot(parts, pictures)}</When>
        </div>
    }
}

/// Static parts, and moving parts above them.
fn layers(parts: Parts, pictures: NodeRef<html::Div>) -> impl IntoView {
    let label = move || {
        parts
            .reading
            .with(|stage| stage.as_ref().map(|stage| t!("Stage of {table}", table = stage.table)))
    };
    view! {
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
    }
}

/// A note about the model, the legend of dots, and the figures as a table.
fn foot(parts: Parts, pictures: NodeRef<html::Div>) -> impl IntoView {
    let tells = Memo::new(move |_| parts.tells().is_some());
    let figures = move || {
        parts
            .reading
            .with(|stage| stage.as_ref().map(figures_of).unwrap_or_default())
    };
    view! {
        <div class="stage-foot">
            <ModelTag reason=t!("AWS documents partitions, their limits and their throughput, but not which partition stores a key or how many partitions there are. We place keys by a hash of our choice.") />
            <When holds=move || parts.flows.get()>
                <span class="stage-legend">{t!("Dots show the flow, × the throttled share: there are too many requests to show each one.")}</span>
            </When>
            <When holds=move || tells.get()>
                <Button on_press=move |()| parts.dismiss()>{t!("Show all")}</Button>
            </When>
            <FiguresTable title=t!("Stage as a table") figures=Signal::derive(figures) name="stage" picture=pictures />
        </div>
    }
}

/// Marks the selected subject, and scrolls to it if it is not visible.
fn follow_choice(parts: Parts) {
    effect(move || {
        let chosen = parts.context.chosen.get();
        parts.drawing.try_update_value(|drawing| {
            drawing.unseen.clone_from(&chosen);
            // On failure, the next picture marks it.
            let _ = drawing.static_parts.choose(chosen);
            see_chosen(drawing);
        });
    });
}

/// Scrolls to the selected subject when it is in the picture.
fn see_chosen(drawing: &mut Drawing) {
    if let Some(element) = drawing.static_parts.element(drawing.unseen.as_ref()) {
        drawing.unseen = None;
        scroll_into_view(&element);
    }
}

/// Measures the area of the picture, and again when it changes.
fn watch_room(parts: Parts) {
    let observer = StoredValue::new_local(None::<(ResizeObserver, Closure<dyn FnMut()>)>);
    let measure = move || {
        let Some(element) = parts.holder.try_get_untracked().flatten() else {
            return;
        };
        let now = (f64::from(element.client_width()), f64::from(element.client_height()));
        if now.0 > 0.0 && parts.size.try_get_untracked().is_some_and(|size| size != now) {
            parts.size.set(now);
        }
    };
    effect(move || {
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

/// Draws the static parts when the reading, the area or the loads change, and starts the movement.
fn follow_reading(parts: Parts, present: Signal<bool>) {
    effect(move || {
        let ((width, height), present, wanted) = (parts.size.get(), present.get(), parts.wanted.get());
        let Some(root) = parts.root.get() else { return };
        if width < 1.0 {
            return;
        }
        parts.session.runs().with(|runs| {
            parts.reading.with(|stage| {
                let drawn = stage.as_ref().map(|stage| {
                    picture(
                        stage,
                        &senders(runs, stage, wanted.step_began()),
                        &wanted,
                        StageSize { width, height, present },
                    )
                });
                parts.drawing.update_value(|drawing| {
                    drawing.picture = drawn.unwrap_or_default();
                    // On failure, the next reading draws it.
                    let _ = drawing.static_parts.draw(&root, &drawing.picture);
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

/// Follows the session's updates of virtual time, between which the time is extrapolated.
fn follow_time(parts: Parts) {
    effect(move || {
        let last = parts.session.state().with(|state| LastUpdate {
            now: state.now.micros() as f64,
            real: real_time(),
            running: state.running,
            speed: f64::from(state.reached.unwrap_or(state.speed).per_mille()) / 1_000.0,
        });
        parts.drawing.update_value(|drawing| drawing.moving.update(last));
        wake(parts);
    });
}

/// Requests a frame, unless nothing would move or the reader prefers reduced motion.
fn wake(parts: Parts) {
    let real = real_time();
    let wanted = parts.drawing.try_update_value(|drawing| {
        let wanted = !drawing.awaited && drawing.moving.goes_on(real);
        drawing.awaited |= wanted;
        wanted
    });
    let flows = parts
        .drawing
        .try_with_value(|drawing| drawing.moving.flows())
        .unwrap_or_default();
    if parts.flows.try_get_untracked().is_some_and(|before| before != flows) {
        parts.flows.set(flows);
    }
    if wants_stillness() {
        show_still(parts, real);
    } else if wanted == Some(true) {
        let next = move || request_animation_frame(move || frame(parts));
        if parts.session.workspace().get_untracked().is_welcome() {
            // The welcome moves slowly, and fewer frames cost less of the processor (web/quiet.mjs).
            set_timeout(next, CALM);
        } else {
            next();
        }
    }
}

/// Highlights, without motion, what the latest requests reached.
fn show_still(parts: Parts, real: f64) {
    let Some(canvas) = parts.canvas.try_get_untracked().flatten() else {
        return;
    };
    parts.drawing.try_update_value(|drawing| {
        drawing.awaited = false;
        // On failure, the next reading draws it.
        let _ = drawing.moving.draw_still(&canvas, &drawing.picture, real);
    });
}

fn frame(parts: Parts) {
    let Some(canvas) = parts.canvas.try_get_untracked().flatten() else {
        return;
    };
    let real = real_time();
    parts.drawing.try_update_value(|drawing| {
        drawing.awaited = false;
        let _ = drawing.moving.draw(&canvas, &drawing.picture, real);
    });
    wake(parts);
}

/// The live sentence for a screen reader. It changes at most every two seconds.
fn read_out(parts: Parts, sentence: Memo<String>) -> ReadSignal<String> {
    let said = RwSignal::new(String::new());
    let waits = StoredValue::new(false);
    let say = move || {
        let Some(text) = sentence.try_get_untracked() else {
            return;
        };
        if said.try_with_untracked(|said| *said != text) == Some(true) {
            said.set(text);
        }
    };
    effect(move || {
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

/// Selects the clicked subject: a moving dot, or a static part.
fn press(parts: Parts, event: &ev::MouseEvent) {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return;
    };
    let Some(root) = parts.root.try_get_untracked().flatten() else {
        return;
    };
    let corner = root.get_bounding_client_rect();
    let (x, y) = (
        f64::from(event.client_x()) - corner.left(),
        f64::from(event.client_y()) - corner.top(),
    );
    let found = parts.drawing.try_with_value(|drawing| {
        drawing
            .moving
            .near(x, y)
            .or_else(|| drawing.static_parts.subject_of(&target))
    });
    choose(parts, found.flatten());
}

fn choose(parts: Parts, subject: Option<Subject>) {
    let item = subject.as_ref().and_then(|subject| {
        parts
            .reading
            .with_untracked(|stage| stage.as_ref().and_then(|stage| facts::item_of(stage, subject)))
    });
    if let Some(item) = item.filter(|item| !item.is_empty()) {
        parts.selection.item.set(Some(item));
    }
    if subject.is_none() {
        parts.dismiss();
    }
    parts.context.chosen.set(subject);
}

/// Arrow keys move from one subject to the next; Enter selects it.
fn walk_on(parts: Parts, event: &ev::KeyboardEvent) {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return;
    };
    let key = event.key();
    let here = parts
        .drawing
        .try_with_value(|drawing| drawing.static_parts.subject_of(&target))
        .flatten();
    let Some(here) = here else { return };
    if key == "Enter" || key == " " {
        event.prevent_default();
        choose(parts, Some(here));
        return;
    }
    let moved = parts.drawing.try_update_value(|drawing| {
        let next = walk::step(&drawing.picture, &here, &key)?;
        drawing.static_parts.focus_on(Some(next), true).ok()
    });
    if moved.flatten().is_some() {
        event.prevent_default();
    } else if key == "Escape" {
        parts.dismiss();
        parts.context.chosen.set(None);
    }
}

/// Makes the Tab key return to the last focused subject.
fn settle_focus(parts: Parts, event: &ev::FocusEvent) {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    let _ = parts.drawing.try_update_value(|drawing| {
        let subject = drawing.static_parts.subject_of(&target)?;
        drawing.static_parts.focus_on(Some(subject), false).ok()
    });
}
