//! The area for a picture. Must not know its content.

/// The area for a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageSize {
    /// Width in pixels.
    pub width: f64,
    /// The height in pixels that it may fill. It uses more if necessary.
    pub height: f64,
    /// Whether it is in presentation mode, legible from the last row.
    pub present: bool,
}

/// The width below which things are stacked.
pub(super) const NARROW: f64 = 640.0;
