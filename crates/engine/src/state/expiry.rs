//! Which items of a table will expire, and when the scanner visits their partition.
//!
//! Each partition has one scanner, as in the service (documented: ttl-expiry). A scanner that repeatedly walks all
//! items finds an item at the first pass after its expiry time. This scanner stores the expiry times in order, and runs
//! only when there is something to find. Its passes happen at the same times, without the walk. Must not know how an
//! item is deleted.

use std::sync::Arc;

use hashrange_store::{Division, KeyRange, Pages, Placement, Remains, RowKey, Space};
use hashrange_time::{Duration, Random, Ticket, Timestamp};
use hashrange_values::{AttributeValue, Item, Text};
use litemap::LiteMap;

use crate::state::images::Images;
use crate::state::rows::ItemRow;

/// Values of this age or older count as mistakes (documented: ttl-expiry, five years; the length of a year is a
/// choice).
const OLDEST_SECONDS: u64 = 5 * 365 * 86_400;

/// Maximum number of items that one scanner step finds.
pub(crate) const MOST_FOUND: usize = 256;

/// The expiry of a table's items.
#[derive(Clone, Debug)]
pub(crate) struct Expiry {
    /// The attribute with the expiry time.
    pub(crate) attribute: Text,
    /// Whether TTL is enabled. After it is disabled, deletions continue for a while (documented: ttl-after-disable).
    pub(crate) enabled: bool,
    /// Distinguishes this setting from earlier and later ones of the table.
    pub(crate) generation: u64,
    /// By the number of their partition.
    scanners: LiteMap<u32, Scanner>,
    /// Found items of a checkpoint of version 1, which does not have their keys.
    unlisted: u64,
}

hashrange_checkpoint::fields!(Expiry {
    attribute,
    enabled,
    generation,
    scanners,
    unlisted
});

/// The scanner of one partition.
#[derive(Clone, Debug, Default)]
struct Scanner {
    /// Items that will expire, by their time.
    waiting: Pages<(u64, RowKey), ()>,
    /// Items that a pass has found and that still have their expired time, by it. Their deletion is scheduled.
    found: Pages<(u64, RowKey), ()>,
    /// Its first pass.
    first_pass: Timestamp,
    /// Its next pass, if it has something to find.
    planned: Option<Ticket>,
}

hashrange_checkpoint::fields!(Scanner {
    waiting,
    first_pass,
    planned,
    found since 2
});

/// A pass to schedule, or to reschedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    pub(crate) partition: u32,
    pub(crate) due: Timestamp,
    /// The pass planned so far.
    pub(crate) instead_of: Option<Ticket>,
}

impl Expiry {
    /// The TTL of a table, which knows no items yet. Each scanner has its own first pass.
    pub(crate) fn new(
        attribute: Text,
        generation: u64,
        items: &Space<Arc<Item>>,
        now: Timestamp,
        period: Duration,
        random: &mut Random,
    ) -> Self {
        let mut scanner = || Scanner {
            first_pass: now + random.between(Duration::ZERO, period),
            ..Scanner::default()
        };
        let mut scanners = LiteMap::new();
        for partition in items.partitions() {
            scanners.insert(partition.number(), scanner());
        }
        Self {
            attribute,
            enabled: true,
            generation,
            scanners,
            unlisted: 0,
        }
    }

    /// Stores the expiry times of the items after a key, at most of this number of items. Returns the last of them if more
    /// follow. A time that a write has stored meanwhile is the same.
    pub(crate) fn gather(
        &mut self,
        items: &Space<Arc<Item>>,
        after: Option<&RowKey>,
        most: usize,
        now: Timestamp,
    ) -> Option<RowKey> {
        let range = after.map_or_else(KeyRange::all, |after| KeyRange::all().after(after));
        let mut steps = items.walk(&range, true);
        let mut last = None;
        for step in steps.by_ref().take(most) {
            last = Some(step.key);
            let second = moment(&step.row.value, &self.attribute).filter(|second| !is_mistake(*second, now));
            let partition = items.partitions().get(step.partition);
            let scanner = partition.and_then(|partition| self.scanners.get_mut(&partition.number()));
            if let (Some(second), Some(scanner)) = (second, scanner) {
                scanner.waiting.insert((second, step.key.clone()), ());
            }
        }
        let last = last.cloned();
        steps.next().and(last)
    }

    /// Records a write. Returns a pass if the partition's scanner must run earlier than planned.
    pub(crate) fn note(
        &mut self,
        partition: u32,
        key: &RowKey,
        images: Images<'_>,
        now: Timestamp,
        period: Duration,
    ) -> Option<Pass> {
        let moment_of = |row: Option<&ItemRow>| row.and_then(|row| moment(&row.value, &self.attribute));
        let (old, new) = (moment_of(images.before), moment_of(images.after));
        if old == new {
            return None;
        }
        let scanner = self.scanners.get_mut(&partition)?;
        if let Some(second) = old {
            let stored = (second, key.clone());
            if scanner.waiting.remove(&stored).is_none() {
                scanner.found.remove(&stored);
            }
        }
        // Without a new time, the planned pass is early enough.
        let second = new.filter(|second| !is_mistake(*second, now))?;
        scanner.waiting.insert((second, key.clone()), ());
        self.next_pass(partition, now, period)
    }

    /// The pass that a partition's scanner needs, unless it is already planned.
    pub(crate) fn next_pass(&self, partition: u32, now: Timestamp, period: Duration) -> Option<Pass> {
        let scanner = self.scanners.get(&partition)?;
        let (second, _) = scanner.waiting.keys().next()?;
        let due = scanner.pass_after(expired_from(*second).max(now), period);
        let earlier = scanner.planned.is_none_or(|planned| due < planned.due());
        earlier.then_some(Pass {
            partition,
            due,
            instead_of: scanner.planned,
        })
    }

    /// Leaves the stored times to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        for (_, scanner) in self.scanners {
            remains.add(scanner.waiting);
            remains.add(scanner.found);
        }
    }

    /// The partitions of all scanners.
    pub(crate) fn partitions(&self) -> impl Iterator<Item = u32> {
        self.scanners.keys().copied()
    }

    /// Creates a scanner for each half of a split partition, with the schedule of the old scanner. Returns the planned
    /// pass of the old scanner, and leaves its times to be freed.
    pub(crate) fn divide(&mut self, division: Division, boundary: &RowKey, remains: &mut Remains) -> Option<Ticket> {
        let mut lower = self.scanners.remove(&division.parent)?;
        let planned = lower.planned.take();
        let (waiting, found) = (std::mem::take(&mut lower.waiting), std::mem::take(&mut lower.found));
        let half = |of: &Pages<(u64, RowKey), ()>, is_upper: bool| {
            let times = of.keys().filter(|(_, key)| (*key >= *boundary) == is_upper);
            Pages::of_ascending(times.map(|time| (time.clone(), ())))
        };
        (lower.waiting, lower.found) = (half(&waiting, false), half(&found, false));
        let upper = Scanner {
            waiting: half(&waiting, true),
            found: half(&found, true),
            first_pass: lower.first_pass,
            planned: None,
        };
        remains.add(waiting);
        remains.add(found);
        self.scanners.insert(division.children.0, lower);
        self.scanners.insert(division.children.1, upper);
        planned
    }

    /// Stores the planned pass; `None` while it runs.
    pub(crate) fn plan(&mut self, partition: u32, ticket: Option<Ticket>) {
        if let Some(scanner) = self.scanners.get_mut(&partition) {
            scanner.planned = ticket;
        }
    }

    /// Returns the items that a pass finds, oldest first and at most [`MOST_FOUND`]. They wait no longer.
    pub(crate) fn find(&mut self, partition: u32, now: Timestamp) -> Vec<(u64, RowKey)> {
        let Some(scanner) = self.scanners.get_mut(&partition) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        while found.len() < MOST_FOUND {
            let Some(oldest) = scanner
                .waiting
                .keys()
                .next()
                .filter(|(second, _)| expired_from(*second) <= now)
            else {
                break;
            };
            let oldest = oldest.clone();
            scanner.waiting.remove(&oldest);
            if !is_mistake(oldest.0, now) {
                scanner.found.insert(oldest.clone(), ());
                found.push(oldest);
            }
        }
        found
    }

    /// Number of items whose deletion is scheduled.
    pub(crate) fn found(&self) -> u64 {
        let listed = self.scanners.values().map(|scanner| scanner.found.len() as u64);
        listed.sum::<u64>() + self.unlisted
    }

    /// Counts a scheduled deletion of a checkpoint of version 1 as done.
    pub(crate) fn forget_unlisted(&mut self) {
        self.unlisted = self.unlisted.saturating_sub(1);
    }

    /// Number of items with a stored expiry time that no scanner has found yet.
    pub(crate) fn waiting(&self) -> usize {
        self.scanners.values().map(|scanner| scanner.waiting.len()).sum()
    }

    /// Number of items that have expired and that no scanner has found yet.
    pub(crate) fn unmet(&self, now: Timestamp) -> u64 {
        let least = |second: u64| (second, RowKey::least(Placement::MIN));
        let expired = least(now.seconds());
        let mistaken = now
            .seconds()
            .checked_sub(OLDEST_SECONDS)
            .map(|second| least(second + 1));
        let of = |scanner: &Scanner| {
            let mistaken = mistaken.as_ref().map_or(0, |bound| scanner.waiting.before(bound));
            scanner.waiting.before(&expired).saturating_sub(mistaken) as u64
        };
        self.scanners.values().map(of).sum()
    }

    /// Whether the scanner of a partition has found an item: its deletion is scheduled.
    pub(crate) fn is_found(&self, partition: u32, item: &Item, key: &RowKey) -> bool {
        let moment = moment(item, &self.attribute).zip(self.scanners.get(&partition));
        moment.is_some_and(|(second, scanner)| scanner.found.get(&(second, key.clone())).is_some())
    }

    /// The items not yet found that expire first or have expired: at most `most` of each partition, by row and time.
    pub(crate) fn soonest(&self, most: usize) -> impl Iterator<Item = (&RowKey, Timestamp)> {
        let waiting = self
            .scanners
            .values()
            .flat_map(move |scanner| scanner.waiting.keys().take(most));
        waiting.map(|(second, key)| (key, expired_from(*second)))
    }

    /// The next pass of each scanner that has one planned, by partition.
    pub(crate) fn passes(&self) -> impl Iterator<Item = (u32, Timestamp)> {
        self.scanners
            .iter()
            .filter_map(|(partition, scanner)| Some((*partition, scanner.planned?.due())))
    }

    /// When an item expires or expired; `None` without a valid time.
    pub(crate) fn moment_of(&self, item: &Item) -> Option<Timestamp> {
        moment(item, &self.attribute).map(expired_from)
    }

    /// When an item expired, if a write changes or removes its expiry time before the deletion.
    pub(crate) fn rescued(&self, before: &Item, after: &Item, now: Timestamp) -> Option<Timestamp> {
        let rescued = self.has_expired(before, now) && !self.has_expired(after, now);
        rescued.then(|| self.moment_of(before)).flatten()
    }

    /// Whether an item is expired.
    pub(crate) fn has_expired(&self, item: &Item, now: Timestamp) -> bool {
        moment(item, &self.attribute).is_some_and(|second| expired_from(second) <= now && !is_mistake(second, now))
    }
}

impl Scanner {
    /// The first pass at this time or later.
    fn pass_after(&self, moment: Timestamp, period: Duration) -> Timestamp {
        let waited = moment - self.first_pass;
        if period.is_zero() {
            return moment;
        }
        if moment <= self.first_pass {
            return self.first_pass;
        }
        let passes = waited.micros().div_ceil(period.micros());
        self.first_pass + period * passes
    }
}

/// The expiry time of an item in epoch seconds: a Number at the top level (documented: ttl-expiry), with fractions cut
/// off (observed: ttl-fractions, to be allowed).
fn moment(item: &Item, attribute: &str) -> Option<u64> {
    match item.get(attribute)? {
        AttributeValue::N(number) => number.whole_part().and_then(|whole| u64::try_from(whole).ok()),
        _ => None,
    }
}

/// The first time after this second: an item expires when its value is less than the current time
/// (documented: ttl-expiry).
pub(crate) fn expired_from(second: u64) -> Timestamp {
    Timestamp::from_seconds(second.saturating_add(1))
}

/// Whether a value is five years old or older, and so counts as a mistake (documented: ttl-expiry).
fn is_mistake(second: u64, now: Timestamp) -> bool {
    now.seconds().saturating_sub(second) >= OLDEST_SECONDS
}

#[cfg(test)]
mod tests {
    use hashrange_store::{Row, RowKeyBuilder};
    use hashrange_values::Number;

    use super::*;
    use crate::state::rows::measured;

    const NOW: Timestamp = Timestamp::from_seconds(1_571_827_560);

    fn session(expires: Option<&str>) -> Item {
        let number = |text: &str| AttributeValue::N(text.parse::<Number>().unwrap());
        expires
            .map(|text| ("ExpirationTime", number(text)))
            .into_iter()
            .collect()
    }

    fn expiry(items: &[(&str, Option<&str>)], period: Duration) -> Expiry {
        let mut rows = Space::new(1);
        for (name, expires) in items {
            let key = RowKeyBuilder::new(&[name.as_bytes()]).finish();
            rows.insert(
                key,
                Row {
                    value: Arc::new(session(*expires)),
                    size: 1,
                },
            );
        }
        let mut expiry = Expiry::new("ExpirationTime".into(), 1, &rows, NOW, period, &mut Random::new(1));
        expiry.gather(&rows, None, items.len(), NOW);
        expiry
    }

    #[test]
    fn an_item_expires_one_second_after_its_value() {
        let expiry = expiry(&[("a", Some("1571827560.5"))], Duration::ZERO);
        let item = session(Some("1571827560.5"));
        assert!(!expiry.has_expired(&item, NOW));
        assert!(expiry.has_expired(&item, NOW + Duration::from_seconds(1)));
        assert_eq!(
            expiry.next_pass(0, NOW, Duration::ZERO).map(|pass| pass.due),
            Some(NOW + Duration::from_seconds(1))
        );
    }

    #[test]
    fn mistakes_never_expire() {
        let four = (NOW.seconds() - 4 * 365 * 86_400).to_string();
        let six = (NOW.seconds() - 6 * 365 * 86_400).to_string();
        let mut expiry = expiry(
            &[("a", Some(&four)), ("b", Some(&six)), ("c", Some("0")), ("d", None)],
            Duration::ZERO,
        );
        assert_eq!(expiry.waiting(), 1);
        assert_eq!(expiry.find(0, NOW).len(), 1);
        assert!(!expiry.has_expired(&session(Some(&six)), NOW));
    }

    #[test]
    fn passes_keep_their_rhythm() {
        let period = Duration::from_minutes(10);
        let expiry = expiry(&[("a", Some("1571829999"))], period);
        let due = expiry.next_pass(0, NOW, period).unwrap().due;
        assert!(due >= Timestamp::from_seconds(1_571_830_000) && due < Timestamp::from_seconds(1_571_830_600));
        let first = expiry.scanners[&0].first_pass;
        assert_eq!((due - first).micros() % period.micros(), 0);
    }

    fn row(item: Item) -> ItemRow {
        ItemRow {
            size: measured(&item),
            value: Arc::new(item),
        }
    }

    #[test]
    fn a_write_moves_the_moment() {
        let mut expiry = expiry(&[("a", Some("1571827570"))], Duration::ZERO);
        let key = RowKeyBuilder::new(&[b"a"]).finish();
        let (old, new) = (session(Some("1571827570")), session(Some("1571827565")));
        let (old, new) = (row(old), row(new));
        let changed = Images {
            before: Some(&old),
            after: Some(&new),
        };
        let pass = expiry.note(0, &key, changed, NOW, Duration::ZERO).unwrap();
        assert_eq!(pass.due, Timestamp::from_seconds(1_571_827_566));
        let deleted = Images {
            before: Some(&new),
            after: None,
        };
        assert_eq!(expiry.note(0, &key, deleted, NOW, Duration::ZERO), None);
        assert_eq!(expiry.waiting(), 0);
    }
}
