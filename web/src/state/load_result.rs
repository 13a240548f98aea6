//! The results of a load in words: one sentence, and a table whose rows add up. Both come from one tally.
//!
//! Must not know signals, nor how a load runs.

use hashrange_protocol::LoadTally;
use hashrange_words::t;

/// A row of the table: its words, its count, and whether it is a part of the last row that is not a part.
pub type Row = (&'static str, fn(&LoadTally) -> u64, bool);

/// The rows. Without the parts, all rows after the first add up to the first. Parts add up to their row.
pub fn rows() -> [Row; 14] {
    [
        (t!("Sent"), |run| run.sent, false),
        (t!("Succeeded"), |run| run.answered, false),
        (t!("wrote a new item"), |run| run.created, true),
        (t!("overwrote an item"), |run| run.replaced, true),
        (t!("updated an item"), |run| run.updated, true),
        (t!("deleted an item"), |run| run.deleted, true),
        (t!("found no item to delete"), |run| run.unchanged, true),
        (t!("read"), |run| run.read, true),
        (t!("Throttled"), |run| run.throttled, false),
        (t!("first by the table's throughput"), |run| run.by_table, true),
        (t!("first by an index's throughput"), |run| run.by_index, true),
        (t!("first by a partition's throughput"), |run| run.by_partition, true),
        (t!("first by the account's limit"), |run| run.by_account, true),
        (t!("Other failures"), |run| run.refused, false),
    ]
}

/// How many attempts succeeded, were throttled and failed, and whether the load continues.
#[must_use]
pub fn sentence(run: &LoadTally) -> String {
    if run.sent == 0 {
        return String::new();
    }
    let others = match run.refused {
        0 => String::new(),
        others => t!(", {others, number} failed otherwise", others),
    };
    t!(
        "{answered, number} of {sent, number} succeeded ({percent} %), {throttled, number} were throttled{others}{running}.",
        answered = run.answered,
        sent = run.sent,
        percent = run.answered * 100 / run.sent,
        throttled = run.throttled,
        others,
        running = if run.ended.is_none() { t!(", running") } else { "" }
    )
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::{KeyChoice, LoadPlan, Mix, Rate, Sizes, Target};
    use hashrange_time::{Duration, Random, Timestamp};

    use super::*;
    use crate::state::figures::count;

    /// Random counts whose sums are as the engine's. A test of `endpoint` checks those on real loads.
    fn random_tally(seed: u64) -> LoadTally {
        let plan = LoadPlan {
            target: Target::strings("T", "Id", None),
            rate: Rate::steady(1),
            from: Timestamp::EPOCH,
            span: Duration::from_seconds(1),
            keys: KeyChoice::Monotonic,
            sorts: KeyChoice::Monotonic,
            sizes: Sizes { least: 1, most: 1 },
            mix: Mix(Vec::new()),
            suffixes: None,
            consistent: false,
            retries: None,
        };
        let (mut run, mut random) = (LoadTally::new(plan, seed), Random::new(seed));
        let mut draw = || random.below(3_000);
        (run.created, run.replaced, run.updated) = (draw(), draw(), draw());
        (run.deleted, run.unchanged, run.read) = (draw(), draw(), draw());
        (run.by_table, run.by_index, run.by_partition, run.by_account) = (draw(), draw(), draw(), draw());
        run.refused = draw();
        run.answered = run.created + run.replaced + run.updated + run.deleted + run.unchanged + run.read;
        run.throttled = run.by_table + run.by_index + run.by_partition + run.by_account;
        run.sent = run.answered + run.throttled + run.refused;
        run
    }

    #[test]
    fn the_rows_of_every_load_add_up_and_the_sentence_has_their_numbers() {
        for seed in 0..200 {
            let tally = random_tally(seed);
            let mut sums: Vec<(u64, u64)> = Vec::new();
            for (_, read, is_part) in rows() {
                match sums.last_mut() {
                    Some((_, parts)) if is_part => *parts += read(&tally),
                    _ => sums.push((read(&tally), 0)),
                }
            }
            let [sent, succeeded, throttled, others] = sums[..] else {
                panic!("four rows and their parts")
            };
            assert_eq!(sent.0, succeeded.0 + throttled.0 + others.0);
            assert_eq!((succeeded.0, throttled.0), (succeeded.1, throttled.1));
            let words = sentence(&tally);
            if sent.0 > 0 {
                let start = format!("{} of {} succeeded", count(succeeded.0), count(sent.0));
                assert!(words.starts_with(&start) && words.contains(&format!("{} were throttled", count(throttled.0))));
            }
        }
    }
}
