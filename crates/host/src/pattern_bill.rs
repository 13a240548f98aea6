//! The bill of a month of access patterns, as the page reads it.
//!
//! Must not know prices, nor how patterns ran.

use hashrange_bill::{Bill, Charge, EnteredPrice, Line, Money, Note, Rate, Terms, regions};
use hashrange_pattern::{Board, Day, Pattern, Plan, Run, Short, shortages, usage, usage_of_requests};
use hashrange_protocol::Direction;
use hashrange_protocol::pattern::{BillLine, BillReading, BillTerms, CapacityMode, PLANS};

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

/// The plan that the reader keeps.
pub(crate) fn plan_of(kept: &BillTerms) -> Plan {
    let place = kept.plan.and_then(|place| usize::try_from(place).ok());
    place.and_then(|place| PLANS.get(place)).copied().unwrap_or_default()
}

/// The bill of a day in a plan.
///
/// # Errors
/// If the terms make no sense.
pub(crate) fn bill_of(board: &Board, (day, plan): (&Day, Plan), terms: &Terms) -> Result<BillReading, String> {
    let bill = made(board, (day, plan), terms)?;
    let short = match plan.mode {
        None => shortages(board.engine(), day),
        Some(_) => Vec::new(),
    };
    Ok(BillReading {
        total: bill.total.text(),
        lines: bill.lines.iter().map(|line| line_of(&bill, line)).collect(),
        notes: notes_of(&bill, (day, plan), short.is_empty()),
        short: short.iter().map(short_words).collect(),
    })
}

/// The total of a day in a plan.
///
/// # Errors
/// If the terms make no sense.
pub(crate) fn total_of(board: &Board, of: (&Day, Plan), terms: &Terms) -> Result<String, String> {
    Ok(made(board, of, terms)?.total.text())
}

/// The total in each of the plans that a board compares.
///
/// # Errors
/// If the terms make no sense.
pub(crate) fn totals_of(board: &Board, day: &Day, terms: &Terms) -> Result<Vec<String>, String> {
    PLANS.iter().map(|plan| total_of(board, (day, *plan), terms)).collect()
}

/// What the requests of one pattern cost in a month.
pub(crate) fn month_of(board: &Board, pattern: &Pattern, run: &Run, terms: &Terms) -> Option<String> {
    pattern.rate?;
    let bill = Bill::of(&usage_of_requests(board.engine(), pattern, run), terms).ok()?;
    (!bill.lines.is_empty()).then(|| bill.total.text())
}

fn made(board: &Board, (day, plan): (&Day, Plan), terms: &Terms) -> Result<Bill, String> {
    Bill::of(&usage(board.engine(), day, plan), terms).map_err(|error| error.text().to_owned())
}

/// The notes of the bill, after what the day and the plan are.
fn notes_of(bill: &Bill, (day, plan): (&Day, Plan), is_covered: bool) -> Vec<String> {
    let hours = bill.terms.hours;
    let own = match day.sample {
        Some(sample) => format!(
            "model: a minute of each hour of a day was played on the clock: {} calls, {} of them throttled, {} refused. Its units \
             are counted for the calls of the hour, and the day for {hours} hours. Throttled calls cost nothing.",
            sample.calls, sample.throttled, sample.refused
        ),
        None if is_covered => format!(
            "model: each pattern ran once. Its units are counted for the calls of a day, and the day for {hours} hours. Calls \
             that would be throttled are counted too."
        ),
        None => format!("model: each pattern ran once. The day of its calls is counted for {hours} hours."),
    };
    let others = bill.notes.iter().filter(|note| !matches!(note, Note::Scaled { .. }));
    let mut notes = vec![own];
    notes.extend(match plan.mode {
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
