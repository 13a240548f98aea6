//! A shelf: one cache, with the times its entries were stored and the order in which they were last used.
//!
//! Must not know what is on it, nor how much room there is. An entry past its time stays until it is replaced or crowded
//! out (a model): only then does a request that is refused leave the shelf as it was.

use std::collections::BTreeMap;

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};
use hashrange_time::{Duration, Timestamp};

use crate::key::Key;

/// What one cache holds.
#[derive(Clone, Debug)]
pub(crate) struct Shelf<V> {
    entries: BTreeMap<Key, Entry<V>>,
    /// The keys by last use, least recent first.
    by_use: BTreeMap<u64, Key>,
    bytes: u64,
}

#[derive(Clone, Debug)]
struct Entry<V> {
    value: V,
    bytes: u64,
    stored: Timestamp,
    used: u64,
}

/// Its entries. What is in order of use and the sum of bytes follow from them.
impl<V: Checkpointed> Checkpointed for Shelf<V> {
    fn form(forms: &mut Forms) -> String {
        format!(
            "list of (key: bytes, value: {}, bytes: number, stored: {}, used: number)",
            V::form(forms),
            Timestamp::form(forms)
        )
    }

    fn write(&self, out: &mut Writer) {
        out.varint(self.entries.len() as u64);
        for (key, Entry { value, bytes, stored, used }) in &self.entries {
            out.bytes(key);
            value.write(out);
            bytes.write(out);
            stored.write(out);
            used.write(out);
        }
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let mut shelf = Self::default();
        for _ in 0..bytes.length()? {
            let (key, value) = (Key::from(bytes.bytes()?), V::read(bytes)?);
            let entry =
                Entry { value, bytes: u64::read(bytes)?, stored: Timestamp::read(bytes)?, used: u64::read(bytes)? };
            shelf.bytes = shelf.bytes.checked_add(entry.bytes).ok_or(Damaged)?;
            shelf.by_use.insert(entry.used, key.clone());
            shelf.entries.insert(key, entry);
        }
        Ok(shelf)
    }
}

impl<V> Default for Shelf<V> {
    fn default() -> Self {
        Self { entries: BTreeMap::new(), by_use: BTreeMap::new(), bytes: 0 }
    }
}

impl<V> Shelf<V> {
    /// What stands there, if it was stored no longer ago than `ttl`.
    pub(crate) fn fresh(&self, key: &Key, at: Timestamp, ttl: Duration) -> Option<&V> {
        let entry = self.entries.get(key)?;
        // An item expires when it has been there for longer than its time (documented).
        let is_old = at.checked_since(entry.stored).is_some_and(|age| age > ttl);
        (!is_old).then_some(&entry.value)
    }

    /// Takes note that it was used. Later uses have higher numbers.
    pub(crate) fn touch(&mut self, key: &Key, used: u64) {
        if let Some(entry) = self.entries.get_mut(key) {
            self.by_use.remove(&entry.used);
            entry.used = used;
            self.by_use.insert(used, key.clone());
        }
    }

    /// Stores a value of so many bytes, in the place of any with its key. That is a use.
    pub(crate) fn put(&mut self, key: Key, value: V, bytes: u64, stored: Timestamp, used: u64) {
        self.remove(&key);
        let bytes = bytes + key.len() as u64;
        self.bytes += bytes;
        self.by_use.insert(used, key.clone());
        self.entries.insert(key, Entry { value, bytes, stored, used });
    }

    /// Forgets an entry, and tells its bytes.
    pub(crate) fn remove(&mut self, key: &Key) -> u64 {
        let Some(entry) = self.entries.remove(key) else { return 0 };
        self.by_use.remove(&entry.used);
        self.bytes -= entry.bytes;
        entry.bytes
    }

    /// When the entry was used that was not used for longest.
    pub(crate) fn least_recent_use(&self) -> Option<u64> {
        self.by_use.keys().next().copied()
    }

    /// Forgets the entry that was not used for longest, and tells its bytes.
    pub(crate) fn evict(&mut self) -> u64 {
        match self.by_use.first_key_value().map(|(_, key)| key.clone()) {
            Some(key) => self.remove(&key),
            None => 0,
        }
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Bytes of keys and values.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TTL: Duration = Duration::from_seconds(5);

    fn key(name: &str) -> Key {
        name.as_bytes().into()
    }

    fn fresh(shelf: &Shelf<u32>, name: &str, at: u64) -> Option<u32> {
        shelf.fresh(&key(name), Timestamp::from_seconds(at), TTL).copied()
    }

    #[test]
    fn an_entry_is_fresh_for_its_time_and_not_longer() {
        let mut shelf = Shelf::default();
        shelf.put(key("a"), 1, 10, Timestamp::from_seconds(100), 0);
        shelf.touch(&key("a"), 1);
        assert_eq!(fresh(&shelf, "a", 105), Some(1));
        assert_eq!(shelf.fresh(&key("a"), Timestamp::from_millis(105_001), TTL), None);
        assert_eq!(shelf.len(), 1, "it stays until something takes its place");
        shelf.put(key("a"), 2, 10, Timestamp::from_seconds(106), 2);
        assert_eq!(fresh(&shelf, "a", 111), Some(2));
        assert_eq!((shelf.len(), shelf.bytes()), (1, 11));
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let mut shelf = Shelf::default();
        for (used, name) in ["a", "b", "c"].into_iter().enumerate() {
            shelf.put(key(name), 0, 1, Timestamp::EPOCH, used as u64);
        }
        shelf.touch(&key("a"), 3);
        assert_eq!(shelf.least_recent_use(), Some(1));
        assert_eq!(shelf.evict(), 2);
        assert_eq!(fresh(&shelf, "b", 0), None);
        assert_eq!(shelf.remove(&key("c")), 2);
        assert_eq!(shelf.evict(), 2);
        assert_eq!((shelf.evict(), shelf.bytes(), shelf.least_recent_use()), (0, 0, None));
    }
}
