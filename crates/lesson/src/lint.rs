//! The linter: rules for a parsed file, so that learners can follow the lesson.
//!
//! Owns the rules for a single file, and those between files. Only playing a lesson shows whether it works.

use std::collections::BTreeMap;

use hashrange_words::counted;

use crate::{Kind, Lesson, Part, Piece, Question, Step, Task, Text, To, Words};

/// Something to fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line.
    pub line: usize,
    /// The problem, in words.
    pub words: String,
}

/// The texts of a drafted assignment that its author replaces: the promise, the task, the hint and the words at the
/// end.
pub const PLACEHOLDERS: [&str; 4] = [
    "Write in one sentence what this assignment is about.",
    "Write the task here. State what the learner must find or change, and the limits.",
    "Write something that helps a learner who is stuck.",
    "Write what a learner reads after reaching the goal.",
];

/// The minimum and the maximum number of steps of a lesson.
const STEPS: (usize, usize) = (4, 12);

/// The problems of a lesson.
#[must_use]
pub fn lint(lesson: &Lesson) -> Vec<Problem> {
    let mut problems = Vec::new();
    for text in lesson.texts() {
        of_text(&text, &mut problems);
    }
    for step in &lesson.steps {
        of_step(step, lesson, &mut problems);
    }
    let head = |words: &str| Problem {
        line: 1,
        words: words.to_owned(),
    };
    if lesson.table.is_empty() {
        problems.push(head(
            "a lesson begins with a table: `table Name Key:S reads/writes`, or `> CreateTable {…}`",
        ));
    }
    if !lesson.is_assignment() {
        of_whole(lesson, &mut problems);
    }
    hashrange_values::sort_by(&mut problems, |one, other| one.line.cmp(&other.line));
    problems
}

/// Parts that a lesson needs and an assignment does not.
fn of_whole(lesson: &Lesson, problems: &mut Vec<Problem>) {
    let head = |words: &str| Problem {
        line: 1,
        words: words.to_owned(),
    };
    if !(STEPS.0..=STEPS.1).contains(&lesson.steps.len()) {
        let steps = counted(lesson.steps.len() as u64, "step");
        let words = format!("{steps}; a lesson has {} to {}", STEPS.0, STEPS.1);
        problems.push(Problem { line: 1, words });
    }
    if lesson.learned.is_empty() || lesson.learned.len() > 3 {
        problems.push(head("a lesson ends with one to three `learned` lines"));
    }
    if lesson.tries.is_empty() {
        problems.push(head("a lesson ends with a `try` line: what to try in the workbench"));
    }
}

/// The problems between lessons: unknown names, and claims that two lessons show.
#[must_use]
pub fn lint_all(lessons: &[Lesson]) -> Vec<(String, Problem)> {
    let mut problems = Vec::new();
    let mut shown: BTreeMap<&str, &str> = BTreeMap::new();
    let known = |id: &str| lessons.iter().any(|lesson| lesson.id == id);
    for lesson in lessons {
        let mut problem = |line, words| problems.push((lesson.id.clone(), Problem { line, words }));
        for needed in lesson.needs.iter().filter(|needed| !known(needed)) {
            problem(lesson.line("needs"), format!("there is no lesson `{needed}`"));
        }
        for claim in lesson.steps.iter().flat_map(|step| &step.claims) {
            for id in &claim.ids {
                match shown.insert(id, &lesson.id) {
                    Some(other) if other != lesson.id => {
                        problem(claim.line, format!("`{id}` is shown by `{other}` too"));
                    }
                    _ => {}
                }
            }
        }
    }
    problems
}

fn of_text(text: &Text<'_>, problems: &mut Vec<Problem>) {
    let mut problem = |words: String| problems.push(Problem { line: text.line, words });
    let most = match text.place.word {
        "title" => 8,
        "promise" => 25,
        "say" => 45,
        "ask" => 30,
        "pick" => 15,
        _ => 35,
    };
    let count = count(text.words);
    if count > most {
        problem(format!("`{}` has {count} words; {most} at most", text.place.word));
    }
    if PLACEHOLDERS.contains(&text.words.shown().as_str()) {
        problem(format!(
            "`{}` still has the text of the draft; write your own",
            text.place.word
        ));
    }
    for piece in &text.words.pieces {
        match piece {
            Piece::Text(_) => {}
            Piece::Figure { written, expected, .. } => match expected.as_deref() {
                Some("?") => problem(format!("{{{written} = ?}} has no value yet: run with --fill")),
                None if must_say(text.place.word) => {
                    problem(format!(
                        "{{{written}}} does not say what it is; write {{{written} = ?}} and run with --fill"
                    ));
                }
                _ => {}
            },
        }
    }
}

/// Whether the figures of such a line do not depend on the learner's actions.
fn must_say(word: &str) -> bool {
    matches!(word, "say" | "ask" | "pick" | "when")
}

fn count(words: &Words) -> usize {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text
            .split_whitespace()
            .filter(|word| word.chars().any(char::is_alphanumeric))
            .count(),
        Piece::Figure { .. } => 1,
    };
    words.pieces.iter().map(piece).sum()
}

/// The numbers of a lesson that are neither figures nor in quotes. They are no problem, but the service does not check
/// them. A sentence without a figure may contain numbers, except in this project's lessons.
#[must_use]
pub fn bare_numbers(lesson: &Lesson, without_figures: bool) -> Vec<Problem> {
    let mut problems = Vec::new();
    for text in lesson.texts() {
        if !without_figures && text.words.figures().next().is_none() {
            continue;
        }
        let found = text.words.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(words) => bare_number(words),
            Piece::Figure { .. } => None,
        });
        problems.extend(found.map(|word| Problem {
            line: text.line,
            words: format!(
                "`{word}` is a bare number; write a figure as {{throttled = 200}}, a name or a date in quotes"
            ),
        }));
    }
    problems
}

/// A number outside of quotes: a word that begins with a digit.
fn bare_number(text: &str) -> Option<&str> {
    let unquoted = text.split('"').step_by(2);
    let words =
        unquoted.flat_map(|part| part.split(|letter: char| letter.is_whitespace() || "()–,;:/".contains(letter)));
    words
        .map(|word| word.trim_matches(['.', '?', '!', '\'', '’']))
        .find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
}

fn of_step(step: &Step, lesson: &Lesson, problems: &mut Vec<Problem>) {
    of_shown_indexes(step, lesson, problems);
    match &step.task {
        Task::Watch => {}
        // Learners of an assignment find the solution themselves, and a teacher need not write it down.
        Task::Do(_) if lesson.is_assignment() => {}
        Task::Predict(question) => of_question(question, problems),
        Task::Do(goal) => {
            of_goal(step, problems);
            if goal.solve.is_empty() || goal.near.is_empty() {
                let words = "a goal needs `solve` and `near` lines: an attempt that reaches it, and one that fails";
                problems.push(Problem {
                    line: goal.line,
                    words: words.to_owned(),
                });
            }
        }
        Task::Drag(_, goal) => {
            of_goal(step, problems);
            if goal.solve_turn.is_empty() || goal.near_turn.is_empty() {
                let words = "a goal with `turn` needs values: `solve suffixes=10` and `near suffixes=2`";
                problems.push(Problem {
                    line: goal.line,
                    words: words.to_owned(),
                });
            }
        }
    }
}

fn of_shown_indexes(step: &Step, lesson: &Lesson, problems: &mut Vec<Problem>) {
    for part in &step.show {
        let (Part::Index(name) | Part::Pipe(name) | Part::Build(name) | Part::Entry(name, _)) = part else {
            continue;
        };
        if !names_index(lesson, name) {
            problems.push(Problem {
                line: step.line,
                words: format!("no line of the lesson creates an index `{name}`"),
            });
        }
    }
}

/// Every answer has a reply, every reply an answer, and no two picks read the same.
fn of_question(question: &Question, problems: &mut Vec<Problem>) {
    let mut problem = |line, words| problems.push(Problem { line, words });
    let answers: Vec<To> = match &question.kind {
        Kind::Picks { picks, .. } => (1..=picks.len()).map(To::Pick).collect(),
        Kind::Number { .. } => vec![To::Right, To::Low, To::High],
    };
    for to in answers.iter().filter(|to| question.reply(**to).is_none()) {
        let words = format!("no reply: write `when {} | …`", written(*to));
        problem(question.line, words);
    }
    for reply in question.replies.iter().filter(|reply| !answers.contains(&reply.to)) {
        problem(reply.line, format!("there is no answer `{}`", written(reply.to)));
    }
    let picks = question.picks();
    for (place, pick) in picks.iter().enumerate() {
        let shown = pick.words.shown();
        if picks.iter().take(place).any(|other| other.words.shown() == shown) {
            problem(pick.line, "this pick has the same text as another one".to_owned());
        }
    }
}

fn of_goal(step: &Step, problems: &mut Vec<Problem>) {
    let Some(goal) = step.goal() else { return };
    if goal.hint.is_empty() {
        problems.push(Problem {
            line: goal.line,
            words: "a goal needs a `hint`".to_owned(),
        });
    }
    if goal.misses.is_empty() {
        let words = "a goal needs a `miss`: what a wrong attempt would have needed";
        problems.push(Problem {
            line: goal.line,
            words: words.to_owned(),
        });
    }
}

fn written(to: To) -> String {
    match to {
        To::Pick(number) => number.to_string(),
        To::Right => "right".to_owned(),
        To::Low => "low".to_owned(),
        To::High => "high".to_owned(),
    }
}

/// Whether an index of this name is created somewhere.
fn names_index(lesson: &Lesson, name: &str) -> bool {
    let quoted = format!("\"{name}\"");
    let of_steps = lesson.steps.iter().flat_map(|step| {
        let of_goal = step
            .goal()
            .into_iter()
            .flat_map(|goal| goal.solve.iter().chain(&goal.near));
        step.before.iter().chain(&step.after).chain(of_goal)
    });
    let mut acts = lesson.making.iter().chain(of_steps);
    acts.any(|act| matches!(act, crate::Act::Send { body, .. } if body.contains(&quoted)))
}
