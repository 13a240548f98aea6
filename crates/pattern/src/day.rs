//! The units of a day, for each table and index by hour: from single runs, or measured.
//!
//! Must not know how units are charged.

use hashrange_engine::{Direction, Resource, Units};
use hashrange_values::Text;
use serde::{Deserialize, Serialize};

use crate::pattern::DAY;
use crate::{Pattern, Run, Served};

/// Millionths in one.
const MILLION: u128 = 1_000_000;

/// The units of a day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Day {
    /// Who took them.
    pub parts: Vec<DayPart>,
    /// How it was measured; `None` for a day of single runs.
    pub sample: Option<DaySample>,
}

/// The units that the throughput of a table, or of a global index, gave in a direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayPart {
    /// The table.
    pub table: Text,
    /// The index; `None` for the table and its local indexes.
    pub index: Option<Text>,
    /// Reads or writes.
    pub direction: Direction,
    /// Millionths of half a unit, in each of the 24 hours of the day (UTC).
    pub hours: Vec<u64>,
}

/// What was sent to measure a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DaySample {
    /// The calls.
    pub calls: u64,
    /// Those that were throttled.
    pub throttled: u64,
    /// Those that were refused for another reason.
    pub refused: u64,
}

impl Day {
    /// The day in which each pattern takes in every call what it took in its run (a model).
    #[must_use]
    pub fn of_runs(patterns: &[Pattern], runs: &[Run]) -> Self {
        let mut day = Self::default();
        for (pattern, run) in patterns.iter().zip(runs) {
            for hour in 0..DAY {
                day.add(&run.served, hour, pattern.millionths_in(hour));
            }
        }
        day
    }

    /// Adds what one call took, times the calls in an hour, in millionths.
    pub(crate) fn add(&mut self, served: &[Served], hour: usize, calls: u128) {
        if calls == 0 {
            return;
        }
        for one in served {
            let part = self.part(one);
            if let Some(units) = part.and_then(|part| part.hours.get_mut(hour)) {
                let more = u128::from(one.units.as_halves()) * calls;
                *units = units.saturating_add(u64::try_from(more).unwrap_or(u64::MAX));
            }
        }
    }

    fn part(&mut self, served: &Served) -> Option<&mut DayPart> {
        let index = charged_index(&served.resource);
        let is_same = |part: &DayPart| {
            part.direction == served.direction && part.index.as_ref() == index && part.table == served.table
        };
        let place = self.parts.iter().position(is_same).unwrap_or(self.parts.len());
        if place == self.parts.len() {
            self.parts.push(DayPart {
                table: served.table.clone(),
                index: index.cloned(),
                direction: served.direction,
                hours: vec![0; DAY],
            });
        }
        self.parts.get_mut(place)
    }

    /// The units of the whole day.
    #[must_use]
    pub fn units(&self, table: &str, index: Option<&Text>, direction: Direction) -> Units {
        let hours = self.hours(table, index, direction);
        let sum: u128 = hours.iter().map(|units| u128::from(*units)).sum();
        Units::halves(u64::try_from((sum + MILLION / 2) / MILLION).unwrap_or(u64::MAX))
    }

    /// The average units a second of each hour, rounded up, when the throughput is used to this percentage.
    #[must_use]
    pub fn capacity(&self, table: &str, index: Option<&Text>, direction: Direction, percent: u64) -> Vec<u64> {
        let of_hour = |units: &u64| {
            let second = u128::from(*units) * 100;
            let whole = second.div_ceil(3_600 * 2 * MILLION * u128::from(percent.max(1)));
            u64::try_from(whole).unwrap_or(u64::MAX)
        };
        self.hours(table, index, direction).iter().map(of_hour).collect()
    }

    fn hours(&self, table: &str, index: Option<&Text>, direction: Direction) -> &[u64] {
        let is_same =
            |part: &&DayPart| part.direction == direction && part.index.as_ref() == index && part.table == table;
        self.parts.iter().find(is_same).map_or(&[0; DAY], |part| &part.hours)
    }
}

/// The index whose throughput is charged; `None` for that of the table.
fn charged_index(resource: &Resource) -> Option<&Text> {
    match resource {
        Resource::Table | Resource::LocalIndex(_) => None,
        Resource::GlobalIndex(name) | Resource::VectorIndex(name) => Some(name),
    }
}
