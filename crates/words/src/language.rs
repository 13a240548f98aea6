//! The language of this thread: its words and its rules. Must not know where a language comes from.

use std::cell::RefCell;
use std::fmt::Display;
use std::rc::Rc;

use crate::entry::{Entry, fingerprint};
use crate::fill::{Values, fill};
use crate::rules::{English, Rules};
use crate::table::Table;

/// A language: its words and its rules.
pub struct Language {
    /// Its words. They stay, because views hold them.
    pub table: &'static Table,
    /// Its rules.
    pub rules: Box<dyn Rules>,
}

thread_local! {
    static SPOKEN: RefCell<Option<Rc<Language>>> = const { RefCell::new(None) };
}

/// Makes this the language of the thread. Until then it is English.
pub fn speak(language: Language) {
    SPOKEN.set(Some(Rc::new(language)));
}

/// The language of the thread.
fn spoken() -> Option<Rc<Language>> {
    SPOKEN.with_borrow(Clone::clone)
}

/// A number with the separators of the language: `1,200`.
#[must_use]
pub fn count(number: u64) -> String {
    match spoken() {
        Some(language) => language.rules.count(number),
        None => English.count(number),
    }
}

/// The words of an entry.
#[must_use]
pub fn say(entry: Entry) -> &'static &'static str {
    let table = SPOKEN.with_borrow(|spoken| spoken.as_ref().map(|language| language.table));
    match table.and_then(|table| table.words(entry.fingerprint)) {
        Some(words) => words,
        #[cfg(not(feature = "outside"))]
        None => entry.english,
        // The build of a release checks that its files have all words.
        #[cfg(feature = "outside")]
        None => &"",
    }
}

/// The words of an English text that is data, such as a lesson's title; the English if there are none.
#[must_use]
pub fn translated(english: &'static str) -> &'static str {
    let table = SPOKEN.with_borrow(|spoken| spoken.as_ref().map(|language| language.table));
    let words = table.and_then(|table| table.words(fingerprint(english)));
    words.copied().unwrap_or(english)
}

/// The words of an entry with their values.
#[must_use]
pub fn filled(entry: Entry, values: &[&dyn Display]) -> String {
    #[cfg(not(feature = "outside"))]
    let names = entry.names;
    #[cfg(feature = "outside")]
    let names = &[];
    let (words, values) = (say(entry), Values { names, values });
    match spoken() {
        Some(language) => fill(words, &values, &*language.rules),
        None => fill(words, &values, &English),
    }
}
