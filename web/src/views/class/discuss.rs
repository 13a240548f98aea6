//! What to talk about: the chosen question with every answer, the commonest wrong one with the lesson's reply to it,
//! the other questions by their wrong answers, and reasons to ask a learner.
//!
//! Must not know how a file is read.

use hashrange_protocol::call::{Class, KeyQuestion, Learner};
use hashrange_words::t;
use leptos::prelude::*;

use super::answers::chosen_in;
use super::files::{ClassFile, ClassFiles, Content};
use crate::components::When;
use crate::lessons::Link;
use crate::lessons::catalogue::entry;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::class::{commonest, name, title, wrong};

/// The chosen question, and the others.
#[component]
pub fn Discuss(
    /// The files.
    files: ClassFiles,
    /// The class.
    class: Memo<Class>,
    /// The chosen question.
    chosen: RwSignal<Option<usize>>,
) -> impl IntoView {
    let shown = Memo::new(move |_| chosen_in(class, chosen));
    let link = move |step: &str| {
        let id = files.shown();
        entry(&id).filter(|_| !files.has_text())?;
        Some(
            Link {
                id,
                step: Some(step.to_owned()),
                ..Link::default()
            }
            .address(),
        )
    };
    let question = move || {
        class.with(|class| {
            let at = shown.get()?;
            let question = class.questions.get(at)?;
            Some(question_view(class, (question, at), link(&question.step)))
        })
    };
    let others = move || {
        class.with(|class| {
            let list = class.to_discuss().into_iter();
            let item = |at: usize| {
                let words = class.questions.get(at).map(|question| title(question, at));
                view! {
                    <li>
                        <button
                            type="button"
                            class="class-topic"
                            aria-pressed=move || (shown.get() == Some(at)).to_string()
                            on:click=move |_| chosen.set(Some(at))
                        >
                            <span>{words}</span>
                            <span class="num">{wrong(class, at)}</span>
                        </button>
                    </li>
                }
                .into_any()
            };
            list.map(item).collect_view()
        })
    };
    let all_right = move || class.with(|class| class.to_discuss().is_empty());
    view! {
        <section class="class-part" aria-label=t!("What to talk about")>
            {question}
        </section>
        <section class="class-part" aria-label=t!("By wrong answers")>
            <h3>{t!("What to talk about, most wrong answers first")}</h3>
            <ol class="class-topics">{others}</ol>
            <When holds=all_right><p>{t!("No wrong answers. Go on with the next lesson.")}</p></When>
        </section>
    }
}

/// A question with its answers, each as long as it is common, and the commonest wrong one.
fn question_view(class: &Class, (question, at): (&KeyQuestion, usize), link: Option<String>) -> AnyView {
    let counted = class.counted(at);
    let answer = |place: usize| {
        let answer = question.answers.get(place)?;
        let count = counted.each.get(place).copied().unwrap_or_default();
        let share = (count * 100).checked_div(counted.all).unwrap_or_default();
        let kind = match (answer.right, counted.commonest == Some(place)) {
            (true, _) => "class-bar class-bar-right",
            (false, true) => "class-bar class-bar-commonest",
            (false, false) => "class-bar",
        };
        Some(view! {
            <li class="class-answer">
                <span>{format!("{}. {}", place + 1, answer.words)}{answer.right.then(|| view! { <strong class="class-ok">" " {t!("✓ right")}</strong> })}</span>
                <span class="class-count">{count}</span>
                <span class=kind><i style:width=format!("{share}%")></i></span>
            </li>
        }
        .into_any())
    };
    let answers = (0..question.answers.len()).filter_map(answer).collect_view();
    let reply = counted
        .commonest
        .and_then(|at| question.answers.get(at))
        .map(|answer| answer.reply.clone());
    view! {
        <h3 class="class-step">{title(question, at)}</h3>
        <p class="class-ask">{question.ask.clone()}</p>
        <ol class="class-choices">{answers}</ol>
        <p class="class-commonest-words"><strong>{commonest(class, at)}</strong>" "{reply}</p>
        {link.map(|link| view! {
            <a class="btn" href=link target="_blank" rel="noopener">{t!("Ask the class again: open this step in a new tab")}</a>
        })}
    }
    .into_any()
}

/// Reasons to ask a learner, and files that cannot be read.
#[component]
pub fn Doubts(
    /// The files.
    files: ClassFiles,
    /// The class.
    class: Memo<Class>,
) -> impl IntoView {
    let doubts = Memo::new(move |_| {
        class.with(|class| {
            let hides = files.hides.get();
            let learners = class.learners.iter().zip(0..);
            let one = |(learner, at): (&Learner, usize)| (name(class, at, hides), learner.doubts.join(" "));
            learners
                .map(one)
                .filter(|(_, words)| !words.is_empty())
                .collect::<Pairs>()
        })
    });
    let refused = Memo::new(move |_| {
        // The name of a file can contain that of its learner.
        let hides = files.hides.get();
        let of = |(file, number): (&ClassFile, usize)| match &file.content {
            Content::Refused(words) if hides => Some((t!("File {number}", number), words.clone())),
            Content::Refused(words) => Some((file.name.clone(), words.clone())),
            _ => None,
        };
        files
            .all
            .with(|all| all.iter().zip(1..).filter_map(of).collect::<Pairs>())
    });
    view! {
        <When holds=move || doubts.with(|doubts| !doubts.is_empty())>
            <section class="class-part" aria-label=t!("Reasons to ask")>
                <h3>{t!("Look before you grade")}</h3>
                {pairs(doubts)}
                <p class="view-note">{t!("A doubt is a reason to ask, not a verdict.")}</p>
            </section>
        </When>
        <When holds=move || refused.with(|refused| !refused.is_empty())>
            <section class="class-part" aria-label=t!("Files that cannot be read")>
                <h3>{t!("Files that cannot be read")}</h3>
                {pairs(refused)}
            </section>
        </When>
    }
}

/// Names, each with words about it.
type Pairs = Vec<(String, String)>;

fn pairs(pairs: Memo<Pairs>) -> AnyView {
    let one = |(name, words)| view! { <dt>{name}</dt><dd>{words}</dd> }.into_any();
    let all = move || pairs.get().into_iter().map(one).collect_view();
    view! { <dl class="class-doubts">{all}</dl> }.into_any()
}
