//! The ending of a lesson: what was learned, the result of the predictions, what to try, and the next lesson.
//!
//! Must not know how predictions are judged.

use hashrange_protocol::{Ending, Shown};
use hashrange_words::{t, translated};
use leptos::prelude::*;

use super::learner::LearnerState;
use super::result_card::ResultCard;
use super::words::figure_text;
use crate::components::{Button, ButtonKind, When};
use crate::lessons::catalogue::entry;
use crate::lessons::use_lessons;
use crate::memo::Memo;
use crate::section::Section;
use crate::sections::use_sections;

/// The ending.
#[component]
pub fn EndingPage(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let (sections, lessons) = (use_sections(), use_lessons());
    let ending = learner.part(|lesson| {
        if let Shown::Ending(ending) = &lesson.shown {
            Some(ending.clone())
        } else {
            None
        }
    });
    let language = learner.part(|lesson| Some(lesson.language.clone()));
    // An assignment is handed in instead.
    let several = learner.part(|lesson| Some(lesson.steps > 1));
    // The lesson stays in its workspace, so that Back returns to it.
    let work = move |()| {
        if let Some(sections) = sections {
            sections.go(Section::Workbench);
        }
    };
    let next = Memo::new(move |_| ending.with(|ending| entry(ending.next.as_deref()?)));
    let list = |words: Vec<_>| {
        words
            .into_iter()
            .map(|words| view! { <li>{figure_text(words)}</li> })
            .collect_view()
    };
    let learned = move || list(ending.with(|ending| ending.learned.clone()));
    let tries = move || list(ending.with(|ending| ending.tries.clone()));
    view! {
        <h3 class="lesson-step-title">{t!("What you learned")}</h3>
        <ul class="lesson-learned" aria-label=t!("What you learned") lang=move || language.get()>{learned}</ul>
        <p class="lesson-predicted">{move || ending.with(predicted)}</p>
        <When holds=move || ending.with(|ending| !ending.tries.is_empty())>
            <h3 class="lesson-try-title">{t!("What you can try with this workspace")}</h3>
            <ul class="lesson-learned" aria-label=t!("What you can try") lang=move || language.get()>{tries}</ul>
        </When>
        <div class="lesson-tools">
            {move || next.get().zip(lessons).map(|(next, lessons)| view! {
                <Button kind=ButtonKind::Primary on_press=move |()| lessons.start(next.id)>
                    {t!("Next lesson: {title}, {minutes} min", title = translated(next.title), minutes = next.minutes)}
                </Button>
            })}
            <Button on_press=work>{t!("Open this workspace in the workbench")}</Button>
        </div>
        <When holds=move || several.get()><ResultCard /></When>
    }
}

/// How many predictions were right, and from which step on they count.
fn predicted(ending: &Ending) -> String {
    let right = match ending.predicted {
        (_, 0) => String::new(),
        (1, 1) => t!("Your prediction was right.").to_owned(),
        (right, all) => t!("{right} of {all} predictions were right.", right, all),
    };
    let skipped = match ending.skipped {
        0 => String::new(),
        steps => t!(
            "A link led to step {steps}. Earlier predictions do not count.",
            steps = steps + 1
        ),
    };
    [right, skipped].join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predictions_are_counted() {
        let of = |predicted| {
            super::predicted(&Ending {
                predicted,
                ..Ending::default()
            })
        };
        assert_eq!([of((0, 0)), of((1, 1))], ["", "Your prediction was right."]);
        assert_eq!(of((3, 5)), "3 of 5 predictions were right.");
        let by_link = predicted(&Ending {
            predicted: (1, 1),
            skipped: 4,
            ..Ending::default()
        });
        assert_eq!(
            by_link,
            "Your prediction was right. A link led to step 5. Earlier predictions do not count."
        );
    }
}
