//! Which members of a collection are listed when it has more than there is room for, and how many lie between them.

use std::collections::BTreeSet;

/// Members listed of each collection while many are shown.
pub(super) const MEMBERS_OF_MANY: usize = 6;

/// A line of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// The member at this place, from 0.
    Member(usize),
    /// This many members left out.
    Gap(usize),
}

/// Lists every wanted member, and then as many from the start as bring the list to `most`. A gap of one member is
/// closed, since it takes the line the member would take.
pub(super) fn list(total: usize, wanted: impl IntoIterator<Item = usize>, most: usize) -> Vec<Listed> {
    let mut chosen: BTreeSet<usize> = BTreeSet::new();
    chosen.extend(wanted.into_iter().filter(|place| *place < total));
    for place in 0..total {
        if chosen.len() >= most {
            break;
        }
        chosen.insert(place);
    }
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

/// A place with some neighbours on both sides, as far as they exist.
pub(super) fn around(place: usize, neighbours: usize, total: usize) -> std::ops::Range<usize> {
    place.saturating_sub(neighbours)..place.saturating_add(neighbours + 1).min(total)
}
