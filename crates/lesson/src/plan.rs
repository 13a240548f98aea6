//! A teacher's plan of a lesson: a file of words beside the lesson.
//!
//! ```text
//! plan keys-2                                  the lesson
//! time 5 | Ask the question, and note ...      minutes, and what happens in them
//! ask Can one order use all units?             the question before the lesson
//! answer No. ...                               what the teacher needs to know
//! wrong double | More units help. | They ...   a step, the misconception, and how the step removes it
//! fast Let them ...                            what to do if the class is fast
//! ```
//!
//! Must not know the lesson, nor how a plan is shown.

/// A teacher's plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The id of the lesson.
    pub lesson: String,
    /// The parts of the time: minutes, and what happens in them.
    pub times: Vec<(u32, String)>,
    /// The question to ask before the lesson.
    pub ask: String,
    /// Its answer.
    pub answer: String,
    /// What learners believe wrongly, and how the lesson removes it.
    pub misconceptions: Vec<Misconception>,
    /// What to do if the class is fast.
    pub fast: Vec<String>,
}

/// What learners believe wrongly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Misconception {
    /// The step that removes it, by its name.
    pub step: String,
    /// What learners believe.
    pub belief: String,
    /// What they see in the step.
    pub seen: String,
}

impl Plan {
    /// The whole time, in minutes.
    #[must_use]
    pub fn minutes(&self) -> u32 {
        self.times
            .iter()
            .map(|(minutes, _)| minutes)
            .fold(0, |sum, one| sum.saturating_add(*one))
    }
}

/// Reads a plan.
///
/// # Errors
/// What is wrong, with its line.
pub fn read_plan(text: &str) -> Result<Plan, String> {
    let mut plan = Plan::default();
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if plan.add(word, rest.trim()).is_none() {
            return Err(format!("{number}: the line `{word}` of the plan cannot be read"));
        }
    }
    match plan.missing() {
        None => Ok(plan),
        Some(word) => Err(format!("The plan has no line `{word}`.")),
    }
}

impl Plan {
    /// Adds a line. A line that has one place fills it once.
    fn add(&mut self, word: &str, rest: &str) -> Option<()> {
        match word {
            "plan" => fill(&mut self.lesson, rest)?,
            "ask" => fill(&mut self.ask, rest)?,
            "answer" => fill(&mut self.answer, rest)?,
            "time" => {
                let (minutes, words) = rest.split_once(" | ")?;
                self.times.push((minutes.parse().ok()?, words.to_owned()));
            }
            "wrong" => {
                let (step, rest) = rest.split_once(" | ")?;
                let (belief, seen) = rest.split_once(" | ")?;
                self.misconceptions.push(Misconception {
                    step: step.to_owned(),
                    belief: belief.to_owned(),
                    seen: seen.to_owned(),
                });
            }
            "fast" if !rest.is_empty() => self.fast.push(rest.to_owned()),
            _ => return None,
        }
        Some(())
    }

    /// The word of a part that is missing.
    fn missing(&self) -> Option<&'static str> {
        let parts = [
            ("plan", self.lesson.is_empty()),
            ("time", self.times.is_empty()),
            ("ask", self.ask.is_empty()),
            ("answer", self.answer.is_empty()),
            ("wrong", self.misconceptions.is_empty()),
            ("fast", self.fast.is_empty()),
        ];
        parts
            .into_iter()
            .find(|(_, is_missing)| *is_missing)
            .map(|(word, _)| word)
    }
}

/// Fills a place that is empty.
fn fill(place: &mut String, rest: &str) -> Option<()> {
    let fits = place.is_empty() && !rest.is_empty();
    fits.then(|| rest.clone_into(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# words\nplan keys-2\ntime 5 | Ask.\ntime 20 | Play.\nask Can it?\nanswer No.\n\
                        wrong double | More help. | They do not.\nfast Go on.\n";

    #[test]
    fn a_plan_is_read_with_all_its_parts() {
        let plan = read_plan(TEXT).expect("a plan");
        assert_eq!(
            (plan.lesson.as_str(), plan.minutes(), plan.fast.len()),
            ("keys-2", 25, 1)
        );
        let wrong = plan.misconceptions.first().expect("one");
        assert_eq!(
            [&wrong.step, &wrong.belief, &wrong.seen],
            ["double", "More help.", "They do not."]
        );
    }

    #[test]
    fn a_plan_without_a_part_or_with_another_line_is_refused() {
        for word in ["plan", "time", "ask", "answer", "wrong", "fast"] {
            let lines: Vec<&str> = TEXT.lines().filter(|line| !line.starts_with(word)).collect();
            assert_eq!(
                read_plan(&lines.join("\n")),
                Err(format!("The plan has no line `{word}`."))
            );
        }
        for (line, word) in [
            ("say No.", "say"),
            ("ask Twice?", "ask"),
            ("time five | Ask.", "time"),
            ("fast ", "fast"),
        ] {
            let wrong = Err(format!("9: the line `{word}` of the plan cannot be read"));
            assert_eq!(read_plan(&format!("{TEXT}{line}\n")), wrong);
        }
    }
}
