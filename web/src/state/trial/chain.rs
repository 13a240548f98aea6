//! The causal chain of a throttle, link by link: request, partition, bucket, key, remedy.

use hashrange_protocol::Direction;
use hashrange_protocol::trial::{Advised, Figures, Throttle, ThrottleCause};
use hashrange_words::t;

use crate::state::figures::count;
use crate::state::item_rows::cell_text;

/// A link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainLink {
    /// Its kind: `Request`, `Partition`, …
    pub part: &'static str,
    /// Facts about it, as text.
    pub words: String,
}

/// The chain of the most frequent throttle. Empty without a trial, or without throttles.
#[must_use]
pub fn chain(advised: &Advised) -> Vec<ChainLink> {
    let Some((without, throttle)) = decisive(advised) else {
        return Vec::new();
    };
    let mut links = vec![ChainLink {
        part: "Request",
        words: requests(without),
    }];
    if let Some(most) = &throttle.most {
        let of = throttle
            .index
            .as_ref()
            .map_or_else(String::new, |index| format!(" {}", t!("of the index {index}", index)));
        links.push(ChainLink {
            part: "Partition",
            words: format!("P{}{of}", most.partition),
        });
    }
    links.push(ChainLink {
        part: "Bucket",
        words: bucket(throttle),
    });
    if let Some(key) = throttle.most.as_ref().and_then(|most| most.key.as_ref()) {
        let pairs: Vec<String> = key
            .iter()
            .map(|(name, value)| format!("{name} = {}", cell_text(value)))
            .collect();
        links.push(ChainLink {
            part: "Key",
            words: pairs.join(", "),
        });
    }
    links
}

/// The most frequent throttle without a change.
#[must_use]
pub fn decisive(advised: &Advised) -> Option<(&Figures, &Throttle)> {
    let outcome = advised
        .advice
        .iter()
        .chain(&advised.in_vain)
        .map(|advice| &advice.outcome)
        .next()?;
    Some((&outcome.without, outcome.without.throttles.first()?))
}

fn requests(without: &Figures) -> String {
    if without.sent == 1 {
        return t!("1 request, throttled").to_owned();
    }
    t!(
        "{throttled, number} of {sent, plural, one {# request} other {# requests}} throttled",
        throttled = without.throttled,
        sent = without.sent
    )
}

/// The empty bucket, as text.
fn bucket(throttle: &Throttle) -> String {
    let unit = match throttle.direction {
        Direction::Read => "RCU",
        Direction::Write => "WCU",
    };
    let (limit, index) = (count(throttle.limit), throttle.index.as_ref());
    let place = index.map_or_else(|| t!("the table").to_owned(), |index| t!("the index {index}", index));
    match throttle.cause {
        ThrottleCause::ProvisionedThroughput => t!("{limit} {unit}/s provisioned for {place}", limit, unit, place),
        ThrottleCause::KeyRangeThroughput => t!("{limit} {unit}/s for one partition of {place}", limit, unit, place),
        ThrottleCause::AccountLimit => t!("{limit} {unit}/s, the account quota for {place}", limit, unit, place),
        ThrottleCause::MaxOnDemandThroughput => {
            t!(
                "{limit} {unit}/s, the maximum on-demand throughput of {place}",
                limit,
                unit,
                place
            )
        }
    }
}
