//! Questions that are followed: when each is read again, and whether its reading is another one.
//!
//! A single change is seen at once. While changes follow each other, a question is read a few times a second, less often the
//! longer its reading takes. Must not know what is read.

use hashrange_insight::reading::Ask;
use litemap::LiteMap;

/// Shortest time between two readings while changes go on, in milliseconds.
const PAUSE_MS: f64 = 500.0;
/// The longest.
const LONGEST_MS: f64 = 5_000.0;
/// The pause takes at least this many times as long as the reading before it, so that readings leave time for work.
const PAUSE_TIMES: f64 = 12.0;

/// What a reading was made of: equal places give equal readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Counts up with every change.
    pub(crate) revision: u64,
    /// The second of virtual time.
    pub(crate) second: u64,
}

/// A question that is followed.
#[derive(Debug)]
struct Followed {
    ask: Ask,
    seen: Option<Place>,
    /// The bytes sent last; nothing before the first.
    sent: Option<Option<Vec<u8>>>,
    looked: f64,
    spent: f64,
}

/// Every question that is followed.
#[derive(Debug, Default)]
pub(crate) struct Follows {
    all: LiteMap<u64, Followed>,
    /// The number after which the next look for one that is due begins, so that all have their turn.
    turn: u64,
}

impl Follows {
    /// Follows a question.
    pub(crate) fn follow(&mut self, number: u64, ask: Ask) {
        self.all.insert(number, Followed { ask, seen: None, sent: None, looked: f64::MIN, spent: 0.0 });
    }

    /// Lets go of a question.
    pub(crate) fn let_go(&mut self, number: u64) {
        self.all.remove(&number);
    }

    /// Lets go of every question.
    pub(crate) fn forget(&mut self) {
        self.all.clear();
    }

    /// Has every question read again: another workspace is in front.
    pub(crate) fn start_over(&mut self) {
        for (_, followed) in &mut self.all {
            (followed.seen, followed.sent, followed.looked) = (None, None, f64::MIN);
        }
    }

    /// Whether every question was read at this place.
    pub(crate) fn is_settled(&self, place: Place) -> bool {
        self.all.values().all(|followed| followed.seen == Some(place))
    }

    /// The next question that is due at this place and time, with its number.
    pub(crate) fn next_due(&mut self, place: Place, now: f64) -> Option<(u64, Ask)> {
        let due = |(_, followed): &(&u64, &Followed)| {
            followed.seen != Some(place) && now - followed.looked >= pause(followed.spent)
        };
        let after = self.all.iter().filter(|(number, _)| **number > self.turn).find(due);
        let (number, followed) = after.or_else(|| self.all.iter().find(due))?;
        self.turn = *number;
        Some((*number, followed.ask.clone()))
    }

    /// The question of this number.
    pub(crate) fn ask(&self, number: u64) -> Option<Ask> {
        self.all.get(&number).map(|followed| followed.ask.clone())
    }

    /// Whether nothing was sent for a question yet.
    pub(crate) fn is_new(&self, number: u64) -> bool {
        self.all.get(&number).is_some_and(|followed| followed.sent.is_none())
    }

    /// Takes note of a reading; gives it back when it is another one than the one sent last.
    pub(crate) fn read(
        &mut self,
        number: u64,
        place: Place,
        (began, ended): (f64, f64),
        bytes: Option<Vec<u8>>,
    ) -> Option<Option<Vec<u8>>> {
        let followed = self.all.get_mut(&number)?;
        followed.seen = Some(place);
        followed.looked = ended;
        followed.spent = (ended - began).max(followed.spent / 2.0);
        if followed.sent.as_ref() == Some(&bytes) {
            return None;
        }
        followed.sent = Some(bytes.clone());
        Some(bytes)
    }
}

/// Milliseconds from one reading to the next, after one that took so long.
fn pause(spent: f64) -> f64 {
    (spent * PAUSE_TIMES).clamp(PAUSE_MS, LONGEST_MS)
}

#[cfg(test)]
mod tests {
    use hashrange_insight::reading::TablesAsk;

    use super::*;

    fn place(revision: u64) -> Place {
        Place { revision, second: 0 }
    }

    #[test]
    fn a_reading_is_sent_once_and_again_when_it_differs() {
        let mut follows = Follows::default();
        follows.follow(1, TablesAsk.into());
        assert_eq!(follows.next_due(place(1), 0.0).map(|(number, _)| number), Some(1));
        assert_eq!(follows.read(1, place(1), (0.0, 0.1), Some(vec![1])), Some(Some(vec![1])));
        assert!(follows.next_due(place(1), 1_000.0).is_none(), "nothing has changed");
        assert!(follows.next_due(place(2), 100.0).is_none(), "it was read a moment ago");
        assert!(follows.next_due(place(2), 1_000.0).is_some());
        assert_eq!(follows.read(1, place(2), (1_000.0, 1_000.1), Some(vec![1])), None, "the same bytes");
        assert_eq!(follows.read(1, place(3), (2_000.0, 2_000.1), None), Some(None));
    }

    #[test]
    fn every_question_has_its_turn() {
        let mut follows = Follows::default();
        (1..=3).for_each(|number| follows.follow(number, TablesAsk.into()));
        let mut order = Vec::new();
        for revision in 1..=6 {
            let now = revision as f64 * 1_000.0;
            let (number, _) = follows.next_due(place(revision), now).expect("one is due");
            follows.read(number, place(revision), (now, now), None);
            order.push(number);
        }
        assert_eq!(order, [1, 2, 3, 1, 2, 3]);
    }

    #[test]
    fn a_reading_that_takes_long_comes_seldom() {
        assert!((pause(0.0) - PAUSE_MS).abs() < 0.1);
        assert!((pause(50.0) - 600.0).abs() < 0.1);
        assert!((pause(900.0) - LONGEST_MS).abs() < 0.1);
    }
}
