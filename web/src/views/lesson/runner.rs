//! The request that a learner writes in a lesson: operation, pills or body, response, and the solution request by
//! request.
//!
//! Must not know the goal.

use hashrange_wire::Operation;
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use super::learner::{LearnerState, goal_of};
use super::pills::TaskPills;
use crate::components::{Button, When, bring_into_view, on_submit_key};
use crate::derived::Signal;
use crate::effect::{effect, effect_since};
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::json_draft::JsonDraft;
use crate::state::request_log::pretty;
use crate::state::saved_runner::SavedRunner;
use crate::views::fields::{Choice, options};
use crate::views::json_pane::JsonPane;
use crate::views::patterns::use_patterns;
use crate::views::query::QueryEditor;
use crate::views::refusal::{Refusal, Refused};
use crate::views::table_scope::scoped;

/// The form.
#[component]
pub fn Runner(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let step = learner.of_step(|step| Some(step.name.clone()));
    // At once, so that the pills do not begin with the request of another step.
    learner.begin_step();
    effect(move || {
        step.track();
        learner.begin_step();
    });
    let saved = learner.saved();
    // The pills of a Query or Scan, if the step's table exists.
    let editor = RwSignal::new(None::<QueryEditor>);
    let is_open = RwSignal::new(false);
    let beyond = move || editor.get().and_then(QueryEditor::beyond);
    effect(move || {
        if beyond().is_some() {
            is_open.set(true);
        }
    });
    // Errors are shown after something was typed.
    let draft = Signal::derive(move || {
        let beyond = beyond();
        saved.with(|saved| {
            (saved.typed || beyond.is_some()).then(|| JsonDraft {
                beyond,
                ..JsonDraft::read(saved.operation, &saved.body)
            })
        })
    });
    let has_pills = move || editor.with(Option::is_some);
    let note = move || {
        if has_pills() {
            t!("The same request. Edit either; the other follows. Ctrl+Enter sends it.")
        } else {
            t!("The page sends the body exactly as you write it. Ctrl+Enter sends it.")
        }
    };
    let run = move || {
        if editor.get_untracked().is_none_or(QueryEditor::is_complete) {
            learner.run();
        }
    };
    view! {
        <form
            class="lesson-runner"
            aria-label=t!("Your request")
            on:keydown:capture=on_submit_key(run)
            on:submit=move |event| {
                event.prevent_default();
                run();
            }
        >
            <Head learner />
            <When holds=move || saved.with(SavedRunner::is_read)>{pills(learner, editor)}</When>
            <When holds=has_pills><JsonButton is_open /></When>
            <When holds=move || is_open.get() || !has_pills()>
                <JsonPane
                    title=t!("Body")
                    note=Signal::derive(move || note().to_owned())
                    text=Signal::derive(move || saved.with(|saved| saved.body.clone()))
                    draft
                    on_input=move |text: String| learner.type_body(text)
                />
            </When>
            <Solution learner />
            <Answer learner />
        </form>
    }
}

/// The pills for the step's table. Nothing while it does not exist.
fn pills(learner: LearnerState, editor: RwSignal<Option<QueryEditor>>) -> AnyView {
    let table = learner.of_step(|step| Some(step.focus.table.clone()));
    scoped(
        Signal::derive(move || Some(table.get())),
        Box::new(move |schema| view! { <TaskPills learner schema editor /> }.into_any()),
        || ().into_any(),
    )
}

/// Shows and hides the JSON of the pills.
#[component]
fn JsonButton(is_open: RwSignal<bool>) -> impl IntoView {
    view! {
        <button
            type="button"
            class="btn"
            aria-expanded=move || is_open.get().to_string()
            on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
        >
            {t!("Request JSON")}
        </button>
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
                label=t!("Operation")
                options=operations
                value=Signal::derive(move || saved.with(|saved| saved.operation.name().to_owned()))
                on_change=choose
            />
            <button type="submit" class="btn" title="Ctrl+Enter" prop:disabled=move || learner.waits.get()>{t!("Run")}</button>
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
        (true, ..) => t!("✓ The goal is reached.").to_owned(),
        (false, true, holds, all) => t!(
            "Not reached yet: {holds} of {all, plural, one {# condition} other {# conditions}}.",
            holds,
            all
        ),
        (false, false, ..) => String::new(),
    };
    let line = NodeRef::<html::P>::new();
    effect_since(move |before: Option<bool>| {
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
        (of > 1).then(|| t!(", request {next} of {of}", next, of))
    };
    let waits = move || {
        solution.with(|solution| {
            saved.with(|saved| {
                saved
                    .waits_for(solution)
                    .map(|words| t!("Wait for this: {words}.", words))
            })
        })
    };
    // Learners of an assignment see no solution.
    let none = move || solution.with(Vec::is_empty);
    view! {
        <div class="lesson-tools" hidden=none>
            <Button on_press=move |()| learner.show_solution()>{t!("Show a solution")}{which}</Button>
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
        _ if learner.waits.get() => t!("Waiting for the response.").to_owned(),
        None => t!("No request sent yet.").to_owned(),
        Some(answer) if answer.refused.is_some() => t!("{operation} was refused.", operation = answer.operation.name()),
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
    let patterns = use_patterns();
    let keep = move || saved.with_untracked(|saved| patterns.keep(saved.operation, &saved.body));
    let body = move || {
        answer
            .get()
            .filter(|answer| answer.refused.is_none())
            .map(|answer| pretty(&answer.body))
    };
    view! {
        <section class="lesson-answer" aria-label=t!("Response")>
            <p class="view-note" role="status">{note}</p>
            <Refusal refused />
            <When holds=move || answer.with(|answer| answer.as_ref().is_some_and(|it| it.refused.is_none()))>
                <Button on_press=move |()| keep()>{t!("Keep as a pattern")}</Button>
            </When>
            {move || body().map(|body| view! {
                <pre class="lesson-answer-body" tabindex="0" role="group" aria-label=t!("Response as JSON")>{body}</pre>
            })}
        </section>
    }
}
