//! Pure geometry for pictures: scales, ticks, bands and SVG path strings.
//!
//! Numbers go in, numbers and path strings come out. This crate must not know DynamoDB, the DOM, colours or fonts. It
//! serves pictures only, so that floats are welcome here; nothing computed here is ever journaled.

#![cfg_attr(test, allow(clippy::float_cmp))] // tests state places that floats hold exactly

mod band;
mod bar;
mod gap_scale;
mod heat_map;
mod linear;
mod near;
mod number;
mod path;
mod rect;
mod ticks;
mod time;
mod tree;

pub use band::{Band, BandScale};
pub use bar::{Segment, proportional_bar};
pub use gap_scale::GapScale;
pub use heat_map::{HeatGrid, crosses_path, heat_level, rects_path};
pub use linear::LinearScale;
pub use near::NearScale;
pub use number::compact;
pub use path::{area_path, line_path, link_path, step_area_path, step_path};
pub use rect::{Point, Rect};
pub use ticks::{nice_domain, nice_step, nice_ticks};
pub use time::{TimeScale, TimeTicks, time_ticks};
pub use tree::{TreeRow, elbow_path, tree_rows};
