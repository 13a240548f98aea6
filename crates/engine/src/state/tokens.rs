//! Client tokens: transactions that were made already, and for how long they are remembered.
//!
//! A transaction sent again with its token changes nothing and succeeds; another one with the same token is refused.
//! Must not know what a transaction did beyond the items it read or wrote.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, Text};
use hashrange_wire::{Operation, ServiceError};

use crate::state::fingerprint::fingerprint;

/// A token is remembered so long after the transaction was made; sending it again does not prolong that (documented).
const LIFETIME: Duration = Duration::from_minutes(10);

/// A token with a fingerprint of what it was sent with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    text: String,
    fingerprint: u128,
}

/// An item a transaction had to do with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Touched {
    /// The table, by name.
    pub(crate) table: Text,
    pub(crate) key: Item,
    /// Bytes of the larger image, before or after.
    pub(crate) bytes: u64,
}

hashrange_checkpoint::fields!(Touched { table, key, bytes });

/// The transactions remembered, by token.
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
    /// Until when it is at work.
    until: Timestamp,
    /// When it is forgotten.
    end: Timestamp,
    touched: Vec<Touched>,
}

hashrange_checkpoint::fields!(Made { fingerprint, until, end, touched });

impl Token {
    /// The token of a request; each operation has tokens of its own. Two requests are the same when their actions are.
    pub(crate) fn new(operation: Operation, text: &str, actions: &impl fmt::Debug) -> Self {
        Self { text: format!("{} {text}", operation.name()), fingerprint: fingerprint(actions) }
    }
}

impl Tokens {
    /// What the transaction had to do with, when it was made already.
    pub(crate) fn find(&self, token: &Token, now: Timestamp) -> Result<Option<&[Touched]>, ServiceError> {
        match self.made.get(&token.text).filter(|made| made.end > now) {
            Some(made) if made.fingerprint != token.fingerprint => Err(ServiceError::IdempotentParameterMismatch),
            Some(made) if made.until > now => Err(ServiceError::TransactionInProgress),
            made => Ok(made.map(|made| made.touched.as_slice())),
        }
    }

    /// Remembers a transaction that was made and is at work for a while, and forgets those whose time is over.
    pub(crate) fn remember(&mut self, token: Token, touched: Vec<Touched>, now: Timestamp, work: Duration) {
        while self.ends.front().is_some_and(|(end, _)| *end <= now) {
            if let Some((_, text)) = self.ends.pop_front() {
                self.made.remove(&text);
            }
        }
        let end = now + LIFETIME;
        self.ends.push_back((end, token.text.clone()));
        self.made.insert(token.text, Made { fingerprint: token.fingerprint, until: now + work, end, touched });
    }
}
