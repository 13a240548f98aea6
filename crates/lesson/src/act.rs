//! The acts of a lesson: requests, time, loads.
//!
//! Owns their lines. Must not know who executes them.

use hashrange_time::Duration;
use hashrange_wire::{Operation, check_json, decode};
use hashrange_workload::LoadPlan;

use crate::bounds::{MOST_PAGES, Sums};
use crate::fault::cut;
use crate::nearest::nearest;
use crate::turn::with_turns;
use crate::{Condition, Expression, Turn, Turned, Wrong, bulk, kept, load};

/// The required result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Must {
    /// It must succeed: `>`.
    Answered,
    /// It must be refused: `!`.
    Refused,
    /// Either will do: `?`.
    Either,
}

/// One action of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A request.
    Send {
        /// The operation.
        operation: Operation,
        /// Its body.
        body: String,
        /// The required result.
        must: Must,
    },
    /// A read, page after page until a response has no LastEvaluatedKey.
    Pages {
        /// Query or Scan.
        operation: Operation,
        /// Its body.
        body: String,
    },
    /// This number of the following requests are counted separately.
    Row(u64),
    /// Time passes.
    Pass(Duration),
    /// Time passes up to this time after the start.
    At(Duration),
    /// Time passes until the condition is true.
    Until(Condition),
    /// A generated load; its start time is set when it runs.
    Load {
        /// The load.
        plan: Box<LoadPlan>,
        /// Its seed.
        seed: u64,
    },
    /// A value is stored under a name.
    Keep(String, Expression),
    /// A setting of physics or limits changes its value.
    Set {
        /// The setting's name.
        name: String,
        /// Its value, as text.
        value: String,
    },
}

/// First words of the lines.
pub(crate) const WORDS: [&str; 12] = [
    ">", "!", "?", "~", "at", "until", "load", "bulk", "keep", "times", "pages", "setting",
];

/// Reads a line; `None` if its first word is another one.
pub(crate) fn read(word: &str, rest: &str, sums: &mut Sums) -> Option<Result<Vec<Act>, Wrong>> {
    let one = |act: Result<Act, Wrong>| act.map(|act| vec![act]);
    Some(match word {
        ">" => one(send(rest, Must::Answered, 1, sums)),
        "!" => one(send(rest, Must::Refused, 1, sums)),
        "?" => one(send(rest, Must::Either, 1, sums)),
        "times" => times(rest, sums),
        "pages" => one(pages(rest, sums)),
        "~" => one(span("~", rest, sums).map(Act::Pass)),
        "at" => one(span("at", rest, sums).map(Act::At)),
        "until" => one(Condition::read(rest).map(Act::Until)),
        "load" => one(read_load(load::read(rest), sums)),
        "bulk" => one(read_load(bulk::read(rest), sums)),
        "keep" => one(keep(rest)),
        "setting" => one(set(rest)),
        _ => return None,
    })
}

fn read_load(load: Result<(LoadPlan, u64), Wrong>, sums: &mut Sums) -> Result<Act, Wrong> {
    let (plan, seed) = load?;
    sums.load(&plan)?;
    Ok(Act::Load {
        plan: Box::new(plan),
        seed,
    })
}

fn keep(rest: &str) -> Result<Act, Wrong> {
    let form = Wrong::Form {
        word: "keep",
        form: "keep <name> = <figure>",
    };
    let (name, sum) = rest.split_once(" = ").ok_or(form)?;
    Ok(Act::Keep(name.trim().to_owned(), Expression::read(sum)?))
}

fn set(rest: &str) -> Result<Act, Wrong> {
    let form = Wrong::Form {
        word: "setting",
        form: "setting <name> <value>",
    };
    let (name, value) = rest.split_once(' ').ok_or(form)?;
    Ok(Act::Set {
        name: name.to_owned(),
        value: value.trim().to_owned(),
    })
}

/// Reads `times 40 > PutItem {…<n>…}`.
fn times(rest: &str, sums: &mut Sums) -> Result<Vec<Act>, Wrong> {
    let form = || Wrong::Form {
        word: "times",
        form: "times 40 > PutItem {… <n> …}",
    };
    let mut words = rest.splitn(3, ' ');
    let (Some(count), Some(sign), Some(request)) = (words.next(), words.next(), words.next()) else {
        return Err(form());
    };
    let count: u32 = count.parse().map_err(|_| form())?;
    let must = match sign {
        ">" => Must::Answered,
        "!" => Must::Refused,
        "?" => Must::Either,
        _ => return Err(form()),
    };
    sums.requests(u64::from(count))?;
    sums.written_out(request, u64::from(count))?;
    let mut acts = vec![Act::Row(u64::from(count))];
    for number in 1..=count {
        acts.push(written(request, must, number)?);
    }
    Ok(acts)
}

fn send(rest: &str, must: Must, number: u32, sums: &mut Sums) -> Result<Act, Wrong> {
    sums.requests(1)?;
    sums.written_out(rest, 1)?;
    written(rest, must, number)
}

/// Reads a request whose numbers sliders change: it must be one at the lowest and at the highest values.
pub(crate) fn turned(rest: &str, turns: &[Turn], sums: &mut Sums) -> Result<Turned, Wrong> {
    let lowest = send(&with_turns(rest, turns, |turn| turn.from), Must::Answered, 1, sums)?;
    let highest = with_turns(rest, turns, |turn| turn.to);
    sums.written_out(&highest, 1)?;
    written(&highest, Must::Answered, 1)?;
    match (lowest, rest.split_once(' ')) {
        (Act::Send { operation, .. }, Some((_, body))) => Ok(Turned::Request(operation, body.to_owned())),
        _ => Err(Wrong::Form {
            word: ">",
            form: "> SearchVectors {… <x> …}",
        }),
    }
}

fn pages(rest: &str, sums: &mut Sums) -> Result<Act, Wrong> {
    sums.requests(MOST_PAGES)?;
    match send(rest, Must::Answered, 1, sums)? {
        Act::Send {
            operation: operation @ (Operation::Query | Operation::Scan),
            body,
            ..
        } => Ok(Act::Pages { operation, body }),
        _ => Err(Wrong::Form {
            word: "pages",
            form: "pages Query {…} (or Scan)",
        }),
    }
}

fn written(rest: &str, must: Must, number: u32) -> Result<Act, Wrong> {
    let (name, body) = rest.split_once(' ').unwrap_or((rest, "{}"));
    let Some(operation) = Operation::from_name(name) else {
        let near = nearest(name, Operation::ALL.iter().map(|one| one.name()));
        return Err(Wrong::Operation { name: cut(name), near });
    };
    kept::bounded(body)?;
    let body = kept::expand_around(body, number);
    // What is stored is known only in play.
    let shape = kept::put(&body, |_| "0".to_owned());
    check_json(&shape).map_err(|error| Wrong::Json {
        reason: error.to_string(),
    })?;
    if must == Must::Answered
        && shape == body
        && let Err(rejection) = decode(operation, body.as_bytes())
    {
        return Err(Wrong::Request {
            reason: rejection.to_string(),
        });
    }
    Ok(Act::Send { operation, body, must })
}

fn span(word: &'static str, rest: &str, sums: &mut Sums) -> Result<Duration, Wrong> {
    let form = || Wrong::Form {
        word,
        form: if word == "at" {
            "at 48 h (ms, s, min or h)"
        } else {
            "~ 500 ms (ms, s, min or h)"
        },
    };
    let (number, unit) = rest.split_once(' ').ok_or_else(form)?;
    let number: u64 = number.parse().map_err(|_| form())?;
    let micros = match unit.trim() {
        "ms" => 1_000,
        "s" => 1_000_000,
        "min" => 60_000_000,
        "h" => 3_600_000_000,
        _ => return Err(form()),
    };
    let span = Duration::from_micros(number.saturating_mul(micros));
    sums.time(span)?;
    Ok(span)
}
