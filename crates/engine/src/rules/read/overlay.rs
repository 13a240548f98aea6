//! The rows of a range as a read sees them: the leader's rows, except where a follower has older ones.
//!
//! Must not know which replica is read.

use std::cmp::Ordering;
use std::iter::Peekable;
use std::sync::Arc;
use std::vec::IntoIter;

use hashrange_store::{KeyRange, Step};
use hashrange_values::Item;

use crate::rules::read::target::ReadTarget;
use crate::state::followers::{Sight, Stale};

type Steps<'r> = Box<dyn Iterator<Item = Step<'r, Arc<Item>>> + 'r>;

/// Iterates over a range as the read sees it.
pub(crate) fn walk<'r>(target: ReadTarget<'r>, range: &'r KeyRange, forward: bool, sight: Option<Sight>) -> Steps<'r> {
    let leader = target.space().walk(range, forward);
    let followers = target.followers();
    let stale = sight
        .map(|sight| followers.stale(target.space(), range, sight))
        .filter(|stale| !stale.is_empty());
    let Some(mut stale) = stale else { return leader };
    if !forward {
        stale.reverse();
    }
    Box::new(Overlay {
        leader: leader.peekable(),
        stale: stale.into_iter().peekable(),
        forward,
    })
}

struct Overlay<'r> {
    leader: Peekable<Steps<'r>>,
    stale: Peekable<IntoIter<Stale<'r>>>,
    forward: bool,
}

impl<'r> Iterator for Overlay<'r> {
    type Item = Step<'r, Arc<Item>>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((key, _, _)) = self.stale.peek() {
            let order = self.leader.peek().map_or(Ordering::Less, |step| key.cmp(&step.key));
            // After the last row of the leader, only rows of the follower remain, in either direction.
            let order = if self.forward || self.leader.peek().is_none() {
                order
            } else {
                order.reverse()
            };
            match order {
                Ordering::Greater => return self.leader.next(),
                Ordering::Equal => drop(self.leader.next()),
                Ordering::Less => {}
            }
            if let Some((key, partition, Some(row))) = self.stale.next() {
                return Some(Step { partition, key, row });
            }
        }
        self.leader.next()
    }
}
