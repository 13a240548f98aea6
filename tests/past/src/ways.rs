//! The ways back to a moment: step by step, to its place, to its time, from the bytes of the journal, by another future.
//!
//! Must not know what happened.

use hashrange_endpoint::{ReplayError, Timeline};
use hashrange_journal::Entry;
use hashrange_time::{Duration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{Digests, Seen, digests};

/// Steps that are undone or done again one by one at most.
const MOST_STEPS: u64 = 40;

/// A moment that was kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// Virtual time.
    pub at: Timestamp,
    /// The number of the record that led there, where nothing was left to write down.
    pub exact: Option<u64>,
    /// The number of the record in which time went on: lines with it pass this moment.
    pub passed: u64,
    /// What was found there.
    pub digests: Digests,
}

/// A way back: its name, and how it is gone. It tells whether the moment can be reached like this.
pub type Way = (&'static str, Go);
type Go = fn(&mut Timeline<Seen>, &Moment) -> Result<bool, ReplayError>;

/// Every way.
pub const WAYS: [Way; 7] = [
    ("to its time", |timeline, moment| timeline.go_to_time(moment.at).map(|()| true)),
    ("to its time from the end", |timeline, moment| {
        timeline.go_to(u64::MAX)?;
        timeline.go_to_time(moment.at).map(|()| true)
    }),
    ("to its time from a little before", |timeline, moment| {
        timeline.go_to_time(moment.at - Duration::from_millis(70))?;
        timeline.go_to_time(moment.at).map(|()| true)
    }),
    ("to its place", |timeline, moment| {
        let Some(place) = place_of(timeline, moment) else { return Ok(false) };
        timeline.go_to(place).map(|()| true)
    }),
    ("by undoing", |timeline, moment| {
        let Some(place) = place_of(timeline, moment) else { return Ok(false) };
        timeline.go_to(place.saturating_add(MOST_STEPS))?;
        while timeline.place() > place && timeline.undo()? {}
        Ok(timeline.place() == place)
    }),
    ("by doing again", |timeline, moment| {
        let Some(place) = place_of(timeline, moment) else { return Ok(false) };
        timeline.go_to(place.saturating_sub(MOST_STEPS))?;
        while timeline.place() < place && timeline.redo()? {}
        Ok(timeline.place() == place)
    }),
    ("by undoing and doing again what people do", |timeline, moment| {
        let Some(place) = place_of(timeline, moment) else { return Ok(false) };
        timeline.go_to(place)?;
        for _ in 0..4 {
            let Some(before) = timeline.undo_place() else { break };
            timeline.go_to(before)?;
        }
        while let Some(after) = timeline.redo_place().filter(|after| *after <= place) {
            timeline.go_to(after)?;
        }
        timeline.forward(place - timeline.place())?;
        Ok(true)
    }),
];

/// The place of a moment on the line that is looked at, where it is one.
fn place_of(timeline: &Timeline<Seen>, moment: &Moment) -> Option<u64> {
    let exact = moment.exact?;
    timeline.steps().zip(1..).find_map(|(record, place)| (record.sequence == exact).then_some(place))
}

fn is_on_line(timeline: &Timeline<Seen>, moment: &Moment) -> bool {
    timeline.steps().any(|record| record.sequence == moment.passed)
}

/// Looks at a future in which the moment lies.
///
/// # Errors
/// When there is none.
pub fn take_up(timeline: &mut Timeline<Seen>, moment: &Moment) -> Result<(), String> {
    if is_on_line(timeline, moment) {
        return Ok(());
    }
    for future in timeline.futures().to_vec() {
        timeline.switch(future).map_err(|error| error.to_string())?;
        if is_on_line(timeline, moment) {
            return Ok(());
        }
    }
    Err(format!("no future leads to record {}", moment.passed))
}

fn compare(timeline: &Timeline<Seen>, moment: &Moment, way: &str) -> Result<(), String> {
    let found = digests(timeline);
    let other: Vec<&str> = found
        .iter()
        .zip(&moment.digests)
        .filter(|(now, then)| now != then)
        .map(|((name, _), _)| name.as_str())
        .collect();
    if other.is_empty() && found.len() == moment.digests.len() {
        return Ok(());
    }
    let around =
        timeline.record_at(timeline.place() + 1).map(|next| (next.sequence, matches!(next.entry, Entry::Sent { .. })));
    Err(format!("{way}: {other:?} of {moment:?} differ; the next record is {around:?}"))
}

/// Goes a way and compares what is found there; whether the moment can be reached like this.
///
/// # Errors
/// What is not the same.
pub fn try_way(timeline: &mut Timeline<Seen>, (name, go): Way, moment: &Moment) -> Result<bool, String> {
    let reached = go(timeline, moment).map_err(|error| format!("{name}: {error}"))?;
    if reached {
        compare(timeline, moment, name)?;
    }
    Ok(reached)
}

/// Reads a journal to its end, in stretches of so many records as a page does, and comes back to its moments, the last one
/// first, in these ways. Returns the service at its end, and how often it came back.
///
/// # Errors
/// What is not the same.
pub fn return_from_bytes(bytes: &[u8], moments: &[Moment], stretch: u64, ways: &[Way]) -> Result<Returned, String> {
    let mut timeline = Timeline::<Seen>::load(bytes).map_err(|error| error.to_string())?;
    while timeline.forward(stretch).map_err(|error| format!("reload: {error}"))? {}
    let (state, mut returns) = (timeline.state_hash(), 0);
    for moment in moments.iter().rev() {
        take_up(&mut timeline, moment)?;
        for way in ways {
            let reached = try_way(&mut timeline, *way, moment).map_err(|message| format!("reloaded, {message}"))?;
            returns += u64::from(reached);
        }
    }
    Ok(Returned { state, returns })
}

/// What a journal led to.
#[derive(Clone, Copy, Debug)]
pub struct Returned {
    /// The state at its end.
    pub state: u128,
    /// How often a moment was come back to.
    pub returns: u64,
}
