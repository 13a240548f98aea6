//! The request that a learner writes within a lesson: operation, body, what was answered, and the solution request by request.
//!
//! Must not know the goal.

use hashrange_wire::Operation;
use leptos::prelude::*;

use super::desk::{LessonDesk, goal_of};
use crate::components::{Button, on_submit_key};
use crate::state::json_draft::JsonDraft;
use crate::state::request_log::pretty;
use crate::views::fields::{Choice, options};
use crate::views::json_pane::JsonPane;
use crate::views::refusal::{Refusal, Refused};

/// The form.
#[component]
pub fn Runner(
    /// What the learner holds.
    desk: LessonDesk,
) -> impl IntoView {
    let step = desk.of_step(|step| Some(step.name.clone()));
    Effect::new(move || {
        step.track();
        desk.begin_step();
    });
    let paper = desk.paper();
    // What is wrong is told once something was typed.
    let draft =
        Signal::derive(move || paper.with(|paper| paper.typed.then(|| JsonDraft::read(paper.operation, &paper.body))));
    view! {
        <form
            class="lesson-runner"
            aria-label="Your request"
            on:keydown:capture=on_submit_key(move || desk.run())
            on:submit=move |event| {
                event.prevent_default();
                desk.run();
            }
        >
            <Head desk />
            <JsonPane
                title="Body"
                note="The page sends the body exactly as you write it. Ctrl+Enter sends it."
                text=Signal::derive(move || paper.with(|paper| paper.body.clone()))
                draft
                on_input=move |text: String| desk.type_body(text)
            />
            <Solution desk />
            <Answer desk />
        </form>
    }
}

/// The operation, and the button that sends.
#[component]
fn Head(desk: LessonDesk) -> impl IntoView {
    let paper = desk.paper();
    let operations = {
        let mut names: Vec<&str> = Operation::ALL.iter().map(|operation| operation.name()).collect();
        hashrange_values::sort(&mut names);
        options(names)
    };
    let choose = move |name: String| {
        if let Some(operation) = Operation::from_name(&name) {
            desk.turn_to(operation);
        }
    };
    view! {
        <div class="request-head">
            <Choice
                label="Operation"
                options=operations
                value=Signal::derive(move || paper.with(|paper| paper.operation.name().to_owned()))
                on_change=choose
            />
            <button type="submit" class="btn" prop:disabled=desk.waits>"Run"</button>
        </div>
    }
}

/// The way to a request that reaches the goal.
#[component]
fn Solution(desk: LessonDesk) -> impl IntoView {
    let solution = desk.of_step(|step| goal_of(step).map(|goal| goal.solution.clone()));
    let paper = desk.paper();
    let place = Memo::new(move |_| solution.with(|solution| paper.with(|paper| paper.place(solution))));
    let which = move || {
        let (next, of) = place.get();
        (of > 1).then(|| format!(", request {next} of {of}"))
    };
    let waits = move || {
        solution
            .with(|solution| paper.with(|paper| paper.waits_for(solution).map(|words| format!("Wait until {words}."))))
    };
    // Learners of an assignment get none.
    let none = move || solution.with(Vec::is_empty);
    view! {
        <div class="lesson-tools" hidden=none>
            <Button on_press=move |()| desk.show_solution()>"Show a solution"{which}</Button>
            <span class="view-note" role="status">{waits}</span>
        </div>
    }
}

/// What was answered.
#[component]
fn Answer(desk: LessonDesk) -> impl IntoView {
    let paper = desk.paper();
    let answer = Memo::new(move |_| paper.with(|paper| paper.answer.clone()));
    let note = move || match answer.get() {
        _ if desk.waits.get() => "Waiting for the response.".to_owned(),
        None => "No request sent yet.".to_owned(),
        Some(answer) if answer.refused.is_some() => format!("{} was refused.", answer.operation.name()),
        Some(answer) => format!("{} was answered.", answer.operation.name()),
    };
    let refused = Signal::derive(move || {
        let answer = answer.get()?;
        answer.refused.map(|(exception, message)| Refused { exception, message, record: answer.record })
    });
    let body = move || answer.get().filter(|answer| answer.refused.is_none()).map(|answer| pretty(&answer.body));
    view! {
        <section class="lesson-answer" aria-label="Response">
            <p class="view-note" role="status">{note}</p>
            <Refusal refused />
            {move || body().map(|body| view! {
                <pre class="lesson-answer-body" tabindex="0" role="group" aria-label="Response as JSON">{body}</pre>
            })}
        </section>
    }
}
