//! The room in which a picture is to stand. Must not know what stands in it.

/// Where a picture is to stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels that it may fill; it takes more where it needs more.
    pub height: f64,
    /// Whether it is to be legible from the last row.
    pub present: bool,
}

/// Below this width things stand below each other.
pub(super) const NARROW: f64 = 640.0;
