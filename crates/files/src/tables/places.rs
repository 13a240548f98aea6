//! The places of names in a list, to find each without a search of the list.
//!
//! Must not know what the names stand for.

use hashrange_values::sort_by;

/// Names with their places, in the order of the names.
pub(crate) struct Places<'t> {
    names: Vec<(&'t str, usize)>,
}

impl<'t> Places<'t> {
    /// The places of these names. Of two equal names, the later counts.
    pub(crate) fn of(names: Vec<&'t str>) -> Self {
        let mut names: Vec<(&str, usize)> = names.into_iter().zip(0..).collect();
        // The sort is stable.
        sort_by(&mut names, |(one, _), (other, _)| one.cmp(other));
        Self { names }
    }

    /// The places of these texts.
    pub(crate) fn of_all(names: &'t [String]) -> Self {
        Self::of(names.iter().map(String::as_str).collect())
    }

    /// The place of a name.
    pub(crate) fn get(&self, name: &str) -> Option<usize> {
        let end = self.names.partition_point(|(other, _)| *other <= name);
        let (found, place) = self.names.get(end.checked_sub(1)?)?;
        (*found == name).then_some(*place)
    }
}
