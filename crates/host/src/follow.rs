//! Subscriptions to questions: when a question is read again, and whether its reading has changed.
//!
//! A single change is sent at once. During continuous changes, a question is read a few times a second, or less often
//! if its reading takes long. Must not know what is read.

use hashrange_insight::reading::AnyQuestion;
use litemap::LiteMap;

/// Minimum time between two readings during continuous changes, in milliseconds.
const PAUSE_MS: f64 = 500.0;
/// Maximum time between two readings during continuous changes, in milliseconds.
const LONGEST_MS: f64 = 5_000.0;
/// The minimum pause as a multiple of the time that the previous reading took, so that readings leave time for work.
const PAUSE_TIMES: f64 = 12.0;

/// The input of a reading: equal inputs give equal readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReadingInput {
    /// Increases with every change.
    pub(crate) revision: u64,
    /// The second of virtual time.
    pub(crate) second: u64,
}

/// A question that is followed.
#[derive(Debug)]
struct Followed {
    ask: AnyQuestion,
    seen: Option<ReadingInput>,
    /// The bytes sent last; `None` before the first.
    sent: Option<Option<Vec<u8>>>,
    looked: f64,
    spent: f64,
}

/// All followed questions.
#[derive(Debug, Default)]
pub(crate) struct Follows {
    all: LiteMap<u64, Followed>,
    /// The number after which the next search for a due question begins, so that all questions have their turn.
    turn: u64,
}

impl Follows {
    /// Follows a question.
    pub(crate) fn follow(&mut self, number: u64, ask: AnyQuestion) {
        self.all.insert(
            number,
            Followed {
                ask,
                seen: None,
                sent: None,
                looked: f64::MIN,
                spent: 0.0,
            },
        );
    }

    /// Ends the subscription to a question.
    pub(crate) fn let_go(&mut self, number: u64) {
        self.all.remove(&number);
    }

    /// Ends all subscriptions.
    pub(crate) fn forget(&mut self) {
        self.all.clear();
    }

    /// Requests that every question is read again, because another workspace is in front.
    pub(crate) fn start_over(&mut self) {
        for (_, followed) in &mut self.all {
            (followed.seen, followed.sent, followed.looked) = (None, None, f64::MIN);
        }
    }

    /// Whether every question was read for this input.
    pub(crate) fn is_settled(&self, input: ReadingInput) -> bool {
        self.all.values().all(|followed| followed.seen == Some(input))
    }

    /// The next question that is due for this input at this real time, with its number. A question is read again after
    /// `least` milliseconds or later.
    pub(crate) fn next_due(&mut self, input: ReadingInput, now: f64, least: f64) -> Option<(u64, AnyQuestion)> {
        let due = |(_, followed): &(&u64, &Followed)| {
            followed.seen != Some(input) && now - followed.looked >= pause(followed.spent).max(least)
        };
        let after = self.all.iter().filter(|(number, _)| **number > self.turn).find(due);
        let (number, followed) = after.or_else(|| self.all.iter().find(due))?;
        self.turn = *number;
        Some((*number, followed.ask.clone()))
    }

    /// The question with this number.
    pub(crate) fn ask(&self, number: u64) -> Option<AnyQuestion> {
        self.all.get(&number).map(|followed| followed.ask.clone())
    }

    /// Whether no reading of a question was sent yet.
    pub(crate) fn is_new(&self, number: u64) -> bool {
        self.all.get(&number).is_some_and(|followed| followed.sent.is_none())
    }

    /// Records a reading. Returns it if it differs from the last one sent.
    pub(crate) fn read(
        &mut self,
        number: u64,
        input: ReadingInput,
        (began, ended): (f64, f64),
        bytes: Option<Vec<u8>>,
    ) -> Option<Option<Vec<u8>>> {
        let followed = self.all.get_mut(&number)?;
        followed.seen = Some(input);
        followed.looked = ended;
        followed.spent = (ended - began).max(followed.spent / 2.0);
        if followed.sent.as_ref() == Some(&bytes) {
            return None;
        }
        followed.sent = Some(bytes.clone());
        Some(bytes)
    }
}

/// The pause before the next reading in milliseconds, after a reading that took this long.
fn pause(spent: f64) -> f64 {
    (spent * PAUSE_TIMES).clamp(PAUSE_MS, LONGEST_MS)
}

#[cfg(test)]
mod tests {
    use hashrange_insight::reading::TablesQuestion;

    use super::*;

    fn input(revision: u64) -> ReadingInput {
        ReadingInput { revision, second: 0 }
    }

    #[test]
    fn a_reading_is_sent_once_and_again_when_it_differs() {
        let mut follows = Follows::default();
        follows.follow(1, TablesQuestion.into());
        assert_eq!(follows.next_due(input(1), 0.0, 0.0).map(|(number, _)| number), Some(1));
        assert_eq!(
            follows.read(1, input(1), (0.0, 0.1), Some(vec![1])),
            Some(Some(vec![1]))
        );
        assert!(
            follows.next_due(input(1), 1_000.0, 0.0).is_none(),
            "nothing has changed"
        );
        assert!(
            follows.next_due(input(2), 100.0, 0.0).is_none(),
            "it was read a moment ago"
        );
        assert!(follows.next_due(input(2), 1_000.0, 0.0).is_some());
        assert_eq!(
            follows.read(1, input(2), (1_000.0, 1_000.1), Some(vec![1])),
            None,
            "the same bytes"
        );
        assert_eq!(follows.read(1, input(3), (2_000.0, 2_000.1), None), Some(None));
    }

    #[test]
    fn every_question_has_its_turn() {
        let mut follows = Follows::default();
        (1..=3).for_each(|number| follows.follow(number, TablesQuestion.into()));
        let mut order = Vec::new();
        for revision in 1..=6 {
            let now = revision as f64 * 1_000.0;
            let (number, _) = follows.next_due(input(revision), now, 0.0).expect("one is due");
            follows.read(number, input(revision), (now, now), None);
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
