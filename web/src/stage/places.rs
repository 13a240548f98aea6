//! The positions of everything in a picture, and what it shows first. Must not know how they are computed.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{Part, Stage};
use hashrange_values::Text;

use super::pen::Scale;
use super::told::Told;
use super::wanted::Wanted;

/// The positions of everything.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Places {
    pub scale: Scale,
    /// Whether things are stacked.
    pub narrow: bool,
    /// Whether things are stacked in the height of the area: a lesson on a phone.
    pub fitted: bool,
    /// What the picture shows first.
    pub wanted: Wanted,
    /// The request whose effect the picture shows.
    pub told: Told,
    /// The keys that it may show.
    pub keys: Vec<Text>,
    /// The height of the area.
    pub room: f64,
    /// Whether everything is visible at this letter size.
    pub fits: bool,
    pub width: f64,
    pub height: f64,
    pub margin: f64,
    pub senders: Vec<Rect>,
    pub accelerator: Option<Rect>,
    pub hash: Rect,
    /// The figures of requests.
    pub requests: Rect,
    /// The baseline of the table's title.
    pub title: Point,
    /// Partitions in hash order.
    pub partitions: Vec<Rect>,
    /// Global indexes.
    pub indexes: Vec<Rect>,
    /// The place of the number of indexes that have none.
    pub others: Option<Rect>,
    /// The height at which the pipe of each index runs.
    pub lanes: Vec<f64>,
    /// Stream, TTL, and the items that an index omitted.
    pub stream: Option<Rect>,
    pub expiry: Option<Rect>,
}

impl Places {
    /// The role of a figure of this second: it stands while the clock is paused.
    pub(super) const fn figure(&self) -> &'static str {
        if self.wanted.paused { "figure faint" } else { "figure" }
    }

    /// Whether time to live has a place: it is or was on, or a step names it.
    pub(super) fn shows_expiry(&self, stage: &Stage) -> bool {
        stage.expiry.is_some() || self.wanted.has(&Part::Expiry)
    }
}
