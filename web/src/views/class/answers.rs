//! The table of a class: a row for each learner, a column for each question, and how many were right.
//!
//! Must not know what is talked about.

use hashrange_protocol::call::{Class, KeyQuestion, Learner};
use hashrange_words::t;
use leptos::prelude::*;

use super::files::ClassFiles;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::class::{came, heading, mark, name, title};

/// The table.
#[component]
pub fn Answers(
    /// The files.
    files: ClassFiles,
    /// The class.
    class: Memo<Class>,
    /// The chosen question.
    chosen: RwSignal<Option<usize>>,
) -> impl IntoView {
    let is_chosen = move |at: usize| chosen_in(class, chosen) == Some(at);
    view! {
        <div class="class-answers" tabindex="0" role="region" aria-label=t!("Answers")>
            <table>
                <caption class="visually-hidden">{t!("What each learner answered")}</caption>
                <thead>
                    <tr>
                        <th scope="col">{t!("Learner")}</th>
                        {move || class.with(|class| class.questions.iter().zip(0..).map(|(question, at)| view! {
                            <th scope="col">
                                <button
                                    type="button"
                                    class="class-head"
                                    title=title(question, at)
                                    aria-pressed=move || is_chosen(at).to_string()
                                    on:click=move |_| chosen.set(Some(at))
                                >{heading(question, at)}</button>
                            </th>
                        }.into_any()).collect_view())}
                        <th scope="col">{t!("Result")}</th>
                    </tr>
                </thead>
                <tbody>
                    {move || class.with(|class| {
                        let hides = files.hides.get();
                        let row = |(learner, at)| row(class, learner, name(class, at, hides));
                        class.learners.iter().zip(0..).map(row).collect_view()
                    })}
                </tbody>
                <tfoot>
                    <tr>
                        <th scope="row">{t!("Right")}</th>
                        {move || class.with(|class| (0..class.questions.len()).map(|at| {
                            let counted = class.counted(at);
                            view! { <td class="num">{counted.all - counted.wrong}</td> }.into_any()
                        }).collect_view())}
                        <td></td>
                    </tr>
                </tfoot>
            </table>
        </div>
    }
}

/// The chosen question, or the one that needs talking about most, or the first.
pub fn chosen_in(class: Memo<Class>, chosen: RwSignal<Option<usize>>) -> Option<usize> {
    let chosen = chosen.get();
    class.with(|class| {
        chosen
            .filter(|at| *at < class.questions.len())
            .or_else(|| class.to_discuss().first().copied())
            .or_else(|| (!class.questions.is_empty()).then_some(0))
    })
}

fn row(class: &Class, learner: &Learner, name: String) -> AnyView {
    let cells = class.questions.iter().zip(0..).map(|(question, at)| {
        let answer = learner.answers.get(at).copied().flatten();
        let commonest = answer.is_some() && answer == class.counted(at).commonest;
        let class = mark_class(question, answer, commonest);
        view! { <td><span class=class>{mark(question, answer)}</span></td> }.into_any()
    });
    let doubted = !learner.doubts.is_empty();
    view! {
        <tr>
            <th scope="row">{name}</th>
            {cells.collect_view()}
            <td class="class-result" class:class-doubted=doubted>{came(class, learner)}</td>
        </tr>
    }
    .into_any()
}

/// The look of a mark: right, wrong, or the commonest wrong answer.
fn mark_class(question: &KeyQuestion, answer: Option<usize>, commonest: bool) -> &'static str {
    let right = answer
        .and_then(|answer| question.answers.get(answer))
        .map(|answer| answer.right);
    match right {
        None => "class-mark",
        Some(true) => "class-mark class-right",
        Some(false) if commonest => "class-mark class-wrong class-commonest",
        Some(false) => "class-mark class-wrong",
    }
}
