//! The board of a class: its controls, its sum, the table of answers, and the parts beside it.
//!
//! Owns which question is chosen. Must not know how a file is read.

use hashrange_protocol::call::Class;
use hashrange_words::t;
use leptos::ev::Event;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlInputElement};

use super::answers::Answers;
use super::discuss::{Discuss, Doubts};
use super::files::{ClassFiles, Content};
use crate::components::{Button, Csv, EmptyState, Segmented, When, offer_download};
use crate::effect::effect;
use crate::lessons::catalogue::entry;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::class::{lines, sum};

/// The board.
#[component]
pub fn ClassBoard(
    /// The files.
    files: ClassFiles,
) -> impl IntoView {
    let class = Memo::new(move |_| files.class().unwrap_or_default());
    let failed = Memo::new(move |_| files.class().err());
    let any = Memo::new(move |_| files.all.with(|all| !all.is_empty()));
    let has_learners = move || class.with(|class| !class.learners.is_empty());
    let chosen = RwSignal::new(None::<usize>);
    // A question belongs to its lesson.
    effect(move || {
        files.lesson.track();
        chosen.set(None);
    });
    view! {
        <section class="class" aria-label=t!("Class")>
            <When holds=move || !any.get()><Nothing files /></When>
            <When holds=move || any.get()>
                <Controls files class />
                <p class="class-sum" role="status">{move || class.with(|class| summary(files, class))}</p>
                <p class="field-error" role="alert">{move || failed.get()}</p>
                <div class="class-parts">
                    <div class="class-side">
                        <When holds=has_learners><Discuss files class chosen /></When>
                        <Doubts files class />
                    </div>
                    <When holds=has_learners><Answers files class chosen /></When>
                </div>
            </When>
        </section>
    }
}

/// What to do while there are no files.
#[component]
fn Nothing(files: ClassFiles) -> impl IntoView {
    let text = if files.has_text() {
        t!("Add what your class handed in. The engine repeats each file and judges it. The files stay in this browser.")
    } else {
        t!(
            "Each learner saves a result file at the end of a lesson. Add the files of your class to see who predicted what, and what to talk about. The files stay in this browser."
        )
    };
    view! { <EmptyState title=t!("No files yet") text=text><AddFiles files /></EmptyState> }
}

/// The button that takes files. They can also be dropped on it.
#[component]
fn AddFiles(files: ClassFiles) -> impl IntoView {
    let over = RwSignal::new(false);
    let take = move |event: Event| {
        over.set(false);
        let target = event.target();
        let Some(control) = target.and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
            return;
        };
        let chosen = control.files().map(|list| {
            let files: Vec<File> = (0..list.length()).filter_map(|at| list.get(at)).collect();
            files
        });
        // Allows the same files to be chosen again.
        control.set_value("");
        files.add(chosen.unwrap_or_default());
    };
    let (title, accept) = if files.has_text() {
        (t!("Judge hand-ins…"), ".handin,.result")
    } else {
        (t!("Add result files…"), ".result")
    };
    view! {
        <label
            class="drop-zone class-add"
            class:drop-zone-over=move || over.get()
            on:dragenter=move |_| over.set(true)
            on:dragleave=move |_| over.set(false)
            on:drop=move |_| over.set(false)
        >
            <input
                type="file"
                multiple=true
                accept=accept
                aria-label=title
                prop:disabled=move || files.reads.get()
                on:change=take
            />
            <span><strong>{title}</strong>" " {t!("or drop them here")}</span>
        </label>
    }
}

/// The lesson, if there are several; names; and the buttons.
#[component]
fn Controls(files: ClassFiles, class: Memo<Class>) -> impl IntoView {
    let save = move |()| {
        class.with_untracked(|class| {
            let mut csv = Csv::default();
            let lines = lines(class, files.hides.get_untracked());
            lines.iter().for_each(|line| csv.line(line));
            offer_download("class.csv", "text/csv", csv.into_text().as_bytes());
        });
    };
    view! {
        <div class="class-controls">
            <Lessons files />
            <Segmented
                label=t!("Names")
                options=vec![(false, t!("Names shown")), (true, t!("Names hidden"))]
                chosen=files.hides
                on_choose=move |hides: bool| files.hides.set(hides)
            />
            <AddFiles files />
            <Button on_press=save>{t!("Save as CSV")}</Button>
            <When holds=move || files.reads.get() && files.has_text()>
                <Button on_press=move |()| files.skip()>{t!("Skip this file")}</Button>
            </When>
            <Button on_press=move |()| files.clear()>{t!("Remove all files")}</Button>
        </div>
    }
}

/// The lesson that is shown. A choice, if there are results of several.
#[component]
fn Lessons(files: ClassFiles) -> impl IntoView {
    let ids = Memo::new(move |_| files.lessons());
    let name = |id: &str| entry(id).map_or_else(|| id.to_owned(), |entry| entry.title.to_owned());
    let choose = move |event: Event| files.lesson.set(event_target_value(&event));
    let option = move |id: String| {
        let (words, of, shown) = (name(&id), id.clone(), id);
        view! { <option value=of prop:selected=move || files.shown() == shown>{words}</option> }.into_any()
    };
    move || match ids.get().as_slice() {
        [] => ().into_any(),
        [id] => view! { <h3 class="class-title">{name(id)}</h3> }.into_any(),
        several => {
            let options = several.iter().cloned().map(option).collect_view();
            view! { <select class="select class-title" aria-label=t!("Lesson") on:change=choose>{options}</select> }
                .into_any()
        }
    }
}

/// The sum of all files.
fn summary(files: ClassFiles, class: &Class) -> String {
    let count = |is_so: fn(&Content) -> bool| {
        files
            .all
            .with(|all| all.iter().filter(|file| is_so(&file.content)).count())
    };
    if class.learners.is_empty() && files.reads.get() {
        let all = t!(
            "{number, plural, one {# file} other {# files}}",
            number = files.all.with(|all| all.len() as u64)
        );
        return t!(
            "Reading {all}. For results, the engine plays the lesson to find what is right.",
            all
        );
    }
    let refused = count(|content| matches!(content, Content::Refused(_)));
    let waits = count(|content| matches!(content, Content::Waits));
    sum(class, refused, waits)
}
