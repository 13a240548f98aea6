//! The verdict as text: passed or not, each condition, and doubts about the file.
//!
//! Must not know whose file it is.

use hashrange_protocol::call::Verdict;
use hashrange_words::t;
use leptos::prelude::*;

use crate::state::class::units;

/// The result in one or two words.
#[must_use]
pub fn result(verdict: &Verdict) -> &'static str {
    match (verdict.passed, verdict.doubts.is_empty()) {
        (true, _) => "Passed",
        (false, true) => t!("Not passed"),
        (false, false) => t!("Not accepted"),
    }
}

/// The reasons: doubts about the file, and conditions that are false.
#[must_use]
pub fn reasons(verdict: &Verdict) -> Vec<String> {
    let doubts = verdict.doubts.iter().map(ToString::to_string);
    let missed = verdict.reasons.iter().filter(|reason| !reason.holds);
    doubts
        .chain(missed.map(|reason| t!("{reason}: now {now}", reason = reason.words, now = reason.now)))
        .collect()
}

/// What the learner used, as text: requests, units, virtual time.
#[must_use]
pub fn took(verdict: &Verdict) -> String {
    let requests = t!(
        "{number, plural, one {# request} other {# requests}}",
        number = verdict.requests
    );
    t!(
        "{requests}, {half_units} capacity units, {time} s of virtual time",
        requests,
        half_units = units(verdict.half_units),
        time = seconds(verdict)
    )
}

/// Seconds of virtual time.
#[must_use]
pub fn seconds(verdict: &Verdict) -> String {
    format!("{}.{}", verdict.millis / 1_000, verdict.millis % 1_000 / 100)
}

/// The verdict for a learner.
pub fn verdict_words(verdict: &Verdict) -> impl IntoView + use<> {
    let (word, took, why, passed) = (result(verdict), took(verdict), reasons(verdict), verdict.passed);
    let lines = why.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
    view! {
        <div class="assignment-verdict" class:assignment-passed=passed role="status">
            <p><strong>{word}</strong>": "{took}"."</p>
            <ul>{lines}</ul>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::call::{Doubt, Reason};

    use super::*;

    fn verdict() -> Verdict {
        let reason = |words: &str, holds| Reason {
            words: words.to_owned(),
            holds,
            now: "3".to_owned(),
        };
        Verdict {
            reasons: vec![reason("items = 1", true), reason("Scan requests = 0", false)],
            requests: 1,
            half_units: 5,
            millis: 1_250,
            ..Verdict::default()
        }
    }

    #[test]
    fn a_verdict_is_reported_with_its_reasons() {
        let failed = verdict();
        assert_eq!(result(&failed), "Not passed");
        assert_eq!(reasons(&failed), ["Scan requests = 0: now 3"]);
        assert_eq!(took(&failed), "1 request, 2.5 capacity units, 1.2 s of virtual time");
        assert_eq!(
            result(&Verdict {
                passed: true,
                ..verdict()
            }),
            "Passed"
        );
    }

    #[test]
    fn what_speaks_against_a_file_comes_first() {
        let doubted = Verdict {
            doubts: vec![Doubt::Settings(9)],
            ..verdict()
        };
        assert_eq!(result(&doubted), "Not accepted");
        assert_eq!(
            reasons(&doubted).first().map(String::as_str),
            Some("Record 9 changes physics or limits.")
        );
    }
}
