//! Reads one page: walks a range until it ends, the limit is reached, or 1 MB is read.
//!
//! Sizes are summed before the filter, because everything that is read is charged. The page ends before the item that
//! would exceed the byte limit, but always reads at least one item. If base items are fetched for a local index, the
//! limit applies to the charged bytes: the entries rounded up together, each base item rounded up separately
//! (documented: local-indexes).

use std::sync::Arc;

use hashrange_capacity::{CapacityKind, Consistency, Factor, Line, READ_BLOCK_BYTES, Tally, Units, What, read_blocks};
use hashrange_store::{KeyRange, Step};
use hashrange_values::{Item, List};

use crate::rules::read::foreseen::Filter;
use crate::rules::read::overlay;
use crate::rules::read::selection::Answer;
use crate::rules::read::start_key::last_key;
use crate::rules::read::target::ReadTarget;
use crate::state::followers::Sight;
use crate::state::log::consumption::{Consumption, Touch};
use crate::state::log::trace::{
    Fate, MAX_TRACED_ENTRIES, MAX_TRACED_NEIGHBOURS, PageEnd, PartitionRead, ReadTrace, Walked,
};

/// The parameters of one page.
pub(crate) struct Walk<'a> {
    pub(crate) target: ReadTarget<'a>,
    pub(crate) range: &'a KeyRange,
    /// The complete item collection around the range. A Query's trace shows the neighbours outside the range.
    pub(crate) collection: Option<&'a KeyRange>,
    pub(crate) forward: bool,
    pub(crate) limit: Option<u32>,
    pub(crate) page_bytes: u64,
    /// Bytes that the same page already read from other ranges.
    pub(crate) bytes_before: u64,
    pub(crate) filter: Option<Filter<'a>>,
    pub(crate) answer: &'a Answer,
    pub(crate) consistency: Consistency,
    /// Whether to report the keys that were read.
    pub(crate) watching: bool,
    pub(crate) sight: Option<Sight>,
    pub(crate) tracing: bool,
}

/// The result of one page.
pub(crate) struct Page {
    pub(crate) items: Vec<Arc<Item>>,
    pub(crate) count: u32,
    pub(crate) scanned: u32,
    /// Bytes that count towards the limit of the page.
    pub(crate) bytes: u64,
    /// The key of the last row read.
    pub(crate) last_key: Option<Item>,
    pub(crate) end: PageEnd,
    pub(crate) consumption: Consumption,
    pub(crate) trace: Option<ReadTrace>,
}

/// The totals while a page is read.
struct Reading<'a> {
    items: Vec<Arc<Item>>,
    count: u32,
    scanned: u32,
    bytes: u64,
    fetched: Tally,
    partitions: Vec<(usize, Tally)>,
    walked: Vec<Walked>,
    unlisted: u64,
    last: Option<&'a Arc<Item>>,
    end: PageEnd,
}

/// Reads one page.
pub(crate) fn read_page(walk: &Walk<'_>) -> Page {
    let reading = walk.read();
    let factor = Factor::Read(walk.consistency);
    let partitions = walk.partition_reads(&reading);
    let walked: Units = partitions.iter().map(|read| read.line.units).sum();
    let fetched = reading.fetched_line();
    let fetched_units = fetched.map_or(Units::ZERO, |line| line.units);
    let mut consumption = walk
        .target
        .consumption(factor.applied_to(walked), factor.applied_to(fetched_units));
    if walk.watching {
        consumption.touched = walk.touched(&reading, &partitions, factor, fetched_units);
    }
    let last_key = reading.last.map(|item| last_key(walk.target, item));
    let trace = walk
        .tracing
        .then(|| walk.trace(&reading, partitions, consumption.total()));
    let (bytes, end) = (reading.bytes_with(0, fetched.map(|_| 0)), reading.end);
    Page {
        items: reading.items,
        count: reading.count,
        scanned: reading.scanned,
        bytes,
        last_key,
        end,
        consumption,
        trace,
    }
}

impl<'a> Walk<'a> {
    fn read(&self) -> Reading<'a> {
        let (first, last) = self.target.space().partitions_of(self.range);
        let start = if self.forward { first } else { last };
        let mut reading = Reading::starting_at(start);
        for step in overlay::walk(self.target, self.range, self.forward, self.sight) {
            if self.limit.is_some_and(|limit| reading.scanned >= limit) {
                reading.end = PageEnd::Limit;
                break;
            }
            let base = self.fetch(&step);
            let fetched = base.map(|(_, size)| u64::from(size));
            let bytes = self.bytes_before + reading.bytes_with(step.row.size, fetched);
            if (reading.scanned > 0 || self.bytes_before > 0) && bytes > self.page_bytes {
                reading.end = PageEnd::PageSize;
                break;
            }
            reading.bytes += u64::from(step.row.size);
            self.take(&mut reading, &step, base);
        }
        if reading.end == PageEnd::Exhausted {
            // A reached limit ends the page even if no items follow (observed: limit-page-end).
            if self.limit.is_some_and(|limit| reading.scanned >= limit) {
                reading.end = PageEnd::Limit;
            } else {
                reading.touch(if self.forward { last } else { first });
            }
        }
        reading
    }

    /// Each partition read, with its cost line. Units are rounded per partition: Scans have a minimum
    /// (observed: scan-minimum).
    fn partition_reads(&self, reading: &Reading<'_>) -> Vec<PartitionRead> {
        let what = if self.target.index.is_some() {
            What::IndexEntries
        } else {
            What::Items
        };
        let line = |(partition, tally): &(usize, Tally)| PartitionRead {
            partition: *partition,
            line: tally.together(what),
        };
        reading.partitions.iter().map(line).collect()
    }

    /// The units that the page consumed of each partition. The last row represents the last partition, which contains a
    /// Query's collection. The first key of each earlier partition represents that partition. Fetched base items count
    /// at the start of the read (a model: for a Query that is where they are).
    fn touched(
        &self,
        reading: &Reading<'_>,
        partitions: &[PartitionRead],
        factor: Factor,
        fetched: Units,
    ) -> List<Touch> {
        let index = self
            .target
            .index
            .filter(|index| !index.is_local())
            .map(|index| index.definition.name.clone());
        let space = self.target.space();
        let last = reading.last.and_then(|item| self.target.row_key(item));
        let touch = |read: &PartitionRead| {
            let own = last
                .as_ref()
                .filter(|key| space.partition_of(key) == read.partition)
                .cloned();
            let key = own.or_else(|| Some(space.partitions().get(read.partition)?.first_key().clone()))?;
            Some(Touch {
                index: index.clone(),
                key,
                units: factor.applied_to(read.line.units),
            })
        };
        let mut touched: List<Touch> = partitions.iter().filter_map(touch).collect();
        if let Some(first) = touched.first_mut().filter(|first| first.index.is_none()) {
            first.units += factor.applied_to(fetched);
        }
        touched
    }

    /// The base item of an index entry, with its billed bytes, if the response needs it.
    fn fetch(&self, step: &Step<'a, Arc<Item>>) -> Option<(&'a Arc<Item>, u32)> {
        if !self.answer.fetch {
            return None;
        }
        let table = self.target.table;
        let row = table
            .followers
            .row(&table.items, &table.row_key(&step.row.value)?, self.sight)?;
        Some((&row.value, table.billed(&row.value, row.size)))
    }

    /// The bytes charged for a row: those of an entry, or those billed for an item of the table.
    fn charged(&self, step: &Step<'a, Arc<Item>>) -> u32 {
        match self.target.index {
            Some(_) => step.row.size,
            None => self.target.table.billed(&step.row.value, step.row.size),
        }
    }

    /// Adds a row to the page. Clones only returned items: a filter drops most items.
    fn take(&self, reading: &mut Reading<'a>, step: &Step<'a, Arc<Item>>, base: Option<(&'a Arc<Item>, u32)>) {
        reading.touch(step.partition);
        reading.scanned += 1;
        let charged = self.charged(step);
        if let Some((_, tally)) = reading.partitions.last_mut() {
            tally.add(u64::from(charged));
        }
        let fetched = base.map(|(_, size)| size);
        if let Some(size) = fetched {
            reading.fetched.add(u64::from(size));
        }
        let entry = &step.row.value;
        let source = base.map_or(entry, |(item, _)| item);
        // The filter applies to the index entry, even if the base item is fetched (observed: index-filter-attributes).
        let matches = self.filter.is_none_or(|filter| filter.matches(entry));
        if matches {
            reading.count += 1;
            if !self.answer.count_only {
                reading.items.push(self.answer.item(source));
            }
        }
        if self.tracing {
            reading.list(self.target.key_of(entry), charged, matches, fetched);
        }
        reading.last = Some(entry);
    }

    fn trace(&self, reading: &Reading<'_>, partitions: Vec<PartitionRead>, units: Units) -> ReadTrace {
        let (before, after) = self.neighbours(reading);
        ReadTrace {
            table: self.target.table.name.clone(),
            index: self.target.index.map(|index| index.definition.name.clone()),
            consistency: self.consistency,
            forward: self.forward,
            walked: reading.walked.clone(),
            unlisted: reading.unlisted,
            not_reached_before: before,
            not_reached_after: after,
            partitions,
            fetched: reading.fetched_line(),
            end: reading.end,
            units,
            answered: None,
            first: Item::default(),
            scores: Vec::new(),
            search_bytes: 0,
        }
        .with_first(reading.items.first().map(|item| &**item))
    }

    /// Keys of the same item collection before and after the read range, in ascending order.
    fn neighbours(&self, reading: &Reading<'_>) -> (Vec<Item>, Vec<Item>) {
        let Some(collection) = self.collection else {
            return (Vec::new(), Vec::new());
        };
        let space = self.target.space();
        let keys = |range: &KeyRange, forward: bool| -> Vec<Item> {
            let steps = space.walk(range, forward).take(MAX_TRACED_NEIGHBOURS);
            steps.map(|step| self.target.key_of(&step.row.value)).collect()
        };
        let mut below = KeyRange {
            start: collection.start.clone(),
            end: Some(self.range.start.clone()),
        };
        let mut above = KeyRange {
            start: self.range.end.clone().unwrap_or_default(),
            end: collection.end.clone(),
        };
        if let Some(last) = reading.last.and_then(|item| self.target.row_key(item)) {
            if self.forward {
                above = KeyRange {
                    start: collection.start.clone(),
                    end: collection.end.clone(),
                }
                .after(&last);
            } else {
                below = KeyRange {
                    start: collection.start.clone(),
                    end: collection.end.clone(),
                }
                .before(&last);
            }
        }
        let mut before = keys(&below, false);
        before.reverse();
        (before, keys(&above, true))
    }
}

impl Reading<'_> {
    fn starting_at(partition: usize) -> Self {
        Self {
            items: Vec::new(),
            count: 0,
            scanned: 0,
            bytes: 0,
            fetched: Tally::new(CapacityKind::Read),
            partitions: vec![(partition, Tally::new(CapacityKind::Read))],
            walked: Vec::new(),
            unlisted: 0,
            last: None,
            end: PageEnd::Exhausted,
        }
    }

    /// The bytes of the page with one more entry and, in some cases, its base item.
    fn bytes_with(&self, size: u32, fetched: Option<u64>) -> u64 {
        let entries = self.bytes + u64::from(size);
        match fetched {
            None => entries,
            Some(base) => {
                let before = self.fetched_line().map_or(0, |line| line.rounded_to_bytes);
                before + READ_BLOCK_BYTES * (read_blocks(base) + read_blocks(entries))
            }
        }
    }

    /// Adds every partition up to this one. An empty partition on the way also has a minimum price
    /// (observed: scan-minimum).
    fn touch(&mut self, partition: usize) {
        while let Some(current) = self.partitions.last().map(|(at, _)| *at).filter(|at| *at != partition) {
            let next = if current < partition { current + 1 } else { current - 1 };
            self.partitions.push((next, Tally::new(CapacityKind::Read)));
        }
    }

    /// The cost line of fetched base items, each rounded separately (documented: local-indexes).
    fn fetched_line(&self) -> Option<Line> {
        (self.fetched.count() > 0).then(|| self.fetched.each_alone(What::BaseItemsFetched))
    }

    fn list(&mut self, key: Item, size: u32, matches: bool, fetched: Option<u32>) {
        if self.walked.len() >= MAX_TRACED_ENTRIES {
            self.unlisted += 1;
            return;
        }
        let fate = if matches { Fate::Returned } else { Fate::FilteredOut };
        self.walked.push(Walked {
            key,
            size,
            fate,
            fetched,
        });
    }
}
