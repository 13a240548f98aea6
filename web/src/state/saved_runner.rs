//! The request of a learner in a step: operation, body and response, and how much of a solution was shown.
//!
//! Must not know who sends it. A solution has one request per line. A line without an operation states what to wait
//! for.

use hashrange_wire::{Operation, json_members};

use super::json_draft::is_query;
use super::query_form::QueryForm;
use super::request_log::{beginning, pretty};

/// The requests of a solution: operation and body, or an empty operation and what to wait for.
pub type Solution = [(String, String)];

/// The service's response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The operation.
    pub operation: Operation,
    /// Exception and message, if it was refused.
    pub refused: Option<(String, String)>,
    /// The response's body.
    pub body: String,
    /// The number of its record in the journal, if it has one.
    pub record: Option<u64>,
}

json_members!(Answer {
    operation,
    refused,
    body,
    record
});

/// The learner's editor in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedRunner {
    /// The lesson and the step, by their names.
    pub step: (String, String),
    /// The chosen operation.
    pub operation: Operation,
    /// The body.
    pub body: String,
    /// Whether the learner has typed in it.
    pub typed: bool,
    /// The form of a Query or Scan, if the body is its request. The body lacks what is still incomplete in the form.
    pub form: Option<QueryForm>,
    /// The latest response.
    pub answer: Option<Answer>,
    /// Lines of the solution that were run.
    done: usize,
    /// The latest shown line of the solution.
    shown: Option<usize>,
}

json_members!(SavedRunner default { step, operation, body, typed, form, answer, done, shown });

impl Default for SavedRunner {
    fn default() -> Self {
        let step = (String::new(), String::new());
        let (operation, body) = (Operation::GetItem, String::new());
        Self {
            step,
            operation,
            body,
            typed: false,
            form: None,
            answer: None,
            done: 0,
            shown: None,
        }
    }
}

impl SavedRunner {
    /// The state at the start of a step: the first operation of its solution, for the step's table. A Query for learners
    /// of an assignment, who receive no solution.
    #[must_use]
    pub fn begin(step: (String, String), table: &str, solution: &Solution) -> Self {
        let first = solution
            .iter()
            .find_map(|(operation, _)| Operation::from_name(operation));
        let operation = first.unwrap_or(Operation::Query);
        Self {
            step,
            operation,
            body: skeleton(operation, table),
            ..Self::default()
        }
    }

    /// Chooses an operation, and drops the text for another one.
    pub fn turn_to(&mut self, operation: Operation, table: &str) {
        (self.operation, self.body) = (operation, skeleton(operation, table));
        (self.typed, self.form, self.shown) = (false, None, None);
    }

    /// Whether it is a Query or a Scan, which a form can express.
    #[must_use]
    pub fn is_read(&self) -> bool {
        matches!(self.operation, Operation::Query | Operation::Scan)
    }

    /// Stores a typed body. A Scan with a key condition becomes a Query.
    pub fn type_body(&mut self, body: String) {
        if self.operation == Operation::Scan && is_query(&body) {
            self.operation = Operation::Query;
        }
        (self.body, self.typed, self.form) = (body, true, None);
    }

    /// Stores a form and its request. The form shows its own errors.
    pub fn fill(&mut self, form: QueryForm, operation: Operation, body: String) {
        (self.operation, self.body) = (operation, body);
        (self.typed, self.form) = (false, Some(form));
    }

    /// Puts the next request of the solution into the editor.
    pub fn show_solution(&mut self, solution: &Solution) {
        let requests = || {
            solution
                .iter()
                .enumerate()
                .filter(|(_, (operation, _))| !operation.is_empty())
        };
        let next = requests()
            .find(|(at, _)| *at >= self.done)
            .or_else(|| requests().next_back());
        if let Some((at, (operation, body))) = next
            && let Some(operation) = Operation::from_name(operation)
        {
            (self.operation, self.body) = (operation, pretty(body));
            (self.typed, self.form, self.shown) = (false, None, Some(at));
        }
    }

    /// What to wait for before the shown request of the solution.
    #[must_use]
    pub fn waits_for<'a>(&self, solution: &'a Solution) -> Option<&'a str> {
        let before = solution.get(self.shown?.checked_sub(1)?)?;
        before.0.is_empty().then_some(before.1.as_str())
    }

    /// Adds a response. A successful request of the solution is done. A refused one is shown again.
    pub fn answered(&mut self, answer: Answer, solution: &Solution) {
        if let Some(at) = self.shown
            && answer.refused.is_none()
            && solution.get(at).is_some_and(|(_, body)| pretty(body) == self.body)
        {
            self.done = at + 1;
        }
        self.answer = Some(answer);
    }

    /// The number of the next request of the solution, from 1, and the total number.
    #[must_use]
    pub fn place(&self, solution: &Solution) -> (usize, usize) {
        let requests = solution.iter().filter(|(operation, _)| !operation.is_empty()).count();
        let done = solution
            .iter()
            .take(self.done)
            .filter(|(operation, _)| !operation.is_empty())
            .count();
        ((done + 1).min(requests), requests)
    }
}

/// A body with only the table's name, if the operation has that parameter.
fn skeleton(operation: Operation, table: &str) -> String {
    let body = beginning(operation, Some(table));
    let names_table = body.contains("\"TableName\"") || matches!(operation, Operation::CreateTable);
    if names_table {
        format!("{{\n  \"TableName\": \"{table}\"\n}}")
    } else {
        body
    }
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
        Answer {
            operation: Operation::Query,
            refused,
            body: String::new(),
            record: None,
        }
    }

    #[test]
    fn a_step_begins_with_the_operation_of_its_solution_and_nothing_given_away() {
        let saved = SavedRunner::begin(("keys-2".to_owned(), "give".to_owned()), "Small", &solution());
        assert_eq!(
            (saved.operation, saved.body.as_str()),
            (Operation::UpdateTable, "{\n  \"TableName\": \"Small\"\n}")
        );
        let mut other = saved.clone();
        other.turn_to(Operation::Query, "Small");
        assert_eq!(other.body, saved.body);
        other.turn_to(Operation::TransactWriteItems, "Small");
        assert!(other.body.contains("TransactItems"));
        let without = SavedRunner::begin(saved.step, "Small", &[]);
        assert_eq!(without.operation, Operation::Query);
    }

    #[test]
    fn a_form_and_typed_json_are_one_request() {
        let mut saved = SavedRunner::begin((String::new(), String::new()), "Small", &[]);
        saved.fill(
            QueryForm::default(),
            Operation::Scan,
            "{\"TableName\":\"Small\"}".to_owned(),
        );
        assert!(saved.is_read() && !saved.typed && saved.form.is_some());
        saved.type_body("{\"TableName\":\"Small\",\"KeyConditionExpression\":\"\"}".to_owned());
        assert_eq!((saved.operation, saved.typed), (Operation::Query, true));
        assert_eq!(saved.form, None, "the body replaces it");
        saved.type_body("{}".to_owned());
        assert_eq!(saved.operation, Operation::Query, "it is refused in words");
        saved.turn_to(Operation::PutItem, "Small");
        assert!(!saved.is_read());
    }

    #[test]
    fn the_solution_is_shown_request_by_request_as_each_is_answered() {
        let solution = solution();
        let mut saved = SavedRunner::begin((String::new(), String::new()), "Small", &solution);
        assert_eq!(saved.place(&solution), (1, 2));
        saved.show_solution(&solution);
        assert_eq!(
            (saved.operation, saved.waits_for(&solution)),
            (Operation::UpdateTable, None)
        );
        saved.answered(answer(true), &solution);
        saved.show_solution(&solution);
        assert_eq!(
            saved.operation,
            Operation::UpdateTable,
            "what was refused is shown again"
        );
        saved.answered(answer(false), &solution);
        assert_eq!(saved.place(&solution), (2, 2));
        saved.show_solution(&solution);
        assert_eq!(
            (saved.operation, saved.waits_for(&solution)),
            (Operation::Query, Some("status = ACTIVE"))
        );
        saved.type_body("{}".to_owned());
        assert!(saved.typed);
        saved.answered(answer(false), &solution);
        assert_eq!(
            saved.place(&solution),
            (2, 2),
            "that was a request of the learner's own"
        );
        saved.show_solution(&solution);
        saved.answered(answer(false), &solution);
        saved.show_solution(&solution);
        assert_eq!(saved.operation, Operation::Query, "the last one may be tried again");
    }
}
