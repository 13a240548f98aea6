//! What a copy has done so far, as text: from it the same copy goes on after it was ended.
//!
//! A place is kept when everything before it is written, never earlier. Must not know requests.

use serde::{Deserialize, Serialize};

use crate::copy_error::StateError;
use crate::digest::Digest;
use crate::report::Lack;

/// The format that is written, and the latest that is read.
const VERSION: u64 = 1;

/// The state as text has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    version: u64,
    /// The endpoints, as the command names them.
    from: String,
    to: String,
    /// Lanes, and segments of each table.
    pub(crate) lanes: usize,
    pub(crate) tables: Vec<TableState>,
}

/// What was done of one table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TableState {
    pub(crate) name: String,
    /// Which table of that name it was; empty before it is known.
    #[serde(default)]
    pub(crate) source: String,
    #[serde(default)]
    pub(crate) target: String,
    /// How far each segment is copied.
    #[serde(default)]
    pub(crate) copied: Vec<Walk>,
    /// How far each segment of the target is read again, to compare.
    #[serde(default)]
    pub(crate) checked: Vec<Walk>,
    /// Whether everything is done.
    #[serde(default)]
    pub(crate) done: bool,
    /// What the target lacks.
    #[serde(default)]
    pub(crate) lacks: Vec<Lack>,
}

/// How far a segment was walked, and what was found on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Walk {
    /// The key that the next page begins after, as JSON; none at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<String>,
    pub(crate) items: u64,
    pub(crate) digest: Digest,
    #[serde(default)]
    pub(crate) finished: bool,
}

impl State {
    pub(crate) fn new(endpoints: (&str, &str), lanes: usize, tables: Vec<TableState>) -> Self {
        let (from, to) = (endpoints.0.to_owned(), endpoints.1.to_owned());
        Self { version: VERSION, from, to, lanes, tables }
    }

    /// Reads the state of the copy between these endpoints.
    ///
    /// # Errors
    /// When it is another's, or none.
    pub(crate) fn read(text: &str, endpoints: (&str, &str)) -> Result<Self, StateError> {
        #[derive(Deserialize)]
        struct Head {
            version: u64,
        }
        let unreadable = |error: serde_json::Error| StateError::Unreadable(error.to_string());
        let head: Head = serde_json::from_str(text).map_err(unreadable)?;
        if head.version > VERSION {
            return Err(StateError::Newer(head.version));
        }
        let state: Self = serde_json::from_str(text).map_err(unreadable)?;
        if (state.from.as_str(), state.to.as_str()) != endpoints {
            return Err(StateError::Other { from: state.from, to: state.to });
        }
        if state.lanes == 0 {
            return Err(StateError::Unreadable("no lanes".to_owned()));
        }
        Ok(state)
    }

    /// As text. A state has text as keys only, so it can always be written.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl TableState {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Forgets what was done, for a table that is not the one it was done of. What could not be read of the source stays
    /// noted.
    pub(crate) fn begin_again(&mut self) {
        let Self { name, source, lacks, .. } = std::mem::take(self);
        *self = Self { name, source, lacks, ..Self::default() };
    }

    /// Makes room for so many segments. A state of another number is of no use.
    pub(crate) fn split(&mut self, segments: usize) {
        for walks in [&mut self.copied, &mut self.checked] {
            if walks.len() != segments {
                *walks = vec![Walk::default(); segments];
            }
        }
    }
}

/// The items and the digest of several walks.
pub(crate) fn sum(walks: &[Walk]) -> (u64, Digest) {
    walks.iter().fold((0, Digest::default()), |(items, digest), walk| (items + walk.items, digest.plus(walk.digest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_comes_back_for_the_same_endpoints_only() {
        let walk = Walk { after: Some("{}".to_owned()), items: 3, digest: Digest::default(), finished: false };
        let table = TableState { copied: vec![walk], done: true, ..TableState::new("T") };
        let text = State::new(("a", "b"), 1, vec![table.clone()]).text();
        assert_eq!(State::read(&text, ("a", "b")).expect("a state").tables, [table]);
        let other = StateError::Other { from: "a".to_owned(), to: "b".to_owned() };
        assert_eq!(State::read(&text, ("a", "c")).err(), Some(other));
        assert_eq!(State::read(r#"{"version":2}"#, ("a", "b")).err(), Some(StateError::Newer(2)));
        for wrong in ["", "{}", "[1]", r#"{"version":1}"#] {
            assert!(matches!(State::read(wrong, ("a", "b")), Err(StateError::Unreadable(_))), "{wrong}");
        }
    }
}
