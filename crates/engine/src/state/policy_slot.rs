//! The resource-based policy of a table or a stream: stored, replaced, returned. It is not enforced.
//!
//! A change is stored at once, and reads return it a short time later. Until then, no other change is accepted. After
//! that, the next change must wait for a cooldown (observed: policies-seen). Must not know what a document means.

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::PolicyNotFound;

/// The revision that means "no policy" in requests (documented: resource-policies).
const NO_POLICY: &str = "NO_POLICY";

/// A policy, and the previous one.
#[derive(Clone, Debug, Default)]
pub(crate) struct PolicySlot {
    current: Option<Policy>,
    /// What reads return until the change takes effect.
    before: Option<Policy>,
    /// When reads return the change.
    visible: Timestamp,
    /// The time of the last change, also of a deletion. Its milliseconds are the revision (observed: policies-seen).
    changed: Option<Timestamp>,
}

hashrange_checkpoint::fields!(PolicySlot {
    current,
    before,
    visible,
    changed
});

/// A document and its revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Policy {
    pub(crate) text: String,
    pub(crate) revision: String,
}

hashrange_checkpoint::fields!(Policy { text, revision });

impl PolicySlot {
    /// The slot of a new resource, with a policy or without one.
    pub(crate) fn made_with(text: Option<String>, now: Timestamp) -> Self {
        let mut slot = Self::default();
        if let Some(text) = text {
            slot.change(Some(text), now, now);
        }
        slot
    }

    /// The policy that a read returns now.
    pub(crate) fn read(&self, now: Timestamp) -> Option<&Policy> {
        if self.is_pending(now) {
            self.before.as_ref()
        } else {
            self.current.as_ref()
        }
    }

    /// The policy of the last write.
    pub(crate) fn current(&self) -> Option<&Policy> {
        self.current.as_ref()
    }

    /// Whether a change is not visible yet.
    pub(crate) fn is_pending(&self, now: Timestamp) -> bool {
        now < self.visible
    }

    /// When the next change is accepted; `None` if now.
    pub(crate) fn closed_until(&self, now: Timestamp, cooldown: Duration) -> Option<Timestamp> {
        // Revisions can be milliseconds in the future. Without a cooldown this has no effect.
        let changed = self.changed.filter(|_| !cooldown.is_zero());
        changed.map(|changed| changed + cooldown).filter(|until| now < *until)
    }

    /// The revision of the last change, if there was one.
    pub(crate) fn last_revision(&self) -> Option<String> {
        self.changed.map(revision_of)
    }

    /// Refuses a change if the current revision is not the expected one. `owner` is `table T` or `stream S`.
    pub(crate) fn expect(&self, expected: Option<&str>, owner: &str) -> Result<(), PolicyNotFound> {
        let (Some(expected), owner) = (expected, owner.to_owned()) else {
            return Ok(());
        };
        match &self.current {
            None if expected == NO_POLICY => Ok(()),
            None => Err(PolicyNotFound::NoneToChange {
                expected: expected.to_owned(),
                owner,
            }),
            Some(found) if expected == NO_POLICY => Err(PolicyNotFound::Present {
                owner,
                found: found.revision.clone(),
            }),
            Some(found) if found.revision == expected => Ok(()),
            Some(found) => Err(PolicyNotFound::Other {
                expected: expected.to_owned(),
                owner,
                found: found.revision.clone(),
            }),
        }
    }

    /// Changes the policy; reads return the change from `visible` on. Returns its revision, which is unique.
    pub(crate) fn change(&mut self, text: Option<String>, now: Timestamp, visible: Timestamp) -> String {
        let after_last = self.changed.map(|last| last + Duration::from_millis(1));
        let moment = Timestamp::from_millis(now.max(after_last.unwrap_or(now)).millis());
        let revision = revision_of(moment);
        self.before = self.current.take();
        self.current = text.map(|text| Policy {
            text,
            revision: revision.clone(),
        });
        (self.visible, self.changed) = (visible, Some(moment));
        revision
    }
}

fn revision_of(moment: Timestamp) -> String {
    moment.millis().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn a_change_is_read_a_moment_later_and_has_a_revision_of_its_own() {
        let mut slot = PolicySlot::made_with(Some("a".to_owned()), at(5));
        assert_eq!(slot.read(at(5)).map(|policy| policy.text.as_str()), Some("a"));
        assert_eq!(slot.change(Some("b".to_owned()), at(5), at(9)), "6");
        assert_eq!(slot.read(at(8)).map(|policy| policy.revision.as_str()), Some("5"));
        assert_eq!(slot.read(at(9)).map(|policy| policy.revision.as_str()), Some("6"));
        let removed = slot.change(None, at(20), at(22));
        assert_eq!((removed.as_str(), slot.last_revision().as_deref()), ("20", Some("20")));
        assert!(slot.read(at(21)).is_some() && slot.read(at(22)).is_none());
        assert_eq!(slot.closed_until(at(34), Duration::from_millis(15)), Some(at(35)));
        assert_eq!(slot.closed_until(at(35), Duration::from_millis(15)), None);
    }
}
