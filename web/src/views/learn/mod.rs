//! Learn: an introduction in one sentence, a running service, and the lessons by course.
//!
//! Must not know how a lesson is played.

pub mod topic;

use hashrange_words::{t, translated};
use js_sys::Array;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{IntersectionObserver, IntersectionObserverEntry};

use self::topic::Topic;
use super::lesson_file::FileDrop;
use super::stage::StageView;
use crate::components::{Button, ButtonKind, When};
use crate::effect::effect;
use crate::lessons::catalogue::{COURSES, FIRST, LESSONS, LessonEntry, entry};
use crate::lessons::use_lessons;
use crate::memo::Memo;
use crate::section::Section;
use crate::session::{Phase, Session, use_session};
use crate::views::class::ClassButton;
use crate::views::plan::{PlanDialog, Plans};

/// The page for a visitor who has not opened a workspace.
#[component]
pub fn LearnHome() -> impl IntoView {
    let lessons = t!(
        "Six courses, {value} lessons: in each you predict, run and see",
        value = LESSONS.len()
    );
    let plans = Plans::provide();
    view! {
        <div class="learn">
            <div class="learn-words">
                <h2 class="learn-title">{t!("A DynamoDB you can see inside")}</h2>
                <p class="learn-about">
                    {t!("The whole service runs in this tab. Watch one request reach its partition, its index and its stream,")} " "
                    {t!("or let 48 hours of expiry pass in a minute. Nothing leaves your computer.")}
                </p>
                <div class="learn-ways">
                    <FirstButton />
                    <a class="btn" href=format!("#{}", Section::Workbench.name())>{t!("Open the workbench")}</a>
                </div>
            </div>
            <WelcomeStage />
            <section class="learn-topics" aria-label=t!("Lessons by course")>
                <h2>{lessons}</h2>
                <div class="topics">
                    {COURSES.iter().map(|topic| view! { <Topic topic /> }).collect_view()}
                </div>
            </section>
            <section class="learn-own" aria-label=t!("Your own lesson")>
                <FileDrop />
                <div class="learn-class">
                    <h3>{t!("For a class")}</h3>
                    <p>{t!("Each lesson above has a teacher's plan. At the end of a lesson, learners save their results; look at all of them here.")}</p>
                    <ClassButton />
                </div>
            </section>
            <PlanDialog plans />
        </div>
    }
}

/// Starts the first lesson, or continues the current one.
#[component]
fn FirstButton() -> impl IntoView {
    let lessons = use_lessons();
    let in_progress = Memo::new(move |_| {
        let id = lessons?
            .progress
            .with(|progress| Some(progress.at.as_ref()?.0.clone()))?;
        entry(&id)
    });
    let start = move |()| {
        if let Some(lessons) = lessons {
            lessons.start(FIRST);
        }
    };
    let go_on = move |entry: &'static LessonEntry| {
        if let Some(lessons) = lessons {
            lessons.go_on(entry.id);
        }
    };
    let minutes = entry(FIRST).map_or(0, |first| first.minutes);
    view! {
        {move || in_progress.get().map(|entry| view! {
            <Button kind=ButtonKind::Primary on_press=move |()| go_on(entry)>{t!("Continue: {title}", title = translated(entry.title))}</Button>
        })}
        {move || {
            let kind = if in_progress.get().is_some() { ButtonKind::Plain } else { ButtonKind::Primary };
            view! { <Button kind on_press=start>{t!("Start the first lesson, {minutes} min", minutes)}</Button> }
        }}
    }
}

/// The stage of the welcome, with a pause button, which all movement must have.
#[component]
fn WelcomeStage() -> impl IntoView {
    let session = use_session();
    let there = Memo::new(move |_| session.workspace().get().is_welcome() && session.phase().get() == Phase::Ready);
    let running = session.running();
    let place = NodeRef::<html::Section>::new();
    rest_out_of_sight(session, place);
    view! {
        <section class="learn-stage" aria-label=t!("Stage") node_ref=place aria-busy=move || (!there.get()).to_string()>
            <When holds=move || there.get()>
                <StageView present=false />
                <span class="learn-pause">
                    <span class="view-note">{move || t!("slowed down, {decimal}×", decimal = session.speed().get().decimal())}</span>
                    <Button on_press=move |()| session.pause_or_resume()>{move || if running.get() { t!("Pause") } else { t!("Resume") }}</Button>
                </span>
            </When>
        </section>
    }
}

/// Lets the welcome rest while it is scrolled out of sight, as in a hidden page.
fn rest_out_of_sight(session: Session, place: NodeRef<html::Section>) {
    let observer = StoredValue::new_local(None::<(IntersectionObserver, Closure<dyn FnMut(Array)>)>);
    effect(move || {
        let Some(element) = place.get() else { return };
        let changed = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            let last = entries.pop().dyn_into::<IntersectionObserverEntry>().ok();
            session.hide(document().hidden() || last.is_some_and(|entry| !entry.is_intersecting()));
        });
        if let Ok(made) = IntersectionObserver::new(changed.as_ref().unchecked_ref()) {
            made.observe(&element);
            observer.set_value(Some((made, changed)));
        }
    });
    on_cleanup(move || {
        if let Some(Some((observer, _))) = observer.try_update_value(Option::take) {
            observer.disconnect();
        }
        session.hide(document().hidden());
    });
}
