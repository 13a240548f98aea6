//! The errors in a lesson's file.
//!
//! Must not know workspaces, nor how a lesson is played.

use hashrange_lesson::{Lesson, Problem, bare_numbers, lint, read};
use hashrange_protocol::LessonFault;

use crate::core::Core;

/// Returns the errors and warnings in a lesson's file, by line. Without errors, the lesson is valid.
pub(crate) fn check(text: &str) -> Vec<LessonFault> {
    let mut faults: Vec<LessonFault> = match read(text) {
        Ok(lesson) => {
            let problems = lint(&lesson).into_iter().chain(unknown_settings(&lesson));
            let warnings = bare_numbers(&lesson, false);
            let all = problems
                .map(|one| (one, false))
                .chain(warnings.into_iter().map(|one| (one, true)));
            let fault = |(problem, warns): (Problem, bool)| LessonFault {
                line: problem.line,
                words: problem.words,
                warns,
            };
            all.map(fault).collect()
        }
        Err(faults) => faults
            .iter()
            .map(|fault| LessonFault {
                line: fault.line,
                words: fault.wrong.to_string(),
                warns: false,
            })
            .collect(),
    };
    hashrange_values::sort_by(&mut faults, |one, other| one.line.cmp(&other.line));
    faults
}

/// Unknown settings of a lesson.
pub(super) fn unknown_settings(lesson: &Lesson) -> Vec<Problem> {
    let unknown = lesson
        .settings
        .iter()
        .filter(|one| Core::usual().set(&one.name, &one.value).is_none());
    let problem = |one: &hashrange_lesson::Setting| Problem {
        line: one.line,
        words: format!("there is no setting `{}` with the value `{}`", one.name, one.value),
    };
    unknown.map(problem).collect()
}
