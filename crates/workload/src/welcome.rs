//! The welcome: a small service that runs a load before the visitor does anything, as data.
//!
//! Owns its notation, one element per line: the lines of a sample that define the table and its items; `setting name
//! value` for physics and limits; `> Operation {JSON}`; `until status = ACTIVE`; `load key=value …`. Must not know who
//! executes it.

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Operation, Request, decode};

use crate::load::{Action, KeyChoice, LoadPlan, Mix, Rate, Sizes, Target};
use crate::samples::script::{TableScript, expand};

/// Virtual time between two of the first items: about the rate that a small provisioned table accepts.
const PACE: Duration = Duration::from_millis(100);

/// The name of the workspace of the welcome.
pub const WELCOME_TITLE: &str = "Welcome";

/// One step of the welcome.
#[derive(Clone, Debug, PartialEq)]
pub enum WelcomeStep {
    /// A request that must succeed.
    Send(Box<Request>),
    /// Time passes until the table is ACTIVE.
    UntilActive,
    /// Time passes.
    Pass(Duration),
    /// A generated load; its start time is set when it runs.
    Load {
        /// The load.
        plan: Box<LoadPlan>,
        /// Its seed.
        seed: u64,
    },
}

/// The welcome.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Welcome {
    /// The table.
    pub table: String,
    /// Physics and limits that differ from the defaults, by setting name.
    pub settings: Vec<(&'static str, &'static str)>,
    /// The steps. The last step is the load that a visitor sees.
    pub steps: Vec<WelcomeStep>,
}

/// Returns the welcome.
#[must_use]
pub fn welcome() -> Welcome {
    read(include_str!("welcome/welcome.txt")).0
}

/// Reads the welcome from a text. Also returns the lines without meaning.
fn read(text: &'static str) -> (Welcome, Vec<&'static str>) {
    let (mut table, mut later, mut misread) = (TableScript::default(), Vec::new(), Vec::new());
    let mut welcome = Welcome::default();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let step = match word {
            ">" => send(rest),
            "until" => Some(WelcomeStep::UntilActive),
            "load" => load(rest),
            "setting" => {
                welcome.settings.extend(rest.split_once(' '));
                continue;
            }
            _ if table.line(line).is_some() => continue,
            _ => None,
        };
        match step {
            Some(step) => later.push(step),
            None => misread.push(line),
        }
    }
    for (number, request) in table.requests().into_iter().enumerate() {
        if let (0, Request::CreateTable(create)) = (number, &request) {
            welcome.table.clone_from(&create.table_name);
        }
        welcome.steps.push(WelcomeStep::Send(Box::new(request)));
        welcome.steps.push(if number == 0 {
            WelcomeStep::UntilActive
        } else {
            WelcomeStep::Pass(PACE)
        });
    }
    welcome.steps.extend(later);
    (welcome, misread)
}

fn send(rest: &str) -> Option<WelcomeStep> {
    let (operation, body) = rest.split_once(' ')?;
    let request = decode(Operation::from_name(operation)?, expand(body, 1).as_bytes()).ok()?;
    Some(WelcomeStep::Send(Box::new(request)))
}

/// Reads `load rate=40 seconds=12 table=T partition=K keys=a:1,b:2 seed=7`: updates that increment.
fn load(rest: &str) -> Option<WelcomeStep> {
    let text = |name: &str| {
        rest.split(' ')
            .filter_map(|word| word.split_once('='))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    };
    let number = |name: &str| text(name)?.parse::<u32>().ok();
    let weight = |word: &str| {
        let (value, weight) = word.split_once(':')?;
        Some((value.to_owned(), weight.parse().ok()?))
    };
    let plan = LoadPlan {
        target: Target::strings(text("table")?, text("partition")?, None),
        rate: Rate::steady(number("rate")?),
        from: Timestamp::EPOCH,
        span: Duration::from_seconds(u64::from(number("seconds")?)) + Duration::from_millis(1),
        keys: KeyChoice::Few {
            weights: text("keys")?
                .split(',')
                .map(weight)
                .collect::<Option<Vec<(String, u32)>>>()?,
        },
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 0, most: 0 },
        mix: Mix(vec![(Action::Update, 1)]),
        suffixes: None,
        consistent: false,
        retries: None,
    };
    Some(WelcomeStep::Load {
        plan: Box::new(plan),
        seed: u64::from(number("seed")?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_means_something_and_the_last_is_a_load() {
        let (welcome, misread) = read(include_str!("welcome/welcome.txt"));
        assert_eq!(misread, Vec::<&str>::new());
        assert_eq!(welcome.table, "Scores");
        assert!(matches!(welcome.steps.last(), Some(WelcomeStep::Load { .. })));
    }
}
