//! The latest request as the picture tells it: its key, its partitions and what it touched. Must not know where anything
//! is drawn.

use hashrange_protocol::{Outcome, Passing, Stage, StageAnswer};
use hashrange_values::{Item, Text};
use hashrange_words::t;

use super::mark::Tone;
use super::situation;
use super::words;
use super::{Senders, Wanted};
use crate::state::figures::units;

/// A request whose effect the picture shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Told {
    /// Whether there is one. Without one, everything has the same tone.
    pub is: bool,
    /// The partition key value.
    pub key: Option<Text>,
    /// The global index or vector index that it read.
    pub index: Option<Text>,
    /// The partitions that it reached, of the table or of that index.
    pub partitions: Vec<u32>,
    /// Whether it wrote.
    writes: bool,
    /// Whether it read every item of the table or entry of the index.
    whole: bool,
    /// The primary keys of what it touched, in order.
    pub touched: Vec<Item>,
    /// For a search: the score of each of them.
    pub scores: Vec<Text>,
    /// Its result, as words.
    pub result: String,
    /// Whether it was refused.
    pub refused: bool,
}

/// The latest request, if the picture tells what it did.
pub(super) fn told(stage: &Stage, senders: &Senders, wanted: &Wanted) -> Told {
    let Some(answer) = wanted.told(stage, senders) else {
        return Told::default();
    };
    let members: Vec<&Passing> = stage.passing.iter().filter(|one| one.number == answer.number).collect();
    if members.is_empty() {
        return Told::default();
    }
    let global = |name: &&Text| stage.indexes.iter().any(|index| index.name == **name);
    let index = answer.index.as_ref().filter(global).cloned();
    let all = match &index {
        _ if answer.operation != hashrange_wire::Operation::Scan => None,
        None => Some(&stage.partitions),
        Some(name) => stage
            .indexes
            .iter()
            .find(|one| one.name == *name)
            .map(|one| &one.partitions),
    };
    let mut partitions: Vec<u32> = members.iter().filter_map(|one| one.partition).collect();
    if let Some(all) = all {
        partitions = all.iter().map(|one| one.number).collect();
    }
    let all_items = match &index {
        None => Some(stage.items),
        Some(name) => stage
            .indexes
            .iter()
            .find(|one| one.name == *name)
            .map(|one| one.partitions.iter().map(|part| part.items).sum()),
    };
    let key = members
        .first()
        .and_then(|one| one.key.clone())
        .filter(|_| members.len() == 1);
    let rows = stage
        .partitions
        .iter()
        .filter(|one| key.is_some() && index.is_none() && holds(one, key.as_ref()));
    // A collection that was split is in several partitions.
    partitions.extend(rows.map(|one| one.number));
    hashrange_values::sort(&mut partitions);
    partitions.dedup();
    Told {
        is: true,
        key,
        index,
        partitions,
        writes: answer.returned.is_none(),
        whole: answer.operation == hashrange_wire::Operation::Scan && Some(answer.touched_count) == all_items,
        touched: answer.touched.clone(),
        scores: answer.scores.clone(),
        result: words::answer(answer),
        refused: answer.outcome != Outcome::Answered,
    }
}

fn holds(one: &hashrange_protocol::PartitionStage, key: Option<&Text>) -> bool {
    one.rows.iter().any(|row| Some(&row.key) == key)
}

impl Told {
    /// The place of an item or entry among what the request touched, from 1.
    pub(super) fn order(&self, index: Option<&Text>, item: &Item) -> Option<usize> {
        // A write also reached the entries of its items.
        if index != self.index.as_ref() && !self.writes {
            return None;
        }
        self.touched.iter().position(|one| one == item).map(|at| at + 1)
    }

    /// That place, if the request touched several. A number beside the only one means nothing.
    pub(super) fn rank(&self, index: Option<&Text>, item: &Item) -> Option<usize> {
        self.order(index, item).filter(|_| self.touched.len() > 1)
    }

    /// The tone of an item or entry.
    pub(super) fn tone(&self, index: Option<&Text>, item: &Item) -> Tone {
        let is_read = self.whole && index == self.index.as_ref();
        match (self.is, is_read || self.order(index, item).is_some()) {
            (false, _) => Tone::Plain,
            (true, true) => Tone::Lit,
            (true, false) => Tone::Dim,
        }
    }

    /// Whether the request reached a partition.
    pub(super) fn reached(&self, index: Option<&Text>, number: u32) -> bool {
        self.is && self.index.as_ref() == index && self.partitions.contains(&number)
    }

    /// Whether it touched one of these.
    pub(super) fn touches(&self, index: Option<&Text>, row: &hashrange_protocol::RowStage) -> bool {
        let keyed = self.index.as_ref() == index && (self.whole || self.key.as_ref() == Some(&row.key));
        self.is
            && (keyed
                || row
                    .squares
                    .iter()
                    .any(|square| self.order(index, &square.item).is_some()))
    }
}

/// What a request did: `Query 101 read 3 items in P2 for 0.5 RCU.`
fn request_sentence(stage: &Stage, answer: &StageAnswer) -> String {
    let member = stage.passing.iter().find(|one| one.number == answer.number);
    let name = member.map_or_else(|| answer.operation.name().to_owned(), words::request);
    if answer.outcome != Outcome::Answered {
        return format!("{name}: {}.", words::outcome(&answer.outcome));
    }
    let what = match answer.returned {
        Some(_) if answer.touched_count == 0 => format!(" {}", t!("read nothing")),
        Some(_) if answer.index.is_some() => {
            let index = answer.index.as_deref().unwrap_or_default();
            format!(
                " {}",
                t!(
                    "read {touched_count, plural, one {# entry} other {# entries}} of {index}",
                    touched_count = answer.touched_count,
                    index
                )
            )
        }
        Some(_) => format!(" {}", t!("read {items}", items = words::items(answer.touched_count))),
        None if answer.touched_count == 0 => format!(" {}", t!("succeeded")),
        None => format!(" {}", t!("wrote {items}", items = words::items(answer.touched_count))),
    };
    let local = answer.index.is_some()
        && member.is_some_and(|one| stage.locals.iter().any(|name| one.index.as_ref() == Some(name)));
    let of = member.and_then(|one| {
        Some(words::partition(
            one.index.as_deref().filter(|_| !local),
            one.partition?,
        ))
    });
    let place = of
        .filter(|_| answer.operation != hashrange_wire::Operation::Scan)
        .map(|of| format!(" {}", t!("in {place}", place = of)));
    let unit = if answer.returned.is_some() { "RCU" } else { "WCU" };
    let cost = if answer.units.is_zero() {
        String::new()
    } else {
        format!(" {}", t!("for {units} {unit}", units = units(answer.units), unit))
    };
    format!("{name}{what}{}{cost}.", place.unwrap_or_default())
}

/// The live sentence: what the latest request did, the result of a load (successful and throttled requests), or the most
/// important fact on the stage now.
#[must_use]
pub fn sentence(stage: &Stage, told: Option<&StageAnswer>, load: Option<[u64; 2]>, paused: bool) -> String {
    if let Some(answer) = told {
        return request_sentence(stage, answer);
    }
    let now = situation::sentence_now(stage, load);
    if paused && load.is_none() {
        t!("The clock is paused. Before: {now}", now)
    } else {
        now
    }
}
