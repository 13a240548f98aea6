//! The task to predict: a question with picks, or with a number, and the reply when the step has run.
//!
//! Must not know which answer is right before the engine reports it.

use hashrange_protocol::{LessonCommand, Pick, Predicted, Task};
use hashrange_values::real;
use hashrange_words::t;
use leptos::prelude::*;

use super::learner::LearnerState;
use super::words::figure_text;
use crate::components::{Button, element_id};
use crate::memo::Memo;
use crate::signal::RwSignal;

/// A question with picks.
#[component]
pub fn PickTask(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let id = element_id("question");
    let ask = learner.of_step(|step| {
        if let Task::Pick { ask, .. } = &step.task {
            Some(ask.clone())
        } else {
            None
        }
    });
    let picks = learner.of_step(|step| {
        if let Task::Pick { picks, .. } = &step.task {
            Some(picks.clone())
        } else {
            None
        }
    });
    let language = learner.part(|lesson| Some(lesson.language.clone()));
    view! {
        <div class="lesson-task" role="group" aria-labelledby=id>
            <p class="lesson-question" id=id.clone() lang=move || language.get()>{move || figure_text(ask.get())}</p>
            <div class="lesson-picks" lang=move || language.get()>
                {move || {
                    let picks = picks.get().into_iter().enumerate();
                    picks.map(|(at, pick)| view! { <PickButton learner at pick /> }).collect_view()
                }}
            </div>
            <Reply learner />
        </div>
    }
}

/// A pick. When the step has run, its text and border show whether it was chosen and whether it was right.
#[component]
fn PickButton(learner: LearnerState, at: usize, pick: Pick) -> impl IntoView {
    let Pick {
        number,
        words,
        picked,
        right,
    } = pick;
    let playing = learner.part(|lesson| Some(lesson.playing));
    let pressed = move || picked || learner.picked.get() == Some(number);
    let mark = mark(picked, right);
    view! {
        <button
            type="button"
            class="lesson-pick"
            class:lesson-pick-right=right == Some(true)
            class:lesson-pick-wrong=picked && right == Some(false)
            aria-pressed=move || pressed().to_string()
            aria-keyshortcuts=(at + 1).to_string()
            prop:disabled=move || right.is_some() || playing.get()
            on:click=move |_| learner.pick(number)
        >
            <kbd>{at + 1}</kbd>
            <span class="lesson-pick-words">{words}</span>
            {(!mark.is_empty()).then(|| view! { <span class="lesson-pick-mark">{mark}</span> })}
        </button>
    }
}

fn mark(picked: bool, right: Option<bool>) -> &'static str {
    match (picked, right) {
        (true, Some(true)) => t!("✓ your pick, right"),
        (true, Some(false)) => t!("✗ your pick, not right"),
        (false, Some(true)) => t!("✓ right"),
        _ => "",
    }
}

/// The reply to the answer, and the button for another one.
#[component]
fn Reply(learner: LearnerState) -> impl IntoView {
    let outcome: Memo<Option<Predicted>> = learner.of_step(|step| match &step.task {
        Task::Pick { outcome, .. } | Task::Number { outcome, .. } => Some(outcome.clone()),
        _ => None,
    });
    let language = learner.part(|lesson| Some(lesson.language.clone()));
    view! {
        {move || outcome.get().map(|outcome| view! {
            <p class="lesson-reply" class:lesson-reply-right=outcome.right lang=move || language.get()>{figure_text(outcome.reply)}</p>
            <Button on_press=move |()| learner.ask(LessonCommand::Back)>{t!("Pick again")}</Button>
        })}
    }
}

/// A question with a number.
#[component]
pub fn NumberTask(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let id = element_id("number");
    let ask = learner.of_step(|step| {
        if let Task::Number { ask, .. } = &step.task {
            Some(ask.clone())
        } else {
            None
        }
    });
    let said = learner.of_step(|step| {
        if let Task::Number { said, .. } = &step.task {
            Some(said.clone())
        } else {
            None
        }
    });
    let language = learner.part(|lesson| Some(lesson.language.clone()));
    view! {
        <div class="lesson-task" role="group" aria-labelledby=id>
            <p class="lesson-question" id=id.clone() lang=move || language.get()>{move || figure_text(ask.get())}</p>
            <NumberForm learner />
            {move || said.get().map(|(said, right)| view! {
                <p class="lesson-said">{t!("You said")} " "<strong>{said}</strong>{t!(". It is")} " "<strong>{right}</strong>"."</p>
            })}
            <Reply learner />
        </div>
    }
}

/// The field for the number.
#[component]
fn NumberForm(learner: LearnerState) -> impl IntoView {
    let is_over = learner.of_step(|step| Some(matches!(&step.task, Task::Number { outcome: Some(_), .. })));
    let playing = learner.part(|lesson| Some(lesson.playing));
    let typed = RwSignal::new(String::new());
    let locked = move || is_over.get() || playing.get();
    let cannot = move || locked() || typed.with(|typed| number(typed).is_none());
    let check = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(number) = typed.with_untracked(|typed| number(typed)).filter(|_| !untrack(locked)) {
            learner.ask(LessonCommand::Say(number));
        }
    };
    view! {
        <form class="lesson-number" on:submit=check>
            <label>
                {t!("Your answer")}
                <input
                    class="field"
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    prop:value=move || typed.get()
                    prop:readOnly=locked
                    on:input=move |event| typed.set(event_target_value(&event))
                />
            </label>
            <button type="submit" class="btn" prop:disabled=cannot>{t!("Check")}</button>
        </form>
    }
}

/// A number as typed, with or without commas between its thousands.
fn number(typed: &str) -> Option<f64> {
    real(&typed.trim().replace(',', "")).filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::{mark, number};

    #[test]
    fn a_number_is_read_as_it_is_typed() {
        assert_eq!([number(" 13,425 "), number("0.5")], [Some(13_425.0), Some(0.5)]);
        assert_eq!([number(""), number("many"), number("inf")], [None; 3]);
    }

    #[test]
    fn a_pick_is_marked_once_the_step_has_run() {
        assert_eq!(mark(false, None), "");
        assert_eq!(
            [mark(true, Some(true)), mark(false, Some(true))],
            ["✓ your pick, right", "✓ right"]
        );
        assert_eq!(
            [mark(true, Some(false)), mark(false, Some(false))],
            ["✗ your pick, not right", ""]
        );
    }
}
