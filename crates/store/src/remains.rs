//! What removed tables, indexes and copies leave in memory. It is freed in pieces, because freeing a million rows takes
//! longer than a request may wait.
//!
//! Must not know what was removed, nor who frees it.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use crate::page::MOST;
use crate::pages::Pages;

/// A collection that is freed in pieces.
pub trait Freeable: Send + Sync {
    /// Frees up to a page of members. Returns false if nothing is left.
    fn free_piece(&mut self) -> bool;

    /// The approximate number of pieces that are left.
    fn pieces(&self) -> usize;
}

impl<K: Send + Sync, V: Send + Sync> Freeable for Pages<K, V> {
    fn free_piece(&mut self) -> bool {
        self.pop_page()
    }

    fn pieces(&self) -> usize {
        self.pages().len()
    }
}

impl<T: Send + Sync> Freeable for Vec<T> {
    fn free_piece(&mut self) -> bool {
        let left = self.len().saturating_sub(MOST);
        let is_there = !self.is_empty();
        self.truncate(left);
        is_there
    }

    fn pieces(&self) -> usize {
        self.len().div_ceil(MOST)
    }
}

impl<T: Send + Sync> Freeable for VecDeque<T> {
    fn free_piece(&mut self) -> bool {
        let left = self.len().saturating_sub(MOST);
        let is_there = !self.is_empty();
        self.truncate(left);
        is_there
    }

    fn pieces(&self) -> usize {
        self.len().div_ceil(MOST)
    }
}

impl<K: Ord + Send + Sync, V: Send + Sync> Freeable for BTreeMap<K, V> {
    fn free_piece(&mut self) -> bool {
        (0..MOST).map_while(|_| self.pop_first()).count() > 0
    }

    fn pieces(&self) -> usize {
        self.len().div_ceil(MOST)
    }
}

/// Collections to free. A copy has none of them.
#[derive(Default)]
pub struct Remains {
    collections: Vec<Box<dyn Freeable>>,
}

impl Remains {
    /// Adds a collection.
    pub fn add(&mut self, collection: impl Freeable + 'static) {
        if collection.pieces() > 0 {
            self.collections.push(Box::new(collection));
        }
    }

    /// Adds what others left.
    pub fn append(&mut self, mut others: Self) {
        self.collections.append(&mut others.collections);
    }

    /// Frees this number of pieces, of about a hundred rows each. Returns whether more are left.
    pub fn free(&mut self, pieces: usize) -> bool {
        for _ in 0..pieces {
            let Some(last) = self.collections.last_mut() else { break };
            if !last.free_piece() {
                self.collections.pop();
            }
        }
        !self.is_empty()
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.collections.is_empty()
    }

    /// The approximate number of pieces that are left.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.collections.iter().map(|collection| collection.pieces()).sum()
    }
}

impl Clone for Remains {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Remains {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} pieces", self.pieces())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// The rows that are still in memory.
    fn left(row: &Arc<()>) -> usize {
        Arc::strong_count(row) - 1
    }

    #[test]
    fn a_piece_is_at_most_a_page() {
        let row = Arc::new(());
        let many = 1_000;
        let mut pages = Pages::default();
        (0..many).for_each(|number: u64| {
            pages.insert(number, Arc::clone(&row));
        });
        let numbered = || (0..many).map(|number| (number, Arc::clone(&row)));
        let mut remains = Remains::default();
        remains.add(pages);
        remains.add(numbered().collect::<Vec<_>>());
        remains.add(numbered().collect::<VecDeque<_>>());
        remains.add(numbered().collect::<BTreeMap<_, _>>());
        remains.add(Vec::<u64>::new());
        let mut before = left(&row);
        assert_eq!(before, 4_000);
        while remains.free(1) {
            assert!(before - left(&row) <= MOST, "{before} before, {} after", left(&row));
            before = left(&row);
        }
        assert_eq!((left(&row), remains.pieces()), (0, 0));
    }

    #[test]
    fn a_copy_of_a_page_keeps_its_rows() {
        let row = Arc::new(());
        let mut pages = Pages::default();
        (0..300_u64).for_each(|number| {
            pages.insert(number, Arc::clone(&row));
        });
        let copy = pages.clone();
        let mut remains = Remains::default();
        remains.add(pages);
        assert_eq!(remains.clone().pieces(), 0);
        while remains.free(1) {}
        assert_eq!((left(&row), copy.len()), (300, 300));
    }
}
