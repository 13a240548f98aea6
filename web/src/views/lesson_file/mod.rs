//! A lesson from the reader's own file: its text in an editor with its errors by line, and the button to play it.
//!
//! Must not know the notation of lessons: the engine reads it and reports errors.

mod draft;
pub mod drop;

use hashrange_protocol::LessonFault;
use hashrange_words::t;
use leptos::prelude::*;

pub use self::draft::{LessonFileDraft, provide_lesson_file, use_lesson_file};
pub use self::drop::FileDrop;
use crate::components::{Button, ButtonKind, CodeArea, CodeLanguage, Diagnostic, Dialog, late_view};
use crate::derived::Signal;
use crate::views::assignment::HandOut;
use crate::views::class::{ClassFiles, board::ClassBoard};

/// The dialog.
#[component]
pub fn LessonFileDialog(
    /// The state of the editor.
    draft: LessonFileDraft,
) -> impl IntoView {
    view! {
        <Dialog open=draft.open title=t!("Lesson file") wide=true>
            {late_view(move || lesson_file_editor(draft))}
        </Dialog>
    }
}

hashrange_late::late!(page:
    /// The content of the dialog.
    pub fn lesson_file_editor(draft: LessonFileDraft) -> AnyView { view! { <LessonFileEditor draft /> }.into_any() }
);

/// The editor: the text, its errors, and its buttons.
#[component]
fn LessonFileEditor(draft: LessonFileDraft) -> impl IntoView {
    draft.check_changes();
    let marks = Signal::derive(move || {
        draft.text.with(|text| {
            let faults = draft.faults.get().unwrap_or_default();
            faults
                .into_iter()
                .map(|fault| mark(text, fault))
                .collect::<Vec<Diagnostic>>()
        })
    });
    let cannot_play = Signal::derive(move || {
        draft.faults.with(|faults| {
            faults
                .as_ref()
                .is_none_or(|faults| faults.iter().any(|fault| !fault.warns))
        })
    });
    view! {
        <div class="lesson-file">
            <p class="view-note">
                {t!("A lesson is a text file. crates/lesson/README.md in the repository describes its lines. The file stays in this browser.")}
            </p>
            <CodeArea
                label=t!("Lesson")
                language=CodeLanguage::Text
                text=draft.text
                diagnostics=marks
                on_input=move |text: String| draft.text.set(text)
            />
            <p class="lesson-file-state" role="status">{move || draft.faults.with(|faults| state(faults.as_deref()))}</p>
            <div class="dialog-actions">
                <Button on_press=move |()| draft.save()>{t!("Save as a file")}</Button>
                <Button kind=ButtonKind::Primary disabled=cannot_play on_press=move |()| draft.play()>{t!("Play")}</Button>
            </div>
            <HandOut text=draft.text disabled=cannot_play />
            <ClassBoard files=ClassFiles::new(Some(draft.text)) />
        </div>
    }
}

/// An error with its whole line, so that there is text to underline.
fn mark(text: &str, fault: LessonFault) -> Diagnostic {
    let mut from = 0;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        if at + 1 == fault.line {
            return Diagnostic {
                from,
                to: from + line.trim_end().len(),
                message: fault.words,
            };
        }
        from += line.len();
    }
    Diagnostic {
        from,
        to: text.len(),
        message: fault.words,
    }
}

fn state(faults: Option<&[LessonFault]>) -> String {
    let Some(faults) = faults else {
        return t!("Checking the lesson.").to_owned();
    };
    let warnings = faults.iter().filter(|fault| fault.warns).count();
    let words = match faults.len() - warnings {
        0 => t!("No faults. The lesson can be played.").to_owned(),
        count => format!(
            "{}.",
            t!("{number, plural, one {# fault} other {# faults}}", number = count)
        ),
    };
    match warnings {
        0 => words,
        count => format!(
            "{words} {}.",
            t!("{number, plural, one {# warning} other {# warnings}}", number = count)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_marks_its_line() {
        let fault = |line| LessonFault {
            line,
            words: "no such word".to_owned(),
            warns: false,
        };
        let text = "lesson a\nhnit é\n\nstep b";
        let of = |line| {
            let mark = mark(text, fault(line));
            text.get(mark.from..mark.to)
        };
        assert_eq!(
            [of(1), of(2), of(3), of(4)],
            [Some("lesson a"), Some("hnit é"), Some(""), Some("step b")]
        );
        assert_eq!(of(9), Some(""), "beyond the end is at the end");
    }

    #[test]
    fn the_state_of_a_file_is_reported() {
        assert_eq!(state(None), "Checking the lesson.");
        assert_eq!(state(Some(&[])), "No faults. The lesson can be played.");
        assert_eq!(state(Some(&vec![LessonFault::default(); 3])), "3 faults.");
        let warning = LessonFault {
            warns: true,
            ..LessonFault::default()
        };
        assert_eq!(
            state(Some(&[warning])),
            "No faults. The lesson can be played. 1 warning."
        );
    }
}
