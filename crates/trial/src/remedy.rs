//! Throttles in words, and what to try against them.
//!
//! Must not know the changes.

use hashrange_wire::ThrottleCause;
use hashrange_words::count;

use crate::figures::Throttle;
use crate::words::{key, place, unit};

/// The throttle, as the end of a sentence: "the 10 WCU of the table".
pub(crate) fn limit(throttle: &Throttle) -> String {
    let (units, unit) = (count(throttle.limit), unit(throttle.direction));
    let of = place(throttle.index.as_deref());
    match throttle.cause {
        ThrottleCause::ProvisionedThroughput => format!("the {units} {unit} of {of}"),
        ThrottleCause::KeyRangeThroughput => format!("the {units} {unit} that one partition of {of} serves"),
        ThrottleCause::AccountLimit => format!("the account's quota of {units} {unit} for {of}"),
        ThrottleCause::MaxOnDemandThroughput => format!("the maximum on-demand throughput of {units} {unit} of {of}"),
    }
}

/// What the user can try against it.
pub(crate) fn remedy(throttle: &Throttle) -> String {
    let (unit, of) = (unit(throttle.direction), place(throttle.index.as_deref()));
    match throttle.cause {
        ThrottleCause::ProvisionedThroughput => format!("Try more {unit} for {of}, or on-demand capacity."),
        ThrottleCause::KeyRangeThroughput if throttle.index.is_none() => {
            "Try more partition key values: a suffix spreads a hot key over partitions.".to_owned()
        }
        ThrottleCause::KeyRangeThroughput => format!("Try a partition key with more values for {of}."),
        ThrottleCause::AccountLimit => "Ask AWS for a higher quota.".to_owned(),
        ThrottleCause::MaxOnDemandThroughput => format!("Try a higher maximum throughput for {of}."),
    }
}

/// From request to key: what was throttled, where, by what, and which key most.
pub(crate) fn chain(throttle: &Throttle, (throttled, sent): (u64, u64), noun: &str) -> String {
    let (is, needs) = if throttled == 1 {
        ("is", "it needs")
    } else {
        ("are", "they need")
    };
    let mut text = if sent == 1 {
        format!("The {noun} is throttled: it needs more than {}", limit(throttle))
    } else {
        format!(
            "{} of {} {noun} {is} throttled: {needs} more than {}",
            count(throttled),
            count(sent),
            limit(throttle)
        )
    };
    match throttle.most.as_ref().map(|most| (most, &most.key)) {
        Some((most, Some(of))) if sent == 1 => {
            text.push_str(&format!("; its key {} is in partition {}", key(of), most.partition));
        }
        Some((most, Some(of))) => {
            let (of, attempts) = (key(of), count(most.attempts));
            text.push_str(&format!(
                "; {attempts} of them are for the key {of} in partition {}",
                most.partition
            ));
        }
        Some((most, None)) => text.push_str(&format!("; most of them begin in partition {}", most.partition)),
        None => {}
    }
    text.push('.');
    text
}
