//! The scenes' notation: a line a thing, after the lines of a sample that make the table and its items.
//!
//! `dial name value` sets physics or limits; `> Operation {JSON}` sends a request that is answered, `! Operation {JSON}` one
//! that is refused, `? Operation {JSON}` one that may be either (`<x*900>` as in a sample); `~ 500 ms` lets time pass, `at 48 h` up to so long after the
//! start; `until figure = value` as long as it takes; `load key=value …` sends a generated load; `say text` is a caption, in
//! which `{figure = value}` is a figure with what it must be; `check text | figure = value` is looked at in the end. Lines
//! that are none of these are left out; a test sees to it that there are none. Must not know which scenes there are.

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Operation, Request, decode};

use super::Figure;
use crate::load::{Action, KeyChoice, LoadPlan, Mix, Rate, Sizes, Suffix, Suffixes, Target};
use crate::samples::script::{TableScript, expand};

/// Virtual time between two items of the beginning: about the pace that a small provisioned table takes.
const PACE: Duration = Duration::from_millis(100);

/// One thing that happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A request.
    Send {
        /// The request.
        request: Box<Request>,
        /// Whether it must be answered or must be refused; `None`: either will do.
        answered: Option<bool>,
    },
    /// Time passes.
    Pass(Duration),
    /// Time passes up to so long after the start.
    At(Duration),
    /// Time passes until a figure has a value.
    Until(Figure, &'static str),
    /// A generated load, whose beginning is set when it comes to it.
    Load {
        /// The load.
        plan: Box<LoadPlan>,
        /// Its seed.
        seed: u64,
    },
    /// A caption, by its number: time to read.
    Say(Caption),
}

/// A few sentences with figures in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The text, cut at its figures.
    pub pieces: Vec<Piece>,
}

/// A piece of a caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Text(&'static str),
    /// A figure, and what it is when nothing but the scene happened.
    Figure(Figure, &'static str),
}

/// What must stand in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What, in words.
    pub words: &'static str,
    /// The figure.
    pub figure: Figure,
    /// What it must be.
    pub expected: &'static str,
}

impl Caption {
    /// The figures, in order.
    pub fn figures(&self) -> impl Iterator<Item = (&Figure, &'static str)> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Figure(figure, expected) => Some((figure, *expected)),
        })
    }

    fn read(text: &'static str) -> Option<Self> {
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some((before, tail)) = rest.split_once('{') {
            let (inside, after) = tail.split_once('}')?;
            let (figure, expected) = expectation(inside)?;
            pieces.push(Piece::Text(before));
            pieces.push(Piece::Figure(figure, expected));
            rest = after;
        }
        pieces.push(Piece::Text(rest));
        Some(Self { pieces })
    }
}

/// What a scene's lines say.
#[derive(Debug, Default)]
pub(super) struct Lines {
    table: TableScript,
    steps: Vec<Step>,
    pub(super) checks: Vec<Check>,
    pub(super) dials: Vec<(&'static str, &'static str)>,
    /// Lines that mean nothing.
    pub(super) misread: Vec<&'static str>,
}

impl Lines {
    pub(super) fn read(parts: &[&'static str]) -> Self {
        let mut lines = Self::default();
        for line in parts.iter().flat_map(|part| part.lines()) {
            if lines.line(line).is_none() {
                lines.misread.push(line);
            }
        }
        lines
    }

    /// The making of the table, its items, and what happens then.
    pub(super) fn steps(self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (number, request) in self.table.requests().into_iter().enumerate() {
            steps.push(Step::Send { request: Box::new(request), answered: Some(true) });
            steps.push(if number == 0 { Step::Until(Figure::Status(None), "ACTIVE") } else { Step::Pass(PACE) });
        }
        steps.extend(self.steps);
        steps
    }

    fn line(&mut self, line: &'static str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        let step = match word {
            ">" => send(rest, Some(true))?,
            "!" => send(rest, Some(false))?,
            "?" => send(rest, None)?,
            "~" => Step::Pass(span(rest)?),
            "at" => Step::At(span(rest)?),
            "until" => {
                let (figure, value) = expectation(rest)?;
                Step::Until(figure, value)
            }
            "load" => load(rest)?,
            "say" => Step::Say(Caption::read(rest)?),
            "dial" => {
                self.dials.push(rest.split_once(' ')?);
                return Some(());
            }
            "check" => {
                let (words, rest) = rest.split_once(" | ")?;
                let (figure, expected) = expectation(rest)?;
                self.checks.push(Check { words, figure, expected });
                return Some(());
            }
            _ => return self.table.line(line),
        };
        self.steps.push(step);
        Some(())
    }
}

fn expectation(words: &'static str) -> Option<(Figure, &'static str)> {
    let (figure, expected) = words.split_once(" = ")?;
    Some((Figure::read(figure).ok()?, expected))
}

fn send(rest: &'static str, answered: Option<bool>) -> Option<Step> {
    let (operation, body) = rest.split_once(' ')?;
    let request = decode(Operation::from_name(operation)?, expand(body, 1).as_bytes()).ok()?;
    Some(Step::Send { request: Box::new(request), answered })
}

fn span(words: &str) -> Option<Duration> {
    let (number, unit) = words.split_once(' ')?;
    let number = number.parse().ok()?;
    Some(match unit {
        "ms" => Duration::from_millis(number),
        "s" => Duration::from_seconds(number),
        "min" => Duration::from_minutes(number),
        "h" => Duration::from_hours(number),
        _ => return None,
    })
}

/// `load rate=100 seconds=5 table=T partition=K sort=S keys=a:1,b:2 sorts=x:9,y:1 suffixes=10 seed=7`: updates that count up.
fn load(rest: &'static str) -> Option<Step> {
    let word = |name: &str| rest.split(' ').filter_map(|word| word.split_once('=')).find(|(key, _)| *key == name);
    let text = |name: &str| word(name).map(|(_, value)| value);
    let number = |name: &str| text(name)?.parse::<u32>().ok();
    let few = |name: &str| {
        let weight = |word: &str| {
            let (value, weight) = word.split_once(':')?;
            Some((value.to_owned(), weight.parse().ok()?))
        };
        text(name)?.split(',').map(weight).collect::<Option<Vec<(String, u32)>>>()
    };
    let plan = LoadPlan {
        target: Target::strings(text("table")?, text("partition")?, text("sort")),
        rate: Rate::steady(number("rate")?),
        from: Timestamp::EPOCH,
        // A moment more, so that the last request of the last second is one of them.
        span: Duration::from_seconds(u64::from(number("seconds")?)) + Duration::from_millis(1),
        keys: KeyChoice::Few { weights: few("keys")? },
        sorts: few("sorts").map_or(KeyChoice::Monotonic, |weights| KeyChoice::Few { weights }),
        sizes: Sizes { least: 0, most: 0 },
        mix: Mix(vec![(Action::Update, 1)]),
        suffixes: number("suffixes").map(|count| Suffixes::new(u64::from(count), '-', Suffix::Rotation)),
        consistent: false,
        retries: None,
    };
    Some(Step::Load { plan: Box::new(plan), seed: u64::from(number("seed")?) })
}
