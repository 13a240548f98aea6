//! What an expensive filter says about items, found before its request is performed.
//!
//! Whether a filter matches an item depends on nothing else, so knowing it earlier changes no response. An item that
//! changes meanwhile is another one. Must not know who asked, or when.

use std::sync::Arc;

use hashrange_expression::Condition;
use hashrange_values::Item;

/// The bytes that a filter may compare before it is expensive: about 5 ms of work.
const DEAR: u64 = 4_000_000;

/// What a filter says about some items.
#[derive(Clone, Debug, Default)]
pub struct Foreseen {
    /// Items and whether they match, in the order of their addresses.
    known: Vec<(Arc<Item>, bool)>,
}

impl Foreseen {
    /// Whether the filter matches the item, if it is known.
    fn of(&self, item: &Arc<Item>) -> Option<bool> {
        let wanted = Arc::as_ptr(item);
        let place = self
            .known
            .binary_search_by_key(&wanted, |(known, _)| Arc::as_ptr(known));
        self.known.get(place.ok()?).map(|(_, matches)| *matches)
    }
}

/// The filter of a read, and what is already known about it.
#[derive(Clone, Copy)]
pub(crate) struct Filter<'a> {
    pub(crate) condition: &'a Condition,
    pub(crate) foreseen: &'a Foreseen,
}

impl Filter<'_> {
    /// Whether the item passes.
    pub(crate) fn matches(self, item: &Arc<Item>) -> bool {
        self.foreseen.of(item).unwrap_or_else(|| self.condition.matches(item))
    }
}

/// An expensive filter and the items to which a read will apply it. It needs no engine, so that it does not keep other
/// requests waiting.
#[derive(Debug)]
pub struct Foresight {
    filter: Condition,
    items: Vec<Arc<Item>>,
    /// How many tests of the filter the next item has been through.
    tested: usize,
    known: Vec<(Arc<Item>, bool)>,
}

impl Foresight {
    /// The work of a filter on items; `None` if it is not worth the trouble.
    pub(crate) fn of(filter: Option<Condition>, items: Vec<Arc<Item>>) -> Option<Self> {
        let filter = filter?;
        let bytes: usize = items.iter().map(|item| item.item_size()).sum();
        let work = bytes.saturating_mul(filter.comparisons()) as u64;
        (work > DEAR).then_some(Self {
            filter,
            items,
            tested: 0,
            known: Vec::new(),
        })
    }

    /// Applies the next test of the filter to an item. False if nothing was left to do.
    pub fn step(&mut self) -> bool {
        let Some(item) = self.items.last() else { return false };
        let (one_is_enough, tests) = self.filter.parts();
        let decided = match tests.get(self.tested) {
            Some(test) if test.holds(item) == one_is_enough => Some(one_is_enough),
            Some(_) => None,
            None => Some(!one_is_enough),
        };
        self.tested += 1;
        if let Some(matches) = decided {
            self.known.extend(self.items.pop().map(|item| (item, matches)));
            self.tested = 0;
        }
        true
    }

    /// What was found.
    #[must_use]
    pub fn end(mut self) -> Foreseen {
        self.known.sort_unstable_by_key(|(item, _)| Arc::as_ptr(item));
        Foreseen { known: self.known }
    }
}
