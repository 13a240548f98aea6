//! The hash of one state, and how long the page may show it.

use hashrange_protocol::State;

/// A requested hash of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StateHash {
    /// The hash, in hexadecimal digits.
    pub(super) hash: String,
    /// The revision of the hashed state.
    pub(super) revision: u64,
}

impl StateHash {
    /// Whether it belongs to `state`. The host posts one state twice when readings follow it.
    pub(super) fn holds_for(&self, state: &State) -> bool {
        state.revision <= self.revision
    }
}

#[cfg(test)]
mod tests {
    use super::{State, StateHash};

    #[test]
    fn a_hash_holds_until_the_state_is_another() {
        let hash = StateHash {
            hash: "ab".to_owned(),
            revision: 4,
        };
        assert!(hash.holds_for(&State {
            revision: 4,
            settled: true,
            ..State::default()
        }));
        assert!(!hash.holds_for(&State {
            revision: 5,
            ..State::default()
        }));
    }
}
