//! Conditions on figures and on the latest response.
//!
//! `throttled = 0`, `fullest <= sent / 2`, `answer Query {"Count": 3}` with the matchers of the project's suite,
//! `refused` with an exception. Must not know who evaluates them.

use hashrange_values::real;
use hashrange_wire::{JsonTree, Operation};
use hashrange_workload::Figure;

use crate::bounds::{MOST_CONDITIONS, MOST_EXPECTED, held};
use crate::fault::cut;
use crate::matching::matches;
use crate::nearest::nearest;
use crate::scope::Scope;
use crate::{Asked, Expression, Value, Wrong};

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Same,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// The right side of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A sum.
    Sum(Expression),
    /// A literal text.
    Text(String),
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A comparison of a figure.
    Compare(Expression, Comparison, Operand),
    /// The latest request is of this operation and succeeded, and its response matches.
    Answer(Operation, JsonTree),
    /// The latest request is refused with this exception.
    Refused(String),
    /// All of these conditions.
    All(Vec<Condition>),
}

const COMPARISONS: [(&str, Comparison); 6] = [
    (" != ", Comparison::Different),
    (" <= ", Comparison::AtMost),
    (" >= ", Comparison::AtLeast),
    (" = ", Comparison::Same),
    (" < ", Comparison::Less),
    (" > ", Comparison::More),
];

impl Condition {
    /// Reads one, or several with ` ; ` between them.
    ///
    /// # Errors
    /// When it is not a condition.
    pub fn read(words: &str) -> Result<Self, Wrong> {
        let words = words.trim();
        if words.contains(" ; ") {
            let conditions = words.split(" ; ").count() as u64;
            held("conditions in a line", conditions, MOST_CONDITIONS)?;
            return words
                .split(" ; ")
                .map(Self::read)
                .collect::<Result<_, _>>()
                .map(Self::All);
        }
        let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
        let rest = rest.trim();
        match first {
            "refused" if !rest.is_empty() => return Ok(Self::Refused(rest.to_owned())),
            "answer" if rest.contains('{') || Operation::from_name(rest).is_some() => return of_answer(rest),
            _ => {}
        }
        let found = COMPARISONS
            .iter()
            .find_map(|(sign, comparison)| Some((words.split_once(sign)?, *comparison)));
        let Some(((left, right), comparison)) = found else {
            return Err(Wrong::Condition { words: cut(words) });
        };
        Ok(Self::Compare(
            Expression::read(left)?,
            comparison,
            operand(right.trim())?,
        ))
    }

    /// Whether it depends on requests or loads: on their results, their number, or the time since one of them. Before
    /// the first one of a step, its value is of an earlier step.
    pub(crate) fn is_of_requests(&self) -> bool {
        match self {
            Self::All(all) => all.iter().any(Self::is_of_requests),
            Self::Answer(..) | Self::Refused(_) => true,
            Self::Compare(left, _, right) => {
                let right = match right {
                    Operand::Sum(sum) => sum.has(&is_of_requests),
                    Operand::Text(_) => false,
                };
                left.has(&is_of_requests) || right
            }
        }
    }

    /// Whether it is true.
    pub(crate) fn holds(&self, scope: &Scope<'_>) -> bool {
        match self {
            Self::All(all) => all.iter().all(|one| one.holds(scope)),
            Self::Refused(exception) => {
                scope.is_newest_refused()
                    && scope.ask(&Asked {
                        figure: Figure::Refusal,
                        table: None,
                    }) == *exception
            }
            Self::Answer(operation, expected) => scope.newest().is_some_and(|(newest, answer)| {
                newest == *operation && answer.is_some_and(|answer| matches(expected, answer).is_ok())
            }),
            Self::Compare(left, comparison, right) => {
                let left = scope.value(left);
                let right = match right {
                    Operand::Text(text) => Value::of(text),
                    Operand::Sum(sum) => scope.value(sum),
                };
                compare(&left, *comparison, &right)
            }
        }
    }

    /// Its subject and the current value, for messages.
    pub(crate) fn now(&self, scope: &Scope<'_>) -> String {
        match self {
            Self::All(all) => {
                let wrong = all.iter().filter(|one| !one.holds(scope)).map(|one| one.now(scope));
                wrong.collect::<Vec<_>>().join(", ")
            }
            Self::Refused(_) if !scope.is_newest_refused() => "the latest request was not refused".to_owned(),
            Self::Refused(_) => {
                format!(
                    "it was {}",
                    scope.ask(&Asked {
                        figure: Figure::Refusal,
                        table: None
                    })
                )
            }
            Self::Answer(operation, expected) => match scope.newest() {
                Some((newest, Some(answer))) if newest == *operation => matches(expected, answer)
                    .err()
                    .unwrap_or_else(|| "it matches".to_owned()),
                Some((newest, Some(_))) => format!("the latest request was {}", newest.name()),
                Some((_, None)) => "the latest request was refused".to_owned(),
                None => "there was no request".to_owned(),
            },
            Self::Compare(left, ..) => format!("it is {}", scope.value(left)),
        }
    }
}

/// Whether a figure is of the latest requests or of the latest load.
const fn is_of_requests(figure: &Figure) -> bool {
    matches!(
        figure,
        Figure::Cost
            | Figure::CostOf(_)
            | Figure::Units
            | Figure::Asked
            | Figure::Fetched
            | Figure::Sent
            | Figure::Answered
            | Figure::Throttled
            | Figure::LoadRate
            | Figure::LoadSeconds
            | Figure::Suffixes
            | Figure::Count
            | Figure::Scanned
            | Figure::More
            | Figure::Value(_)
            | Figure::Answer(_)
            | Figure::Refusal
            | Figure::Message
            | Figure::Requests(_)
            | Figure::Elapsed
    )
}

fn of_answer(words: &str) -> Result<Condition, Wrong> {
    let (name, json) = words.split_once(' ').unwrap_or((words, "{}"));
    let Some(operation) = Operation::from_name(name) else {
        let near = nearest(name, Operation::ALL.iter().map(|one| one.name()));
        return Err(Wrong::Operation { name: cut(name), near });
    };
    held(
        "bytes in the response of an `answer` condition",
        json.len() as u64,
        MOST_EXPECTED,
    )?;
    let expected = JsonTree::parse(json).map_err(|error| Wrong::Json {
        reason: error.to_string(),
    })?;
    Ok(Condition::Answer(operation, expected))
}

/// A sum if it begins with a number, a bracket or the name of a figure; otherwise a literal text.
fn operand(words: &str) -> Result<Operand, Wrong> {
    if let Some(text) = words.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return Ok(Operand::Text(text.to_owned()));
    }
    let first = words.split([' ', '(']).next().unwrap_or_default();
    let is_figure = Figure::WORDS.iter().any(|word| word.name == first);
    let is_sum = is_figure || matches!(first, "" | "up" | "down") || real(first).is_some_and(f64::is_finite);
    if is_sum {
        Expression::read(words).map(Operand::Sum)
    } else {
        Ok(Operand::Text(words.to_owned()))
    }
}

fn compare(left: &Value, comparison: Comparison, right: &Value) -> bool {
    use std::cmp::Ordering;
    let order = match (left.number(), right.number()) {
        (Some(left), Some(right)) if (left - right).abs() < 1e-9 => Some(Ordering::Equal),
        (Some(left), Some(right)) => left.partial_cmp(&right),
        _ if left.to_string() == right.to_string() => Some(Ordering::Equal),
        _ => None,
    };
    match comparison {
        Comparison::Same => order == Some(Ordering::Equal),
        Comparison::Different => order != Some(Ordering::Equal),
        Comparison::Less => order == Some(Ordering::Less),
        Comparison::AtMost => order.is_some_and(Ordering::is_le),
        Comparison::More => order == Some(Ordering::Greater),
        Comparison::AtLeast => order.is_some_and(Ordering::is_ge),
    }
}

#[cfg(test)]
mod tests {
    use hashrange_time::Timestamp;

    use super::*;
    use crate::Service;
    use crate::tally::Tally;

    /// A service without tables.
    struct Empty;

    impl Service for Empty {
        fn figure(&self, _: &str, _: &Figure) -> String {
            String::new()
        }

        fn now(&self) -> Timestamp {
            Timestamp::default()
        }
    }

    #[test]
    fn a_condition_has_bounds() {
        let refused = |words: &str| Condition::read(words).expect_err("too much").to_string();
        assert_eq!(
            refused(&vec!["sent = 1"; 51].join(" ; ")),
            "too many conditions in a line: 51; the limit of a lesson is 50"
        );
        assert_eq!(
            refused(&format!("answer Query {{\"Items\":\"{}\"}}", "x".repeat(16 * 1024))),
            "too many bytes in the response of an `answer` condition: 16396; the limit of a lesson is 16384"
        );
        assert!(Condition::read(&vec!["sent = 1"; 50].join(" ; ")).is_ok());
    }

    #[test]
    fn conditions_on_requests_are_told_from_those_on_the_service() {
        let is = |words: &str| Condition::read(words).expect("a condition").is_of_requests();
        for words in [
            "throttled = 0",
            "cost <= 0.5",
            "elapsed - kept request <= 8",
            "items = up(sent / 2)",
            "answer Query {}",
            "refused ValidationException",
            "items = 1 ; count = 1",
        ] {
            assert!(is(words), "{words}");
        }
        for words in ["items = kept all", "status ByCity = ACTIVE", "throttled-writes = 0"] {
            assert!(!is(words), "{words}");
        }
    }

    #[test]
    fn a_refusal_is_reported_until_the_next_request_is_answered() {
        let condition = Condition::read("refused ResourceInUseException").expect("a condition");
        let mut tally = Tally::default();
        let holds = |tally: &Tally| {
            let scope = Scope {
                service: &Empty,
                tally,
                table: "",
                start: Timestamp::default(),
            };
            (condition.holds(&scope), condition.now(&scope))
        };
        assert_eq!(holds(&tally), (false, "the latest request was not refused".to_owned()));
        tally.note(Operation::UpdateTable, Some(("ResourceInUseException", "")), "{}");
        assert_eq!(holds(&tally), (true, "it was ResourceInUseException".to_owned()));
        tally.note(Operation::UpdateTable, None, "{}");
        assert_eq!(holds(&tally), (false, "the latest request was not refused".to_owned()));
    }
}
