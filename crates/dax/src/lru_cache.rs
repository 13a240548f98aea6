//! A least-recently-used cache: its entries with their storage times, and the order of their last uses.
//!
//! Must not know its content, nor its maximum size. An expired entry stays until it is replaced or evicted (a model).
//! Otherwise a refused request could change the cache.

use std::collections::BTreeMap;

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};
use hashrange_time::{Duration, Timestamp};

use crate::key::Key;

/// A least-recently-used cache.
#[derive(Clone, Debug)]
pub(crate) struct LruCache<V> {
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

/// A checkpoint contains the entries. The order of use and the total bytes follow from them.
impl<V: Checkpointed> Checkpointed for LruCache<V> {
    fn form(forms: &mut Forms) -> String {
        format!(
            "list of (key: bytes, value: {}, bytes: number, stored: {}, used: number)",
            V::form(forms),
            Timestamp::form(forms)
        )
    }

    fn write(&self, out: &mut Writer) {
        out.varint(self.entries.len() as u64);
        for (
            key,
            Entry {
                value,
                bytes,
                stored,
                used,
            },
        ) in &self.entries
        {
            out.bytes(key);
            value.write(out);
            bytes.write(out);
            stored.write(out);
            used.write(out);
        }
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let mut cache = Self::default();
        for _ in 0..bytes.length()? {
            let (key, value) = (Key::from(bytes.bytes()?), V::read(bytes)?);
            let entry = Entry {
                value,
                bytes: u64::read(bytes)?,
                stored: Timestamp::read(bytes)?,
                used: u64::read(bytes)?,
            };
            cache.bytes = cache.bytes.checked_add(entry.bytes).ok_or(Damaged)?;
            cache.by_use.insert(entry.used, key.clone());
            cache.entries.insert(key, entry);
        }
        Ok(cache)
    }
}

impl<V> Default for LruCache<V> {
    fn default() -> Self {
        Self {
            entries: BTreeMap::new(),
            by_use: BTreeMap::new(),
            bytes: 0,
        }
    }
}

impl<V> LruCache<V> {
    /// The entry, if it was stored no longer ago than `ttl`.
    pub(crate) fn fresh(&self, key: &Key, at: Timestamp, ttl: Duration) -> Option<&V> {
        let entry = self.entries.get(key)?;
        // An item expires when it has been cached for longer than its TTL (documented: dax-concepts).
        let is_old = at.checked_since(entry.stored).is_some_and(|age| age > ttl);
        (!is_old).then_some(&entry.value)
    }

    /// Records a use of the entry. Later uses have higher numbers.
    pub(crate) fn touch(&mut self, key: &Key, used: u64) {
        if let Some(entry) = self.entries.get_mut(key) {
            self.by_use.remove(&entry.used);
            entry.used = used;
            self.by_use.insert(used, key.clone());
        }
    }

    /// Stores a value of the given number of bytes, and replaces any value with the same key. This counts as a use.
    pub(crate) fn put(&mut self, key: Key, value: V, bytes: u64, stored: Timestamp, used: u64) {
        self.remove(&key);
        let bytes = bytes + key.len() as u64;
        self.bytes += bytes;
        self.by_use.insert(used, key.clone());
        self.entries.insert(
            key,
            Entry {
                value,
                bytes,
                stored,
                used,
            },
        );
    }

    /// Removes an entry, and returns its bytes.
    pub(crate) fn remove(&mut self, key: &Key) -> u64 {
        let Some(entry) = self.entries.remove(key) else {
            return 0;
        };
        self.by_use.remove(&entry.used);
        self.bytes -= entry.bytes;
        entry.bytes
    }

    /// The number of the last use of the least recently used entry.
    pub(crate) fn least_recent_use(&self) -> Option<u64> {
        self.by_use.keys().next().copied()
    }

    /// Removes the least recently used entry, and returns its bytes.
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

    fn fresh(cache: &LruCache<u32>, name: &str, at: u64) -> Option<u32> {
        cache.fresh(&key(name), Timestamp::from_seconds(at), TTL).copied()
    }

    #[test]
    fn an_entry_is_fresh_for_its_time_and_not_longer() {
        let mut cache = LruCache::default();
        cache.put(key("a"), 1, 10, Timestamp::from_seconds(100), 0);
        cache.touch(&key("a"), 1);
        assert_eq!(fresh(&cache, "a", 105), Some(1));
        assert_eq!(cache.fresh(&key("a"), Timestamp::from_millis(105_001), TTL), None);
        assert_eq!(cache.len(), 1, "it stays until something takes its place");
        cache.put(key("a"), 2, 10, Timestamp::from_seconds(106), 2);
        assert_eq!(fresh(&cache, "a", 111), Some(2));
        assert_eq!((cache.len(), cache.bytes()), (1, 11));
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let mut cache = LruCache::default();
        for (used, name) in ["a", "b", "c"].into_iter().enumerate() {
            cache.put(key(name), 0, 1, Timestamp::EPOCH, used as u64);
        }
        cache.touch(&key("a"), 3);
        assert_eq!(cache.least_recent_use(), Some(1));
        assert_eq!(cache.evict(), 2);
        assert_eq!(fresh(&cache, "b", 0), None);
        assert_eq!(cache.remove(&key("c")), 2);
        assert_eq!(cache.evict(), 2);
        assert_eq!((cache.evict(), cache.bytes(), cache.least_recent_use()), (0, 0, None));
    }
}
