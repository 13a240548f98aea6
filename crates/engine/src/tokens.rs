//! Client tokens: transactions that were made already, and for how long they are remembered.
//!
//! A transaction sent again with its token changes nothing and succeeds; another one with the same token is refused.
//! Must not know what a transaction did beyond the items it read or wrote.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::{self, Write as _};

use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, Text};
use hashrange_wire::ServiceError;

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

/// The transactions remembered, by token.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tokens {
    made: BTreeMap<String, Made>,
    /// The same tokens in the order in which they are forgotten.
    ends: VecDeque<(Timestamp, String)>,
}

#[derive(Clone, Debug)]
struct Made {
    fingerprint: u128,
    /// When it is forgotten.
    end: Timestamp,
    touched: Vec<Touched>,
}

impl Token {
    /// The token of a request. Two requests are the same when their actions are.
    pub(crate) fn new(text: &str, actions: &impl fmt::Debug) -> Self {
        let mut fingerprint = Fingerprint(FNV_OFFSET);
        // Hashing cannot fail.
        let _ = write!(fingerprint, "{actions:?}");
        Self { text: text.to_owned(), fingerprint: fingerprint.0 }
    }
}

impl Tokens {
    /// What the transaction had to do with, when it was made already.
    pub(crate) fn find(&self, token: &Token, now: Timestamp) -> Result<Option<&[Touched]>, ServiceError> {
        match self.made.get(&token.text).filter(|made| made.end > now) {
            Some(made) if made.fingerprint != token.fingerprint => Err(ServiceError::IdempotentParameterMismatch),
            made => Ok(made.map(|made| made.touched.as_slice())),
        }
    }

    /// Remembers a transaction that was made, and forgets those whose time is over.
    pub(crate) fn remember(&mut self, token: Token, touched: Vec<Touched>, now: Timestamp) {
        while self.ends.front().is_some_and(|(end, _)| *end <= now) {
            if let Some((_, text)) = self.ends.pop_front() {
                self.made.remove(&text);
            }
        }
        let end = now + LIFETIME;
        self.ends.push_back((end, token.text.clone()));
        self.made.insert(token.text, Made { fingerprint: token.fingerprint, end, touched });
    }
}

const FNV_OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const FNV_PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// FNV-1a with 128 bits, over text.
struct Fingerprint(u128);

impl fmt::Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(FNV_PRIME);
        }
        Ok(())
    }
}
