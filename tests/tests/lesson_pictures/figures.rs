//! Figures that both the words and the picture of a stop show. Must not know where a picture has room for them.

use hashrange_lesson::{Act, Expression, Phase, Step, Task, Words};
use hashrange_web::stage::Subject;
use hashrange_workload::Figure;

use super::Look;

impl Look<'_> {
    /// Figures of the words of this stop that are drawn with another value.
    pub(super) fn other_figures(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for words in said(self.step, self.play.phase(), self.play.is_met()) {
            for (sum, written, _) in words.figures() {
                let Expression::Figure(asked) = sum else { continue };
                let of = asked.table.as_deref().unwrap_or(&self.play.lesson().table);
                if of != self.table
                    && !matches!(
                        asked.figure,
                        Figure::Throttled | Figure::Answered | Figure::Cost | Figure::Count
                    )
                {
                    continue;
                }
                // The words count all pages of a read, the picture shows the last one.
                let paged = |act: &Act| matches!(act, Act::Pages { .. });
                if self.step.before.iter().chain(&self.step.after).any(paged) {
                    continue;
                }
                let value = self.play.value(sum, self.stage).to_string();
                let drawn = self.drawn(&asked.figure);
                if !drawn.is_empty() && drawn.iter().any(|one| *one != value) {
                    wrong.push(format!(
                        "{{{written}}} is {value} in the words and {} in the picture",
                        drawn.join(", ")
                    ));
                }
            }
        }
        wrong
    }

    /// The values that the picture shows of a figure.
    fn drawn(&self, figure: &Figure) -> Vec<String> {
        let words = |subject: Subject| self.words(&subject).unwrap_or_default();
        let index = |name: &String| words(Subject::Index(name.as_str().into()));
        let table = || words(Subject::Table);
        match figure {
            Figure::Items => before(&table(), &[" items", " item"]),
            Figure::Partitions(None) => before(&table(), &[" partition"]),
            Figure::Rate(None) => before(&table(), &[" WCU,"]),
            Figure::ReadRate(None) => before(&table(), &[" RCU"]),
            Figure::Behind => after(&table(), "followers "),
            Figure::Status(None) => Vec::new(),
            Figure::Entries(name) => before(&index(name), &[" entries", " entry"]),
            Figure::Percent(name) => before(&index(name), &[" % passed"]),
            Figure::Rate(Some(name)) if !index(name).is_empty() => after(&index(name), " of "),
            Figure::Waiting(name) => after(&words(Subject::Pipe(name.as_str().into())), "queue "),
            Figure::Throttled => {
                let all = self.texts();
                let now = all.iter().filter(|one| !one.text.contains("so far"));
                let so_far = now.flat_map(|one| before(one.text, &[" writes throttled", " reads throttled"]));
                let load = before(&words(Subject::Requests), &[" throttled"]);
                so_far.chain(load).collect()
            }
            Figure::Answered => before(&words(Subject::Requests), &[" succeeded,"]),
            Figure::Cost => before(&words(Subject::Sender(0)), &[" RCU", " WCU"]),
            Figure::Count => before(&words(Subject::Sender(0)), &[" items,", " item,"]),
            Figure::Readable => before(&words(Subject::Expiry), &[" expired", " readable"]),
            Figure::Expiring => before(&words(Subject::Expiry), &[" live"]),
            Figure::Deleted => before(&words(Subject::Expiry), &[" deleted"]),
            Figure::Records => before(&words(Subject::Stream), &[" record"]),
            Figure::Hits => before(&words(Subject::Accelerator), &[" hit"]),
            Figure::Misses => before(&words(Subject::Accelerator), &[" miss"]),
            _ => Vec::new(),
        }
    }
}

/// The words that a stop shows for the first time.
fn said(step: &Step, phase: Phase, met: bool) -> Vec<&Words> {
    match (&step.task, phase) {
        (Task::Do(goal) | Task::Drag(_, goal), _) if met => vec![&goal.done],
        (Task::Predict(question), Phase::Replied) => question.replies.iter().map(|reply| &reply.words).collect(),
        (Task::Predict(question), _) => vec![&step.title.1, &step.say.1, &question.ask],
        _ => vec![&step.title.1, &step.say.1],
    }
}

/// The numbers before these words.
fn before(text: &str, endings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for ending in endings {
        for (at, _) in text.match_indices(ending) {
            let digit = |letter: &char| letter.is_ascii_digit() || ".,".contains(*letter);
            let number: String = text[..at].chars().rev().take_while(digit).collect();
            let number: String = number.chars().rev().filter(|letter| *letter != ',').collect();
            if !number.is_empty() && !found.contains(&number) {
                found.push(number);
            }
        }
    }
    found
}

/// The numbers after these words.
fn after(text: &str, beginning: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(beginning) {
        let rest = text[at + beginning.len()..].chars();
        let number: String = rest
            .take_while(|letter| letter.is_ascii_digit() || *letter == ',')
            .collect();
        let number = number.replace(',', "");
        if !number.is_empty() {
            found.push(number);
        }
    }
    found
}
