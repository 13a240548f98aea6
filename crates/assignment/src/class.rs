//! A class: what the files of many learners say about the same questions, and what needs talking about.
//!
//! Owns every figure of a class, so that words and pictures have the same ones. Must not know how a file was read, nor
//! how a class is shown.

use hashrange_values::{real, sort_by};

use crate::{AnswerKey, Answered, KeyAnswer, KeyQuestion, LessonResult, Takes, Verdict};

/// A class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// The title of the lesson.
    pub title: String,
    /// The questions, in order.
    pub questions: Vec<KeyQuestion>,
    /// The learners, in the order of their files.
    pub learners: Vec<Learner>,
}

/// One file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learner {
    /// The learner's name, or that of the file if the learner gave none.
    pub name: String,
    /// The answer to each question, by its position; `None` if there is none.
    pub answers: Vec<Option<usize>>,
    /// How far the learner came.
    pub came: Came,
    /// Reasons to ask, in words.
    pub doubts: Vec<String>,
    /// The requests of a hand-in, and the units that they consumed, in halves.
    pub used: Option<(u64, u64)>,
}

/// How far a learner came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Came {
    /// To the end: the lesson is finished, or the assignment is passed.
    #[default]
    ToEnd,
    /// To this step, by its number from 1.
    ToStep(usize),
    /// Not to the goal of the assignment.
    NotToGoal,
}

/// The answers to one question, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many learners gave each answer.
    pub each: Vec<usize>,
    /// How many gave any.
    pub all: usize,
    /// How many gave a wrong one.
    pub wrong: usize,
    /// The commonest wrong answer, by its position. The first one if several are as common.
    pub commonest: Option<usize>,
}

impl Class {
    /// The class of these results, each with the name of its file.
    #[must_use]
    pub fn of_results(key: &AnswerKey, results: &[(String, LessonResult)]) -> Self {
        let learner = |(file, result): &(String, LessonResult)| learner(key, file, result);
        Self {
            title: key.title.clone(),
            questions: key.questions.clone(),
            learners: results.iter().map(learner).collect(),
        }
        .with_names_doubted()
    }

    /// The class of these hand-ins, each with the learner's name. Its questions are the conditions of the goal.
    #[must_use]
    pub fn of_verdicts(title: &str, verdicts: &[(String, Verdict)]) -> Self {
        let reasons = verdicts.iter().map(|(_, verdict)| &verdict.reasons);
        let longest = reasons.max_by_key(|reasons| reasons.len());
        let conditions: Vec<String> = longest
            .into_iter()
            .flatten()
            .map(|reason| reason.words.clone())
            .collect();
        let question = |(condition, at): (&String, usize)| condition_of(condition, at, verdicts);
        let learner = |(name, verdict): &(String, Verdict)| Learner {
            name: name.clone(),
            answers: (0..conditions.len())
                .map(|at| verdict.reasons.get(at).map(|reason| usize::from(!reason.holds)))
                .collect(),
            came: if verdict.passed { Came::ToEnd } else { Came::NotToGoal },
            doubts: verdict.doubts.iter().map(ToString::to_string).collect(),
            used: Some((verdict.requests, verdict.half_units)),
        };
        Self {
            title: title.to_owned(),
            questions: conditions.iter().zip(0..).map(question).collect(),
            learners: verdicts.iter().map(learner).collect(),
        }
        .with_names_doubted()
    }

    /// Doubts files with the same name.
    fn with_names_doubted(mut self) -> Self {
        let names: Vec<String> = self.learners.iter().map(|learner| learner.name.clone()).collect();
        for learner in &mut self.learners {
            if names.iter().filter(|name| **name == learner.name).count() > 1 {
                let words = "Another file has the same name. Which one counts?";
                learner.doubts.push(words.to_owned());
            }
        }
        self
    }

    /// Counts the answers to a question.
    #[must_use]
    pub fn counted(&self, question: usize) -> Counted {
        let answers = self.questions.get(question).map(|question| question.answers.as_slice());
        let answers = answers.unwrap_or_default();
        let mut counted = Counted {
            each: vec![0; answers.len()],
            ..Counted::default()
        };
        let given = self
            .learners
            .iter()
            .filter_map(|learner| *learner.answers.get(question)?);
        for answer in given {
            if let Some(count) = counted.each.get_mut(answer) {
                *count += 1;
                counted.all += 1;
            }
        }
        let mut most = 0;
        for ((answer, count), at) in answers.iter().zip(&counted.each).zip(0..) {
            if !answer.right {
                counted.wrong += count;
                if *count > most {
                    (most, counted.commonest) = (*count, Some(at));
                }
            }
        }
        counted
    }

    /// The questions that somebody got wrong, by position: those with the most wrong answers first.
    #[must_use]
    pub fn to_discuss(&self) -> Vec<usize> {
        let wrong = |at: usize| self.counted(at).wrong;
        let mut list: Vec<(usize, usize)> = (0..self.questions.len()).map(|at| (wrong(at), at)).collect();
        list.retain(|(wrong, _)| *wrong > 0);
        sort_by(&mut list, |one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        list.into_iter().map(|(_, at)| at).collect()
    }

    /// Whether the files are hand-ins of an assignment.
    #[must_use]
    pub fn is_assignment(&self) -> bool {
        self.learners.iter().any(|learner| learner.used.is_some())
    }

    /// How many learners came to the end without a doubt, how many did not, and how many files are in doubt.
    #[must_use]
    pub fn states(&self) -> [usize; 3] {
        let count = |is_so: &dyn Fn(&Learner) -> bool| self.learners.iter().filter(|one| is_so(one)).count();
        let doubted = count(&|one| !one.doubts.is_empty());
        let ended = count(&|one| one.doubts.is_empty() && one.came == Came::ToEnd);
        [ended, self.learners.len() - ended - doubted, doubted]
    }
}

/// A condition as a question. Its reply is the value that most learners ended with who missed it.
fn condition_of(words: &str, at: usize, verdicts: &[(String, Verdict)]) -> KeyQuestion {
    let missed = verdicts
        .iter()
        .filter_map(|(_, verdict)| verdict.reasons.get(at))
        .filter(|reason| !reason.holds);
    let ended: Vec<&str> = missed.map(|reason| reason.now.as_str()).collect();
    let often = |now: &str| ended.iter().filter(|one| **one == now).count();
    let commonest = ended
        .iter()
        .copied()
        .reduce(|one, other| if often(other) > often(one) { other } else { one });
    let reply = commonest.map(|now| format!("The commonest value at the end is {now}."));
    let answer = |words: &str, reply: Option<String>, right| KeyAnswer {
        words: words.to_owned(),
        reply: reply.unwrap_or_default(),
        right,
        ..KeyAnswer::default()
    };
    KeyQuestion {
        title: words.to_owned(),
        answers: vec![answer("Met", None, true), answer("Missed", reply, false)],
        takes: Takes::Goal,
        ..KeyQuestion::default()
    }
}

/// A learner by their file, with the doubts about it.
fn learner(key: &AnswerKey, file: &str, result: &LessonResult) -> Learner {
    let mut doubts = Vec::new();
    if result.mark != key.mark {
        doubts.push("The learner played another version of this lesson.".to_owned());
    }
    for (step, _) in &result.answers {
        if !key.questions.iter().any(|question| question.step == *step) {
            doubts.push(format!(
                "The file has an answer for \"{step}\", which asks nothing in this lesson."
            ));
        }
    }
    let answers = key
        .questions
        .iter()
        .map(|question| answer_of(question, result, &mut doubts))
        .collect();
    if result.reached.is_some_and(|step| step == 0 || step > key.steps.len()) {
        doubts.push("The file names a step that this lesson does not have.".to_owned());
    }
    Learner {
        name: if result.learner.trim().is_empty() {
            file.to_owned()
        } else {
            result.learner.trim().to_owned()
        },
        answers,
        came: result.reached.map_or(Came::ToEnd, Came::ToStep),
        doubts,
        used: None,
    }
}

/// The answer to a question, by its position.
fn answer_of(question: &KeyQuestion, result: &LessonResult, doubts: &mut Vec<String>) -> Option<usize> {
    let number = question.number;
    if number <= result.skipped && result.first(&question.step).is_none() {
        return None;
    }
    let is_reached = result.reached.is_none_or(|reached| number <= reached);
    let is_passed = result.reached.is_none_or(|reached| number < reached);
    let found = match (question.takes, result.first(&question.step)) {
        (_, Some(_)) if !is_reached => None,
        (Takes::Pick, Some(Answered::Pick(pick))) => question.answers.iter().position(|answer| answer.number == *pick),
        (Takes::Number(least, most), Some(Answered::Say(said))) => real(said).map(|said| match said {
            said if said < least - 1e-9 => 1,
            said if said > most + 1e-9 => 2,
            _ => 0,
        }),
        (Takes::Goal, Some(Answered::Met(_))) => return Some(0),
        (Takes::Goal, None) if is_reached && !is_passed => return Some(1),
        (_, None) if !is_passed => return None,
        (_, None) => {
            doubts.push(format!("Step {number} is passed, but the file has no answer for it."));
            return None;
        }
        (_, Some(_)) => None,
    };
    if found.is_none() {
        doubts.push(format!("Step {number} has an answer that it does not offer."));
    }
    found
}
