//! Reads of the model: collects everything, sorts it and cuts it.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::condition::{Condition, begins_with, compare};
use super::placement::{in_segment, partition, point};
use super::value::{Attributes, item_size, order};
use super::{Index, Key, Table, object, read_steps};

/// A test of the sort key.
#[derive(Clone, Debug)]
pub enum SortTest {
    /// `=`, `<`, `<=`, `>` or `>=`.
    Compare(&'static str, Value),
    /// Between two ordered values.
    Between(Value, Value),
    /// `begins_with`.
    BeginsWith(Value),
}

/// A Query or a Scan.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// Position of the index among the table's, or the table itself.
    pub index: Option<usize>,
    /// The partition key's value. `None` for a Scan.
    pub partition: Option<Value>,
    /// The test of the sort key.
    pub sort: Option<SortTest>,
    /// The filter.
    pub filter: Option<Condition>,
    /// The returned attributes. `None` for all.
    pub names: Option<BTreeSet<String>>,
    /// `Select: ALL_ATTRIBUTES`.
    pub all_attributes: bool,
    /// `Select: COUNT`.
    pub count_only: bool,
    /// In descending order.
    pub backward: bool,
    /// Strongly consistent.
    pub strong: bool,
    /// The maximum number of entries to read.
    pub limit: Option<u64>,
    /// The ExclusiveStartKey.
    pub start: Option<Attributes>,
    /// Segment and number of segments.
    pub segment: Option<(u64, u64)>,
}

/// The page of a read.
#[derive(Clone, Debug)]
pub struct Page {
    /// The body of the response.
    pub answer: Value,
    /// The LastEvaluatedKey.
    pub last: Option<Attributes>,
}

struct View<'t> {
    table: &'t Table,
    index: Option<&'t Index>,
    partition: &'t Key,
    sort: Option<&'t Key>,
}

struct Placed {
    hash: u128,
    tie: Option<u128>,
    row: Attributes,
}

impl Table {
    /// GetItem, with all attributes or some.
    #[must_use]
    pub fn get(&self, key: &Attributes, names: Option<&BTreeSet<String>>, strong: bool) -> Value {
        let item = self.find(key);
        let steps = read_steps(item.map_or(0, item_size));
        let units = steps as f64 * if strong { 1.0 } else { 0.5 };
        let mut answer = json!({
            "ConsumedCapacity": { "TableName": self.name, "CapacityUnits": units, "Table": { "CapacityUnits": units } },
        });
        if let Some(item) = item {
            answer["Item"] = object(&picked(item, names));
        }
        answer
    }

    /// A page of a Query or Scan. `page_bytes` is the maximum size of a page.
    #[must_use]
    pub fn read(&self, read: &Read, page_bytes: u64) -> Page {
        let index = read.index.map(|position| &self.indexes[position]);
        let view = View {
            table: self,
            index,
            partition: index.map_or(&self.partition, |index| &index.partition),
            sort: index.map_or(self.sort.as_ref(), |index| index.sort.as_ref()),
        };
        let mut rows: Vec<Placed> = view.rows(read).into_iter().map(|row| view.placed(row)).collect();
        rows.sort_by(|a, b| view.order(a, b));
        if read.backward {
            rows.reverse();
        }
        if let Some(start) = &read.start {
            let start = view.placed(start.clone());
            let wanted = if read.backward {
                Ordering::Less
            } else {
                Ordering::Greater
            };
            rows.retain(|row| view.order(row, &start) == wanted);
        }
        let rows: Vec<Attributes> = rows.into_iter().map(|placed| placed.row).collect();
        view.page(read, &rows, page_bytes)
    }
}

impl View<'_> {
    /// The entries that match the key condition, unordered.
    fn rows(&self, read: &Read) -> Vec<Attributes> {
        let entry = |item: &Attributes| match self.index {
            None => Some(item.clone()),
            Some(index) => index.entry(self.table, item),
        };
        let admitted = |row: &Attributes| {
            let partition = &row[&self.partition.name];
            read.partition.as_ref().is_none_or(|wanted| wanted == partition)
                && read
                    .sort
                    .as_ref()
                    .is_none_or(|test| test.admits(&row[&self.sort.expect("a sort key").name]))
                && read
                    .segment
                    .is_none_or(|(segment, total)| in_segment(point(&[partition]), segment, total))
        };
        self.table.items.iter().filter_map(entry).filter(admitted).collect()
    }

    /// A row with the parts of its order other than the sort key.
    fn placed(&self, row: Attributes) -> Placed {
        let hash = point(&[&row[&self.partition.name]]);
        let keys: Vec<&Value> = self.table.keys().map(|key| &row[&key.name]).collect();
        let tie = self.index.map(|_| point(&keys) >> 96);
        Placed { hash, tie, row }
    }

    /// Orders by the hash of the partition key, then by the sort key. For an index, the stored part of the hash of the
    /// table's key follows, so that ties have a fixed order.
    fn order(&self, a: &Placed, b: &Placed) -> Ordering {
        let by_sort = self.sort.map_or(Ordering::Equal, |sort| {
            order(&a.row[&sort.name], &b.row[&sort.name]).expect("sort keys of one type")
        });
        let by_table_key = || {
            let keys = self.table.keys().map(|key| order(&a.row[&key.name], &b.row[&key.name]));
            keys.flatten().find(|found| found.is_ne()).unwrap_or(Ordering::Equal)
        };
        // Keys with the same concatenated bytes (00 and 0000, 0000 and 00) have one hash, and others can share a
        // prefix.
        a.hash
            .cmp(&b.hash)
            .then(by_sort)
            .then(a.tie.cmp(&b.tie))
            .then_with(by_table_key)
    }

    fn fetches(&self, read: &Read) -> bool {
        let Some(index) = self.index.filter(|index| index.local) else {
            return false;
        };
        let lacks = |names: &BTreeSet<String>| names.iter().any(|name| !index.holds(self.table, name));
        let all = read.all_attributes && index.projection != super::Projection::All;
        all || read.names.as_ref().is_some_and(lacks)
    }

    fn page(&self, read: &Read, rows: &[Attributes], page_bytes: u64) -> Page {
        let fetches = self.fetches(read);
        let (mut items, mut taken, mut bytes, mut fetched_steps) = (Vec::new(), Vec::new(), 0, 0);
        let mut cut = false;
        for row in rows {
            if read.limit.is_some_and(|limit| taken.len() as u64 == limit) {
                cut = true;
                break;
            }
            let base = self.table.find(&self.table.key_of(row)).expect("an entry has an item");
            let size = item_size(row);
            let steps = if fetches {
                fetched_steps + read_steps(item_size(base))
            } else {
                0
            };
            // With fetches, sizes are rounded up to 4 KB: the entries together, and each item separately.
            let page = if fetches {
                (read_steps(bytes + size) + steps) * 4096
            } else {
                bytes + size
            };
            if !taken.is_empty() && page > page_bytes {
                cut = true;
                break;
            }
            bytes += size;
            fetched_steps = steps;
            taken.push(row);
            let source = if fetches { base } else { row };
            if read.filter.as_ref().is_none_or(|filter| filter.holds(source)) {
                items.push(picked(source, read.names.as_ref()));
            }
        }
        // A page that reaches its limit at the last row still has a LastEvaluatedKey.
        cut |= read.limit.is_some_and(|limit| taken.len() as u64 == limit);
        let last = taken.last().filter(|_| cut).map(|row| self.key_of(row));
        let steps = self.steps(read, &taken, cut);
        let answer = self.answer(read, &items, taken.len(), (steps, fetched_steps), last.as_ref());
        Page { answer, last }
    }

    /// Table and index keys of a row.
    fn key_of(&self, row: &Attributes) -> Attributes {
        let mut key = self.table.key_of(row);
        for name in self.index.iter().flat_map(|index| index.keys()) {
            key.insert(name.name.clone(), row[&name.name].clone());
        }
        key
    }

    /// The sum over the accessed partitions. Each is rounded separately.
    fn steps(&self, read: &Read, taken: &[&Attributes], cut: bool) -> u64 {
        let count = self.table.partitions;
        let place = |row: &Attributes| partition(point(&[&row[&self.partition.name]]), count);
        let (first, last) = match &read.partition {
            Some(value) => {
                let only = partition(point(&[value]), count);
                (only, only)
            }
            None => (
                read.start.as_ref().map_or(0, place),
                if cut {
                    place(taken.last().expect("a row"))
                } else {
                    count - 1
                },
            ),
        };
        (first..=last)
            .map(|number| {
                read_steps(
                    taken
                        .iter()
                        .filter(|row| place(row) == number)
                        .map(|row| item_size(row))
                        .sum(),
                )
            })
            .sum()
    }

    fn answer(
        &self,
        read: &Read,
        items: &[Attributes],
        scanned: usize,
        (steps, fetched): (u64, u64),
        last: Option<&Attributes>,
    ) -> Value {
        let units = |steps: u64| steps as f64 * if read.strong { 1.0 } else { 0.5 };
        let mut capacity = json!({ "TableName": self.table.name, "CapacityUnits": units(steps) + units(fetched) });
        match self.index {
            None => capacity["Table"] = json!({ "CapacityUnits": units(steps) }),
            Some(index) => {
                capacity["Table"] = json!({ "CapacityUnits": units(fetched) });
                let member = if index.local {
                    "LocalSecondaryIndexes"
                } else {
                    "GlobalSecondaryIndexes"
                };
                capacity[member] = json!({ index.name.clone(): { "CapacityUnits": units(steps) } });
            }
        }
        let mut answer = json!({ "Count": items.len(), "ScannedCount": scanned, "ConsumedCapacity": capacity });
        if !read.count_only {
            answer["Items"] = items.iter().map(object).collect();
        }
        if let Some(last) = last {
            answer["LastEvaluatedKey"] = object(last);
        }
        answer
    }
}

impl SortTest {
    fn admits(&self, value: &Value) -> bool {
        match self {
            Self::Compare(operator, bound) => compare(Some(value), operator, Some(bound)),
            Self::Between(low, high) => compare(Some(value), ">=", Some(low)) && compare(Some(value), "<=", Some(high)),
            Self::BeginsWith(start) => begins_with(value, start),
        }
    }
}

pub(super) fn picked(item: &Attributes, names: Option<&BTreeSet<String>>) -> Attributes {
    let wanted = |name: &String| names.is_none_or(|names| names.contains(name));
    item.iter()
        .filter(|(name, _)| wanted(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
