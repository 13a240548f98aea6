//! What the Partitions card shows, taken out of what the service said of one moment. Must not know where anything is drawn.

use std::collections::BTreeMap;

use hashrange_protocol::{
    Ceilings, HEAT_SECONDS, HeatSecond, IndexLag, PartitionCard, PartitionMap, PartitionSecond, Partitions, Ranked,
    Split, Units,
};
use hashrange_values::{Item, Text};

use crate::views::figures;

/// Seconds of the heat map.
pub(super) const SECONDS: u64 = HEAT_SECONDS;
/// Seconds the rates are a mean of.
pub(super) const RECENT: usize = 10;
/// Rows of the heat map; of more partitions, neighbours share a row.
const MOST_ROWS: usize = 24;
/// Generations looked back for what a partition's ancestors did within the window.
const MOST_ANCESTORS: usize = 32;

/// One reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The table.
    pub(super) table: String,
    /// The global index, when it is the subject.
    pub(super) index: Option<String>,
    /// The attributes of the partition key.
    pub(super) keys: Vec<Text>,
    /// Partitions, splits and followers.
    pub(super) map: PartitionMap,
    /// Partitions, or neighbours taken together, in hash order.
    pub(super) rows: Vec<Row>,
    /// What they did, second by second, as it was.
    pub(super) window: Vec<HeatSecond>,
    /// The keys of the rankings, with the partitions they are in.
    pub(super) accessed: Vec<(String, String, String)>,
    /// Likewise of throttled requests, with how many.
    pub(super) throttled: Vec<(String, u64, String)>,
    /// How far the index is behind.
    pub(super) lag: Option<IndexLag>,
    /// Whether traffic is watched at all.
    pub(super) watched: bool,
}

/// A partition, or several neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// `P2`, or `P2–P5`.
    pub(super) name: String,
    /// The numbers of its partitions.
    pub(super) numbers: Vec<u32>,
    /// Where its slice begins, and its last hash.
    pub(super) range: (u128, u128),
    /// Its share of the hash range.
    pub(super) share: f64,
    /// Items or entries.
    pub(super) items: usize,
    /// Their bytes.
    pub(super) bytes: u64,
    /// Bytes of the fullest partition against what one holds.
    pub(super) full: f64,
    /// Read units a second of late.
    pub(super) reads: f64,
    /// Write units a second of late.
    pub(super) writes: f64,
    /// The larger of both against what a partition serves, of its busiest partition.
    pub(super) load: f64,
    /// One for each second of the window.
    pub(super) cells: Vec<Cell>,
    /// Seconds of the window in which one of its partitions began.
    pub(super) began: Vec<usize>,
}

/// What a row did within one second. Before a split it is what the whole partition did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// Units and throttled requests.
    pub(super) sum: PartitionSecond,
    /// The load of the busiest partition against what one serves.
    pub(super) load: f64,
}

impl Row {
    /// Requests throttled within the window.
    pub(super) fn throttled(&self) -> u64 {
        self.cells.iter().map(|cell| u64::from(cell.sum.throttled)).sum()
    }
}

/// Takes the rows and rankings out of what the service said.
pub(super) fn read(data: &Partitions) -> Reading {
    let accessed =
        |one: &Ranked<Units>| (key_text(&data.keys, &one.key), figures::units(one.figure), names(&one.partitions));
    let throttled = |one: &Ranked<u64>| (key_text(&data.keys, &one.key), one.figure, names(&one.partitions));
    Reading {
        rows: rows(&data.map, &data.window),
        accessed: data.accessed.iter().map(accessed).collect(),
        throttled: data.throttled.iter().map(throttled).collect(),
        table: data.table.clone(),
        index: data.index.clone(),
        keys: data.keys.clone(),
        map: data.map.clone(),
        window: data.window.clone(),
        lag: data.lag,
        watched: data.watched,
    }
}

/// A key on one line, the values of its partition key first: `121212, 2026-03-01`.
pub(super) fn key_text(partition: &[Text], key: &Item) -> String {
    let further = key.iter().map(|(name, _)| name).filter(|name| !partition.contains(name));
    let values = partition.iter().chain(further).filter_map(|name| key.get(name));
    values.map(crate::state::item_rows::cell_text).collect::<Vec<_>>().join(", ")
}

/// Partitions by name: `P2`, `P2 and P3`.
pub(super) fn names(numbers: &[u32]) -> String {
    let names: Vec<String> = numbers.iter().map(|number| format!("P{number}")).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first, .., last] if names.len() > 3 => format!("{} partitions from {first} to {last}", names.len()),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

fn rows(map: &PartitionMap, window: &[HeatSecond]) -> Vec<Row> {
    let born: BTreeMap<u32, &Split> =
        map.splits.iter().flat_map(|split| [(split.children.0, split), (split.children.1, split)]).collect();
    let together = map.partitions.len().div_ceil(MOST_ROWS).max(1);
    map.partitions.chunks(together).map(|cards| row(cards, &born, map, window)).collect()
}

fn row(cards: &[PartitionCard], born: &BTreeMap<u32, &Split>, map: &PartitionMap, window: &[HeatSecond]) -> Row {
    let (limit, ceilings) = (map.bytes_limit, map.ceilings);
    let columns: Vec<Vec<Cell>> = cards.iter().map(|card| cells((card, ceilings), born, window)).collect();
    let cells: Vec<Cell> =
        (0..window.len()).map(|at| busiest(columns.iter().filter_map(|cells| cells.get(at)))).collect();
    // Half a rate would be told while the second is not over; a mean over ten is near enough.
    let mean = |units: fn(&PartitionSecond) -> f64, numbers: &dyn Fn(u32) -> bool| {
        let late = window.iter().rev().take(RECENT).flat_map(|second| &second.partitions);
        late.filter(|(number, _)| numbers(**number)).map(|(_, sum)| units(sum)).sum::<f64>() / RECENT as f64
    };
    let (read, write) = (|sum: &PartitionSecond| sum.read.as_f64(), |sum: &PartitionSecond| sum.write.as_f64());
    let all = |number: u32| cards.iter().any(|card| card.number == number);
    let load = |card: &PartitionCard| {
        let own = |number: u32| number == card.number;
        load_of(ceilings, mean(read, &own), mean(write, &own))
    };
    let started = |second: &HeatSecond| {
        cards.iter().filter_map(|card| born.get(&card.number)).any(|split| split.at.seconds() == second.second)
    };
    Row {
        name: match cards {
            [first, .., last] => format!("P{}–P{}", first.number, last.number),
            _ => names(&cards.iter().map(|card| card.number).collect::<Vec<_>>()),
        },
        numbers: cards.iter().map(|card| card.number).collect(),
        range: (cards.first().map_or(0, |card| card.from), cards.last().map_or(u128::MAX, |card| card.to)),
        share: cards.iter().map(PartitionCard::share).sum(),
        items: cards.iter().map(|card| card.items).sum(),
        bytes: cards.iter().map(|card| card.bytes).sum(),
        full: cards.iter().map(|card| card.bytes).max().unwrap_or(0) as f64 / limit.max(1) as f64,
        reads: mean(read, &all),
        writes: mean(write, &all),
        load: cards.iter().map(load).fold(0.0, f64::max),
        cells,
        began: window.iter().enumerate().filter(|(_, second)| started(second)).map(|(at, _)| at).collect(),
    }
}

/// What a partition did, or what it is a part of did before it was.
fn cells(
    (card, ceilings): (&PartitionCard, Ceilings),
    born: &BTreeMap<u32, &Split>,
    window: &[HeatSecond],
) -> Vec<Cell> {
    let mut line = vec![card.number];
    while let Some(split) = line.last().and_then(|youngest| born.get(youngest)).filter(|_| line.len() < MOST_ANCESTORS)
    {
        line.push(split.parent);
    }
    let cell = |second: &HeatSecond| {
        let mut sum = PartitionSecond::default();
        for did in line.iter().filter_map(|number| second.partitions.get(number)) {
            sum.add(*did);
        }
        Cell { sum, load: load_of(ceilings, sum.read.as_f64(), sum.write.as_f64()) }
    };
    window.iter().map(cell).collect()
}

fn busiest<'a>(cells: impl Iterator<Item = &'a Cell>) -> Cell {
    let mut together = Cell::default();
    for cell in cells {
        together.sum.add(cell.sum);
        together.load = together.load.max(cell.load);
    }
    together
}

fn load_of(ceilings: Ceilings, reads: f64, writes: f64) -> f64 {
    (reads / ceilings.reads.max(1) as f64).max(writes / ceilings.writes.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn the_partition_key_comes_first() {
        let value = |text: &str| hashrange_values::AttributeValue::S(text.into());
        let key: hashrange_values::Item = [
            (hashrange_values::Text::from("Aaa"), value("sort")),
            (hashrange_values::Text::from("Pk"), value("first")),
        ]
        .into_iter()
        .collect();
        assert_eq!(super::key_text(&["Pk".into()], &key), "first, sort");
    }

    #[test]
    fn partitions_are_named() {
        assert_eq!(names(&[2]), "P2");
        assert_eq!(names(&[2, 4]), "P2 and P4");
        assert_eq!(names(&[2, 4, 5]), "P2, P4 and P5");
        assert_eq!(names(&[2, 4, 5, 9]), "4 partitions from P2 to P9");
        assert_eq!(names(&[]), "");
    }
}
