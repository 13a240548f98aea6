//! What an expensive filter or condition says about items, found before its request is performed.
//!
//! Whether an expression matches an item depends on nothing else, so knowing it earlier changes no response. An item that
//! changes meanwhile is another one. Must not know who asked, or when.

use std::sync::Arc;

use hashrange_expression::Condition;
use hashrange_values::{Item, sort_by};

/// The bytes that expressions may compare before they are expensive: about 5 ms of work.
const DEAR: u64 = 4_000_000;

/// What the expressions of a request say about some items.
#[derive(Clone, Debug, Default)]
pub struct Foreseen {
    /// In the order of the expressions, then of the addresses of the items.
    known: Vec<(usize, Verdict)>,
}

/// Whether an expression matches an item.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    item: Arc<Item>,
    matches: bool,
}

impl Verdict {
    /// What it says about the current item; `None` if that is another one.
    pub(crate) fn on(&self, current: Option<&Arc<Item>>) -> Option<bool> {
        let is_same = current.is_some_and(|current| Arc::ptr_eq(current, &self.item));
        is_same.then_some(self.matches)
    }
}

impl Foreseen {
    /// Whether the filter of a read matches the item, if it is known.
    fn of(&self, item: &Arc<Item>) -> Option<bool> {
        let wanted = Arc::as_ptr(item);
        let place = self
            .known
            .binary_search_by_key(&wanted, |(_, known)| Arc::as_ptr(&known.item));
        self.known.get(place.ok()?).map(|(_, known)| known.matches)
    }

    /// What is known about the item of a write, by the write's place among those of its request.
    pub(crate) fn of_write(&self, place: usize) -> Option<Verdict> {
        let found = self.known.binary_search_by_key(&place, |(place, _)| *place);
        self.known.get(found.ok()?).map(|(_, known)| known.clone())
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

/// Expensive expressions and the items to which a request will apply them. It needs no engine, so that it does not keep
/// other requests waiting.
#[derive(Debug)]
pub struct Foresight {
    works: Vec<Work>,
    known: Vec<(usize, Verdict)>,
}

/// One expression and its items.
#[derive(Debug)]
pub(crate) struct Work {
    /// The place of the expression in its request.
    pub(crate) place: usize,
    pub(crate) condition: Condition,
    pub(crate) items: Vec<Arc<Item>>,
    /// How many tests of the expression the next item has been through.
    tested: usize,
}

impl Work {
    pub(crate) fn new(place: usize, condition: Condition, items: Vec<Arc<Item>>) -> Self {
        Self {
            place,
            condition,
            items,
            tested: 0,
        }
    }

    /// The bytes that it compares at most.
    fn bytes(&self) -> u64 {
        let bytes: usize = self.items.iter().map(|item| item.item_size()).sum();
        bytes.saturating_mul(self.condition.comparisons()) as u64
    }

    /// Applies the next test to the next item. Returns the item once it is decided.
    fn test(&mut self) -> Option<Verdict> {
        let item = self.items.last()?;
        let (one_is_enough, tests) = self.condition.parts();
        let matches = match tests.get(self.tested) {
            Some(test) if test.holds(item) == one_is_enough => Some(one_is_enough),
            Some(_) => None,
            None => Some(!one_is_enough),
        };
        self.tested += 1;
        let matches = matches?;
        self.tested = 0;
        self.items.pop().map(|item| Verdict { item, matches })
    }
}

impl Foresight {
    /// The work of a read's filter on items; `None` if it is not worth the trouble.
    pub(crate) fn of(filter: Option<Condition>, items: Vec<Arc<Item>>) -> Option<Self> {
        Self::of_all(vec![Work::new(0, filter?, items)])
    }

    /// The work of several expressions; `None` if it is not worth the trouble.
    pub(crate) fn of_all(works: Vec<Work>) -> Option<Self> {
        let bytes = works.iter().map(Work::bytes).fold(0, u64::saturating_add);
        (bytes > DEAR).then_some(Self {
            works,
            known: Vec::new(),
        })
    }

    /// Applies the next test of an expression to an item. False if nothing was left to do.
    pub fn step(&mut self) -> bool {
        while self.works.pop_if(|work| work.items.is_empty()).is_some() {}
        let Some(work) = self.works.last_mut() else {
            return false;
        };
        let place = work.place;
        self.known.extend(work.test().map(|verdict| (place, verdict)));
        true
    }

    /// What was found.
    #[must_use]
    pub fn end(mut self) -> Foreseen {
        sort_by(&mut self.known, |(place, known), (other_place, other)| {
            (place, Arc::as_ptr(&known.item)).cmp(&(other_place, Arc::as_ptr(&other.item)))
        });
        Foreseen { known: self.known }
    }
}
