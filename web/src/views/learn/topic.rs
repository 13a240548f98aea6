//! The card of a course, with its lessons and the learner's progress.
//!
//! Must not know the content of a lesson.

use hashrange_words::{t, translated};
use leptos::prelude::*;

use crate::lessons::catalogue::{Course, LessonEntry, of_course};
use crate::lessons::use_lessons;
use crate::memo::Memo;
use crate::views::plan::Plans;

/// The card of a course with its lessons.
#[component]
pub fn Topic(
    /// The course.
    topic: &'static Course,
) -> impl IntoView {
    let Course { hue, filled, lines, .. } = *topic;
    let entries = of_course(topic.course).map(|entry| view! { <LessonRow entry /> });
    view! {
        <article class="topic">
            <svg class=format!("topic-picture {hue}") viewBox="0 0 160 52" aria-hidden="true">
                <path d=filled fill="currentColor"></path>
                <path d=lines fill="none" stroke="currentColor" stroke-width="2"></path>
            </svg>
            <h3>{translated(topic.title)}</h3>
            <p class="topic-about">{translated(topic.about)}</p>
            <Sum course=topic.course />
            <ul class="topic-lessons">{entries.collect_view()}</ul>
            <PlanButton label=t!("Teacher's plans: {title}", title = topic.title) lessons=of_course(topic.course).collect()>
                {t!("Teacher's plans")}
            </PlanButton>
        </article>
    }
}

/// Shows the teacher's plans of lessons.
#[component]
fn PlanButton(label: String, lessons: Vec<&'static LessonEntry>, children: Children) -> impl IntoView {
    let plans = use_context::<Plans>();
    let show = move |_| {
        if let Some(plans) = plans {
            plans.show(lessons.clone());
        }
    };
    view! { <button type="button" class="topic-plan" aria-label=label on:click=show>{children()}</button> }
}

/// The number of lessons of a course, their total duration, and how many are finished.
#[component]
fn Sum(course: &'static str) -> impl IntoView {
    let lessons = use_lessons();
    let count = of_course(course).count();
    let minutes: u32 = of_course(course).map(|entry| entry.minutes).sum();
    let done = Memo::new(move |_| {
        let is_done =
            |entry: &&LessonEntry| lessons.is_some_and(|lessons| lessons.progress.with(|all| all.is_done(entry.id)));
        of_course(course).filter(is_done).count()
    });
    let finished = move || match done.get() {
        0 => String::new(),
        done if done == count => t!("all finished ✓").to_owned(),
        done => t!("{done} of {count} finished", done, count),
    };
    view! {
        <p class="topic-sum">
            <span>{t!("{count} lessons, {minutes} min", count, minutes)}</span>
            <span>{finished}</span>
        </p>
    }
}

/// A lesson: its title, its duration, its summary, and the learner's progress.
#[component]
fn LessonRow(entry: &'static LessonEntry) -> impl IntoView {
    let lessons = use_lessons();
    let in_progress =
        Memo::new(move |_| lessons.is_some_and(|all| all.progress.with(|all| all.step_of(entry.id).is_some())));
    let done = Memo::new(move |_| lessons.is_some_and(|all| all.progress.with(|all| all.is_done(entry.id))));
    let state = move || match (in_progress.get(), done.get()) {
        (true, _) => "continue",
        (false, true) => t!("✓ finished"),
        (false, false) => "",
    };
    let begin = move |_| {
        let Some(lessons) = lessons else { return };
        if in_progress.get_untracked() {
            lessons.go_on(entry.id);
        } else {
            lessons.start(entry.id);
        }
    };
    view! {
        <li class="topic-row">
            <button type="button" class="topic-lesson" data-lesson=entry.id on:click=begin>
                <span class="topic-lesson-head">
                    <span class="topic-lesson-name">{translated(entry.title)}</span>
                    <span class="topic-lesson-minutes">{format!("{} min", entry.minutes)}</span>
                </span>
                <span class="topic-lesson-promise">{translated(entry.promise)}</span>
                <span class="topic-lesson-state" class:topic-lesson-done=move || done.get()>{state}</span>
            </button>
            <PlanButton label=t!("Plan: {title}", title = entry.title) lessons=vec![entry]>{t!("Plan")}</PlanButton>
        </li>
    }
}
