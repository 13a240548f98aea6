//! The timetable of a stream: when its open shards are closed and continued in new ones.
//!
//! It is a closed form (a model): the time of any roll follows from its number, so that a long time without records is
//! skipped and not lived. The shards of a stream roll together. Must not know shards.

use hashrange_time::{Duration, Random, Timestamp};

use crate::state::span::Span;

/// The next roll of a stream, and those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rolls {
    /// The start of the timetable.
    from: Timestamp,
    /// How long shards stay open.
    life: Span,
    /// The number of the next roll since the start, from 1.
    pub(crate) number: u64,
}

hashrange_checkpoint::fields!(Rolls { from, life, number });

impl Rolls {
    /// The timetable of a stream whose shards are opened now; `None` if they stay open.
    pub(crate) fn starting(from: Timestamp, life: Span) -> Option<Self> {
        let rolls = Self { from, life, number: 1 };
        (!rolls.usual_life().is_zero()).then_some(rolls)
    }

    /// When the next roll is due.
    pub(crate) fn due(&self) -> Timestamp {
        self.time_of(self.number)
    }

    /// The timetable after its next roll. A changed life is valid from then on.
    pub(crate) fn after(self, life: Span) -> Option<Self> {
        if life != self.life {
            return Self::starting(self.due(), life);
        }
        Some(self.at(self.number + 1))
    }

    /// The timetable with this next roll.
    pub(crate) fn at(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// The number of the last roll up to this time; 0 if there is none.
    pub(crate) fn last_by(&self, time: Timestamp) -> u64 {
        let passed = time.checked_since(self.from).unwrap_or_default().micros();
        // A roll is at most one life away from its usual time.
        let mut number = (passed / self.usual_life().micros().max(1)).saturating_add(1);
        while number > 0 && self.time_of(number) > time {
            number -= 1;
        }
        number
    }

    /// The time of the roll with this number.
    pub(crate) fn time_of(&self, number: u64) -> Timestamp {
        let usual = self.usual_life().micros().saturating_mul(number);
        self.from + Duration::from_micros(usual) + self.shift_of(number)
    }

    /// The mean of the shortest and the longest life, without the drawn part.
    fn usual_life(&self) -> Duration {
        let Span { shortest, longest } = self.life;
        Duration::from_micros(shortest.micros() / 2 + longest.micros() / 2)
    }

    /// The drawn part of a roll's time: up to half the difference of both bounds, so that every life is between them.
    fn shift_of(&self, number: u64) -> Duration {
        let Span { shortest, longest } = self.life;
        let half = Duration::from_micros(longest.micros().saturating_sub(shortest.micros()) / 2);
        if number == 0 || half.is_zero() {
            return Duration::ZERO;
        }
        Random::new(self.from.micros() ^ number).between(Duration::ZERO, half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

    #[test]
    fn every_life_is_between_the_bounds_and_every_roll_is_found_by_its_time() {
        for life in [
            Span::millis(13_800_000, 15_000_000),
            Span::millis(60_000, 900_000),
            Span::millis(500, 500),
        ] {
            let rolls = Rolls::starting(START, life).expect("a timetable");
            for number in 1..2_000 {
                let (before, time) = (rolls.time_of(number - 1), rolls.time_of(number));
                let lived = time - before;
                assert!(life.shortest <= lived && lived <= life.longest, "{number}: {lived:?}");
                assert_eq!(rolls.last_by(time), number);
                assert_eq!(rolls.last_by(time - Duration::from_micros(1)), number - 1);
            }
        }
    }

    #[test]
    fn a_changed_life_is_valid_after_the_next_roll() {
        let rolls = Rolls::starting(START, Span::millis(1_000, 1_000)).expect("a timetable");
        let next = rolls.after(Span::millis(5_000, 5_000)).expect("a timetable");
        assert_eq!(next.due(), START + Duration::from_seconds(6));
        assert_eq!(rolls.after(Span::millis(0, 0)), None);
        assert_eq!(Rolls::starting(START, Span::millis(0, 0)), None);
    }
}
