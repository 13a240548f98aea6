//! Draws marks into groups: boxes, lines and texts cut to fit. Must not know their meaning.

use hashrange_plot::{Point, Rect};

use super::mark::{Anchor, Group, Mark, Picture, Shape, Subject, Tone};

/// Lengths that depend on the letter height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    /// The usual letter height.
    pub text: f64,
    /// The letter height of figures beside a thing.
    pub small: f64,
}

/// Width of a letter of the fixed-width font, relative to its height. It measures text, because no font is available
/// here.
const LETTER: f64 = 0.605;

impl Scale {
    /// A length in letter heights.
    pub(super) fn em(self, times: f64) -> f64 {
        self.text * times
    }

    /// The number of letters of the small size that fit.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a width is small and not negative
    pub(super) fn letters(self, width: f64) -> usize {
        (width.max(0.0) / (self.small * LETTER)) as usize
    }

    /// The width of text of the small size.
    pub(super) fn width(self, text: &str) -> f64 {
        text.chars().count() as f64 * self.small * LETTER
    }
}

/// Text with at most this many letters. An ellipsis replaces the rest.
pub(super) fn fit(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    if most < 2 {
        return String::new();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// Text with at most this many letters: its last clauses are left out, whole. Empty if not even the first one fits.
pub(super) fn clauses(text: &str, most: usize) -> String {
    let mut kept = text;
    while kept.chars().count() > most {
        kept = kept.rsplit_once(", ").map_or("", |(before, _)| before);
    }
    kept.to_owned()
}

/// A name with at most this many letters. An ellipsis replaces its middle, so that a suffix stays.
pub(super) fn fit_middle(name: &str, most: usize) -> String {
    let whole = name.chars().count();
    if whole <= most {
        return name.to_owned();
    }
    if most < 4 {
        return fit(name, most);
    }
    let tail = most / 2;
    let head = name.chars().take(most - 1 - tail);
    head.chain(['…']).chain(name.chars().skip(whole - tail)).collect()
}

/// A group that is being drawn.
pub(super) struct Pen {
    pub scale: Scale,
    group: Group,
}

impl Pen {
    pub(super) fn new(scale: Scale, subject: Subject, name: impl Into<String>, cover: Rect) -> Self {
        let group = Group {
            subject,
            name: name.into(),
            selectable: true,
            tone: Tone::Plain,
            cover,
            marks: Vec::new(),
        };
        Self { scale, group }
    }

    /// Makes the group not selectable.
    pub(super) fn still(mut self) -> Self {
        self.group.selectable = false;
        self
    }

    /// Makes the group stand out, or not.
    pub(super) fn toned(mut self, tone: Tone) -> Self {
        self.group.tone = tone;
        self
    }

    /// Changes the accessible name.
    pub(super) fn rename(&mut self, name: String) {
        self.group.name = name;
    }

    pub(super) fn cover(&self) -> Rect {
        self.group.cover
    }

    pub(super) fn block(&mut self, role: &'static str, rect: Rect, radius: f64) {
        self.group.marks.push(Mark {
            role,
            shape: Shape::Block(rect, radius),
        });
    }

    pub(super) fn line(&mut self, role: &'static str, points: Vec<Point>, width: f64) {
        self.group.marks.push(Mark {
            role,
            shape: Shape::Line(points, width),
        });
    }

    /// Text of the small size.
    pub(super) fn say(&mut self, role: &'static str, at: Point, anchor: Anchor, text: impl Into<String>) {
        self.write(role, at, anchor, self.scale.small, text);
    }

    pub(super) fn write(&mut self, role: &'static str, at: Point, anchor: Anchor, size: f64, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.group.marks.push(Mark {
                role,
                shape: Shape::Words { at, anchor, size, text },
            });
        }
    }

    /// A bar filled to this share. A small share is still visible.
    pub(super) fn bar(&mut self, role: &'static str, rect: Rect, share: f64) {
        let radius = rect.height / 2.0;
        self.block("track", rect, radius);
        if share > 0.0 {
            let width = (rect.width * share.min(1.0)).max(rect.height.min(rect.width));
            self.block(role, Rect::new(rect.x, rect.y, width, rect.height), radius);
        }
    }

    pub(super) fn done(self, picture: &mut Picture) {
        picture.groups.push(self.group);
    }
}

/// A curve that starts and ends vertically, as points.
pub(super) fn curve(from: Point, to: Point) -> Vec<Point> {
    const STEPS: u32 = 14;
    let bend = (to.y - from.y) * 0.6;
    let place = |step: u32| {
        let share = f64::from(step) / f64::from(STEPS);
        let rest = 1.0 - share;
        let weights = [
            rest.powi(3),
            3.0 * rest * rest * share,
            3.0 * rest * share * share,
            share.powi(3),
        ];
        let [a, b, c, d] = weights;
        let mix = |one: f64, two: f64, three: f64, four: f64| a * one + b * two + c * three + d * four;
        Point::new(
            mix(from.x, from.x, to.x, to.x),
            mix(from.y, from.y + bend, to.y - bend, to.y),
        )
    };
    (0..=STEPS).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_left_out_whole() {
        let status = "ACTIVE, 1,041 entries, 3 left out";
        assert_eq!(
            [40, 25, 20, 6, 5].map(|most| clauses(status, most)),
            [status, "ACTIVE, 1,041 entries", "ACTIVE", "ACTIVE", ""]
        );
    }

    #[test]
    fn words_are_cut_where_they_do_not_fit() {
        assert_eq!(
            [fit("121212", 6), fit("1212121", 6), fit("12", 1)],
            ["121212", "12121…", ""]
        );
        assert_eq!(
            [
                fit_middle("121286-10", 7),
                fit_middle("121286-1", 8),
                fit_middle("121286-1", 2)
            ],
            ["121…-10", "121286-1", "1…"]
        );
    }
}
