//! The request that a learner writes in a step: operation, body and answer, and how far a solution was shown.
//!
//! Must not know who sends it. The solution has a request a line; a line without an operation says what to wait for.

use hashrange_wire::Operation;
use serde::{Deserialize, Serialize};

use super::request_log::{beginning, pretty};

/// Requests of a solution: operation and body, or nothing and what to wait for.
pub type Solution = [(String, String)];

/// What the service answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The operation.
    pub operation: Operation,
    /// Exception and message of a refusal.
    pub refused: Option<(String, String)>,
    /// The answer's body.
    pub body: String,
    /// The number of its record in the journal, where it has one.
    #[serde(default)]
    pub record: Option<u64>,
}

/// What lies before a learner in a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunnerPaper {
    /// The lesson and the step, by their names.
    pub step: (String, String),
    /// The operation chosen.
    pub operation: Operation,
    /// The body.
    pub body: String,
    /// Whether the learner has typed in it.
    pub typed: bool,
    /// What was answered last.
    pub answer: Option<Answer>,
    /// Lines of the solution that were run.
    done: usize,
    /// The line of the solution that was shown last.
    shown: Option<usize>,
}

impl Default for RunnerPaper {
    fn default() -> Self {
        let step = (String::new(), String::new());
        let (operation, body) = (Operation::GetItem, String::new());
        Self { step, operation, body, typed: false, answer: None, done: 0, shown: None }
    }
}

impl RunnerPaper {
    /// The paper at the beginning of a step: the operation that its solution begins with, for the step's table.
    #[must_use]
    pub fn begin(step: (String, String), table: &str, solution: &Solution) -> Self {
        let first = solution.iter().find_map(|(operation, _)| Operation::from_name(operation));
        let operation = first.unwrap_or(Operation::GetItem);
        Self { step, operation, body: skeleton(operation, table), ..Self::default() }
    }

    /// Chooses an operation; what was typed for another one goes.
    pub fn turn_to(&mut self, operation: Operation, table: &str) {
        (self.operation, self.body) = (operation, skeleton(operation, table));
        (self.typed, self.shown) = (false, None);
    }

    /// Takes over a typed body.
    pub fn type_body(&mut self, body: String) {
        (self.body, self.typed) = (body, true);
    }

    /// Puts the next request of the solution into the editor.
    pub fn show_solution(&mut self, solution: &Solution) {
        let requests = || solution.iter().enumerate().filter(|(_, (operation, _))| !operation.is_empty());
        let next = requests().find(|(at, _)| *at >= self.done).or_else(|| requests().next_back());
        if let Some((at, (operation, body))) = next
            && let Some(operation) = Operation::from_name(operation)
        {
            (self.operation, self.body) = (operation, pretty(body));
            (self.typed, self.shown) = (false, Some(at));
        }
    }

    /// What to wait for before the request of the solution that is shown.
    #[must_use]
    pub fn waits_for<'a>(&self, solution: &'a Solution) -> Option<&'a str> {
        let before = solution.get(self.shown?.checked_sub(1)?)?;
        before.0.is_empty().then_some(before.1.as_str())
    }

    /// Takes an answer. A request of the solution that was answered is done; one that was refused is shown again.
    pub fn answered(&mut self, answer: Answer, solution: &Solution) {
        if let Some(at) = self.shown
            && answer.refused.is_none()
            && solution.get(at).is_some_and(|(_, body)| pretty(body) == self.body)
        {
            self.done = at + 1;
        }
        self.answer = Some(answer);
    }

    /// Number of the request of the solution that is next, from 1, and how many there are.
    #[must_use]
    pub fn place(&self, solution: &Solution) -> (usize, usize) {
        let requests = solution.iter().filter(|(operation, _)| !operation.is_empty()).count();
        let done = solution.iter().take(self.done).filter(|(operation, _)| !operation.is_empty()).count();
        ((done + 1).min(requests), requests)
    }
}

/// A body with the table's name and nothing else, where the operation takes one.
fn skeleton(operation: Operation, table: &str) -> String {
    let body = beginning(operation, Some(table));
    let names_table = body.contains("\"TableName\"") || matches!(operation, Operation::CreateTable);
    if names_table { format!("{{\n  \"TableName\": \"{table}\"\n}}") } else { body }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solution() -> Vec<(String, String)> {
        let line = |operation: &str, body: &str| (operation.to_owned(), body.to_owned());
        vec![
            line("UpdateTable", "{\"TableName\":\"Small\"}"),
            line("", "status = ACTIVE"),
            line("Query", "{\"TableName\":\"Small\",\"Limit\":1}"),
        ]
    }

    fn answer(refused: bool) -> Answer {
        let refused = refused.then(|| ("ValidationException".to_owned(), String::new()));
        Answer { operation: Operation::Query, refused, body: String::new(), record: None }
    }

    #[test]
    fn a_step_begins_with_the_operation_of_its_solution_and_nothing_given_away() {
        let paper = RunnerPaper::begin(("keys-2".to_owned(), "give".to_owned()), "Small", &solution());
        assert_eq!(
            (paper.operation, paper.body.as_str()),
            (Operation::UpdateTable, "{\n  \"TableName\": \"Small\"\n}")
        );
        let mut other = paper.clone();
        other.turn_to(Operation::Query, "Small");
        assert_eq!(other.body, paper.body);
        other.turn_to(Operation::TransactWriteItems, "Small");
        assert!(other.body.contains("TransactItems"));
        let without = RunnerPaper::begin(paper.step, "Small", &[]);
        assert_eq!(without.operation, Operation::GetItem);
    }

    #[test]
    fn the_solution_is_shown_request_by_request_as_each_is_answered() {
        let solution = solution();
        let mut paper = RunnerPaper::begin((String::new(), String::new()), "Small", &solution);
        assert_eq!(paper.place(&solution), (1, 2));
        paper.show_solution(&solution);
        assert_eq!((paper.operation, paper.waits_for(&solution)), (Operation::UpdateTable, None));
        paper.answered(answer(true), &solution);
        paper.show_solution(&solution);
        assert_eq!(paper.operation, Operation::UpdateTable, "what was refused is shown again");
        paper.answered(answer(false), &solution);
        assert_eq!(paper.place(&solution), (2, 2));
        paper.show_solution(&solution);
        assert_eq!((paper.operation, paper.waits_for(&solution)), (Operation::Query, Some("status = ACTIVE")));
        paper.type_body("{}".to_owned());
        assert!(paper.typed);
        paper.answered(answer(false), &solution);
        assert_eq!(paper.place(&solution), (2, 2), "that was a request of the learner's own");
        paper.show_solution(&solution);
        paper.answered(answer(false), &solution);
        paper.show_solution(&solution);
        assert_eq!(paper.operation, Operation::Query, "the last one may be tried again");
    }
}
