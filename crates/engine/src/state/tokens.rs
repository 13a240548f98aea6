//! Client tokens: the executed transactions, and how long they are remembered.
//!
//! A repeated transaction with the same token changes nothing and succeeds. Another one with the same token is refused.
//! Must not know what a transaction did beyond the items it read or wrote.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, Text};
use hashrange_wire::{Operation, ServiceError};

use crate::state::fingerprint::fingerprint;

/// How long a token is remembered after its transaction. A repeated request does not extend this time
/// (documented: transactions-api).
const LIFETIME: Duration = Duration::from_minutes(10);

/// A token with a fingerprint of its request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    text: String,
    fingerprint: u128,
}

/// An item that a transaction read or wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Touched {
    /// The table, by name.
    pub(crate) table: Text,
    pub(crate) key: Item,
    /// Bytes of the larger image, before or after.
    pub(crate) bytes: u64,
}

hashrange_checkpoint::fields!(Touched { table, key, bytes });

/// The remembered transactions, by token.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tokens {
    made: BTreeMap<String, Made>,
    /// The same tokens in the order in which they are forgotten.
    ends: VecDeque<(Timestamp, String)>,
}

hashrange_checkpoint::fields!(Tokens { made, ends });

#[derive(Clone, Debug)]
struct Made {
    fingerprint: u128,
    /// The end of its locks.
    until: Timestamp,
    /// When the token expires.
    end: Timestamp,
    touched: Vec<Touched>,
}

hashrange_checkpoint::fields!(Made {
    fingerprint,
    until,
    end,
    touched
});

impl Token {
    /// The token of a request. Each operation has its own tokens. Two requests are the same if their actions are the
    /// same.
    pub(crate) fn new(operation: Operation, text: &str, actions: &impl fmt::Debug) -> Self {
        Self {
            text: format!("{} {text}", operation.name()),
            fingerprint: fingerprint(actions),
        }
    }
}

impl Tokens {
    /// The items of the transaction, if it was already executed.
    pub(crate) fn find(&self, token: &Token, now: Timestamp) -> Result<Option<&[Touched]>, ServiceError> {
        match self.made.get(&token.text).filter(|made| made.end > now) {
            Some(made) if made.fingerprint != token.fingerprint => Err(ServiceError::IdempotentParameterMismatch),
            Some(made) if made.until > now => Err(ServiceError::TransactionInProgress),
            made => Ok(made.map(|made| made.touched.as_slice())),
        }
    }

    /// Remembers a transaction and the end of its locks, and forgets expired ones.
    pub(crate) fn remember(&mut self, token: Token, touched: Vec<Touched>, now: Timestamp, work: Duration) {
        while self.ends.front().is_some_and(|(end, _)| *end <= now) {
            if let Some((_, text)) = self.ends.pop_front() {
                self.made.remove(&text);
            }
        }
        let end = now + LIFETIME;
        self.ends.push_back((end, token.text.clone()));
        self.made.insert(
            token.text,
            Made {
                fingerprint: token.fingerprint,
                until: now + work,
                end,
                touched,
            },
        );
    }
}
