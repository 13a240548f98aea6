//! The ways to return to a past state: step by step, to its position, to its time, from the bytes of the journal,
//! through another future.
//!
//! Must not know what happened.

use hashrange_endpoint::{ReplayError, Timeline};
use hashrange_journal::Entry;
use hashrange_time::{Duration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{Digests, Seen, digests};

/// Maximum number of single steps of undo or redo.
const MOST_STEPS: u64 = 40;

/// A stored past state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// Virtual time.
    pub at: Timestamp,
    /// The number of the record that led to this state, if everything was recorded.
    pub exact: Option<u64>,
    /// The number of the record in which time continued. Lines with this record contain this state.
    pub passed: u64,
    /// The digests at that time.
    pub digests: Digests,
}

/// A way to return: its name, and its function. The function returns whether the state can be reached this way.
pub type Way = (&'static str, Go);
type Go = fn(&mut Timeline<Seen>, &Moment) -> Result<bool, ReplayError>;

/// Every way.
pub const WAYS: [Way; 7] = [
    ("to its time", |timeline, moment| {
        timeline.go_to_time(moment.at).map(|()| true)
    }),
    ("to its time from the end", |timeline, moment| {
        timeline.go_to(u64::MAX)?;
        timeline.go_to_time(moment.at).map(|()| true)
    }),
    ("to its time from a little before", |timeline, moment| {
        timeline.go_to_time(moment.at - Duration::from_millis(70))?;
        timeline.go_to_time(moment.at).map(|()| true)
    }),
    ("to its place", |timeline, moment| {
        let Some(place) = place_of(timeline, moment) else {
            return Ok(false);
        };
        timeline.go_to(place).map(|()| true)
    }),
    ("by undoing", |timeline, moment| {
        let Some(place) = place_of(timeline, moment) else {
            return Ok(false);
        };
        timeline.go_to(place.saturating_add(MOST_STEPS))?;
        while timeline.place() > place && timeline.undo()? {}
        Ok(timeline.place() == place)
    }),
    ("by doing again", |timeline, moment| {
        let Some(place) = place_of(timeline, moment) else {
            return Ok(false);
        };
        timeline.go_to(place.saturating_sub(MOST_STEPS))?;
        while timeline.place() < place && timeline.redo()? {}
        Ok(timeline.place() == place)
    }),
    ("by undoing and doing again what people do", |timeline, moment| {
        let Some(place) = place_of(timeline, moment) else {
            return Ok(false);
        };
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

/// The position of a state on the current line, if it has one.
fn place_of(timeline: &Timeline<Seen>, moment: &Moment) -> Option<u64> {
    let exact = moment.exact?;
    timeline
        .steps()
        .zip(1..)
        .find_map(|(record, place)| (record.sequence == exact).then_some(place))
}

fn is_on_line(timeline: &Timeline<Seen>, moment: &Moment) -> bool {
    timeline.steps().any(|record| record.sequence == moment.passed)
}

/// Switches to a future that contains the state.
///
/// # Errors
/// If there is none.
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
    let around = timeline
        .record_at(timeline.place() + 1)
        .map(|next| (next.sequence, matches!(next.entry, Entry::Sent { .. })));
    Err(format!(
        "{way}: {other:?} of {moment:?} differ; the next record is {around:?}"
    ))
}

/// Returns in one way and compares the result. Returns whether the state can be reached this way.
///
/// # Errors
/// The difference.
pub fn try_way(timeline: &mut Timeline<Seen>, (name, go): Way, moment: &Moment) -> Result<bool, String> {
    let reached = go(timeline, moment).map_err(|error| format!("{name}: {error}"))?;
    if reached {
        compare(timeline, moment, name)?;
    }
    Ok(reached)
}

/// Reads a journal to its end, in batches of records as a page does. Then returns to its stored states in these ways,
/// the last state first. Reports the service at its end, and the number of returns.
///
/// # Errors
/// The difference.
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

/// The result of a journal.
#[derive(Clone, Copy, Debug)]
pub struct Returned {
    /// The state at its end.
    pub state: u128,
    /// The number of returns to stored states.
    pub returns: u64,
}
