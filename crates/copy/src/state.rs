//! The progress of a copy, as text, from which the same copy resumes.
//!
//! A position is stored only after everything before it is written. Must not know requests.

use hashrange_wire::{JsonForm, JsonTree, json_members, member_of_tree};

use crate::copy_error::StateError;
use crate::digest::Digest;
use crate::report::NotCopied;

/// The format that is written, and the latest that is read.
const VERSION: u64 = 1;

/// The state in the form of its text.
#[derive(Clone, Debug)]
pub(crate) struct State {
    version: u64,
    /// The names of the endpoints in the command.
    from: String,
    to: String,
    /// Number of concurrent requests, and of segments of each table.
    pub(crate) workers: usize,
    pub(crate) tables: Vec<TableState>,
}
json_members!(State { version, from, to, workers as lanes, tables });

/// The progress of one table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TableState {
    pub(crate) name: String,
    /// The identity of the source table; empty before it is known.
    pub(crate) source: String,
    /// The identity of the target's table; empty before it is known.
    pub(crate) target: String,
    /// Whether this copy created the target's table. It is stored before CreateTable is sent, and ends when the target
    /// refuses that. It counts while the identity is not known.
    pub(crate) created: bool,
    /// The copy progress of each segment.
    pub(crate) copied: Vec<ScanPosition>,
    /// The progress of reading each segment of the target for comparison.
    pub(crate) checked: Vec<ScanPosition>,
    /// Whether the table is complete.
    pub(crate) done: bool,
    /// The parts of the table that could not be copied.
    pub(crate) not_copied: Vec<NotCopied>,
}
json_members!(TableState { name } default {
    source, target, created, copied, checked, done, not_copied as lacks,
});

/// The progress of a segment, and its digest so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScanPosition {
    /// The last evaluated key before the next page, as JSON; `None` at the start.
    pub(crate) after: Option<String>,
    pub(crate) items: u64,
    pub(crate) digest: Digest,
    pub(crate) finished: bool,
}
json_members!(ScanPosition { after, items, digest } default { finished });

impl State {
    pub(crate) fn new(endpoints: (&str, &str), workers: usize, tables: Vec<TableState>) -> Self {
        let (from, to) = (endpoints.0.to_owned(), endpoints.1.to_owned());
        Self {
            version: VERSION,
            from,
            to,
            workers,
            tables,
        }
    }

    /// Reads the state of the copy between these endpoints.
    ///
    /// # Errors
    /// When it is not a state, or the state of another copy.
    pub(crate) fn read(text: &str, endpoints: (&str, &str)) -> Result<Self, StateError> {
        let tree = JsonTree::parse(text).map_err(|error| StateError::Unreadable(error.to_string()))?;
        let unreadable = |member: &str| StateError::Unreadable(format!("{member} is missing or has another form"));
        let version: u64 = member_of_tree(&tree, "version").map_err(unreadable)?;
        if version > VERSION {
            return Err(StateError::Newer(version));
        }
        let state = Self::of_tree(&tree).map_err(unreadable)?;
        if (state.from.as_str(), state.to.as_str()) != endpoints {
            return Err(StateError::Other {
                from: state.from,
                to: state.to,
            });
        }
        if state.workers == 0 {
            return Err(StateError::Unreadable("no workers".to_owned()));
        }
        Ok(state)
    }

    /// The state as text.
    pub(crate) fn text(&self) -> String {
        self.to_json()
    }
}

impl TableState {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// Resets the progress of a table whose identity changed. Notes about unreadable parts of the source stay.
    pub(crate) fn begin_again(&mut self) {
        let Self {
            name,
            source,
            not_copied,
            ..
        } = std::mem::take(self);
        *self = Self {
            name,
            source,
            not_copied,
            ..Self::default()
        };
    }

    /// Resets the progress of a table whose copy differs. The target's table stays the same.
    pub(crate) fn copy_again(&mut self) {
        let (target, created) = (std::mem::take(&mut self.target), self.created);
        self.begin_again();
        (self.target, self.created) = (target, created);
    }

    /// Prepares positions for this number of segments. Discards positions for another number of segments.
    pub(crate) fn split(&mut self, segments: usize) {
        for positions in [&mut self.copied, &mut self.checked] {
            if positions.len() != segments {
                *positions = vec![ScanPosition::default(); segments];
            }
        }
    }
}

/// The total of items and the digest of several segments.
pub(crate) fn sum(positions: &[ScanPosition]) -> (u64, Digest) {
    positions
        .iter()
        .fold((0, Digest::default()), |(items, digest), position| {
            (items + position.items, digest.plus(position.digest))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_state_does_not_say_who_created_a_table() {
        let text = r#"{"version":1,"from":"a","to":"b","lanes":2,"tables":[{"name":"T","source":"1","target":"2"}]}"#;
        let table = TableState {
            source: "1".to_owned(),
            target: "2".to_owned(),
            created: false,
            ..TableState::new("T")
        };
        assert_eq!(State::read(text, ("a", "b")).expect("a state").tables, [table]);
    }

    #[test]
    fn the_text_of_earlier_releases_is_read() {
        let text = r#"{"version":1,"from":"a","to":"b","lanes":2,"tables":[{"name":"T","source":"1","target":"2","created":true,"copied":[{"after":"{\"Id\":{\"N\":\"1.0\"}}","items":3,"digest":"000000000000000000000000000000ff","finished":false},{"items":4,"digest":"00000000000000000000000000000001","finished":true}],"checked":[],"done":false,"lacks":[{"what":"TTL","why":"refused"}]}]}"#;
        let state = State::read(text, ("a", "b")).expect("a state");
        let [table] = state.tables.as_slice() else {
            panic!("one table")
        };
        assert_eq!(state.workers, 2);
        assert_eq!((table.created, table.done, table.checked.len()), (true, false, 0));
        assert_eq!(table.not_copied[0].what, "TTL");
        assert_eq!(table.copied[0].after.as_deref(), Some(r#"{"Id":{"N":"1.0"}}"#));
        let (items, digest) = sum(&table.copied);
        assert_eq!((items, digest.text()), (7, format!("{:032x}", 256)));
        assert_eq!((table.copied[1].after.as_ref(), table.copied[1].finished), (None, true));
        let written = text.replace(r#"{"items":4"#, r#"{"after":null,"items":4"#);
        assert_eq!(state.text(), written);
    }

    #[test]
    fn a_state_comes_back_for_the_same_endpoints_only() {
        let position = ScanPosition {
            after: Some("{}".to_owned()),
            items: 3,
            digest: Digest::default(),
            finished: false,
        };
        let table = TableState {
            copied: vec![position],
            created: true,
            done: true,
            ..TableState::new("T")
        };
        let text = State::new(("a", "b"), 1, vec![table.clone()]).text();
        assert_eq!(State::read(&text, ("a", "b")).expect("a state").tables, [table]);
        let other = StateError::Other {
            from: "a".to_owned(),
            to: "b".to_owned(),
        };
        assert_eq!(State::read(&text, ("a", "c")).err(), Some(other));
        assert_eq!(
            State::read(r#"{"version":2}"#, ("a", "b")).err(),
            Some(StateError::Newer(2))
        );
        for wrong in ["", "{}", "[1]", r#"{"version":1}"#] {
            assert!(
                matches!(State::read(wrong, ("a", "b")), Err(StateError::Unreadable(_))),
                "{wrong}"
            );
        }
    }
}
