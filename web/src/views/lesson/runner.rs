//! The request that a learner writes in a lesson: operation, body, response, and the solution request by request.
//!
//! Must not know the goal.

use hashrange_plot::counted;
use hashrange_wire::Operation;
use leptos::html;
use leptos::prelude::*;

use super::learner::{LearnerState, goal_of};
use crate::components::{Button, bring_into_view, on_submit_key};
use crate::effect::effect;
use crate::state::json_draft::JsonDraft;
use crate::state::request_log::pretty;
use crate::views::fields::{Choice, options};
use crate::views::json_pane::JsonPane;
use crate::views::refusal::{Refusal, Refused};

/// The form.
#[component]
pub fn Runner(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let step = learner.of_step(|step| Some(step.name.clone()));
    effect(move || {
        step.track();
        learner.begin_step();
    });
    let saved = learner.saved();
    // Errors are shown after something was typed.
    let draft =
        Signal::derive(move || saved.with(|saved| saved.typed.then(|| JsonDraft::read(saved.operation, &saved.body))));
    view! {
        <form
            class="lesson-runner"
            aria-label="Your request"
            on:keydown:capture=on_submit_key(move || learner.run())
            on:submit=move |event| {
                event.prevent_default();
                learner.run();
            }
        >
            <Head learner />
            <JsonPane
                title="Body"
                note="The page sends the body exactly as you write it. Ctrl+Enter sends it."
                text=Signal::derive(move || saved.with(|saved| saved.body.clone()))
                draft
                on_input=move |text: String| learner.type_body(text)
            />
            <Solution learner />
            <Answer learner />
        </form>
    }
}

/// The operation, and the button that sends.
#[component]
fn Head(learner: LearnerState) -> impl IntoView {
    let saved = learner.saved();
    let operations = {
        let mut names: Vec<&str> = Operation::ALL.iter().map(|operation| operation.name()).collect();
        hashrange_values::sort(&mut names);
        options(names)
    };
    let choose = move |name: String| {
        if let Some(operation) = Operation::from_name(&name) {
            learner.turn_to(operation);
        }
    };
    view! {
        <div class="request-head">
            <Choice
                label="Operation"
                options=operations
                value=Signal::derive(move || saved.with(|saved| saved.operation.name().to_owned()))
                on_change=choose
            />
            <button type="submit" class="btn" prop:disabled=learner.waits>"Run"</button>
            <Verdict learner />
        </div>
    }
}

/// Whether the latest request has reached the goal, in view when its response arrives.
#[component]
fn Verdict(learner: LearnerState) -> impl IntoView {
    let goal = learner.of_step(|step| {
        let goal = goal_of(step)?;
        let holds = goal.conditions.iter().filter(|condition| condition.holds).count();
        Some((goal.met, goal.touched, holds, goal.conditions.len()))
    });
    let saved = learner.saved();
    let answers = Memo::new(move |_| saved.with(|saved| saved.answer.is_some()) && !learner.waits.get());
    let words = move || match goal.get() {
        _ if !answers.get() => String::new(),
        (true, ..) => "✓ The goal is reached.".to_owned(),
        (false, true, holds, all) => format!("Not reached yet: {holds} of {}.", counted(all as u64, "condition")),
        (false, false, ..) => String::new(),
    };
    let line = NodeRef::<html::P>::new();
    Effect::new(move |before: Option<bool>| {
        let answers = answers.get();
        if answers && before == Some(false) {
            request_animation_frame(move || {
                if let Some(line) = line.try_get_untracked().flatten() {
                    bring_into_view(&line);
                }
            });
        }
        answers
    });
    view! { <p class="lesson-verdict" role="status" node_ref=line>{words}</p> }
}

/// The button that shows the next request of the solution.
#[component]
fn Solution(learner: LearnerState) -> impl IntoView {
    let solution = learner.of_step(|step| goal_of(step).map(|goal| goal.solution.clone()));
    let saved = learner.saved();
    let place = Memo::new(move |_| solution.with(|solution| saved.with(|saved| saved.place(solution))));
    let which = move || {
        let (next, of) = place.get();
        (of > 1).then(|| format!(", request {next} of {of}"))
    };
    let waits = move || {
        solution.with(|solution| {
            saved.with(|saved| {
                saved
                    .waits_for(solution)
                    .map(|words| format!("Wait for this: {words}."))
            })
        })
    };
    // Learners of an assignment see no solution.
    let none = move || solution.with(Vec::is_empty);
    view! {
        <div class="lesson-tools" hidden=none>
            <Button on_press=move |()| learner.show_solution()>"Show a solution"{which}</Button>
            <span class="view-note" role="status">{waits}</span>
        </div>
    }
}

/// The response.
#[component]
fn Answer(learner: LearnerState) -> impl IntoView {
    let saved = learner.saved();
    let answer = Memo::new(move |_| saved.with(|saved| saved.answer.clone()));
    let note = move || match answer.get() {
        _ if learner.waits.get() => "Waiting for the response.".to_owned(),
        None => "No request sent yet.".to_owned(),
        Some(answer) if answer.refused.is_some() => format!("{} was refused.", answer.operation.name()),
        Some(answer) => format!("{} succeeded.", answer.operation.name()),
    };
    let refused = Signal::derive(move || {
        let answer = answer.get()?;
        answer.refused.map(|(exception, message)| Refused {
            exception,
            message,
            record: answer.record,
        })
    });
    let body = move || {
        answer
            .get()
            .filter(|answer| answer.refused.is_none())
            .map(|answer| pretty(&answer.body))
    };
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
