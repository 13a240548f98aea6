//! A lesson from the reader's own file: its text in an editor with what is wrong in it, line by line, and the way to play it.
//!
//! Must not know the notation of lessons: the engine reads it and says what is wrong.

mod desk;
pub mod drop;

use hashrange_protocol::LessonFault;
use leptos::prelude::*;

pub use self::desk::{LessonFileDesk, provide_lesson_file, use_lesson_file};
pub use self::drop::FileDrop;
use crate::components::{Button, ButtonKind, CodeArea, CodeLanguage, Diagnostic, Dialog};
use crate::rare::Brought;
use crate::views::assignment::{Class, HandOut};

/// The dialog.
#[component]
pub fn LessonFileDialog(
    /// What it works on.
    desk: LessonFileDesk,
) -> impl IntoView {
    view! {
        <Dialog open=desk.open title="Lesson file" wide=true>
            <Brought><LessonFileEditor desk /></Brought>
        </Dialog>
    }
}

/// The editor: the text, its faults, and what can be done with it.
#[component]
fn LessonFileEditor(desk: LessonFileDesk) -> impl IntoView {
    let marks = Signal::derive(move || {
        desk.text.with(|text| {
            let faults = desk.faults.get().unwrap_or_default();
            faults.into_iter().map(|fault| mark(text, fault)).collect::<Vec<Diagnostic>>()
        })
    });
    let cannot_play =
        Signal::derive(move || desk.faults.with(|faults| faults.as_ref().is_none_or(|faults| !faults.is_empty())));
    view! {
        <div class="lesson-file">
            <p class="view-note">
                "A lesson is a text file. crates/README.md in the repository describes its lines. The file stays in this browser."
            </p>
            <CodeArea
                label="Lesson"
                language=CodeLanguage::Text
                text=desk.text
                diagnostics=marks
                on_input=move |text: String| desk.text.set(text)
            />
            <p class="lesson-file-state" role="status">{move || desk.faults.with(|faults| state(faults.as_deref()))}</p>
            <div class="dialog-actions">
                <Button on_press=move |()| desk.save()>"Save as a file"</Button>
                <Button kind=ButtonKind::Primary disabled=cannot_play on_press=move |()| desk.play()>"Play"</Button>
            </div>
            <HandOut text=desk.text disabled=cannot_play />
            <Class text=desk.text />
        </div>
    }
}

/// A fault with its whole line, so that there is something to underline.
fn mark(text: &str, fault: LessonFault) -> Diagnostic {
    let mut from = 0;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        if at + 1 == fault.line {
            return Diagnostic { from, to: from + line.trim_end().len(), message: fault.words };
        }
        from += line.len();
    }
    Diagnostic { from, to: text.len(), message: fault.words }
}

fn state(faults: Option<&[LessonFault]>) -> String {
    match faults.map(<[LessonFault]>::len) {
        None => "Checking the lesson.".to_owned(),
        Some(0) => "No faults. The lesson can be played.".to_owned(),
        Some(1) => "1 fault.".to_owned(),
        Some(count) => format!("{count} faults."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_marks_its_line() {
        let fault = |line| LessonFault { line, words: "no such word".to_owned() };
        let text = "lesson a\nhnit é\n\nstep b";
        let of = |line| {
            let mark = mark(text, fault(line));
            text.get(mark.from..mark.to)
        };
        assert_eq!([of(1), of(2), of(3), of(4)], [Some("lesson a"), Some("hnit é"), Some(""), Some("step b")]);
        assert_eq!(of(9), Some(""), "beyond the end is at the end");
    }

    #[test]
    fn the_state_of_a_file_is_told() {
        assert_eq!(state(None), "Checking the lesson.");
        assert_eq!(state(Some(&[])), "No faults. The lesson can be played.");
        assert_eq!(state(Some(&vec![LessonFault::default(); 3])), "3 faults.");
    }
}
