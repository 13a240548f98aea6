//! The table of the settings, from the current DescribeTable.

use hashrange_time::Timestamp;
use hashrange_wire::TableDescription;
use leptos::prelude::*;

use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::use_session;
use crate::state::figures;

/// A followed table. Its last state stays after its deletion.
#[derive(Clone, Copy)]
pub struct LiveTable {
    /// Its name.
    pub name: StoredValue<String>,
    described: Memo<Option<TableDescription>>,
}

impl LiveTable {
    /// Follows the table with this name.
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

    /// Reads the description. `None` only for a table that never existed.
    pub fn read<R>(self, read: impl FnOnce(&TableDescription) -> R) -> Option<R> {
        self.described.with(|table| table.as_ref().map(read))
    }

    /// Reads the description once, without following it.
    pub fn read_once<R>(self, read: impl FnOnce(&TableDescription) -> R) -> Option<R> {
        self.described.with_untracked(|table| table.as_ref().map(read))
    }

    /// A value from the description, followed.
    #[must_use]
    pub fn signal<T>(self, read: impl Fn(&TableDescription) -> T + Send + Sync + 'static) -> Memo<Option<T>>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.read(&read))
    }

    /// A reactive text from the description.
    #[must_use]
    pub fn word(self, read: impl Fn(&TableDescription) -> String + Send + Sync + 'static) -> Signal<String> {
        let words = self.signal(read);
        Signal::derive(move || words.get().unwrap_or_default())
    }
}

/// The service's epoch seconds as text.
#[must_use]
pub fn moment_text(seconds: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
    let at = Timestamp::from_millis((seconds.max(0.0) * 1_000.0) as u64);
    figures::moment(at, 0)
}
