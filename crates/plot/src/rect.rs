//! Points and rectangles. The y axis points down, as in SVG.
//!
//! Must not know what is drawn in them.

/// A place in a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Distance from the left.
    pub x: f64,
    /// Distance from the top.
    pub y: f64,
}

impl Point {
    /// The point at these distances.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// An upright rectangle; its width and height are never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Rect {
    /// A rectangle; a negative width or height becomes zero.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self {
            x,
            y,
            width: width.max(0.0),
            height: height.max(0.0),
        }
    }

    /// The rectangle between two opposite corners, in any order.
    pub const fn between(one: Point, other: Point) -> Self {
        let (x, y) = (one.x.min(other.x), one.y.min(other.y));
        Self::new(x, y, one.x.max(other.x) - x, one.y.max(other.y) - y)
    }

    /// The right edge.
    pub const fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The lower edge.
    pub const fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The middle.
    pub const fn center(&self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The middle of the left edge, where a link ends.
    pub const fn left_middle(&self) -> Point {
        Point::new(self.x, self.y + self.height / 2.0)
    }

    /// The middle of the right edge, where a link starts.
    pub const fn right_middle(&self) -> Point {
        Point::new(self.right(), self.y + self.height / 2.0)
    }

    /// The rectangle without a margin on each side; too large margins leave no width or height.
    pub const fn inset(&self, left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self::new(
            self.x + left,
            self.y + top,
            self.width - left - right,
            self.height - top - bottom,
        )
    }

    /// Whether the point is inside, or on the left or upper edge. Touching rectangles therefore share no point.
    pub fn contains(&self, point: Point) -> bool {
        (self.x..self.right()).contains(&point.x) && (self.y..self.bottom()).contains(&point.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_and_margins() {
        let rect = Rect::between(Point::new(40.0, 30.0), Point::new(10.0, 10.0));
        assert_eq!(rect, Rect::new(10.0, 10.0, 30.0, 20.0));
        assert_eq!((rect.right(), rect.bottom()), (40.0, 30.0));
        assert_eq!(rect.center(), Point::new(25.0, 20.0));
        assert_eq!(
            (rect.left_middle(), rect.right_middle()),
            (Point::new(10.0, 20.0), Point::new(40.0, 20.0))
        );
        assert_eq!(rect.inset(5.0, 1.0, 5.0, 1.0), Rect::new(15.0, 11.0, 20.0, 18.0));
        assert_eq!(rect.inset(20.0, 0.0, 20.0, 0.0).width, 0.0);
        assert!(rect.contains(Point::new(10.0, 10.0)) && !rect.contains(Point::new(40.0, 10.0)));
    }
}
