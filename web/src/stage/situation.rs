//! The situation on the stage: its most important fact as a sentence, and which limit throttles. Must not know any position.

use hashrange_protocol::{Outcome, PartitionStage, Stage, StageIndex, StageUnits, Units};
use hashrange_words::t;
use litemap::LiteMap;

use super::words::{items, key_names, partition, recent};
use crate::state::figures::{count, units};

/// Whether an index throttles writes to its table.
pub(super) fn throttles(index: &StageIndex) -> bool {
    recent(index.throttles_table) > 0
}

/// The most important fact on the stage now. After a load, its results (successful and throttled requests) replace those
/// of the last second.
pub(super) fn sentence_now(stage: &Stage, load: Option<[u64; 2]>) -> String {
    let answered = recent([stage.second.answered, stage.before.answered]);
    let refused = recent([stage.second.throttled, stage.before.throttled]);
    let hot = stage.partitions.iter().max_by_key(|one| recent(one.throttled_now));
    if let Some(index) = stage.indexes.iter().find(|index| recent(index.throttles_table) > 0) {
        let refused = count(u64::from(recent(index.throttles_table)));
        // A partition is the cause if it is near its limit. Otherwise the index itself has too few units.
        let full = |one: &&PartitionStage| recent(one.writes).as_f64() >= 0.8 * stage.ceilings.writes as f64;
        let mut hot = index.partitions.iter().filter(|one| recent(one.throttled_now) > 0);
        let why = match hot.find(full) {
            Some(one) => t!(
                "its {one} accepts at most {writes, number} write units a second",
                one = partition(Some(&index.name), one.number),
                writes = stage.ceilings.writes
            ),
            None => t!(
                "it has {per_second, number} write units a second",
                per_second = index.writes.per_second
            ),
        };
        let results = of_load(load).map_or_else(
            || t!("{refused} requests a second are refused.", refused),
            |of| of + ".",
        );
        return t!(
            "{index} throttles its table: {why}. {results}",
            index = index.name,
            why,
            results
        );
    }
    if refused > 0 {
        let hot = hot.filter(|one| recent(one.throttled_now) > 0);
        let full = stage
            .partitions
            .iter()
            .filter(|one| recent(one.throttled_now) > 0)
            .count();
        let place = match hot {
            Some(one) => hot_place(stage, one, full),
            None => t!("the table as a whole has no units left").to_owned(),
        };
        let (answered, refused) = (count(answered.into()), count(refused.into()));
        let results = of_load(load).unwrap_or_else(|| {
            t!(
                "{answered} succeeded and {refused} throttled a second",
                answered,
                refused
            )
        });
        return format!("{results}: {place}.");
    }
    of_load(load).map_or_else(|| without_throttling(stage, answered), |of| of + ".")
}

/// The results of a load.
fn of_load(load: Option<[u64; 2]>) -> Option<String> {
    let [answered, throttled] = load?;
    let (answered, throttled) = (
        t!(
            "{number, plural, one {# request} other {# requests}}",
            number = answered
        ),
        count(throttled),
    );
    Some(t!(
        "Of the load, {answered} succeeded, {throttled} throttled",
        answered,
        throttled
    ))
}

/// The key with the most refused requests, by partition.
pub(super) fn hot_keys(stage: &Stage) -> LiteMap<u32, String> {
    let mut asked: LiteMap<(u32, &str), u32> = LiteMap::new();
    for passing in &stage.passing {
        if let (Some(at), Some(key), Outcome::Throttled { .. }) = (passing.partition, &passing.key, &passing.outcome) {
            *asked.entry((at, key.as_str())).or_default() += 1;
        }
    }
    let mut most: LiteMap<u32, (u32, String)> = LiteMap::new();
    for ((at, key), times) in asked {
        if most.get(&at).is_none_or(|(other, _)| *other < times) {
            most.insert(at, (times, key.to_owned()));
        }
    }
    let mut keys = LiteMap::new();
    for (at, (_, key)) in most {
        keys.insert(at, key);
    }
    keys
}

/// The units that a partition uses most, relative to its limit: their number, the limit, their name, and the units of
/// the table if the table is the limit. A partition far below its own limit is not the cause.
fn limit<'a>(stage: &'a Stage, one: &PartitionStage) -> (Units, u64, &'static str, Option<&'a StageUnits>) {
    let (reads, writes) = (recent(one.reads), recent(one.writes));
    let by_reads = reads.as_f64() * stage.ceilings.writes as f64 > writes.as_f64() * stage.ceilings.reads as f64;
    let (used, ceiling, unit, table) = if by_reads {
        (reads, stage.ceilings.reads, "RCU", &stage.reads)
    } else {
        (writes, stage.ceilings.writes, "WCU", &stage.writes)
    };
    let is_table = !stage.on_demand && used.as_f64() < 0.8 * ceiling as f64;
    (used, ceiling, unit, is_table.then_some(table))
}

/// The limit of the table that a partition's throttled requests exceeded: `the table's 100 WCU`. `None` if the partition
/// itself is full.
pub(super) fn table_limit(stage: &Stage, one: &PartitionStage) -> Option<String> {
    let (_, _, unit, table) = limit(stage, one);
    Some(t!(
        "the table's {per_second, number} {unit}",
        per_second = table?.per_second,
        unit
    ))
}

/// The cause at the partition that throttles most, of so many that throttle.
fn hot_place(stage: &Stage, one: &PartitionStage, full: usize) -> String {
    let (used, ceiling, unit, table) = limit(stage, one);
    if let Some(table) = table {
        return t!(
            "the table as a whole has {per_second, number} {unit} a second",
            per_second = table.per_second,
            unit
        );
    }
    if full > 1 {
        return t!(
            "{full} partitions are at their limit of {ceiling, number} {unit} a second",
            full,
            ceiling,
            unit
        );
    }
    let key = hot_keys(stage).remove(&one.number);
    let key = key
        .map(|key| t!(". Most of them use {key}, and one key is in one partition", key))
        .unwrap_or_default();
    let of = if used.as_f64() > ceiling as f64 {
        t!("with burst capacity; its limit is {ceiling, number}", ceiling)
    } else {
        t!("of at most {ceiling, number}", ceiling)
    };
    t!(
        "{one} serves {used} {unit} a second {of}{key}",
        one = partition(None, one.number),
        used = units(used),
        unit,
        of,
        key
    )
}

fn without_throttling(stage: &Stage, answered: u32) -> String {
    if let Some((index, build)) = stage
        .indexes
        .iter()
        .find_map(|index| Some((index, index.build.as_ref()?)))
    {
        let left_out = if build.violations > 0 {
            format!(
                " {}",
                t!("{violations, number} left out.", violations = build.violations)
            )
        } else {
            String::new()
        };
        if !build.filling {
            return t!(
                "DynamoDB allocates resources for {index}. Backfilling is false.",
                index = index.name
            );
        }
        return t!(
            "{index} is backfilling: {passed, number} of {items, number} items passed.{left_out}",
            index = index.name,
            passed = build.passed,
            items = build.items,
            left_out
        );
    }
    if answered > 0 && stage.answer.as_ref().is_some_and(|answer| answer.by_load) {
        return t!(
            "{answered, plural, one {# request} other {# requests}} succeeded a second, none throttled. The hash of {keys} finds the partition of each.",
            answered,
            keys = key_names(&stage.keys)
        );
    }
    if let Some(expiry) = stage
        .expiry
        .as_ref()
        .filter(|expiry| expiry.enabled && expiry.readable > 0)
    {
        return t!(
            "{readable, plural, one {# item is} other {# items are}} expired and still readable; {deleted, number} deleted so far.",
            readable = expiry.readable,
            deleted = expiry.deleted
        );
    }
    if answered > 0 {
        return t!(
            "{answered, plural, one {# request} other {# requests}} succeeded a second, none throttled.",
            answered
        );
    }
    t!(
        "{table} has {items} in {partition_count, plural, one {# partition} other {# partitions}}. No requests now.",
        table = stage.table,
        items = items(stage.items),
        partition_count = stage.partition_count
    )
}
