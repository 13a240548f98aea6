//! Words about access patterns: a name for a new one, what served a run, why it fails, and what a change did.
//!
//! Must not know how patterns run, nor the document.

use hashrange_protocol::Direction;
use hashrange_protocol::pattern::{
    Change, Consistency, Failure, Found, Pattern, Per, Rate, Resource, Run, Served, Units,
};
use hashrange_protocol::trial::ThrottleCause;
use hashrange_words::t;

use super::named_request::{free_name, name_of};
use crate::state::figures::{count, span, units as units_text};
use crate::state::scalar_text::write_scalar;

/// A pattern of a request, under a name that none of the others has.
#[must_use]
pub fn pattern_of(operation: hashrange_wire::Operation, body: &str, others: &[Pattern]) -> Pattern {
    let is_taken = |name: &str| others.iter().any(|other| other.name == name);
    let name = free_name(&name_of(operation, body), is_taken);
    Pattern::of(name, operation, body.to_owned())
}

/// The maximum number of patterns of a board.
const MOST: usize = 1_000;
/// The maximum bytes of their names and bodies, so that they fit into the saved state of a workspace.
const MOST_BYTES: usize = 1_000_000;
/// The maximum number of parts of a file that a sentence names.
const MOST_NAMED: usize = 20;

/// Adds the patterns of a file to the others. Returns what was done, as a sentence.
///
/// # Errors
/// If they are too many or too long. Then nothing changes.
pub fn add_patterns(kept: &mut Vec<Pattern>, found: Vec<Pattern>, left_out: &[String]) -> Result<String, String> {
    let added = found.len();
    if kept.len() + added > MOST {
        return Err(t!(
            "A board has at most {most} patterns. Here are {kept}, and the file has {added}.",
            most = MOST,
            kept = kept.len(),
            added
        ));
    }
    let bytes = |patterns: &[Pattern]| -> usize { patterns.iter().map(|one| one.name.len() + one.body.len()).sum() };
    if bytes(kept) + bytes(&found) > MOST_BYTES {
        return Err(t!("The requests of a board have at most 1 MB together. These would have more.").to_owned());
    }
    for mut pattern in found {
        pattern.name = free_name(&pattern.name, |name| kept.iter().any(|other| other.name == name));
        kept.push(pattern);
    }
    let mut words = t!("Added: {added, plural, one {# pattern} other {# patterns}}.", added);
    if !left_out.is_empty() {
        let named = left_out.get(..MOST_NAMED).unwrap_or(left_out);
        words.push_str(&format!(" {} ", t!("Not read:")));
        words.push_str(&named.join(", "));
        if named.len() < left_out.len() {
            words.push_str(&t!(", and {named} more", named = left_out.len() - named.len()));
        }
        words.push('.');
    }
    Ok(words)
}

/// The name of a table or index that served a run.
#[must_use]
pub fn served_name(served: &Served) -> String {
    match &served.resource {
        Resource::Table => served.table.to_string(),
        Resource::LocalIndex(index) | Resource::GlobalIndex(index) | Resource::VectorIndex(index) => index.to_string(),
    }
}

/// The units of one call: "2 WCU", "0.5 RCU", or both.
#[must_use]
pub fn units_words(run: &Run) -> String {
    let mut words = String::new();
    for (direction, unit) in [(Direction::Read, "RCU"), (Direction::Write, "WCU")] {
        let units = run.units(direction);
        if units > Units::ZERO {
            if !words.is_empty() {
                words.push_str(", ");
            }
            words.push_str(&units_text(units));
            words.push(' ');
            words.push_str(unit);
        }
    }
    words
}

/// The hours of a day as a path of 24 bars, 24 wide and 10 high; empty for an even day.
#[must_use]
pub fn hours_path(pattern: &Pattern) -> String {
    let most = pattern.daily.iter().max().copied().unwrap_or(0).max(1);
    let mut path = String::new();
    for (hour, percent) in pattern.daily.iter().enumerate().take(24) {
        let tenths = u64::from(*percent) * 100 / u64::from(most);
        let top = 100 - tenths;
        path.push_str(&format!("M{hour} 10V{}.{}h.8V10z", top / 10, top % 10));
    }
    path
}

/// How often: "4/s", "1/min".
#[must_use]
pub fn rate_words(rate: Rate) -> String {
    let per = match rate.per {
        Per::Second => "s",
        Per::Minute => "min",
        Per::Hour => "h",
        Per::Day => "day",
    };
    format!("{}/{per}", rate.calls)
}

/// Why a pattern fails, as a sentence.
#[must_use]
pub fn failure_words(failure: &Failure, run: &Run) -> String {
    match failure {
        Failure::Refused(refusal) => format!("{}: {refusal}", refusal.exception()),
        Failure::Returned { wanted } if run.more => t!(
            "It must return {wanted, number}; this page has {returned, number}, and another page follows.",
            wanted = *wanted,
            returned = run.returned
        ),
        Failure::Returned { wanted } => {
            t!(
                "It must return {wanted, number}, and returns {returned, number}.",
                wanted = *wanted,
                returned = run.returned
            )
        }
        Failure::OverBudget { budget } => {
            t!(
                "A call takes {all_units} units; its budget is {budget}.",
                all_units = units_text(run.all_units()),
                budget = units_text(*budget)
            )
        }
        Failure::TooSlow { most } => {
            t!(
                "A call takes {milliseconds, number} ms (model); it may take {most, number}.",
                milliseconds = run.milliseconds,
                most = *most
            )
        }
    }
}

/// How a call reads, how long it takes, and whether its answer is one page of several.
#[must_use]
pub fn call_words(run: &Run) -> Option<String> {
    let consistency = run.consistency.map(|consistency| match consistency {
        Consistency::Eventual => "Eventually consistent, ",
        Consistency::Strong => "Strongly consistent, ",
        Consistency::Transactional => "Transactional, ",
    });
    let milliseconds = (run.milliseconds > 0).then(|| count(run.milliseconds))?;
    let read = if run.read > 0 {
        format!(
            " {}",
            t!(
                "Reads {read, plural, one {# item} other {# items}}, returns {returned, number}.",
                read = run.read,
                returned = run.returned
            )
        )
    } else {
        String::new()
    };
    let more = if run.more {
        " The answer is a page of 1 MB; the next page is another call."
    } else {
        ""
    };
    Some(t!(
        "{consistency}{milliseconds} ms a call (model).{read}{more}",
        consistency = consistency.unwrap_or_default(),
        milliseconds,
        read,
        more
    ))
}

/// What a change of the design did to a pattern, in a few words.
#[must_use]
pub fn change_words(change: Change) -> String {
    match change {
        Change::Broke => "broke".to_owned(),
        Change::Mended => t!("passes now").to_owned(),
        Change::NoScan => t!("no Scan any more").to_owned(),
        Change::Cheaper(units) => t!("{units_text} units cheaper", units_text = units_text(units)),
        Change::Dearer(units) => t!("{units_text} units dearer", units_text = units_text(units)),
        Change::ReturnsFewer => t!("returns fewer items").to_owned(),
        Change::ReturnsMore => t!("returns more items").to_owned(),
    }
}

/// The multiple at which the patterns hold, and what throttles first beyond it.
#[must_use]
pub fn found_words(found: &Found, patterns: &[Pattern]) -> String {
    if patterns.iter().all(|pattern| pattern.rate.is_none()) {
        return t!("No pattern has a rate. Open one, and enter its calls.").to_owned();
    }
    let held = match found.held {
        Some(held) => t!("Holds to {held} times the rates", held = multiple(held)),
        None => t!("Does not hold at any part of the rates").to_owned(),
    };
    let Some((beyond, first)) = &found.throttled else {
        return t!("{held}, the highest multiple that is tried.", held);
    };
    let name = patterns.get(first.pattern).map_or("", |pattern| pattern.name.as_str());
    let place = match &first.index {
        Some(index) => t!(
            "P{partition} of {index}, an index of {table}",
            partition = first.partition,
            index,
            table = first.table
        ),
        None => format!("P{} of {}", first.partition, first.table),
    };
    let key = first.key.as_ref().map(|key| {
        let values: Vec<String> = key.iter().filter_map(|(_, value)| write_scalar(value)).collect();
        t!(", key {join}", join = values.join(", "))
    });
    let bound = match first.cause {
        ThrottleCause::ProvisionedThroughput => t!("the provisioned throughput"),
        ThrottleCause::KeyRangeThroughput => t!("the limit of a partition"),
        ThrottleCause::AccountLimit => t!("the account quota for a table"),
        ThrottleCause::MaxOnDemandThroughput => t!("the maximum on-demand throughput"),
    };
    t!(
        "{held}. At {beyond} times, “{name}” is throttled first, after {after}, by {bound}: on {place}{key}.",
        held,
        beyond = multiple(*beyond),
        name,
        after = span(first.after),
        bound,
        place,
        key = key.unwrap_or_default()
    )
}

/// A multiple in hundredths: "3.2", "12", "0.05".
fn multiple(hundredths: u32) -> String {
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    let digits = format!("{rest:02}");
    let digits = digits.trim_end_matches('0');
    if digits.is_empty() {
        count(whole.into())
    } else {
        format!("{}.{digits}", count(whole.into()))
    }
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::pattern::FirstThrottle;
    use hashrange_wire::Operation;

    use super::*;

    #[test]
    fn a_new_pattern_has_a_name_of_its_own() {
        let body = r#"{"TableName":"Thread","IndexName":"Last","KeyConditionExpression":"a = :a","ExpressionAttributeValues":{":a":{"S":"x"}}}"#;
        let mut kept = Vec::new();
        for name in ["Query Thread / Last", "Query Thread / Last 2", "Query Thread / Last 3"] {
            kept.push(pattern_of(Operation::Query, body, &kept));
            assert_eq!(kept.last().map(|one| one.name.as_str()), Some(name));
        }
        assert_eq!(pattern_of(Operation::ListTables, "{}", &kept).name, "ListTables");
        assert_eq!(pattern_of(Operation::GetItem, "{", &kept).name, "GetItem");
    }

    #[test]
    fn patterns_of_a_file_join_the_others_under_names_of_their_own() {
        let mut kept = vec![pattern_of(Operation::ListTables, "{}", &[])];
        let again = kept.clone();
        let words = add_patterns(
            &mut kept,
            [again.clone(), again.clone()].concat(),
            &["“a” (note)".to_owned()],
        );
        assert_eq!(words.as_deref(), Ok("Added: 2 patterns. Not read: “a” (note)."));
        let names: Vec<&str> = kept.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["ListTables", "ListTables 2", "ListTables 3"]);
        let before = kept.clone();
        let many = vec![pattern_of(Operation::ListTables, "{}", &[]); 998];
        assert!(add_patterns(&mut kept, many, &[]).is_err_and(|words| words.contains("at most 1000 patterns")));
        let long = pattern_of(Operation::ListTables, &"x".repeat(MOST_BYTES), &[]);
        assert!(add_patterns(&mut kept, vec![long], &[]).is_err());
        assert_eq!(kept, before, "a refused file changes nothing");
        let many: Vec<String> = (0..25).map(|number| number.to_string()).collect();
        let words = add_patterns(&mut kept, again, &many).unwrap_or_default();
        assert!(
            words.starts_with("Added: 1 pattern. Not read: 0, 1,") && words.ends_with("19, and 5 more."),
            "{words}"
        );
    }

    #[test]
    fn the_picture_of_a_day_is_as_high_as_its_percentages() {
        let mut pattern = pattern_of(Operation::ListTables, "{}", &[]);
        assert_eq!(hours_path(&pattern), "");
        pattern.daily = vec![0, 50, 200];
        assert_eq!(
            hours_path(&pattern),
            "M0 10V10.0h.8V10zM1 10V7.5h.8V10zM2 10V0.0h.8V10z"
        );
        pattern.daily = vec![0];
        assert_eq!(hours_path(&pattern), "M0 10V10.0h.8V10z");
    }

    #[test]
    fn words_repeat_the_figures_of_the_run() {
        let served = |direction, halves| Served {
            table: "Orders".into(),
            resource: Resource::Table,
            direction,
            units: Units::halves(halves),
        };
        let run = Run {
            served: vec![served(Direction::Read, 1), served(Direction::Write, 4)],
            returned: 3,
            ..Run::default()
        };
        assert_eq!(units_words(&run), "0.5 RCU, 2 WCU");
        let wanted = Failure::Returned { wanted: 5 };
        assert_eq!(failure_words(&wanted, &run), "It must return 5, and returns 3.");
        let over = Failure::OverBudget {
            budget: Units::halves(2),
        };
        assert_eq!(failure_words(&over, &run), "A call takes 2.5 units; its budget is 1.");
    }

    #[test]
    fn the_sentence_about_the_limit_names_the_bound_and_the_key() {
        let rated = Pattern {
            name: "Count a view".to_owned(),
            rate: Some(Rate {
                calls: 20,
                per: Per::Second,
            }),
            ..pattern_of(Operation::ListTables, "{}", &[])
        };
        let mut key = hashrange_values::Item::new();
        key.insert("Product", hashrange_values::AttributeValue::string("P-118"));
        let first = FirstThrottle {
            after: hashrange_time::Duration::from_millis(12_300),
            pattern: 0,
            table: "Products".into(),
            index: None,
            direction: Direction::Write,
            cause: ThrottleCause::KeyRangeThroughput,
            partition: 2,
            key: Some(key),
        };
        let found = Found {
            held: Some(320),
            throttled: Some((330, first)),
        };
        assert_eq!(
            found_words(&found, std::slice::from_ref(&rated)),
            "Holds to 3.2 times the rates. At 3.3 times, “Count a view” is throttled first, after 12.3 s, by the limit of a \
             partition: on P2 of Products, key P-118."
        );
        let all = Found {
            held: Some(102_400),
            throttled: None,
        };
        assert_eq!(
            found_words(&all, &[rated]),
            "Holds to 1,024 times the rates, the highest multiple that is tried."
        );
        assert!(found_words(&all, &[]).starts_with("No pattern has a rate."));
    }
}
