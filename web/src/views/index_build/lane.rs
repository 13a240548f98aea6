//! The stages of the life of an index, one lane each: over, under way or to come.

use hashrange_protocol::{BuildPhase, BuildStages};
use hashrange_time::Timestamp;

use crate::views::figures;

/// A stage of the life of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) name: &'static str,
    pub(super) state: LaneState,
    /// When it began and how long it took, as far as it is known.
    pub(super) detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaneState {
    Over,
    Now,
    Ahead,
}

impl LaneState {
    /// The class and the sign of a lane.
    pub(super) fn drawn(self) -> (&'static str, &'static str) {
        match self {
            Self::Over => ("build-lane build-lane-over", "✓"),
            Self::Now => ("build-lane build-lane-now", "▸"),
            Self::Ahead => ("build-lane", "·"),
        }
    }
}

/// The lanes of an index as they stand.
pub(super) fn lanes(phase: BuildPhase, stages: BuildStages, now: Timestamp) -> Vec<Lane> {
    let place = match phase {
        BuildPhase::Allocating => 0,
        BuildPhase::Backfilling => 1,
        _ => 2,
    };
    let from = [stages.began, stages.filling, stages.active];
    let ends = [stages.filling, stages.active, None];
    let lane = |(at, name): (usize, &'static str)| {
        let state = match at.cmp(&place) {
            std::cmp::Ordering::Less => LaneState::Over,
            std::cmp::Ordering::Equal => LaneState::Now,
            std::cmp::Ordering::Greater => LaneState::Ahead,
        };
        let began = from.get(at).copied().flatten();
        let ended = ends.get(at).copied().flatten();
        let detail = match (state, began) {
            (LaneState::Ahead, _) => "to come".to_owned(),
            (LaneState::Over, None) if stages.began.is_none() => "not needed: created with the table".to_owned(),
            (_, None) => String::new(),
            (_, Some(began)) => {
                let took = ended.unwrap_or(now) - began;
                format!("{}, {}", figures::time_of_day(began.seconds()), figures::span(took))
            }
        };
        Lane { name, state, detail }
    };
    ["resource allocation", "backfilling", "active"].into_iter().enumerate().map(lane).collect()
}
