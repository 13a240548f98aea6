//! Names proposed for indexes, as the AWS console proposes them: `Status-index`, `Artist-Album-index`.
//!
//! A name follows the keys until the reader types another one. Must not know the page.

use super::{DesignForm, IndexForm, KeyPlace};
use crate::state::table_schema::IndexKind;

/// The maximum length of the part of a proposed name that comes from the keys, so that the name stays within 255
/// characters.
const LONGEST: usize = 200;

impl DesignForm {
    /// Names a sort key. An empty name removes the key, except in a local index, which requires one.
    pub fn name_sort(&mut self, place: KeyPlace, name: &str) {
        let is_local = matches!(place, KeyPlace::IndexSort(id) if self.local.iter().any(|index| index.id == id));
        if name.is_empty() && !is_local {
            self.set_sort(place, false);
            return;
        }
        if self.key(place).is_none() {
            self.set_sort(place, true);
        }
        self.rename_key(place, name);
    }

    /// The default name of an index. `None` while its keys have no names.
    #[must_use]
    pub fn proposed_name(&self, id: u32) -> Option<String> {
        let name = self.base_name(id)?;
        let taken = |name: &String| self.every_index().any(|other| other.id != id && other.name == *name);
        let numbered = || {
            (2..)
                .map(|number: u32| format!("{name}-{number}"))
                .find(|name| !taken(name))
        };
        if taken(&name) { numbered() } else { Some(name) }
    }

    /// The name derived from the keys, free or not.
    fn base_name(&self, id: u32) -> Option<String> {
        let index = self.index(id)?;
        let is_local = self.local.iter().any(|local| local.id == id);
        let partition = (!is_local).then_some(&index.partition);
        let keys: Vec<String> = partition
            .into_iter()
            .chain(&index.sort)
            .map(|key| allowed(&key.name))
            .collect();
        let named: Vec<&str> = keys
            .iter()
            .map(String::as_str)
            .filter(|name| !name.is_empty())
            .collect();
        let base: String = named.join("-").chars().take(LONGEST).collect();
        (!base.is_empty()).then(|| format!("{base}-index"))
    }

    /// Whether an index has no name, or has its default name, with or without a number.
    fn follows(&self, index: &IndexForm) -> bool {
        let base = self.base_name(index.id);
        let number = base.and_then(|base| index.name.strip_prefix(&base).map(str::to_owned));
        let is_number = |rest: &str| {
            rest.strip_prefix('-')
                .is_some_and(|digits| digits.parse::<u32>().is_ok())
        };
        index.name.is_empty() || number.is_some_and(|rest| rest.is_empty() || is_number(&rest))
    }

    /// Changes the keys. Default names follow.
    pub(super) fn renaming(&mut self, change: impl FnOnce(&mut Self)) {
        let followed: Vec<u32> = self
            .every_index()
            .filter(|index| self.follows(index))
            .map(|index| index.id)
            .collect();
        change(self);
        for id in followed {
            let name = self.proposed_name(id).unwrap_or_default();
            if let Some(index) = self.index_mut(id) {
                index.name = name;
            }
        }
    }

    fn every_index(&self) -> impl Iterator<Item = &IndexForm> {
        [IndexKind::Local, IndexKind::Global]
            .into_iter()
            .flat_map(|kind| self.indexes(kind))
    }
}

/// The part of an attribute's name that is allowed in the name of an index.
fn allowed(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || "_.-".contains(*letter))
        .collect()
}
