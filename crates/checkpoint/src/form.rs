//! Forms: text that describes the bytes of each type. The format's document contains it, and a test compares both.
//!
//! Must not know values. Programs that only write and read checkpoints do not use it.

use std::any::{TypeId, type_name};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::Checkpointed;

/// The forms of types, by name.
#[derive(Debug, Default)]
pub struct Forms {
    begun: BTreeSet<TypeId>,
    named: BTreeMap<String, String>,
}

impl Forms {
    /// The name of a type: its crate and its own name. `write` returns its form. A type can contain itself.
    pub fn named<T: 'static>(&mut self, write: impl FnOnce(&mut Self) -> String) -> String {
        let full = type_name::<T>();
        let short = short(full);
        if self.begun.insert(TypeId::of::<T>()) {
            let form = write(self);
            // The path distinguishes two types with one name in a crate.
            match self.named.get(&short) {
                Some(other) if *other != form => self.named.insert(format!("{short} ({full})"), form),
                _ => self.named.insert(short.clone(), form),
            };
        }
        short
    }

    /// The form of a member, given by an accessor.
    pub fn member<S, M: Checkpointed + 'static>(&mut self, _: fn(&S) -> &M) -> String {
        M::form(self)
    }

    /// The forms of a group of members.
    pub fn members<S, M: Members>(&mut self, _: fn(&'static S) -> Option<M>) -> Vec<String> {
        M::forms(self)
    }

    /// All requested forms, one per line.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, form) in &self.named {
            // Writing to a text does not fail.
            let _ = writeln!(text, "{name} = {form}");
        }
        text
    }
}

/// The name of a type without its path, except for its crate: `engine.Table`.
fn short(full: &str) -> String {
    let mut short = String::new();
    for word in full.split_inclusive(['<', '>', ',', ' ', '(', ')', '[', ']', ';', '&']) {
        let (path, end) = word.split_at(
            word.trim_end_matches(['<', '>', ',', ' ', '(', ')', '[', ']', ';', '&'])
                .len(),
        );
        let (room, name) = (
            path.split("::").next().unwrap_or_default(),
            path.rsplit("::").next().unwrap_or_default(),
        );
        match room.strip_prefix("hashrange_") {
            Some(room) => short.push_str(&format!("{room}.{name}")),
            None => short.push_str(name),
        }
        short.push_str(end);
    }
    short
}

/// A variant's line: its number, its name and its parts.
#[must_use]
pub fn variant(number: usize, name: &str, names: &[&str], forms: &[String]) -> String {
    let parts: Vec<String> = names
        .iter()
        .zip(forms)
        .map(|(name, form)| format!("{name}: {form}"))
        .collect();
    if parts.is_empty() {
        format!("{number} {name}")
    } else {
        format!("{number} {name} {{{}}}", parts.join(", "))
    }
}

/// References to a group of members.
pub trait Members {
    /// Their forms, in order.
    fn forms(forms: &mut Forms) -> Vec<String>;
}

macro_rules! members {
    ($(($($member:ident),*))+) => {
        $(impl<$($member: Checkpointed + 'static),*> Members for ($(&'static $member,)*) {
            fn forms(_forms: &mut Forms) -> Vec<String> {
                vec![$($member::form(_forms)),*]
            }
        })+
    };
}

members!(()(A)(A, B)(A, B, C)(A, B, C, D)(A, B, C, D, E)(A, B, C, D, E, F)(
    A, B, C, D, E, F, G
)(A, B, C, D, E, F, G, H));

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn names_keep_their_room_only() {
        assert_eq!(short("hashrange_engine::table::Table"), "engine.Table");
        assert_eq!(
            short("hashrange_store::page::Page<u64, hashrange_engine::rows::ItemRow>"),
            "store.Page<u64, engine.ItemRow>"
        );
        assert_eq!(short("alloc::vec::Vec<u8>"), "Vec<u8>");
    }
}
