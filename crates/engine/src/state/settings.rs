//! Settings of a table besides its keys, indexes and throughput: class, encryption, protection, tags, Contributor
//! Insights, recovery, policy. Also the history for their quotas.
//!
//! Must not know how long a change takes.

use hashrange_time::{Duration, Timestamp};
use hashrange_values::to_map;
use hashrange_wire::{ContributorInsightsMode, ContributorInsightsStatus, TableClass, Tag};
use litemap::LiteMap;

use crate::state::policy_slot::PolicySlot;

/// The settings of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    /// Whether DeleteTable is refused.
    pub(crate) protected: bool,
    /// When protection was last changed.
    pub(crate) protection_changed: Option<Timestamp>,
    pub(crate) class: ClassSetting,
    pub(crate) encryption: Encryption,
    pub(crate) tags: Tags,
    pub(crate) insights: Insights,
    /// Backups can be created from this time on; `None` while the table is new.
    pub(crate) backups_from: Option<Timestamp>,
    /// Point-in-time recovery: days back, and since when.
    pub(crate) recovery: Option<(u32, Timestamp)>,
    pub(crate) policy: PolicySlot,
}

hashrange_checkpoint::fields!(Settings {
    protected,
    protection_changed,
    class,
    encryption,
    tags,
    insights,
    backups_from,
    recovery,
    policy
});

/// The storage class.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassSetting {
    /// `None`: STANDARD since creation.
    pub(crate) class: Option<TableClass>,
    /// The pending class.
    pub(crate) pending: Option<TableClass>,
    pub(crate) changed: Option<Timestamp>,
    changes: Vec<Timestamp>,
}

hashrange_checkpoint::fields!(ClassSetting {
    class,
    pending,
    changed,
    changes
});

/// The key a table is encrypted with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Encryption {
    /// The key's resource name; `None`: the service's own key.
    pub(crate) key: Option<String>,
    /// The pending key.
    pub(crate) pending: Option<Option<String>>,
    changes: Vec<Timestamp>,
}

hashrange_checkpoint::fields!(Encryption { key, pending, changes });

/// The ID of the key that AWS manages for DynamoDB in an account. No keys are stored here: it is the same for every
/// table.
pub(crate) const MANAGED_KEY: &str = "00000000-0000-4000-8000-000000000000";

impl Encryption {
    /// Whether the key is that which AWS manages.
    pub(crate) fn is_managed(&self) -> bool {
        self.key.as_ref().is_some_and(|key| key.ends_with(MANAGED_KEY))
    }
}

/// A table's tags. A change takes effect after a short time, and other changes must wait for it (observed: tags-seen).
#[derive(Clone, Debug, Default)]
pub(crate) struct Tags {
    tags: LiteMap<String, String>,
    incoming: Option<Incoming>,
    /// Changes so far.
    changes: u64,
}

hashrange_checkpoint::fields!(Tags {
    tags,
    incoming,
    changes
});

/// A pending change of tags.
#[derive(Clone, Debug)]
struct Incoming {
    tags: LiteMap<String, String>,
    /// The tags it sets; empty if it removes tags.
    set: Vec<Tag>,
    /// Distinguishes this change from the next one.
    number: u64,
}

hashrange_checkpoint::fields!(Incoming { tags, set, number });

/// Contributor Insights of a table or an index: its state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Insights {
    /// `None` if they were never enabled.
    pub(crate) mode: Option<ContributorInsightsMode>,
    pub(crate) status: InsightsStatus,
    pub(crate) changed: Option<Timestamp>,
    /// When they were enabled. The names of their rules contain this time.
    pub(crate) since: Option<Timestamp>,
}

hashrange_checkpoint::fields!(Insights {
    mode,
    status,
    changed,
    since
});

/// The status of Contributor Insights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum InsightsStatus {
    #[default]
    Off,
    Starting,
    On,
    Stopping,
}

hashrange_checkpoint::variants!(InsightsStatus {
    Off,
    Starting,
    On,
    Stopping
});

impl ClassSetting {
    /// Changes in the last 30 days.
    pub(crate) fn changes_in_month(&self, now: Timestamp) -> usize {
        recent(&self.changes, now, Duration::from_days(30)).count()
    }

    /// Starts a change.
    pub(crate) fn begin(&mut self, class: TableClass, now: Timestamp) {
        self.pending = Some(class);
        self.changes.push(now);
    }

    /// Ends a change.
    pub(crate) fn finish(&mut self, now: Timestamp) {
        if let Some(class) = self.pending.take() {
            self.class = Some(class);
            self.changed = Some(now);
        }
    }
}

impl Encryption {
    /// Changes in the last 24 hours, oldest first.
    pub(crate) fn changes_in_day(&self, now: Timestamp) -> Vec<Timestamp> {
        recent(&self.changes, now, Duration::from_days(1)).collect()
    }

    /// Starts a change.
    pub(crate) fn begin(&mut self, key: Option<String>, now: Timestamp) {
        self.pending = Some(key);
        self.changes.push(now);
    }

    /// Ends a change.
    pub(crate) fn finish(&mut self) {
        if let Some(key) = self.pending.take() {
            self.key = key;
        }
    }
}

/// The times within the last `span`.
fn recent(moments: &[Timestamp], now: Timestamp, span: Duration) -> impl Iterator<Item = Timestamp> {
    moments.iter().copied().filter(move |moment| now - *moment < span)
}

impl Tags {
    /// The tags of a new table.
    pub(crate) fn new(tags: Vec<Tag>) -> Self {
        Self {
            tags: to_map(tags.into_iter().map(|tag| (tag.key, tag.value))),
            ..Self::default()
        }
    }

    /// The tags that can be read.
    pub(crate) fn list(&self) -> Vec<Tag> {
        self.tags
            .iter()
            .map(|(key, value)| Tag {
                key: key.clone(),
                value: value.clone(),
            })
            .collect()
    }

    /// Whether a change is pending.
    pub(crate) fn is_busy(&self) -> bool {
        self.incoming.is_some()
    }

    /// Whether these tags may be set now. While other tags are pending, the request must include them
    /// (observed: tags-seen).
    pub(crate) fn admits(&self, set: &[Tag]) -> bool {
        self.incoming
            .as_ref()
            .is_none_or(|incoming| !incoming.set.is_empty() && incoming.set.iter().all(|tag| set.contains(tag)))
    }

    /// The tags after setting `set` and removing `remove`.
    pub(crate) fn after(&self, set: &[Tag], remove: &[String]) -> LiteMap<String, String> {
        let tags = self.incoming.as_ref().map_or(&self.tags, |incoming| &incoming.tags);
        let tags = tags.iter().chain(set.iter().map(|tag| (&tag.key, &tag.value)));
        let tags = tags.filter(|(key, _)| !remove.contains(key));
        to_map(tags.map(|(key, value)| (key.clone(), value.clone())))
    }

    /// Starts a change, and returns its number; `None` if nothing changes.
    pub(crate) fn begin(&mut self, set: Vec<Tag>, remove: &[String]) -> Option<u64> {
        let tags = self.after(&set, remove);
        let current = self.incoming.as_ref().map_or(&self.tags, |incoming| &incoming.tags);
        if tags == *current {
            return None;
        }
        self.changes += 1;
        let number = self.changes;
        self.incoming = Some(Incoming { tags, set, number });
        Some(number)
    }

    /// Ends the change of this number.
    pub(crate) fn finish(&mut self, number: u64) {
        if let Some(incoming) = self.incoming.take_if(|incoming| incoming.number == number) {
            self.tags = incoming.tags;
        }
    }
}

impl Insights {
    /// The status on the wire.
    pub(crate) fn wire_status(&self) -> ContributorInsightsStatus {
        match self.status {
            InsightsStatus::Off => ContributorInsightsStatus::Disabled,
            InsightsStatus::Starting => ContributorInsightsStatus::Enabling,
            InsightsStatus::On => ContributorInsightsStatus::Enabled,
            InsightsStatus::Stopping => ContributorInsightsStatus::Disabling,
        }
    }

    /// Ends the change that started at this time. A replaced change has already ended.
    pub(crate) fn finish(&mut self, begun: Timestamp, now: Timestamp) {
        if self.changed != Some(begun) {
            return;
        }
        self.status = match self.status {
            InsightsStatus::Starting => InsightsStatus::On,
            InsightsStatus::Stopping => InsightsStatus::Off,
            settled => settled,
        };
        self.changed = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(key: &str, value: &str) -> Tag {
        Tag {
            key: key.to_owned(),
            value: value.to_owned(),
        }
    }

    #[test]
    fn while_tags_are_on_their_way_only_more_of_the_same_may_follow() {
        let mut tags = Tags::new(vec![tag("a", "1")]);
        assert_eq!(tags.begin(vec![tag("a", "1")], &[]), None, "nothing changes");
        assert_eq!(tags.begin(vec![tag("b", "2")], &[]), Some(1));
        assert_eq!(tags.list(), [tag("a", "1")]);
        assert!(tags.admits(&[tag("b", "2"), tag("c", "3")]));
        assert!(!tags.admits(&[tag("a", "1")]));
        assert!(!tags.admits(&[]));
        assert_eq!(tags.begin(vec![tag("b", "2"), tag("c", "3")], &[]), Some(2));
        tags.finish(1);
        assert!(tags.is_busy(), "replaced by the next change");
        tags.finish(2);
        assert_eq!(tags.list(), [tag("a", "1"), tag("b", "2"), tag("c", "3")]);
        assert_eq!(tags.begin(Vec::new(), &["a".to_owned()]), Some(3));
        assert!(!tags.admits(&[tag("a", "1")]), "what takes tags off lets none in");
    }

    #[test]
    fn a_change_of_insights_ends_with_its_own_time() {
        let (first, second) = (Timestamp::from_seconds(1), Timestamp::from_seconds(2));
        let mut insights = Insights {
            status: InsightsStatus::Stopping,
            changed: Some(second),
            ..Insights::default()
        };
        insights.finish(first, Timestamp::from_seconds(3));
        assert_eq!(insights.status, InsightsStatus::Stopping);
        insights.finish(second, Timestamp::from_seconds(4));
        assert_eq!(insights.status, InsightsStatus::Off);
    }

    #[test]
    fn quotas_look_back_over_their_span_only() {
        let mut class = ClassSetting::default();
        let start = Timestamp::from_seconds(1_000);
        class.begin(TableClass::Standard, start);
        class.finish(start);
        assert_eq!(class.changes_in_month(start + Duration::from_days(29)), 1);
        assert_eq!(class.changes_in_month(start + Duration::from_days(30)), 0);
    }
}
