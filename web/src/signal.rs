//! Signals: values that the page changes, and that tell whoever reads them.
//!
//! Replaces Leptos' `RwSignal` and `ReadSignal`, whose code is copied for every type of value. All signals of the page
//! share one, for values of any type. Must not know what a value means.

#![allow(clippy::disallowed_types, reason = "this is the one place")]

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

use leptos::prelude::{self as shared, Read, ReadUntracked, Track, Write};

type Value = Box<dyn Any + Send + Sync>;

/// A value that can be read and changed.
pub struct RwSignal<T> {
    value: shared::RwSignal<Value>,
    of: PhantomData<fn() -> T>,
}

/// A value that can be read.
pub struct ReadSignal<T>(RwSignal<T>);

/// Shared by all types. Returns whether the signal still exists.
fn put(signal: shared::RwSignal<Value>, value: Value) -> bool {
    let slot = signal.try_write();
    let exists = slot.is_some();
    if let Some(mut slot) = slot {
        *slot = value;
    }
    exists
}

impl<T: Send + Sync + 'static> RwSignal<T> {
    /// A signal with this value.
    #[must_use]
    pub fn new(value: T) -> Self {
        let value: Value = Box::new(value);
        Self {
            value: shared::RwSignal::new(value),
            of: PhantomData,
        }
    }

    /// Replaces the value, and tells whoever read it. Without effect if the signal is gone.
    pub fn set(self, value: T) {
        put(self.value, Box::new(value));
    }

    /// Replaces the value. Returns it if the signal is gone.
    pub fn try_set(self, value: T) -> Option<T> {
        if self.value.try_read_untracked().is_none() {
            return Some(value);
        }
        put(self.value, Box::new(value));
        None
    }

    /// Changes the value, and tells whoever read it.
    pub fn update(self, change: impl FnOnce(&mut T)) {
        self.try_update(change);
    }

    /// Changes the value. `None` if the signal is gone.
    pub fn try_update<U>(self, change: impl FnOnce(&mut T) -> U) -> Option<U> {
        self.value.try_write()?.downcast_mut().map(change)
    }

    /// Changes the value, and tells nobody. `None` if the signal is gone.
    pub fn try_update_untracked<U>(self, change: impl FnOnce(&mut T) -> U) -> Option<U> {
        self.value.try_write_untracked()?.downcast_mut().map(change)
    }

    /// Changes the value, and tells nobody.
    pub fn update_untracked(self, change: impl FnOnce(&mut T)) {
        self.try_update_untracked(change);
    }

    /// Uses the value; runs the caller's computation again when it changes. `None` if the signal is gone.
    pub fn try_with<U>(self, usage: impl FnOnce(&T) -> U) -> Option<U> {
        self.value.try_read()?.downcast_ref().map(usage)
    }

    /// Uses the value once. `None` if the signal is gone.
    pub fn try_with_untracked<U>(self, usage: impl FnOnce(&T) -> U) -> Option<U> {
        self.value.try_read_untracked()?.downcast_ref().map(usage)
    }

    /// Uses the value; runs the caller's computation again when it changes.
    pub fn with<U>(self, usage: impl FnOnce(&T) -> U) -> U {
        self.try_with(usage).unwrap_or_else(|| gone())
    }

    /// Uses the value once.
    pub fn with_untracked<U>(self, usage: impl FnOnce(&T) -> U) -> U {
        self.try_with_untracked(usage).unwrap_or_else(|| gone())
    }

    /// Runs the caller's computation again when the value changes.
    pub fn track(self) {
        self.value.track();
    }

    /// The signal for readers.
    #[must_use]
    pub fn read_only(self) -> ReadSignal<T> {
        ReadSignal(self)
    }
}

impl<T: Clone + Send + Sync + 'static> RwSignal<T> {
    /// The value; runs the caller's computation again when it changes.
    #[must_use]
    pub fn get(self) -> T {
        self.with(T::clone)
    }

    /// The value now.
    #[must_use]
    pub fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }

    /// The value; `None` if the signal is gone.
    #[must_use]
    pub fn try_get(self) -> Option<T> {
        self.try_with(T::clone)
    }

    /// The value now; `None` if the signal is gone.
    #[must_use]
    pub fn try_get_untracked(self) -> Option<T> {
        self.try_with_untracked(T::clone)
    }
}

/// A signal that is read after its view was removed is an error of the page.
#[cold]
pub(crate) fn gone() -> ! {
    unreachable!("a signal was read after its view was removed")
}

impl<T: Send + Sync + 'static> ReadSignal<T> {
    /// Uses the value; runs the caller's computation again when it changes.
    pub fn with<U>(self, usage: impl FnOnce(&T) -> U) -> U {
        self.0.with(usage)
    }

    /// Uses the value once.
    pub fn with_untracked<U>(self, usage: impl FnOnce(&T) -> U) -> U {
        self.0.with_untracked(usage)
    }

    /// Uses the value once. `None` if the signal is gone.
    pub fn try_with_untracked<U>(self, usage: impl FnOnce(&T) -> U) -> Option<U> {
        self.0.try_with_untracked(usage)
    }

    /// Uses the value; runs the caller's computation again when it changes. `None` if the signal is gone.
    pub fn try_with<U>(self, usage: impl FnOnce(&T) -> U) -> Option<U> {
        self.0.try_with(usage)
    }

    /// Runs the caller's computation again when the value changes.
    pub fn track(self) {
        self.0.track();
    }
}

impl<T: Clone + Send + Sync + 'static> ReadSignal<T> {
    /// The value; runs the caller's computation again when it changes.
    #[must_use]
    pub fn get(self) -> T {
        self.0.get()
    }

    /// The value now.
    #[must_use]
    pub fn get_untracked(self) -> T {
        self.0.get_untracked()
    }

    /// The value now; `None` if the signal is gone.
    #[must_use]
    pub fn try_get_untracked(self) -> Option<T> {
        self.0.try_get_untracked()
    }
}

impl<T> Clone for RwSignal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for RwSignal<T> {}

impl<T> Clone for ReadSignal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ReadSignal<T> {}

impl<T> fmt::Debug for RwSignal<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("RwSignal")
    }
}

impl<T> fmt::Debug for ReadSignal<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("ReadSignal")
    }
}
