//! Movement along a timeline: forward and back, to a position, a time or another future.
//!
//! Must not know how records are created.

use hashrange_journal::{Changes, Entry, Line};
use hashrange_time::Timestamp;

use super::{Future, Timeline, index_of};
use crate::ReplayError;
use crate::outcome::changes;
use crate::present::Observer;

impl<W: Observer> Timeline<W> {
    /// Goes this many steps forward. Returns false when the end is reached.
    ///
    /// # Errors
    /// When a record does not have its recorded outcome, which is our bug. The present is then before this record.
    pub fn forward(&mut self, steps: u64) -> Result<bool, ReplayError> {
        let end = self.place().saturating_add(steps).min(self.end());
        for place in self.place()..end {
            let Some(number) = self.line.get(index_of(place + 1).unwrap_or_default()) else {
                break;
            };
            let record = self
                .records
                .get(*number)
                .ok_or(ReplayError::Away { sequence: *number })?;
            self.within = None;
            self.held = Changes::default();
            let work = self.present.take(record)?;
            let work = self.with_prepared(work);
            self.differences
                .append(std::mem::take(&mut self.present.service.differences));
            self.snapshots.passed(work, &self.present);
        }
        Ok(self.place() < self.end())
    }

    /// Goes one step back. Returns false at the beginning.
    ///
    /// # Errors
    /// As `forward`.
    pub fn undo(&mut self) -> Result<bool, ReplayError> {
        if self.place() <= self.beginning() {
            return Ok(false);
        }
        self.go_to(self.place() - 1).map(|()| true)
    }

    /// Goes one step forward. Returns false at the end.
    ///
    /// # Errors
    /// As `forward`.
    pub fn redo(&mut self) -> Result<bool, ReplayError> {
        let more = self.place() < self.end();
        self.forward(1).map(|_| more)
    }

    /// Goes to a position. A position outside the line leads to its beginning or its end.
    ///
    /// # Errors
    /// As `forward`.
    pub fn go_to(&mut self, place: u64) -> Result<(), ReplayError> {
        let place = place.min(self.end()).max(self.beginning().min(self.end()));
        let way = self
            .line
            .get(..usize::try_from(place).unwrap_or(usize::MAX))
            .unwrap_or_default();
        let current = self.present.place();
        // From inside a record, only the rest of the same record can follow.
        let follows = self
            .within
            .is_none_or(|within| way.get(way.partition_point(|at| *at <= current)) == Some(&within));
        let ahead = self.place() < place && (current == 0 || way.binary_search(&current).is_ok()) && follows;
        if !ahead {
            self.find_way(way)?;
        }
        if let Some(nearest) = self.snapshots.take_up(way, ahead.then_some(current)) {
            let tracing = self.present.service.engine.is_tracing();
            let left = std::mem::replace(&mut self.present, nearest);
            self.remains.append(left.discard());
            self.within = None;
            self.held = Changes::default();
            self.present.service.engine.set_tracing(tracing);
        }
        let steps = place.saturating_sub(self.place());
        self.forward(steps).map(drop)
    }

    /// Whether the available records suffice to go to a position. If they do not, `go_to` changes nothing.
    #[must_use]
    pub fn reaches(&self, place: u64) -> bool {
        let place = place.min(self.end()).max(self.beginning().min(self.end()));
        self.find_way(
            self.line
                .get(..usize::try_from(place).unwrap_or(usize::MAX))
                .unwrap_or_default(),
        )
        .is_ok()
    }

    /// Checks that the first record to repeat after the nearest snapshot on this path is in memory.
    fn find_way(&self, way: &[u64]) -> Result<(), ReplayError> {
        let missing = |sequence: &u64| *sequence <= self.records.away();
        let first = match self.snapshots.nearest(way) {
            Some(nearest) => way.get(way.partition_point(|sequence| *sequence <= nearest)),
            None => way.first(),
        };
        match first.filter(|sequence| missing(sequence)) {
            Some(sequence) => Err(ReplayError::Away { sequence: *sequence }),
            None => Ok(()),
        }
    }

    /// The last position before a time.
    #[must_use]
    pub fn place_at(&self, moment: Timestamp) -> u64 {
        let over = |sequence: &u64| {
            self.records
                .outline(*sequence)
                .is_some_and(|record| record.ends() <= moment)
        };
        self.line.partition_point(over) as u64
    }

    /// Goes to a time: everything before it has happened, nothing after it. A record of passed time or of sent requests
    /// is executed only up to that time.
    ///
    /// # Errors
    /// As `forward`.
    pub fn go_to_time(&mut self, moment: Timestamp) -> Result<(), ReplayError> {
        let place = self.place_at(moment);
        if place != self.place() || moment < self.engine().now() {
            self.go_to(place)?;
        }
        let next = self.line.get(index_of(place + 1).unwrap_or(usize::MAX));
        if let Some(next) = next.and_then(|sequence| self.records.get(*sequence)) {
            self.within = Some(next.sequence);
            self.present.cut(moment, next);
        }
        Ok(())
    }

    /// The other futures, oldest first.
    #[must_use]
    pub fn futures(&self) -> &[Future] {
        &self.futures
    }

    pub(super) fn left(&self) -> Vec<Future> {
        let returns = self.records.returns();
        let left = returns
            .iter()
            .map(|taken| taken.sequence - 1)
            .chain([self.records.len()]);
        let goes_on = |tip: u64| {
            let next = self
                .records
                .outline(tip + 1)
                .is_some_and(|record| record.returns().is_none());
            next || returns.iter().any(|taken| taken.to == tip)
        };
        let mut tips: Vec<u64> = left
            .filter(|tip| self.line.last() != Some(tip) && !goes_on(*tip))
            .collect();
        tips.dedup();
        tips.into_iter().filter_map(|tip| self.future(tip)).collect()
    }

    fn future(&self, tip: u64) -> Option<Future> {
        let line = self.line_to(tip);
        let common = line
            .iter()
            .zip(&self.line)
            .take_while(|(one, other)| one == other)
            .count();
        let last = self.records.outline(tip)?;
        Some(Future {
            tip,
            common: common as u64,
            own: (line.len() - common) as u64,
            ends: last.ends(),
        })
    }

    /// Switches to another future, and goes to its end.
    ///
    /// # Errors
    /// As `forward`.
    pub fn switch(&mut self, future: Future) -> Result<(), ReplayError> {
        self.line = self.line_to(future.tip.min(self.records.len()));
        self.futures = self.left();
        self.go_to(u64::MAX)
    }

    pub(super) fn line_to(&self, tip: u64) -> Vec<u64> {
        Line::to(tip, &self.records.returns()).sequences().collect()
    }

    /// Creates a timeline with the past of this one, up to the present position, and a separate future. Both share
    /// items in memory.
    #[must_use]
    pub fn fork(&self) -> Self {
        let mut fork = self.clone();
        fork.cut();
        fork
    }

    /// Removes everything after the present position, in every future. Use it for the unusable rest of a journal. A
    /// running load continues.
    pub fn cut(&mut self) {
        let (place, sent) = (self.present.place(), self.part_sent());
        let (seen, within) = (self.engine().last_event(), self.within.take());
        self.records.truncate(place);
        self.line
            .truncate(self.line.partition_point(|sequence| *sequence <= place));
        self.snapshots.forget_after(place);
        self.handed_out = self.handed_out.min(self.records.len());
        if let Some((at, entry)) = sent {
            let came = changes(&mut self.present.service.engine, &entry);
            self.push(at, entry, came);
        }
        let (ends, now) = (
            self.records
                .last()
                .map_or(self.header.opened_at, |record| record.ends()),
            self.engine().now(),
        );
        if within.is_some() && now > ends {
            self.put(false, ends, Entry::Advance { to: now }, seen);
        }
        self.futures = self.left();
    }
}
