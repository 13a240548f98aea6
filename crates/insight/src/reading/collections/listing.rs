//! Chooses the listed members of a collection if there is not enough room, and counts the members in the gaps.

use hashrange_values::to_set;

/// Maximum number of listed members of each collection if many are listed.
pub(super) const MEMBERS_OF_MANY: usize = 6;

/// A line of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// The member at this position, from 0.
    Member(usize),
    /// A number of members that are left out.
    Gap(usize),
}

/// Lists every requested member, then members from the start until the list has `most`. A gap of one member is filled,
/// because it needs the same line.
pub(super) fn list(total: usize, wanted: impl IntoIterator<Item = usize>, most: usize) -> Vec<Listed> {
    let wanted = to_set(wanted.into_iter().filter(|place| *place < total));
    let room = most.saturating_sub(wanted.len());
    let others = (0..total).filter(|place| wanted.binary_search(place).is_err());
    let chosen = to_set(others.take(room).chain(wanted.iter().copied()));
    let mut lines = Vec::with_capacity(chosen.len() + 2);
    let mut next = 0;
    for place in chosen {
        push_gap(&mut lines, next, place);
        lines.push(Listed::Member(place));
        next = place + 1;
    }
    push_gap(&mut lines, next, total);
    lines
}

fn push_gap(lines: &mut Vec<Listed>, from: usize, to: usize) {
    match to.saturating_sub(from) {
        0 => {}
        1 => lines.push(Listed::Member(from)),
        more => lines.push(Listed::Gap(more)),
    }
}

/// A position with its neighbours on both sides, as far as they exist.
pub(super) fn around(place: usize, neighbours: usize, total: usize) -> std::ops::Range<usize> {
    place.saturating_sub(neighbours)..place.saturating_add(neighbours + 1).min(total)
}
