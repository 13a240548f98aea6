//! The bill of a month of access patterns, as the page reads it.
//!
//! Must not know prices, nor how patterns ran.

use hashrange_bill::{Bill, Charge, EnteredPrice, Line, Money, Note, Rate, Terms, regions};
use hashrange_pattern::{Board, Day, Pattern, Plan, Run, Short, Upkeep, shortages, usage, usage_of_requests};
use hashrange_protocol::Direction;
use hashrange_protocol::pattern::{BillLine, BillReading, BillTerms, CapacityMode, PLANS};
use hashrange_words::{count as grouped, counted};

/// What constant capacity is.
const CONSTANT: &str = "model: provisioned capacity is the average of the busiest hour, rounded up to whole units. Bursts within \
                        the hour need more.";
/// What auto scaling is here.
const SCALED: &str =
    "model: auto scaling gives each hour what its average needs, at once. AWS follows some minutes later.";

/// The terms that the reader keeps.
///
/// # Errors
/// If a price is no number.
pub(crate) fn terms_of(kept: &BillTerms) -> Result<Terms, String> {
    let first = regions().first().map_or("", |region| region.code);
    let region = if kept.region.is_empty() { first } else { &kept.region };
    let mut terms = Terms::of_region(region);
    terms.free_tier = kept.free_tier;
    for (title, typed) in &kept.prices {
        let charge = Charge::titled(title);
        let entered = charge.and_then(|charge| {
            let rate = Rate::parse(typed, charge.priced_per())?;
            Some(EnteredPrice { charge, rate })
        });
        terms
            .entered
            .push(entered.ok_or_else(|| format!("“{typed}” is no price. Enter dollars, such as 0.625."))?);
    }
    Ok(terms)
}

/// What a month is made of, beside its tables and prices.
#[derive(Clone, Copy)]
pub(crate) struct Month<'a> {
    /// The day that it repeats.
    day: &'a Day,
    /// How it is paid.
    plan: Plan,
    /// What it has beside requests.
    upkeep: Upkeep,
}

impl<'a> Month<'a> {
    /// A month of this day, as the reader wants it paid.
    pub(crate) fn of(day: &'a Day, kept: &BillTerms) -> Self {
        let place = kept.plan.and_then(|place| usize::try_from(place).ok());
        Self {
            day,
            plan: place.and_then(|place| PLANS.get(place)).copied().unwrap_or_default(),
            upkeep: kept.upkeep,
        }
    }
}

/// The bill of a month.
///
/// # Errors
/// If the terms make no sense.
pub(crate) fn bill_of(board: &Board, month: Month<'_>, terms: &Terms) -> Result<BillReading, String> {
    let bill = made(board, month, terms)?;
    let short = match month.plan.mode {
        None => shortages(board.engine(), month.day),
        Some(_) => Vec::new(),
    };
    Ok(BillReading {
        total: bill.total.text(),
        lines: bill.lines.iter().map(|line| line_of(&bill, line)).collect(),
        notes: notes_of(&bill, month, short.is_empty()),
        short: short.iter().map(short_words).collect(),
    })
}

/// The total of a month.
///
/// # Errors
/// If the terms make no sense.
pub(crate) fn total_of(board: &Board, month: Month<'_>, terms: &Terms) -> Result<String, String> {
    Ok(made(board, month, terms)?.total.text())
}

/// The total in each of the plans that a board compares.
///
/// # Errors
/// If the terms make no sense.
pub(crate) fn totals_of(board: &Board, month: Month<'_>, terms: &Terms) -> Result<Vec<String>, String> {
    let in_plan = |plan: &Plan| total_of(board, Month { plan: *plan, ..month }, terms);
    PLANS.iter().map(in_plan).collect()
}

/// What the requests of one pattern cost in a month.
pub(crate) fn month_of(board: &Board, pattern: &Pattern, run: &Run, terms: &Terms) -> Option<String> {
    pattern.rate?;
    let bill = Bill::of(&usage_of_requests(board.engine(), pattern, run), terms).ok()?;
    (!bill.lines.is_empty()).then(|| bill.total.text())
}

fn made(board: &Board, month: Month<'_>, terms: &Terms) -> Result<Bill, String> {
    let mut usage = usage(board.engine(), month.day, month.plan);
    month.upkeep.add_to(&mut usage, board.engine());
    Bill::of(&usage, terms).map_err(|error| error.text().to_owned())
}

/// The notes of the bill, after what the day and the plan are.
fn notes_of(bill: &Bill, month: Month<'_>, is_covered: bool) -> Vec<String> {
    let hours = bill.terms.hours;
    let own = match month.day.sample {
        Some(sample) => format!(
            "model: a minute of each hour of a day was played on the clock: {}, {} of them throttled, {} refused. Its units \
             are counted for the calls of the hour, and the day for {hours} hours. Throttled calls cost nothing.",
            counted(sample.calls, "call"),
            grouped(sample.throttled),
            grouped(sample.refused)
        ),
        None if is_covered => format!(
            "model: each pattern ran once. Its units are counted for the calls of a day, and the day for {hours} hours. Calls \
             that would be throttled are counted too."
        ),
        None => format!("model: each pattern ran once. The day of its calls is counted for {hours} hours."),
    };
    let others = bill.notes.iter().filter(|note| !matches!(note, Note::Scaled { .. }));
    let mut notes = vec![own];
    notes.extend(match month.plan.mode {
        Some(CapacityMode::Provisioned) => Some(CONSTANT.to_owned()),
        Some(CapacityMode::AutoScaling) => Some(SCALED.to_owned()),
        Some(CapacityMode::OnDemand) | None => None,
    });
    notes.extend(others.map(Note::text));
    notes
}

fn short_words(short: &Short) -> String {
    let place = match &short.index {
        Some(index) => format!("{} / {index}", short.table),
        None => short.table.to_string(),
    };
    let unit = match short.direction {
        Direction::Read => "RCU",
        Direction::Write => "WCU",
    };
    format!(
        "{place}: the busiest hour needs {} {unit}, and {} are provisioned. The calls beyond are throttled and not paid.",
        short.needed, short.provisioned
    )
}

fn line_of(bill: &Bill, line: &Line) -> BillLine {
    let of = match &line.index {
        Some(index) => format!("{}.{index}", line.table),
        None => line.table.clone(),
    };
    let steps = bill.explanation(line);
    BillLine {
        of,
        title: line.charge.title().to_owned(),
        price: line.price.text(line.charge),
        amount: line.amount.map(Money::text),
        steps: steps
            .into_iter()
            .map(|step| (step.label, step.detail, step.value))
            .collect(),
    }
}
