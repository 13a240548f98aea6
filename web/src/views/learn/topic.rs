//! The courses: the subject of each, and its card with the lessons and the learner's progress.
//!
//! Must not know the content of a lesson.

use leptos::prelude::*;

use crate::lessons::catalogue::{Entry, of_course};
use crate::lessons::use_lessons;

/// A course.
#[derive(Debug)]
pub struct Topic {
    /// Its name in the files of its lessons.
    pub course: &'static str,
    title: &'static str,
    about: &'static str,
    /// A small picture: filled areas, lines, and the class of its colour.
    picture: (&'static str, &'static str, &'static str),
}

/// Every course, in the order of the page.
pub static TOPICS: [Topic; 5] = [
    Topic {
        course: "keys",
        title: "Choosing a partition key",
        about: "One key is in one partition, and a partition takes 1,000 write units a second, whatever the table has.",
        picture: (
            "key-pk",
            "M14 38h20v8H14zM42 34h20v12H42zM70 6h20v40H70zM98 36h20v10H98zM126 40h20v6h-20z",
            "M10 12h52M98 12h52",
        ),
    },
    Topic {
        course: "lsi",
        title: "Local secondary indexes",
        about: "Another order of the same items, in the same partition, with one size limit for all of them.",
        picture: (
            "key-sk",
            "M8 8h40v7H8zM8 23h40v7H8zM8 38h40v7H8zM112 8h40v7h-40zM112 23h40v7h-40zM112 38h40v7h-40z",
            "M50 11C80 11 80 41 110 41M50 26C80 26 80 11 110 11M50 41C80 41 80 26 110 26",
        ),
    },
    Topic {
        course: "gsi",
        title: "Global secondary indexes",
        about: "Other keys in other partitions, a moment behind the table; an item without the key has no entry.",
        picture: (
            "key-gpk",
            "M8 20h24v12H8zM64 20h8v12h-8zM86 20h8v12h-8zM128 20h24v12h-24z",
            "M34 26h28M74 26h10M96 26h30",
        ),
    },
    Topic {
        course: "ttl",
        title: "Time to live",
        about: "An expired item can still be read until it is deleted, which takes up to 48 hours.",
        picture: (
            "key-gsk",
            "M104 20h12v12h-12zM124 20h12v12h-12zM144 20h8v12h-8z",
            "M12 20l12 12M24 20L12 32M46 20h12v12H46zM68 20h12v12H68zM92 10v32",
        ),
    },
    Topic {
        course: "managing",
        title: "Managing global secondary indexes",
        about: "A new index on a table in use: allocated, filled, ready, and what it leaves out.",
        picture: (
            "key-gpk",
            "M8 8h16v14H8zM30 8h16v14H30zM52 8h16v14H52zM74 8h16v14H74zM8 30h16v14H8zM30 30h16v14H30z",
            "M96 8h16v14H96zM118 8h16v14h-16zM52 30h16v14H52zM74 30h16v14H74zM96 30h16v14H96z",
        ),
    },
];

/// The card of a course with its lessons.
#[component]
pub fn Topic(
    /// The course.
    topic: &'static Topic,
) -> impl IntoView {
    let (class, filled, lines) = topic.picture;
    let entries = of_course(topic.course).map(|entry| view! { <LessonRow entry /> });
    view! {
        <article class="topic">
            <svg class=format!("topic-picture {class}") viewBox="0 0 160 52" aria-hidden="true">
                <path d=filled fill="currentColor"></path>
                <path d=lines fill="none" stroke="currentColor" stroke-width="2"></path>
            </svg>
            <h3>{topic.title}</h3>
            <p class="topic-about">{topic.about}</p>
            <Sum course=topic.course />
            <ul class="topic-lessons">{entries.collect_view()}</ul>
        </article>
    }
}

/// The number of lessons of a course, their total duration, and how many are finished.
#[component]
fn Sum(course: &'static str) -> impl IntoView {
    let lessons = use_lessons();
    let count = of_course(course).count();
    let minutes: u32 = of_course(course).map(|entry| entry.minutes).sum();
    let done = Memo::new(move |_| {
        let is_done =
            |entry: &&Entry| lessons.is_some_and(|lessons| lessons.progress.with(|all| all.is_done(entry.id)));
        of_course(course).filter(is_done).count()
    });
    let finished = move || match done.get() {
        0 => String::new(),
        done if done == count => "all finished ✓".to_owned(),
        done => format!("{done} of {count} finished"),
    };
    view! {
        <p class="topic-sum">
            <span>{format!("{count} lessons, {minutes} min")}</span>
            <span>{finished}</span>
        </p>
    }
}

/// A lesson: its title, its duration, its summary, and the learner's progress.
#[component]
fn LessonRow(entry: &'static Entry) -> impl IntoView {
    let lessons = use_lessons();
    let in_progress =
        Memo::new(move |_| lessons.is_some_and(|all| all.progress.with(|all| all.step_of(entry.id).is_some())));
    let done = Memo::new(move |_| lessons.is_some_and(|all| all.progress.with(|all| all.is_done(entry.id))));
    let state = move || match (in_progress.get(), done.get()) {
        (true, _) => "continue",
        (false, true) => "✓ finished",
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
        <li>
            <button type="button" class="topic-lesson" data-lesson=entry.id on:click=begin>
                <span class="topic-lesson-head">
                    <span class="topic-lesson-name">{entry.title}</span>
                    <span class="topic-lesson-minutes">{format!("{} min", entry.minutes)}</span>
                </span>
                <span class="topic-lesson-promise">{entry.promise}</span>
                <span class="topic-lesson-state" class:topic-lesson-done=done>{state}</span>
            </button>
        </li>
    }
}
