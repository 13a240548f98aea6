//! The table whose settings are shown, as DescribeTable tells it now.

use hashrange_time::Timestamp;
use hashrange_wire::TableDescription;
use leptos::prelude::*;

use crate::session::use_session;
use crate::views::figures;

/// A table that is followed as it changes. Once it is gone it stays as it was last.
#[derive(Clone, Copy)]
pub struct LiveTable {
    /// Its name.
    pub name: StoredValue<String>,
    described: Memo<Option<TableDescription>>,
}

impl LiveTable {
    /// Follows the table of this name.
    #[must_use]
    pub fn named(name: String) -> Self {
        let session = use_session();
        let name = StoredValue::new(name);
        let described = Memo::new(move |before: Option<&Option<TableDescription>>| {
            let now = name.with_value(|name| session.table(name));
            now.or_else(|| before.cloned().flatten())
        });
        Self { name, described }
    }

    /// Reads the description; `None` only for a table that never was.
    pub fn read<R>(self, read: impl FnOnce(&TableDescription) -> R) -> Option<R> {
        self.described.with(|table| table.as_ref().map(read))
    }

    /// The same once, without following it.
    pub fn read_once<R>(self, read: impl FnOnce(&TableDescription) -> R) -> Option<R> {
        self.described.with_untracked(|table| table.as_ref().map(read))
    }

    /// Something of the description, followed.
    #[must_use]
    pub fn signal<T>(self, read: impl Fn(&TableDescription) -> T + Send + Sync + 'static) -> Memo<Option<T>>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.read(&read))
    }

    /// A word of the description, followed.
    #[must_use]
    pub fn word(self, read: impl Fn(&TableDescription) -> String + Send + Sync + 'static) -> Signal<String> {
        let words = self.signal(read);
        Signal::derive(move || words.get().unwrap_or_default())
    }
}

/// Epoch seconds as the service tells them, in words.
#[must_use]
pub fn told_moment(seconds: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
    let at = Timestamp::from_millis((seconds.max(0.0) * 1_000.0) as u64);
    figures::moment(at, 0)
}
