//! The sentences of the Partitions card. Must not know signals or the DOM.

use hashrange_protocol::{Landing, PartitionMap, Split};

use super::reading::{Reading, Row, SECONDS, names};
use crate::views::figures;

/// A load from which on a partition is near what it serves.
pub(super) const HOT: f64 = 0.8;

/// What is seen now.
pub(super) fn sentence(reading: &Reading) -> String {
    let count = reading.map.partitions.len();
    let share = if count == 1 { "One partition has" } else { "Every partition has a slice of" };
    let whole = if count == 1 { " the whole hash range." } else { " the hash range." };
    if !reading.watched {
        return format!("{share}{whole} Traffic is not measured with the current Physics settings.");
    }
    match reading.rows.iter().max_by_key(|row| row.throttled()).filter(|row| row.throttled() > 0) {
        Some(row) => throttled(reading, row),
        None => match reading.rows.iter().max_by(|one, other| one.load.total_cmp(&other.load)) {
            Some(row) if row.load > 0.0 => format!("{share}{whole} {} is busiest: {}.", row.name, rates(reading, row)),
            _ => format!("{share}{whole} No load in the last seconds; one partition serves {}.", ceilings(reading)),
        },
    }
}

fn throttled(reading: &Reading, row: &Row) -> String {
    let count = row.throttled();
    let requests = if count == 1 { "request was" } else { "requests were" };
    let peak = row.cells.iter().map(|cell| cell.load).fold(0.0, f64::max);
    let why = if peak >= HOT {
        format!("one partition serves {}", ceilings(reading))
    } else {
        "the partition has capacity left, but the table's or index's throughput is used up".to_owned()
    };
    let mut text = format!("{} {requests} throttled at {} in the last minute: {why}.", figures::count(count), row.name);
    let all: u64 = reading.throttled.iter().map(|(_, count, _)| count).sum();
    if let Some((key, most, _)) = reading.throttled.first().filter(|(_, most, _)| *most * 2 > all)
        && peak >= HOT
    {
        text.push_str(&format!(
            " {} of them are for {key}: a split does not help a single key, more partition key values do.",
            if *most == all { "All" } else { "Most" }
        ));
    }
    text
}

/// Rates against the ceilings: `310 of 1,000 WCU, 12 of 3,000 RCU a second`.
pub(super) fn rates(reading: &Reading, row: &Row) -> String {
    let ceilings = reading.map.ceilings;
    let times = row.numbers.len() as u64;
    format!(
        "{} of {} WCU/s and {} of {} RCU/s",
        rate(row.writes),
        figures::count(ceilings.writes * times),
        rate(row.reads),
        figures::count(ceilings.reads * times)
    )
}

fn ceilings(reading: &Reading) -> String {
    let ceilings = reading.map.ceilings;
    format!("{} RCU/s and {} WCU/s", figures::count(ceilings.reads), figures::count(ceilings.writes))
}

/// A rate in few digits: `0`, `0.4`, `12`, `1,000`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a rate is small and not negative
pub(super) fn rate(rate: f64) -> String {
    if rate > 0.0 && rate < 10.0 { format!("{rate:.1}") } else { figures::count(rate.round() as u64) }
}

/// One cell of the heat map.
pub(super) fn cell(row: &Row, column: usize, last: u64) -> Option<String> {
    let cell = row.cells.get(column)?;
    let second = (last + 1 + column as u64).saturating_sub(SECONDS);
    let throttled = match cell.sum.throttled {
        0 => String::new(),
        count => format!(", {} throttled", figures::count(u64::from(count))),
    };
    let began = if row.began.contains(&column) { ", began with a split" } else { "" };
    Some(format!(
        "{} at {}: {} RCU, {} WCU, {:.0} % of the ceiling{throttled}{began}",
        row.name,
        figures::time_of_day(second),
        figures::units(cell.sum.read),
        figures::units(cell.sum.write),
        cell.load * 100.0
    ))
}

/// A partition that was split.
pub(super) fn split(split: &Split) -> String {
    format!("P{} split, {}: {}", split.parent, figures::moment(split.at, 0), reason(split))
}

fn reason(split: &Split) -> &'static str {
    use hashrange_protocol::SplitReason::{Heat, Size, Throughput};
    match split.reason {
        Size => "size: it was full",
        Throughput => "throughput: the table or index needs more",
        Heat => "heat: it stayed near its limit",
    }
}

/// A partition of now, in the lineage.
pub(super) fn leaf(map: &PartitionMap, number: u32) -> String {
    let card = map.partitions.iter().find(|card| card.number == number);
    card.map_or_else(
        || format!("P{number}"),
        |card| format!("P{number}, {} items, {}", figures::count(card.items as u64), figures::bytes(card.bytes)),
    )
}

/// Where a key lands.
pub(super) fn landing(subject: &str, landing: &Landing) -> String {
    let share = landing.hash as f64 / u128::MAX as f64 * 100.0;
    let split = if landing.partitions.len() > 1 { ": its collection was split by sort key" } else { "" };
    let hash = format!("{:032x}", landing.hash);
    let hash = hash.get(..8).unwrap_or_default();
    format!("{subject} hashes to {hash}…, {share:.1} % of the way, and lies in {}{split}.", names(&landing.partitions))
}

/// How far the copies are behind.
pub(super) fn followers(reading: &Reading) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    if let Some(followers) = reading.map.followers {
        let behind = |lag: hashrange_time::Duration| match lag.is_zero() {
            true => "up to date".to_owned(),
            false => format!("{} behind", figures::span(lag)),
        };
        lines.push(("leader".to_owned(), "receives all writes and strongly consistent reads".to_owned()));
        lines.push(("follower 1".to_owned(), behind(followers.lag[0])));
        lines.push(("follower 2".to_owned(), behind(followers.lag[1])));
        if followers.behind > 0 {
            lines.push(("on their way".to_owned(), format!("{} writes", figures::count(followers.behind as u64))));
        }
    }
    if let Some(lag) = reading.lag {
        let oldest = lag.oldest.map(|oldest| format!(", the oldest for {}", figures::span(oldest))).unwrap_or_default();
        let queue = format!("{} changes behind{oldest}", figures::count(lag.queued as u64));
        lines.push(("index".to_owned(), queue));
        if lag.arrived > 0 {
            let mean = format!("{} on average, {} at most", figures::span(lag.mean), figures::span(lag.slowest));
            lines.push(("lag".to_owned(), mean));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_short() {
        assert_eq!([0.0, 0.35, 9.9, 12.4, 1_000.0].map(rate), ["0", "0.3", "9.9", "12", "1,000"]);
    }

    #[test]
    fn a_landing_names_place_and_partitions() {
        let here = Landing { hash: u128::MAX / 2, partitions: vec![2, 4] };
        let text = landing("UserId = 1", &here);
        assert_eq!(
            text,
            "UserId = 1 hashes to 7fffffff…, 50.0 % of the way, and lies in P2 and P4: its collection was split by sort key."
        );
    }
}
