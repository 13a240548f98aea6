//! Memos: values that follow from other values, and are computed again when those change.
//!
//! Replaces Leptos' `Memo`, whose code is copied for every type of value. All memos of the page share one, for values of
//! any type. Must not know what is computed.

#![allow(clippy::disallowed_types, reason = "this is the one place")]

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::{self as shared, Get, GetUntracked, Track};

/// A value that follows from other values. Whoever reads it is told only when it changes.
pub struct Memo<T> {
    value: shared::Memo<Value>,
    of: PhantomData<fn() -> T>,
}

/// A value of any type.
#[derive(Clone)]
struct Value {
    value: Arc<dyn Any + Send + Sync>,
    equals: fn(&dyn Any, &dyn Any) -> bool,
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        (self.equals)(&*self.value, &*other.value)
    }
}

fn equals<T: PartialEq + 'static>(one: &dyn Any, other: &dyn Any) -> bool {
    one.downcast_ref::<T>() == other.downcast_ref::<T>()
}

type Work = Box<dyn Fn(Option<&Value>) -> Value + Send + Sync>;

fn of_any_type(work: Work) -> shared::Memo<Value> {
    shared::Memo::new(work)
}

impl<T: PartialEq + Send + Sync + 'static> Memo<T> {
    /// Computes the value at the first read, and again after a value that `work` read has changed. `work` receives the
    /// value before.
    pub fn new(work: impl Fn(Option<&T>) -> T + Send + Sync + 'static) -> Self {
        let of_type = move |before: Option<&Value>| Value {
            value: Arc::new(work(before.and_then(|before| before.value.downcast_ref()))),
            equals: equals::<T>,
        };
        Self {
            value: of_any_type(Box::new(of_type)),
            of: PhantomData,
        }
    }

    /// Uses the value, and runs the caller's computation again when it changes.
    pub fn with<U>(self, usage: impl FnOnce(&T) -> U) -> U {
        self.value.get().with(usage)
    }

    /// Uses the value once.
    pub fn with_untracked<U>(self, usage: impl FnOnce(&T) -> U) -> U {
        self.value.get_untracked().with(usage)
    }

    /// Uses the value once; `None` if the memo is gone.
    pub fn try_with_untracked<U>(self, usage: impl FnOnce(&T) -> U) -> Option<U> {
        self.value.try_get_untracked().map(|value| value.with(usage))
    }

    /// The value now; `None` if the memo is gone.
    #[must_use]
    pub fn try_get_untracked(self) -> Option<T>
    where
        T: Clone,
    {
        self.try_with_untracked(T::clone)
    }

    /// Runs the caller's computation again when the value changes.
    pub fn track(self) {
        self.value.track();
    }

    /// The value; runs the caller's computation again when it changes.
    #[must_use]
    pub fn get(self) -> T
    where
        T: Clone,
    {
        self.with(T::clone)
    }

    /// The value now.
    #[must_use]
    pub fn get_untracked(self) -> T
    where
        T: Clone,
    {
        self.with_untracked(T::clone)
    }
}

impl Value {
    fn with<T: 'static, U>(&self, usage: impl FnOnce(&T) -> U) -> U {
        match self.value.downcast_ref() {
            Some(value) => usage(value),
            None => unreachable!("a memo contains values of one type"),
        }
    }
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Memo<T> {}

impl<T> fmt::Debug for Memo<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Memo")
    }
}
