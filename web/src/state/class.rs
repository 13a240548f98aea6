//! A class in words: its names, the marks of its answers, its sums, what to talk about, and its lines of CSV.
//!
//! Owns how a hidden name is replaced. Must not know how a file was read, nor how a class is drawn.

use hashrange_protocol::call::{Came, Class, KeyQuestion, Learner, Takes};
use hashrange_words::t;

/// The name of a learner, or a number by the order of the files if names are hidden.
#[must_use]
pub fn name(class: &Class, at: usize, hides: bool) -> String {
    let learner = class.learners.get(at).filter(|_| !hides);
    learner.map_or_else(|| t!("Learner {at}", at = at + 1), |learner| learner.name.clone())
}

/// A question in one or two words, above its column.
#[must_use]
pub fn heading(question: &KeyQuestion, at: usize) -> String {
    match question.number {
        0 => t!("Condition {at}", at = at + 1),
        number => t!("Step {number}", number),
    }
}

/// A question with its title.
#[must_use]
pub fn title(question: &KeyQuestion, at: usize) -> String {
    format!("{}, {}", heading(question, at), question.title)
}

/// The mark of an answer: whether it is right, and which one it is.
#[must_use]
pub fn mark(question: &KeyQuestion, answer: Option<usize>) -> String {
    let Some(answer) = answer else { return "–".to_owned() };
    let is_right = question.answers.get(answer).is_some_and(|answer| answer.right);
    let sign = if is_right { "✓" } else { "✕" };
    match (question.takes, answer) {
        (Takes::Pick, at) => format!("{sign} {}", at + 1),
        (Takes::Number(..), 1) => format!("{sign} low"),
        (Takes::Number(..), 2) => format!("{sign} high"),
        _ => sign.to_owned(),
    }
}

/// How far a learner came. A doubt stands before it.
#[must_use]
pub fn came(class: &Class, learner: &Learner) -> String {
    let words = match learner.came {
        Came::ToEnd if class.is_assignment() => t!("passed").to_owned(),
        Came::ToEnd => t!("finished").to_owned(),
        Came::ToStep(number) => t!("step {number}", number),
        Came::NotToGoal => t!("not passed").to_owned(),
    };
    if learner.doubts.is_empty() {
        words
    } else {
        format!("? {words}")
    }
}

/// All files in one sentence: their states, those that cannot be read, and those that are not read yet.
#[must_use]
pub fn sum(class: &Class, unreadable: usize, waits: usize) -> String {
    let [ended, not_yet, doubted] = class.states();
    let all = t!(
        "{number, plural, one {# learner} other {# learners}}",
        number = class.learners.len()
    );
    let mut words = if class.is_assignment() {
        t!(
            "{all}: {ended} passed, {not_yet} not passed, {doubted} in doubt.",
            all,
            ended,
            not_yet,
            doubted
        )
    } else {
        t!(
            "{all}: {ended} finished, {not_yet} not yet, {doubted} in doubt.",
            all,
            ended,
            not_yet,
            doubted
        )
    };
    if unreadable > 0 {
        words += &format!(
            " {}",
            t!(
                "{unreadable, plural, one {# file} other {# files}} cannot be read.",
                unreadable
            )
        );
    }
    if waits > 0 {
        words += &format!(
            " {}",
            t!("{waits, plural, one {# file} other {# files}} not read yet.", waits)
        );
    }
    words
}

/// How many got a question wrong.
#[must_use]
pub fn wrong(class: &Class, at: usize) -> String {
    let counted = class.counted(at);
    t!("{wrong} of {all} wrong", wrong = counted.wrong, all = counted.all)
}

/// The commonest wrong answer to a question in one sentence; empty if there is none.
#[must_use]
pub fn commonest(class: &Class, at: usize) -> String {
    let (counted, question) = (class.counted(at), class.questions.get(at));
    let found = question.zip(counted.commonest);
    let Some((question, answer)) = found else {
        return String::new();
    };
    let count = counted.each.get(answer).copied().unwrap_or_default();
    let words = question.answers.get(answer).map_or("", |answer| answer.words.as_str());
    let of = t!("{count} of {learners}", count, learners = counted_learners(counted.all));
    match (question.takes, answer, question.number) {
        (Takes::Pick, ..) => t!("{of} picked \"{words}\".", of, words),
        (Takes::Number(..), 1, _) => t!("{of} gave a number that is too low.", of),
        (Takes::Number(..), ..) => t!("{of} gave a number that is too high.", of),
        (Takes::Goal, _, 0) => t!("{of} missed this condition.", of),
        (Takes::Goal, ..) => t!("{of} did not reach this goal.", of),
    }
}

fn counted_learners(all: usize) -> String {
    t!("{number, plural, one {# learner} other {# learners}}", number = all)
}

/// The lines of a CSV file, the headings first.
#[must_use]
pub fn lines(class: &Class, hides: bool) -> Vec<Vec<String>> {
    let used = class.is_assignment();
    let questions = || class.questions.iter().zip(0..);
    let mut heads = vec!["Learner".to_owned()];
    heads.extend(questions().map(|(question, at)| title(question, at)));
    heads.push("Result".to_owned());
    if used {
        heads.extend(["Requests".to_owned(), "Units".to_owned()]);
    }
    heads.push(t!("Reasons to ask").to_owned());
    let line = |(learner, at): (&Learner, usize)| {
        let mut line = vec![for_sheet(name(class, at, hides))];
        line.extend(questions().map(|(question, at)| mark(question, learner.answers.get(at).copied().flatten())));
        line.push(came(class, learner));
        if let Some((requests, half_units)) = learner.used {
            line.extend([requests.to_string(), units(half_units)]);
        }
        line.push(learner.doubts.join(" "));
        line
    };
    std::iter::once(heads)
        .chain(class.learners.iter().zip(0..).map(line))
        .collect()
}

/// Capacity units, from halves.
#[must_use]
pub fn units(half_units: u64) -> String {
    let half = if half_units.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half}", half_units / 2)
}

/// A name that a spreadsheet does not execute as a formula.
fn for_sheet(name: String) -> String {
    if name.starts_with(['=', '+', '-', '@']) {
        format!("'{name}")
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::call::KeyAnswer;

    use super::*;

    fn class() -> Class {
        let answer = |words: &str, right| KeyAnswer {
            words: words.to_owned(),
            right,
            ..KeyAnswer::default()
        };
        let asked = KeyQuestion {
            number: 2,
            title: "One busy key".to_owned(),
            answers: vec![answer("All 500", false), answer("300", true)],
            ..KeyQuestion::default()
        };
        let goal = KeyQuestion {
            number: 5,
            title: "Find it".to_owned(),
            answers: vec![answer("Reached", true), answer("Not reached", false)],
            takes: Takes::Goal,
            ..KeyQuestion::default()
        };
        let learner = |name: &str, answers: [Option<usize>; 2], came| Learner {
            name: name.to_owned(),
            answers: answers.into(),
            came,
            ..Learner::default()
        };
        let mut doubted = learner("=SUM(A1)", [Some(0), None], Came::ToStep(3));
        doubted.doubts = vec!["Which one counts?".to_owned()];
        Class {
            title: "One key, one ceiling".to_owned(),
            questions: vec![asked, goal],
            learners: vec![
                learner("Kim, A", [Some(1), Some(0)], Came::ToEnd),
                learner("Lee", [Some(0), Some(1)], Came::ToStep(5)),
                doubted,
            ],
        }
    }

    #[test]
    fn a_class_is_summed_up() {
        let class = class();
        assert_eq!(sum(&class, 0, 0), "3 learners: 1 finished, 1 not yet, 1 in doubt.");
        assert_eq!(
            sum(&class, 1, 2),
            "3 learners: 1 finished, 1 not yet, 1 in doubt. 1 file cannot be read. 2 files not read yet."
        );
        assert_eq!(wrong(&class, 0), "2 of 3 wrong");
        assert_eq!(commonest(&class, 0), "2 of 3 learners picked \"All 500\".");
        assert_eq!(commonest(&class, 1), "1 of 2 learners did not reach this goal.");
        assert_eq!(commonest(&class, 9), "");
    }

    #[test]
    fn the_lines_of_a_file_have_names_or_numbers_and_no_formula() {
        let shown = lines(&class(), false);
        assert_eq!(
            shown,
            [
                [
                    "Learner",
                    "Step 2, One busy key",
                    "Step 5, Find it",
                    "Result",
                    "Reasons to ask"
                ],
                ["Kim, A", "✓ 2", "✓", "finished", ""],
                ["Lee", "✕ 1", "✕", "step 5", ""],
                ["'=SUM(A1)", "✕ 1", "–", "? step 3", "Which one counts?"],
            ]
        );
        let hidden = lines(&class(), true);
        assert_eq!(hidden[1][0], "Learner 1");
        assert!(hidden.iter().flatten().all(|cell| !cell.contains("Kim")));
    }

    #[test]
    fn hand_ins_have_their_requests_and_units() {
        let mut class = class();
        class.learners[0].used = Some((2, 3));
        assert_eq!(came(&class, &class.learners[0]), "passed");
        let lines = lines(&class, false);
        assert_eq!(lines[1][4..], ["2", "1.5", ""]);
    }
}
