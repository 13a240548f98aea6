//! The band scale: equal lanes with gaps between them, for rows, columns and bars.
//!
//! Must not know the content of a lane.

/// One lane: where it starts and how wide it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// The nearer edge.
    pub start: f64,
    /// The width without gaps.
    pub width: f64,
}

impl Band {
    /// The middle of the lane.
    pub const fn center(&self) -> f64 {
        self.start + self.width / 2.0
    }

    /// The further edge.
    pub const fn end(&self) -> f64 {
        self.start + self.width
    }
}

/// `count` lanes of one width over a range. Gaps are given as a share of the distance from lane to lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandScale {
    count: usize,
    first: f64,
    step: f64,
    width: f64,
}

impl BandScale {
    /// Lanes from `start` to `end`. `inner` is the share of a step between two lanes, `outer` the share before the
    /// first and after the last. Both are limited to 0 to 1. An `end` before the `start` leaves no space.
    pub fn new(count: usize, start: f64, end: f64, inner: f64, outer: f64) -> Self {
        let (inner, outer) = (share(inner), share(outer));
        let steps = count as f64 - inner + 2.0 * outer;
        let step = if count == 0 || steps <= 0.0 {
            0.0
        } else {
            (end - start).max(0.0) / steps
        };
        Self {
            count,
            first: start + step * outer,
            step,
            width: step * (1.0 - inner),
        }
    }

    /// Lanes of a fixed width and gap. The end follows from them.
    pub fn with_width(count: usize, start: f64, width: f64, gap: f64) -> Self {
        Self {
            count,
            first: start,
            step: width.max(0.0) + gap.max(0.0),
            width: width.max(0.0),
        }
    }

    /// The number of lanes.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The distance from one lane's start to the next one's.
    pub const fn step(&self) -> f64 {
        self.step
    }

    /// The width of each lane.
    pub const fn width(&self) -> f64 {
        self.width
    }

    /// The end of the last lane.
    pub fn end(&self) -> f64 {
        self.count
            .checked_sub(1)
            .map_or(self.first, |last| self.first + self.step * last as f64 + self.width)
    }

    /// The lane of this number, counted from zero; `None` beyond the last.
    pub fn band(&self, index: usize) -> Option<Band> {
        (index < self.count).then_some(Band {
            start: self.first + self.step * index as f64,
            width: self.width,
        })
    }

    /// All lanes in order.
    pub fn bands(&self) -> impl Iterator<Item = Band> + use<> {
        let scale = *self;
        (0..scale.count).filter_map(move |index| scale.band(index))
    }

    /// The lane at a position; `None` in a gap or outside.
    pub fn index_at(&self, place: f64) -> Option<usize> {
        let steps = ((place - self.first) / self.step).floor();
        if !steps.is_finite() || steps < 0.0 || steps >= self.count as f64 {
            return None;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // lies between zero and the count
        let index = steps as usize;
        self.band(index).filter(|band| place < band.end()).map(|_| index)
    }
}

fn share(value: f64) -> f64 {
    if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lanes_share_the_range() {
        let lanes = BandScale::new(4, 10.0, 50.0, 0.0, 0.0);
        assert_eq!((lanes.step(), lanes.width(), lanes.end()), (10.0, 10.0, 50.0));
        let padded = BandScale::new(2, 0.0, 100.0, 0.5, 0.25);
        assert_eq!(padded.step(), 50.0);
        let bands: Vec<_> = padded.bands().collect();
        assert_eq!(
            bands,
            [
                Band {
                    start: 12.5,
                    width: 25.0
                },
                Band {
                    start: 62.5,
                    width: 25.0
                }
            ]
        );
        assert_eq!(bands[0].center(), 25.0);
        assert_eq!(padded.band(2), None);
    }

    #[test]
    fn a_place_names_its_lane_and_a_gap_none() {
        let lanes = BandScale::with_width(3, 100.0, 17.0, 2.0);
        assert_eq!(lanes.index_at(100.0), Some(0));
        assert_eq!(lanes.index_at(116.9), Some(0));
        assert_eq!(lanes.index_at(117.5), None);
        assert_eq!(lanes.index_at(119.0), Some(1));
        assert_eq!(
            (lanes.index_at(99.0), lanes.index_at(157.0), lanes.index_at(f64::NAN)),
            (None, None, None)
        );
        assert_eq!(lanes.end(), 155.0);
    }

    #[test]
    fn no_lanes_and_no_room_are_allowed() {
        let none = BandScale::new(0, 0.0, 100.0, 0.1, 0.1);
        assert_eq!(
            (none.count(), none.index_at(5.0), none.bands().count(), none.end()),
            (0, None, 0, 0.0)
        );
        let crushed = BandScale::new(3, 100.0, 0.0, 0.1, 0.1);
        assert_eq!((crushed.width(), crushed.index_at(100.0)), (0.0, None));
        assert_eq!(BandScale::new(1, 0.0, 10.0, 1.0, 0.0).width(), 0.0);
    }

    proptest! {
        #[test]
        fn every_lane_is_found_at_its_center(count in 1..200_usize, inner in 0.0..0.9, outer in 0.0..1.0) {
            let lanes = BandScale::new(count, 0.0, 1_000.0, inner, outer);
            for (index, band) in lanes.bands().enumerate() {
                prop_assert_eq!(lanes.index_at(band.center()), Some(index));
            }
            prop_assert!(lanes.end() <= 1_000.0 + 1e-6);
        }
    }
}
