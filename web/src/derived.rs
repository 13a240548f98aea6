//! Derived signals: values that a component receives and reads, whatever they follow from.
//!
//! Replaces Leptos' `Signal` and `MaybeProp`, whose code is copied for every type of value. All signals of the page share
//! one, for values of any type. Must not know what a value means.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::{GetValue, StoredValue, untrack};

use crate::memo::Memo;
use crate::signal::{ReadSignal, RwSignal, gone};

/// Lends the value to a function.
type Lend = Arc<dyn Fn(&mut dyn FnMut(&dyn Any)) + Send + Sync>;

/// A value that can be read.
pub struct Signal<T> {
    lend: StoredValue<Lend>,
    of: PhantomData<fn() -> T>,
}

impl<T: 'static> Signal<T> {
    /// A signal that computes its value for each reader.
    #[must_use]
    pub fn derive(work: impl Fn() -> T + Send + Sync + 'static) -> Self {
        Self::lending(Arc::new(move |usage: &mut dyn FnMut(&dyn Any)| usage(&work())))
    }

    /// A signal whose value never changes.
    #[must_use]
    pub fn stored(value: T) -> Self
    where
        T: Send + Sync,
    {
        Self::lending(Arc::new(move |usage: &mut dyn FnMut(&dyn Any)| usage(&value)))
    }

    fn lending(lend: Lend) -> Self {
        Self {
            lend: StoredValue::new(lend),
            of: PhantomData,
        }
    }

    /// Uses the value; runs the caller's computation again when it changes.
    pub fn with<U>(self, usage: impl FnOnce(&T) -> U) -> U {
        self.try_with(usage).unwrap_or_else(|| gone())
    }

    /// Uses the value; runs the caller's computation again when it changes. `None` if the signal is gone.
    pub fn try_with<U>(self, usage: impl FnOnce(&T) -> U) -> Option<U> {
        let lend = self.lend.try_get_value()?;
        let (mut usage, mut used) = (Some(usage), None);
        lend(&mut |value| {
            if let (Some(value), Some(usage)) = (value.downcast_ref(), usage.take()) {
                used = Some(usage(value));
            }
        });
        used
    }

    /// Uses the value once.
    pub fn with_untracked<U>(self, usage: impl FnOnce(&T) -> U) -> U {
        untrack(|| self.with(usage))
    }

    /// Runs the caller's computation again when the value changes.
    pub fn track(self) {
        self.with(|_| ());
    }
}

impl<T: Clone + 'static> Signal<T> {
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
        untrack(|| self.try_get())
    }
}

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Signal<T> {}

impl<T> fmt::Debug for Signal<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Signal")
    }
}

impl<T: Default + Send + Sync + 'static> Default for Signal<T> {
    fn default() -> Self {
        Self::stored(T::default())
    }
}

impl<T: Send + Sync + 'static> From<T> for Signal<T> {
    fn from(value: T) -> Self {
        Self::stored(value)
    }
}

impl From<&str> for Signal<String> {
    fn from(value: &str) -> Self {
        Self::stored(value.to_owned())
    }
}

impl<T: PartialEq + Send + Sync + 'static> From<Memo<T>> for Signal<T> {
    fn from(memo: Memo<T>) -> Self {
        Self::lending(Arc::new(move |usage: &mut dyn FnMut(&dyn Any)| {
            memo.with(|value| usage(value));
        }))
    }
}

impl<T: Send + Sync + 'static> From<RwSignal<T>> for Signal<T> {
    fn from(signal: RwSignal<T>) -> Self {
        Self::lending(Arc::new(move |usage: &mut dyn FnMut(&dyn Any)| {
            signal.with(|value| usage(value));
        }))
    }
}

impl<T: Send + Sync + 'static> From<ReadSignal<T>> for Signal<T> {
    fn from(signal: ReadSignal<T>) -> Self {
        Self::lending(Arc::new(move |usage: &mut dyn FnMut(&dyn Any)| {
            signal.with(|value| usage(value));
        }))
    }
}

/// A value that a caller of a component may leave out.
pub struct MaybeProp<T>(Option<Signal<Option<T>>>);

impl<T: Clone + 'static> MaybeProp<T> {
    /// A value that is computed for each reader.
    #[must_use]
    pub fn derive(work: impl Fn() -> Option<T> + Send + Sync + 'static) -> Self {
        Self(Some(Signal::derive(work)))
    }

    /// The value; runs the caller's computation again when it changes.
    #[must_use]
    pub fn get(self) -> Option<T> {
        self.0?.get()
    }
}

impl<T> Clone for MaybeProp<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for MaybeProp<T> {}

impl<T> Default for MaybeProp<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Send + Sync + 'static> From<T> for MaybeProp<T> {
    fn from(value: T) -> Self {
        Self(Some(Signal::stored(Some(value))))
    }
}

impl From<&str> for MaybeProp<String> {
    fn from(value: &str) -> Self {
        Self(Some(Signal::stored(Some(value.to_owned()))))
    }
}

impl<T: Clone + 'static> From<Signal<T>> for MaybeProp<T> {
    fn from(signal: Signal<T>) -> Self {
        Self(Some(Signal::derive(move || Some(signal.get()))))
    }
}

impl<T: 'static> From<Signal<Option<T>>> for MaybeProp<T> {
    fn from(signal: Signal<Option<T>>) -> Self {
        Self(Some(signal))
    }
}
