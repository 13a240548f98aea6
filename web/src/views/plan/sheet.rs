//! The sheets of plans: one for each lesson, downloaded when they are shown, and the button that prints them.
//!
//! Must not know which lessons are chosen.

use hashrange_protocol::call::{Misconception, Plan, read_plan};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::beside::beside;
use crate::components::{Button, ButtonKind, Progress, When};
use crate::derived::Signal;
use crate::lessons::catalogue::LessonEntry;
use crate::lessons::download::file;
use crate::memo::Memo;
use crate::signal::RwSignal;

/// A plan with the titles of the lesson's steps by their names, or why it could not be loaded.
type Sheet = Result<(Plan, Vec<(String, String)>), String>;

/// The sheets of these lessons.
pub(super) fn sheets(lessons: Vec<&'static LessonEntry>) -> AnyView {
    let count = lessons.len();
    let loaded = RwSignal::new(Vec::<(&'static LessonEntry, Sheet)>::new());
    spawn_local(async move {
        for lesson in lessons {
            let sheet = load(lesson.id).await;
            if loaded.try_update(|all| all.push((lesson, sheet))).is_none() {
                return;
            }
        }
    });
    let done = Memo::new(move |_| loaded.with(Vec::len) == count);
    let all = move || {
        let sheet = |(lesson, sheet): &(&'static LessonEntry, Sheet)| match sheet {
            Ok((plan, steps)) => sheet_view(lesson, plan, steps),
            Err(words) => view! { <p class="field-error" role="alert">{words.clone()}</p> }.into_any(),
        };
        loaded.with(|loaded| loaded.iter().map(sheet).collect_view())
    };
    view! {
        <div class="plans">
            <When holds=move || !done.get()>
                <Progress label=t!("Downloading the plans") share=Signal::stored(None) />
            </When>
            {all}
        </div>
        <div class="dialog-actions plan-actions">
            <Button
                kind=ButtonKind::Primary
                disabled=Signal::derive(move || !done.get())
                on_press=move |()| {
                    // Fails only where the browser has no printer dialog.
                    let _ = window().print();
                }
            >{t!("Print")}</Button>
        </div>
    }
    .into_any()
}

async fn load(id: &str) -> Sheet {
    let plan = file(&beside(&format!("lessons/plans/{id}.txt"))).await?;
    let lesson = file(&beside(&format!("lessons/{id}.txt"))).await?;
    Ok((read_plan(&plan)?, titles(&lesson)))
}

/// The titles of a lesson's steps, each with its number, by the names of the steps.
fn titles(lesson: &str) -> Vec<(String, String)> {
    let mut titles = Vec::<(String, String)>::new();
    let mut open = false;
    for line in lesson.lines() {
        if let Some(name) = line.strip_prefix("step ") {
            titles.push((name.trim().to_owned(), String::new()));
            open = true;
        } else if let Some(title) = line.strip_prefix("title ").filter(|_| open) {
            let number = titles.len();
            if let Some((_, words)) = titles.last_mut() {
                *words = t!("Step {number}, {title}", number, title = title.trim());
            }
            open = false;
        }
    }
    titles
}

fn sheet_view(lesson: &LessonEntry, plan: &Plan, steps: &[(String, String)]) -> AnyView {
    let time = |(minutes, words): &(u32, String)| {
        view! { <li><span class="num">{format!("{minutes} min")}</span><span>{words.clone()}</span></li> }.into_any()
    };
    let wrong = |one: &Misconception| {
        let step = steps.iter().find(|(name, _)| *name == one.step);
        let step = step.map(|(_, title)| format!("{title}: "));
        view! { <dt>{one.belief.clone()}</dt><dd><strong>{step}</strong>{one.seen.clone()}</dd> }.into_any()
    };
    let fast = |words: &String| view! { <li>{words.clone()}</li> }.into_any();
    view! {
        <article class="plan" aria-label=lesson.title>
            <h3>{lesson.title}</h3>
            <p class="plan-promise">{lesson.promise}</p>
            <h4>{t!("Time: {minutes, plural, one {# minute} other {# minutes}}", minutes = u64::from(plan.minutes()))}</h4>
            <ul class="plan-times">{plan.times.iter().map(time).collect_view()}</ul>
            <h4>{t!("Ask before the lesson")}</h4>
            <p class="plan-ask">{plan.ask.clone()}</p>
            <p><strong>{t!("Answer:")} " "</strong>{plan.answer.clone()}</p>
            <h4>{t!("What learners believe, and where the lesson shows otherwise")}</h4>
            <dl class="plan-wrong">{plan.misconceptions.iter().map(wrong).collect_view()}</dl>
            <h4>{t!("If the class is fast")}</h4>
            <ul class="plan-fast">{plan.fast.iter().map(fast).collect_view()}</ul>
        </article>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::titles;

    #[test]
    fn the_titles_of_steps_are_found_by_their_names() {
        let text =
            "lesson a\ntitle A lesson\nstep one\ntitle The first\nsay title x\nstep two\nshow table\ntitle Second\n";
        let found = titles(text);
        let pairs: Vec<(&str, &str)> = found
            .iter()
            .map(|(name, title)| (name.as_str(), title.as_str()))
            .collect();
        assert_eq!(pairs, [("one", "Step 1, The first"), ("two", "Step 2, Second")]);
    }
}
