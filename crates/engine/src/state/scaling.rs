//! Auto scaling of a table and its global indexes: registered targets, their policies, and the consumption per minute.
//!
//! Owns the decision. Must not know how throughput is changed, nor when the decision is made.

use std::collections::VecDeque;

use hashrange_capacity::Units;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use hashrange_wire::TargetTracking;
use litemap::LiteMap;

use crate::state::log::consumption::Direction;

/// Minutes above the target before capacity is added (documented: auto-scaling).
const MINUTES_ABOVE: usize = 2;
/// Minutes below the target before capacity is removed (documented: auto-scaling).
const MINUTES_BELOW: usize = 15;
/// A minute is below the target if it is more than this many percentage points under it (inferred: scaling-band, the
/// reported alarms of a target of 70 % are at 70 % and 50 %).
const BAND_PERCENT: f64 = 20.0;
/// Number of listed activities.
const ACTIVITIES_KEPT: usize = 50;
const MINUTE: Duration = Duration::from_minutes(1);

/// The table itself or an index, and reads or writes.
pub(crate) type Scaled = (Option<Text>, Direction);

/// The auto scaling of a table and its indexes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scaling {
    targets: LiteMap<Scaled, Target>,
    /// Latest last.
    pub(crate) activities: VecDeque<Activity>,
    /// Whether an evaluation is scheduled.
    pub(crate) planned: bool,
}

hashrange_checkpoint::fields!(Scaling {
    targets,
    activities,
    planned
});

/// A registered target.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) registered: Timestamp,
    pub(crate) min: u64,
    pub(crate) max: u64,
    pub(crate) policy: Option<TrackingPolicy>,
    usage: Usage,
}

hashrange_checkpoint::fields!(Target {
    registered,
    min,
    max,
    policy,
    usage
});

/// A policy that tracks a target.
#[derive(Clone, Debug)]
pub(crate) struct TrackingPolicy {
    pub(crate) name: String,
    pub(crate) made: Timestamp,
    pub(crate) tracking: TargetTracking,
    last_increase: Option<Timestamp>,
    last_change: Option<Timestamp>,
}

hashrange_checkpoint::fields!(TrackingPolicy {
    name,
    made,
    tracking,
    last_increase,
    last_change
});

/// A change that was applied or refused.
#[derive(Clone, Debug)]
pub(crate) struct Activity {
    pub(crate) at: Timestamp,
    pub(crate) of: Scaled,
    pub(crate) policy: String,
    pub(crate) alarm: Alarm,
    pub(crate) to: u64,
    /// Why it was refused.
    pub(crate) refusal: Option<String>,
}

hashrange_checkpoint::fields!(Activity {
    at,
    of,
    policy,
    alarm,
    to,
    refusal
});

/// The alarm that triggered a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alarm {
    High,
    Low,
    /// Capacity was out of the target's bounds.
    Bounds,
}

hashrange_checkpoint::variants!(Alarm { High, Low, Bounds });

/// A change of one rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) alarm: Alarm,
    pub(crate) to: u64,
}

/// Units of consecutive past minutes with consumption. A minute without consumption is missing data, so auto scaling
/// does not decrease an unused resource (documented: auto-scaling-policies).
#[derive(Clone, Debug, Default)]
struct Usage {
    minute: u64,
    used: Units,
    past: VecDeque<Units>,
}

hashrange_checkpoint::fields!(Usage { minute, used, past });

impl Alarm {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::High => "AlarmHigh",
            Self::Low => "AlarmLow",
            Self::Bounds => "ProvisionedCapacity",
        }
    }
}

impl Scaling {
    pub(crate) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    pub(crate) fn target(&self, of: &Scaled) -> Option<&Target> {
        self.targets.get(of)
    }

    pub(crate) fn target_mut(&mut self, of: &Scaled) -> Option<&mut Target> {
        self.targets.get_mut(of)
    }

    pub(crate) fn targets(&self) -> impl Iterator<Item = (&Scaled, &Target)> {
        self.targets.iter()
    }

    /// Registers a target, or sets the bounds of an existing one.
    pub(crate) fn register(&mut self, of: Scaled, min: u64, max: u64, now: Timestamp) {
        let fresh = || Target {
            registered: now,
            min,
            max,
            policy: None,
            usage: Usage::default(),
        };
        let target = self.targets.entry(of).or_insert_with(fresh);
        (target.min, target.max) = (min, max);
    }

    /// Deregisters a target and deletes its policy. Returns whether it existed.
    pub(crate) fn deregister(&mut self, of: &Scaled) -> bool {
        self.targets.remove(of).is_some()
    }

    /// Counts consumption.
    pub(crate) fn consume(&mut self, of: &Scaled, units: Units, now: Timestamp) {
        if let Some(target) = self.targets.get_mut(of) {
            target.usage.add(now, units);
        }
    }

    /// Whether another minute could change a decision.
    pub(crate) fn is_watching(&self) -> bool {
        self.targets
            .values()
            .any(|target| target.policy.is_some() && !target.usage.is_idle())
    }

    pub(crate) fn record(&mut self, activity: Activity) {
        if self.activities.len() == ACTIVITIES_KEPT {
            self.activities.pop_front();
        }
        self.activities.push_back(activity);
    }
}

impl Usage {
    fn add(&mut self, now: Timestamp, units: Units) {
        self.turn(now);
        self.used += units;
    }

    /// Closes minutes that are over.
    fn turn(&mut self, now: Timestamp) {
        let minute = now.seconds() / MINUTE.seconds();
        if minute <= self.minute {
            return;
        }
        if self.used.is_zero() || minute > self.minute + 1 {
            self.past.clear();
        }
        if !self.used.is_zero() && minute == self.minute + 1 {
            if self.past.len() == MINUTES_BELOW {
                self.past.pop_front();
            }
            self.past.push_back(self.used);
        }
        (self.minute, self.used) = (minute, Units::ZERO);
    }

    fn is_idle(&self) -> bool {
        self.used.is_zero() && self.past.is_empty()
    }
}

impl TrackingPolicy {
    pub(crate) fn new(name: String, tracking: TargetTracking, now: Timestamp) -> Self {
        Self {
            name,
            made: now,
            tracking,
            last_increase: None,
            last_change: None,
        }
    }

    /// Changes the target of the policy.
    pub(crate) fn track(&mut self, tracking: TargetTracking) {
        self.tracking = tracking;
    }
}

impl Target {
    /// Evaluates the finished minutes, and returns the new rate if it changes.
    pub(crate) fn decide(&mut self, rate: u64, now: Timestamp) -> Option<Decision> {
        self.usage.turn(now);
        let policy = self.policy.as_ref()?;
        let clamped = |units: u64| units.clamp(self.min, self.max.max(self.min));
        if clamped(rate) != rate {
            return Some(Decision {
                alarm: Alarm::Bounds,
                to: clamped(rate),
            });
        }
        let target = hundredths(policy.tracking.target_value);
        let low = hundredths((policy.tracking.target_value - BAND_PERCENT).max(policy.tracking.target_value / 2.0));
        let past = &self.usage.past;
        let above = past
            .iter()
            .rev()
            .take(MINUTES_ABOVE)
            .filter(|used| load(**used) > line(rate, target))
            .count();
        if above == MINUTES_ABOVE {
            let to = clamped(wanted(*past.back()?, target));
            let waited = waited(policy.last_increase, policy.tracking.scale_out_cooldown, now);
            return (to > rate && waited).then_some(Decision { alarm: Alarm::High, to });
        }
        let below = past.iter().filter(|used| load(**used) < line(rate, low)).count();
        if below < MINUTES_BELOW || policy.tracking.disable_scale_in == Some(true) {
            return None;
        }
        // The new rate fits the busiest of these minutes (a model).
        let to = clamped(wanted(past.iter().copied().max()?, target).max(1));
        let waited = waited(policy.last_change, policy.tracking.scale_in_cooldown, now);
        (to < rate && waited).then_some(Decision { alarm: Alarm::Low, to })
    }

    /// Records that a decision was applied.
    pub(crate) fn changed(&mut self, increase: bool, now: Timestamp) {
        if let Some(policy) = &mut self.policy {
            policy.last_change = Some(now);
            if increase {
                policy.last_increase = Some(now);
            }
        }
    }
}

/// Percent in hundredths, so that the other arithmetic uses integers.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "20 to 90 percent"
)]
fn hundredths(percent: f64) -> u64 {
    (percent * 100.0) as u64
}

/// The consumption of a minute in half units times ten thousand.
fn load(used: Units) -> u128 {
    u128::from(used.as_halves()) * 10_000
}

/// The consumption of a minute at this utilization of a rate, in the same measure.
fn line(rate: u64, hundredths: u64) -> u128 {
    u128::from(rate) * u128::from(2 * MINUTE.seconds()) * u128::from(hundredths)
}

/// The rate at which a minute's use equals the target (inferred: scaling-target).
fn wanted(used: Units, hundredths: u64) -> u64 {
    let units = load(used).div_ceil(u128::from(2 * MINUTE.seconds() * hundredths.max(1)));
    u64::try_from(units).unwrap_or(u64::MAX)
}

/// Whether the cooldown is over. There is no cooldown unless one is set (documented: auto-scaling-policies, for
/// tables).
fn waited(last: Option<Timestamp>, cooldown: Option<u32>, now: Timestamp) -> bool {
    last.is_none_or(|last| now - last >= Duration::from_seconds(u64::from(cooldown.unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use hashrange_wire::ScalingMetric;

    use super::*;

    fn target(min: u64, max: u64, cooldown: Option<u32>) -> Target {
        let mut scaling = Scaling::default();
        let of = (None, Direction::Write);
        scaling.register(of.clone(), min, max, Timestamp::from_seconds(0));
        let mut target = scaling.target(&of).unwrap().clone();
        let tracking = TargetTracking {
            target_value: 70.0,
            metric: ScalingMetric::Writes,
            scale_out_cooldown: cooldown,
            scale_in_cooldown: cooldown,
            disable_scale_in: None,
        };
        target.policy = Some(TrackingPolicy::new(
            "p".to_owned(),
            tracking,
            Timestamp::from_seconds(0),
        ));
        target
    }

    /// The rate minute by minute at this number of units per second.
    fn run(target: &mut Target, rate: &mut u64, a_second: &[u64], first: u64) -> Vec<u64> {
        let mut rates = Vec::new();
        for (minute, units) in (first..).zip(a_second) {
            if *units > 0 {
                target
                    .usage
                    .add(Timestamp::from_seconds(minute * 60 + 10), Units::whole(units * 60));
            }
            let now = Timestamp::from_seconds((minute + 1) * 60);
            if let Some(decision) = target.decide(*rate, now) {
                target.changed(decision.to > *rate, now);
                *rate = decision.to;
            }
            rates.push(*rate);
        }
        rates
    }

    #[test]
    fn two_minutes_above_add_and_fifteen_below_take_away() {
        let (mut target, mut rate) = (target(5, 100, None), 10);
        assert_eq!(run(&mut target, &mut rate, &[8, 8, 8], 0), [10, 12, 12]);
        assert_eq!(
            run(&mut target, &mut rate, &[2; 15], 3),
            [[12; 14].as_slice(), &[5]].concat()
        );
    }

    #[test]
    fn one_minute_is_no_reason_and_no_use_is_no_data() {
        let (mut target, mut rate) = (target(1, 100, None), 10);
        assert_eq!(run(&mut target, &mut rate, &[50, 1, 50, 1], 0), [10; 4]);
        assert_eq!(run(&mut target, &mut rate, &[0; 60], 4), [10; 60]);
    }

    #[test]
    fn bounds_hold_and_cooldowns_wait() {
        let (mut target, mut rate) = (target(20, 40, Some(180)), 10);
        assert_eq!(run(&mut target, &mut rate, &[1], 0), [20]);
        assert_eq!(
            run(&mut target, &mut rate, &[18, 18, 24, 90, 90, 90], 1),
            [20, 20, 35, 35, 35, 40]
        );
    }
}
