//! Pins: keys whose collections are always among the rows, because a step names them, the reader follows one of their
//! requests, or the latest request read or wrote them. Must not know how rows are drawn.

use hashrange_engine::{IndexView, PartitionRun, Trace};
use hashrange_values::Item;
use hashrange_wire::Operation;

use super::passing::Sent;
use super::row::{Pin, RowSource};
use super::scene::Scene;
use super::shape::{RowStage, Stage};
use crate::figure::key_of_words;
use crate::reading::questions::StageQuestion;

impl<'a> Scene<'a> {
    /// The pins of the table, or of one of its global indexes.
    pub(super) fn pins(self, index: Option<IndexView<'a>>, ask: &StageQuestion) -> Vec<Pin> {
        let name = index.map(|index| index.definition().name.as_str());
        let keys = index.map_or(self.table.keys(), |index| &index.definition().keys);
        let mut pins = Vec::new();
        for (_, words) in ask.keys.iter().filter(|(of, _)| of.as_deref() == name) {
            let partition = words.split('/').next().unwrap_or_default();
            let Some(key) = key_of_words(keys, partition) else {
                continue;
            };
            let found = self.pinned(index, &key, None);
            pins.extend(found.into_iter().map(|pin| Pin {
                words: Some(partition.into()),
                ..pin
            }));
        }
        for sent in self.told(None).into_iter().chain(self.told(ask.followed)) {
            let touched = sent.traces(self.table.name()).take(Stage::MOST_PINNED);
            let items = touched.filter_map(|trace| self.touched(sent, trace, index));
            pins.extend(items.flat_map(|item| self.pinned(index, &item, Some(&item))));
        }
        pins
    }

    /// The first item that a request touched in the table or in one of its global indexes. A Scan touches none in
    /// particular.
    fn touched(self, sent: Sent<'a>, trace: &Trace, index: Option<IndexView<'a>>) -> Option<Item> {
        match trace {
            Trace::Write(write) => {
                let item = self.engine.peek(self.table.name(), &write.key);
                Some(item.map_or_else(|| write.key.clone(), |item| (*item).clone()))
            }
            Trace::Read(_) if sent.request.operation == Operation::Scan => None,
            Trace::Read(read) => {
                let global = self
                    .online()
                    .find(|one| read.index.as_ref() == Some(&one.definition().name));
                let own = global.map(|one| &one.definition().name) == index.map(|one| &one.definition().name);
                read.walked.first().filter(|_| own).map(|walked| walked.key.clone())
            }
        }
    }

    /// The pins of a key: one, or one for each partition of a collection that was split.
    fn pinned(self, index: Option<IndexView<'a>>, key: &Item, item: Option<&Item>) -> Vec<Pin> {
        let location = match index {
            None => self.table.key_location(key),
            Some(index) => index.key_location(key),
        };
        let Some(location) = location else { return Vec::new() };
        let numbers: Vec<u32> = match index {
            None => self.table.partitions().map(|view| view.number).collect(),
            Some(index) => index.partitions().map(|view| view.number).collect(),
        };
        let position = |number: &u32| numbers.iter().position(|known| known == number);
        let of = |position| Pin {
            place: location.hash,
            position,
            item: item.cloned(),
            words: None,
        };
        location.partitions.iter().filter_map(position).map(of).collect()
    }
}

impl<'a> RowSource<'a> {
    /// Adds the pinned collections of a partition to its rows, in hash order. They take the place of other rows.
    pub(super) fn pin(&'a self, position: usize, share: usize, runs: &mut Vec<PartitionRun<'a>>) {
        let here = || self.pins.iter().filter(|pin| pin.position == position);
        for pin in here() {
            let own = pin.item.as_ref().and_then(|item| match self.index {
                None => self.scene.table.partition_run(item, share),
                Some(index) => index.partition_run(self.scene.table, item, share),
            });
            let first = || match self.index {
                None => self.scene.table.run_at(position, pin.place, share),
                Some(index) => index.run_at(position, pin.place, share),
            };
            let at = runs.partition_point(|run| run.place < pin.place);
            let shows = |run: &PartitionRun<'_>| pin.item.as_ref().is_some_and(|item| self.shows(run, item, share));
            match (runs.get_mut(at).filter(|run| run.place == pin.place), own) {
                (Some(run), Some(own)) if !shows(run) => *run = own,
                (Some(_), _) => {}
                (None, own) => {
                    // The collection from its beginning if that shows the item, otherwise around the item.
                    let first = first().filter(|first| own.is_none() || shows(first));
                    runs.splice(at..at, first.or(own)).for_each(drop);
                }
            }
        }
        while runs.len() > Stage::MOST_ROWS {
            let free = runs.iter().rposition(|run| here().all(|pin| pin.place != run.place));
            runs.remove(free.unwrap_or(Stage::MOST_ROWS));
        }
    }

    /// Whether an item is among the squares of a run.
    fn shows(&self, run: &PartitionRun<'_>, item: &Item, share: usize) -> bool {
        let keys = self.scene.table.keys();
        let key = keys.key_of(item);
        run.rows.iter().take(share).any(|(one, _)| keys.key_of(one) == key)
    }

    /// The pinned keys without items in a partition, each with its place.
    pub(super) fn empty(&self, position: usize, runs: &[PartitionRun<'_>]) -> Vec<(u128, RowStage)> {
        let free = |pin: &&Pin| pin.position == position && runs.iter().all(|run| run.place != pin.place);
        let row = |pin: &Pin| {
            Some((
                pin.place,
                RowStage {
                    key: pin.words.clone()?,
                    squares: Vec::new(),
                    more: false,
                    skips: false,
                    locals: Vec::new(),
                    bytes: None,
                },
            ))
        };
        self.pins.iter().filter(free).filter_map(row).collect()
    }
}
