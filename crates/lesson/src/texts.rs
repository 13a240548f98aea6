//! Every shown text of a lesson, with its place: for linting, filling in and translating.
//!
//! Must not know what happens with them.

use crate::{Lesson, Step, Task, To, Words};

/// The place of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The step; `None` in the head and at the end.
    pub step: Option<String>,
    /// The first word of its line.
    pub word: &'static str,
    /// The number of the line among those with this word, from 1. For a reply, the number of its pick.
    pub number: usize,
}

/// A text.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    /// Its place.
    pub place: Place,
    /// Its line.
    pub line: usize,
    /// The words.
    pub words: &'a Words,
}

impl Lesson {
    /// Every text, in the order of the file.
    #[must_use]
    pub fn texts(&self) -> Vec<Text<'_>> {
        let head = |word, number, line, words| Text {
            place: Place {
                step: None,
                word,
                number,
            },
            line,
            words,
        };
        let mut all = vec![
            head("title", 1, self.line("title"), &self.title),
            head("promise", 1, self.line("promise"), &self.promise),
        ];
        all.extend(self.steps.iter().flat_map(of_step));
        let ending = [("learned", &self.learned), ("try", &self.tries)];
        for (word, list) in ending {
            all.extend(
                list.iter()
                    .zip(1..)
                    .map(|((line, words), number)| head(word, number, *line, words)),
            );
        }
        all.retain(|text| !text.words.is_empty());
        all
    }
}

fn of_step(step: &Step) -> Vec<Text<'_>> {
    let text = |word, number, line, words| Text {
        place: Place {
            step: Some(step.name.clone()),
            word,
            number,
        },
        line,
        words,
    };
    let mut all = vec![
        text("title", 1, step.title.0, &step.title.1),
        text("say", 1, step.say.0, &step.say.1),
    ];
    match &step.task {
        Task::Watch => {}
        Task::Predict(question) => {
            all.push(text("ask", 1, question.line, &question.ask));
            all.extend(
                question
                    .picks()
                    .iter()
                    .zip(1..)
                    .map(|(pick, number)| text("pick", number, pick.line, &pick.words)),
            );
            for reply in &question.replies {
                let (word, number) = match reply.to {
                    To::Pick(number) => ("when", number),
                    To::Right => ("when-right", 1),
                    To::Low => ("when-low", 1),
                    To::High => ("when-high", 1),
                };
                all.push(text(word, number, reply.line, &reply.words));
            }
        }
        Task::Do(goal) | Task::Drag(_, goal) => {
            all.push(text("hint", 1, goal.line, &goal.hint));
            all.push(text("done", 1, goal.line, &goal.done));
            all.extend(
                goal.misses
                    .iter()
                    .zip(1..)
                    .map(|(miss, number)| text("miss", number, miss.line, &miss.words)),
            );
        }
    }
    all
}
