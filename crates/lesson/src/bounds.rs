//! Limits of a file from any author: the maximum work that it may cause in a browser.
//!
//! Owns the limits and the totals compared with them. Must not know the meaning of a line.

use hashrange_time::Duration;
use hashrange_workload::{LoadPlan, Retries};

use crate::Wrong;
use crate::fault::cut;

/// The maximum size of a file in bytes.
pub const MOST_BYTES: usize = 400 * 1024;
/// The maximum number of steps of a lesson.
pub const MOST_STEPS: usize = 40;
/// The maximum number of requests of a lesson, including those of its loads.
pub const MOST_REQUESTS: u64 = 5_000;
/// The maximum number of attempts of the requests of a lesson's loads, if each is throttled as often as it can be.
pub const MOST_ATTEMPTS: u64 = 250_000;
/// The maximum number of items at a lesson's beginning.
pub const MOST_ITEMS: u64 = 10_000;
/// The maximum virtual time of a lesson.
pub const MOST_TIME: Duration = Duration::from_hours(60 * 24);
/// The maximum number of checks of one `until`.
pub const MOST_LOOKS: u32 = 20_000;
/// The maximum number of checks of all `until` lines.
pub(crate) const MOST_LOOKS_IN_ALL: u32 = 100_000;
/// Maximum pages of one read; each `pages` line counts as this number of requests.
pub(crate) const MOST_PAGES: u64 = 50;
/// The maximum number of numbers and figures in one sum. A sum is evaluated recursively, one level per operator.
pub const MOST_TERMS: u64 = 50;
/// The maximum number of figures in the words of one line.
pub const MOST_FIGURES: u64 = 50;
/// The maximum number of conditions of one line, and of one step's `goal` and `miss` lines: all are evaluated after
/// every request and event.
pub const MOST_CONDITIONS: u64 = 50;
/// The maximum size of the response that an `answer` condition expects, in bytes: it is compared after every request.
pub const MOST_EXPECTED: u64 = 16 * 1024;
/// The maximum number of `setting` lines of the head.
pub const MOST_SETTINGS: u64 = 200;
/// The maximum number of faults that are reported.
pub const MOST_FAULTS: usize = 100;
/// Maximum bytes of a lesson's expanded abbreviations.
const MOST_WRITTEN_OUT: u64 = 32 * 1024 * 1024;

/// The totals so far.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    requests: u64,
    attempts: u64,
    items: u64,
    micros: u64,
    bytes: u64,
}

impl Sums {
    pub(crate) fn requests(&mut self, more: u64) -> Result<(), Wrong> {
        self.requests = self.requests.saturating_add(more);
        held("requests, including those of loads", self.requests, MOST_REQUESTS)
    }

    /// Counts a load: its requests, their attempts, and its time.
    pub(crate) fn load(&mut self, plan: &LoadPlan) -> Result<(), Wrong> {
        self.requests(requests_of(plan))?;
        self.attempts = self.attempts.saturating_add(attempts_of(plan));
        held(ATTEMPTS, self.attempts, MOST_ATTEMPTS)?;
        self.time(time_of(plan))
    }

    pub(crate) fn items(&mut self, more: u64) -> Result<(), Wrong> {
        self.items = self.items.saturating_add(more);
        held("items at the start", self.items, MOST_ITEMS)
    }

    pub(crate) fn time(&mut self, more: Duration) -> Result<(), Wrong> {
        self.micros = self.micros.saturating_add(more.micros());
        held(
            "hours of virtual time",
            self.micros.div_ceil(3_600_000_000),
            MOST_TIME.micros() / 3_600_000_000,
        )
    }

    /// Checks the size of `<text*count>`, `times` times, before it is expanded.
    pub(crate) fn written_out(&mut self, template: &str, times: u64) -> Result<(), Wrong> {
        let mut bytes = template.len() as u64;
        for inside in template
            .split('<')
            .skip(1)
            .filter_map(|rest| rest.split_once('>'))
            .map(|(inside, _)| inside)
        {
            let repeated = inside
                .split_once('*')
                .map(|(text, count)| (text.len() as u64, count.parse::<u64>()));
            match repeated {
                Some((text, Ok(count))) => bytes = bytes.saturating_add(text.saturating_mul(count)),
                Some((_, Err(_))) => {
                    return Err(Wrong::Repeat { inside: cut(inside) });
                }
                None => {}
            }
        }
        self.bytes = self.bytes.saturating_add(bytes.saturating_mul(times));
        held("bytes of expanded items and requests", self.bytes, MOST_WRITTEN_OUT)
    }
}

const ATTEMPTS: &str = "attempts of the requests of loads";

/// The number of a load's requests.
fn requests_of(plan: &LoadPlan) -> u64 {
    let micros = plan.span.micros();
    let requests = u128::from(plan.rate.per_second) * u128::from(micros) / 1_000_000;
    u64::try_from(requests).unwrap_or(u64::MAX)
}

/// The maximum number of attempts of a load's requests.
fn attempts_of(plan: &LoadPlan) -> u64 {
    let each = plan.retries.map_or(1, Retries::most_attempts);
    requests_of(plan).saturating_mul(u64::from(each.max(1)))
}

/// The maximum virtual time of a load. Where requests wait for each other, each further attempt delays the rest.
fn time_of(plan: &LoadPlan) -> Duration {
    let Some(retries) = plan.retries.filter(|retries| retries.is_in_turn()) else {
        return plan.span;
    };
    let further = attempts_of(plan) - requests_of(plan);
    Duration::from_micros(
        plan.span
            .micros()
            .saturating_add(further.saturating_mul(retries.base.micros())),
    )
}

/// Checks that a load is within the limits at its highest setting.
pub(crate) fn turned_up(plan: &LoadPlan) -> Result<(), Wrong> {
    held(
        "requests of a load at its highest setting",
        requests_of(plan),
        MOST_REQUESTS,
    )?;
    held(ATTEMPTS, attempts_of(plan), MOST_ATTEMPTS)?;
    Sums::default().time(time_of(plan))
}

/// Checks a number of things against the limit.
pub(crate) fn held(what: &'static str, found: u64, most: u64) -> Result<(), Wrong> {
    if found > most {
        Err(Wrong::TooMuch { what, found, most })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const HEAD: &str = "lesson a\ncourse keys\ntitle A\nminutes 1\npromise A.\ntable T Id:S 1/1\n";

    fn faults(lines: &str) -> Vec<String> {
        let read = read(&format!("{HEAD}{lines}"));
        read.err()
            .into_iter()
            .flatten()
            .map(|fault| fault.to_string())
            .collect()
    }

    #[test]
    fn a_lesson_is_refused_with_the_limit_and_the_value() {
        let step = "step a\ntitle A\nsay A.\nshow table\n";
        let turned = format!("{step}turn seconds 1..99999999\nload rate=0 seconds=1 table=T partition=Id keys=a:1\n");
        for (lines, refused) in [
            (
                format!("{step}goal {}\n", ["sent = 1"; 51].join(" ; ")),
                "11: too many `goal` and `miss` conditions of a step: 51; the limit of a lesson is 50",
            ),
            (
                format!("{step}pick {}\n", "{sent}".repeat(51)),
                "11: too many figures in a line: 51; the limit of a lesson is 50",
            ),
            (
                format!("{step}until sent = {}\n", ["1"; 5_000].join(" + ")),
                "11: too many terms in a sum: 51; the limit of a lesson is 50",
            ),
            (
                "setting throttling.mode off\n".repeat(201),
                "207: too many `setting` lines: 201; the limit of a lesson is 200",
            ),
            (
                format!("{turned}goal sent = 1\n"),
                "11: too many hours of virtual time: 27778; the limit of a lesson is 1440",
            ),
        ] {
            assert!(
                faults(&lines).iter().any(|fault| fault == refused),
                "{refused}: {:?}",
                faults(&lines)
            );
        }
    }

    #[test]
    fn a_repeated_request_of_a_load_counts_as_often_as_it_can_be_sent() {
        let step = "step a\ntitle A\nsay A.\nshow table\n";
        let bulk = |items: u64| format!("{step}bulk table=T partition=Id sort=S keys=sorted:1:{items} bytes=900\n");
        // A bulk operation sends a throttled item up to 255 times, and waits 20 ms after each.
        assert_eq!(faults(&bulk(980)), [""; 0]);
        assert_eq!(
            faults(&bulk(981)),
            ["11: too many attempts of the requests of loads: 250155; the limit of a lesson is 250000"]
        );
        let waits = format!("{}~ 1438 h\n", bulk(980));
        assert_eq!(faults(&waits), [""; 0]);
        assert_eq!(
            faults(&format!("{}~ 1439 h\n", bulk(980))),
            ["12: too many hours of virtual time: 1441; the limit of a lesson is 1440"]
        );
    }

    #[test]
    fn a_file_of_faults_reports_the_first_hundred() {
        assert_eq!(faults(&"what is this\n".repeat(20_000)).len(), MOST_FAULTS);
    }
}
