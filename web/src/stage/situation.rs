//! The situation on the stage: its most important fact as a sentence, and which limit throttles. Must not know any position.

use hashrange_protocol::{Outcome, PartitionStage, Stage, StageIndex, StageUnits, Units};
use litemap::LiteMap;

use super::words::{items, key_names, partition, recent};
use crate::state::figures::{count, counted, units};

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
            Some(one) => format!(
                "its {} accepts at most {} write units a second",
                partition(Some(&index.name), one.number),
                count(stage.ceilings.writes)
            ),
            None => format!("it has {} write units a second", count(index.writes.per_second)),
        };
        let results = of_load(load).map_or_else(|| format!("{refused} requests a second are refused."), |of| of + ".");
        return format!("{} throttles its table: {why}. {results}", index.name);
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
            None => "the table as a whole has no units left".to_owned(),
        };
        let (answered, refused) = (count(answered.into()), count(refused.into()));
        let results = of_load(load).unwrap_or_else(|| format!("{answered} succeeded and {refused} throttled a second"));
        return format!("{results}: {place}.");
    }
    of_load(load).map_or_else(|| without_throttling(stage, answered), |of| of + ".")
}

/// The results of a load.
fn of_load(load: Option<[u64; 2]>) -> Option<String> {
    let [answered, throttled] = load?;
    let (answered, throttled) = (counted(answered, "request"), count(throttled));
    Some(format!("Of the load, {answered} succeeded, {throttled} throttled"))
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
    Some(format!("the table's {} {unit}", count(table?.per_second)))
}

/// The cause at the partition that throttles most, of so many that throttle.
fn hot_place(stage: &Stage, one: &PartitionStage, full: usize) -> String {
    let (used, ceiling, unit, table) = limit(stage, one);
    if let Some(table) = table {
        return format!("the table as a whole has {} {unit} a second", count(table.per_second));
    }
    if full > 1 {
        return format!(
            "{full} partitions are at their limit of {} {unit} a second",
            count(ceiling)
        );
    }
    let key = hot_keys(stage).remove(&one.number);
    let key = key
        .map(|key| format!(". Most of them use {key}, and one key is in one partition"))
        .unwrap_or_default();
    let of = if used.as_f64() > ceiling as f64 {
        format!("with burst capacity; its limit is {}", count(ceiling))
    } else {
        format!("of at most {}", count(ceiling))
    };
    format!(
        "{} serves {} {unit} a second {of}{key}",
        partition(None, one.number),
        units(used),
    )
}

fn without_throttling(stage: &Stage, answered: u32) -> String {
    if let Some((index, build)) = stage
        .indexes
        .iter()
        .find_map(|index| Some((index, index.build.as_ref()?)))
    {
        let left_out = if build.violations > 0 {
            format!(" {} left out.", count(build.violations))
        } else {
            String::new()
        };
        if !build.filling {
            return format!("DynamoDB allocates resources for {}. Backfilling is false.", index.name);
        }
        return format!(
            "{} is backfilling: {} of {} items passed.{left_out}",
            index.name,
            count(build.passed),
            count(build.items)
        );
    }
    if answered > 0 && stage.answer.as_ref().is_some_and(|answer| answer.by_load) {
        return format!(
            "{} succeeded a second, none throttled. The hash of {} finds the partition of each.",
            counted(answered.into(), "request"),
            key_names(&stage.keys)
        );
    }
    if let Some(expiry) = stage
        .expiry
        .as_ref()
        .filter(|expiry| expiry.enabled && expiry.readable > 0)
    {
        let are = if expiry.readable == 1 { "is" } else { "are" };
        return format!(
            "{} {are} expired and still readable; {} deleted so far.",
            items(expiry.readable),
            count(expiry.deleted)
        );
    }
    if answered > 0 {
        return format!(
            "{} succeeded a second, none throttled.",
            counted(answered.into(), "request")
        );
    }
    format!(
        "{} has {} in {}. No requests now.",
        stage.table,
        items(stage.items),
        counted(stage.partition_count as u64, "partition")
    )
}
