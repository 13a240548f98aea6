//! Pure geometry for pictures: scales, ticks, bands and SVG path strings.
//!
//! Numbers in, numbers and texts out. This crate must not know DynamoDB, the DOM, colours or fonts. It is for people
//! only, so floats are allowed; its results are never journaled.

#![cfg_attr(test, allow(clippy::float_cmp))] // tests state places that floats hold exactly

mod band;
mod gap_scale;
mod linear;
mod number;
mod path;
mod rect;
mod ticks;

pub use band::{Band, BandScale};
pub use gap_scale::GapScale;
pub use linear::LinearScale;
pub use number::compact;
pub use path::{area_path, crosses_path, line_path, link_path, step_area_path, step_path};
pub use rect::{Point, Rect};
pub use ticks::{nice_domain, nice_ticks};
