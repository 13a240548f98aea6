//! Going along a timeline: forward and back, to a place, a moment or another future.
//!
//! Must not know how records are made.

use hashrange_journal::{Entry, Line, Outcome};
use hashrange_time::Timestamp;

use super::{Future, Timeline, index_of};
use crate::ReplayError;
use crate::outcome::outcome;
use crate::present::Onlooker;

impl<W: Onlooker> Timeline<W> {
    /// Some steps forward; false when the end is reached.
    ///
    /// # Errors
    /// When a record does not do again what it did, which is a bug of ours; the present is before it.
    pub fn forward(&mut self, steps: u64) -> Result<bool, ReplayError> {
        let end = self.place().saturating_add(steps).min(self.end());
        for place in self.place()..end {
            let Some(number) = self.line.get(index_of(place + 1).unwrap_or_default()) else { break };
            let record = self.records.get(*number).ok_or(ReplayError::Away { sequence: *number })?;
            self.within = None;
            self.held = Outcome::default();
            let work = self.present.take(record)?;
            self.differences.append(std::mem::take(&mut self.present.service.differences));
            self.snapshots.passed(work, &self.present);
        }
        Ok(self.place() < self.end())
    }

    /// One step back; false at the beginning.
    ///
    /// # Errors
    /// As `forward`.
    pub fn undo(&mut self) -> Result<bool, ReplayError> {
        if self.place() <= self.beginning() {
            return Ok(false);
        }
        self.go_to(self.place() - 1).map(|()| true)
    }

    /// One step forward; false at the end.
    ///
    /// # Errors
    /// As `forward`.
    pub fn redo(&mut self) -> Result<bool, ReplayError> {
        let more = self.place() < self.end();
        self.forward(1).map(|_| more)
    }

    /// To a place; to the beginning or the end when it lies outside.
    ///
    /// # Errors
    /// As `forward`.
    pub fn go_to(&mut self, place: u64) -> Result<(), ReplayError> {
        let place = place.min(self.end()).max(self.beginning().min(self.end()));
        let way = self.line.get(..usize::try_from(place).unwrap_or(usize::MAX)).unwrap_or_default();
        let stands = self.present.place();
        // Within a record there is no way ahead but its own rest.
        let follows =
            self.within.is_none_or(|within| way.get(way.partition_point(|at| *at <= stands)) == Some(&within));
        let ahead = self.place() < place && (stands == 0 || way.binary_search(&stands).is_ok()) && follows;
        if !ahead {
            self.find_way(way)?;
        }
        if let Some(nearest) = self.snapshots.take_up(way, ahead.then_some(stands)) {
            let tracing = self.present.service.engine.is_tracing();
            self.present = nearest;
            self.within = None;
            self.held = Outcome::default();
            self.present.service.engine.set_tracing(tracing);
        }
        let steps = place.saturating_sub(self.place());
        self.forward(steps).map(drop)
    }

    /// Whether a place can be gone to with the records that are here. Where it cannot, `go_to` changes nothing.
    #[must_use]
    pub fn reaches(&self, place: u64) -> bool {
        let place = place.min(self.end()).max(self.beginning().min(self.end()));
        self.find_way(self.line.get(..usize::try_from(place).unwrap_or(usize::MAX)).unwrap_or_default()).is_ok()
    }

    /// Finds the first record to do again on a way that leads from the nearest snapshot on it.
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

    /// The place that a moment lies after.
    #[must_use]
    pub fn place_at(&self, moment: Timestamp) -> u64 {
        let over = |sequence: &u64| self.records.outline(*sequence).is_some_and(|record| record.ends() <= moment);
        self.line.partition_point(over) as u64
    }

    /// To a moment: everything before it has happened, nothing after it. Time that passed in one step is cut there, and so is
    /// a stretch of a load.
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

    /// The futures that were left, oldest first.
    #[must_use]
    pub fn futures(&self) -> &[Future] {
        &self.futures
    }

    pub(super) fn left(&self) -> Vec<Future> {
        let returns = self.records.returns();
        let left = returns.iter().map(|taken| taken.sequence - 1).chain([self.records.len()]);
        let goes_on = |tip: u64| {
            let next = self.records.outline(tip + 1).is_some_and(|record| record.returns().is_none());
            next || returns.iter().any(|taken| taken.to == tip)
        };
        let mut tips: Vec<u64> = left.filter(|tip| self.line.last() != Some(tip) && !goes_on(*tip)).collect();
        tips.dedup();
        tips.into_iter().filter_map(|tip| self.future(tip)).collect()
    }

    fn future(&self, tip: u64) -> Option<Future> {
        let line = self.line_to(tip);
        let common = line.iter().zip(&self.line).take_while(|(one, other)| one == other).count();
        let last = self.records.outline(tip)?;
        Some(Future { tip, common: common as u64, own: (line.len() - common) as u64, ends: last.ends() })
    }

    /// Looks at another future, and goes to its end.
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

    /// Another timeline with the past of this one, up to the present place, and a future of its own. Items are shared.
    #[must_use]
    pub fn fork(&self) -> Self {
        let mut fork = self.clone();
        fork.cut();
        fork
    }

    /// Lets go of everything after the present place, in every future: the rest of a journal that leads nowhere. A load that
    /// runs there runs on.
    pub fn cut(&mut self) {
        let (place, sent) = (self.present.place(), self.part_sent());
        let (seen, within) = (self.engine().last_event(), self.within.take());
        self.records.truncate(place);
        self.line.truncate(self.line.partition_point(|sequence| *sequence <= place));
        self.snapshots.forget_after(place);
        self.handed_out = self.handed_out.min(self.records.len());
        if let Some((at, entry)) = sent {
            let came = outcome(&mut self.present.service.engine, &entry);
            self.push(at, entry, came);
        }
        let (ends, now) =
            (self.records.last().map_or(self.header.opened_at, |record| record.ends()), self.engine().now());
        if within.is_some() && now > ends {
            self.put(false, ends, Entry::Advance { to: now }, seen);
        }
        self.futures = self.left();
    }
}
