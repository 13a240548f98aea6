//! The hash of one state, and for how long the page may show it.

use hashrange_protocol::State;

/// The hash of a state that somebody asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StateHash {
    /// The hash, in hexadecimal digits.
    pub(super) hash: String,
    /// The revision of the state it is of.
    pub(super) revision: u64,
}

impl StateHash {
    /// Whether `state` is still the one it is of. The host posts one state twice when readings follow it.
    pub(super) fn holds_for(&self, state: &State) -> bool {
        state.revision <= self.revision
    }
}

#[cfg(test)]
mod tests {
    use super::{State, StateHash};

    #[test]
    fn a_hash_holds_until_the_state_is_another() {
        let hash = StateHash { hash: "ab".to_owned(), revision: 4 };
        assert!(hash.holds_for(&State { revision: 4, settled: true, ..State::default() }));
        assert!(!hash.holds_for(&State { revision: 5, ..State::default() }));
    }
}
