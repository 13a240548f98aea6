//! The texts of a picture: their areas, collisions, and names within them. Must not know what a step shows.

use hashrange_plot::{Point, Rect};
use hashrange_web::stage::{Anchor, Shape, Subject};

use super::Look;

/// A text of the picture with its area.
pub(super) struct Drawn<'a> {
    pub(super) role: &'a str,
    pub(super) text: &'a str,
    pub(super) area: Rect,
    group: usize,
}

impl Look<'_> {
    /// The texts of the picture.
    pub(super) fn texts(&self) -> Vec<Drawn<'_>> {
        let mut all = Vec::new();
        for (place, group) in self.picture.groups.iter().enumerate() {
            for mark in &group.marks {
                let Shape::Words { at, anchor, size, text } = &mark.shape else {
                    continue;
                };
                let width = text.chars().count() as f64 * size * 0.605;
                let x = match anchor {
                    Anchor::Start => at.x,
                    Anchor::Middle => at.x - width / 2.0,
                    Anchor::End => at.x - width,
                };
                all.push(Drawn {
                    role: mark.role,
                    text,
                    area: Rect::new(x, at.y - size * 0.75, width, size * 0.9),
                    group: place,
                });
            }
        }
        all
    }

    /// Words on other words, and paths through words.
    pub(super) fn collisions(&self) -> Vec<String> {
        let texts = self.texts();
        let mut wrong = Vec::new();
        for (at, one) in texts.iter().enumerate() {
            if one.area.x < -0.5 || one.area.right() > self.visible.right() + 1.0 {
                wrong.push(format!("“{}” leaves the picture", one.text));
            }
            for other in texts.iter().skip(at + 1).filter(|other| overlap(one.area, other.area)) {
                wrong.push(format!("“{}” lies on “{}”", one.text, other.text));
            }
        }
        for group in &self.picture.groups {
            for mark in group
                .marks
                .iter()
                .filter(|mark| mark.role.starts_with("way") || mark.role.starts_with("pipe"))
            {
                let Shape::Line(points, _) = &mark.shape else { continue };
                for one in texts
                    .iter()
                    .filter(|one| crosses(points, one.area) && !self.is_covered(one))
                {
                    wrong.push(format!("a path passes through “{}”", one.text));
                }
            }
        }
        wrong
    }

    /// Short forms that two different keys share.
    pub(super) fn confused_keys(&self) -> Vec<String> {
        let mut seen: Vec<(&str, &str)> = Vec::new();
        let mut wrong = Vec::new();
        for text in self.texts().iter().filter(|one| one.text.contains('…')) {
            let of_key = text.role.starts_with("key") || text.role.starts_with("index-key");
            let key = match &self.picture.groups[text.group].subject {
                Subject::Row(_, _, key) | Subject::Item(_, _, key, _) if of_key => key.as_str(),
                _ => continue,
            };
            match seen.iter().find(|(short, _)| *short == text.text) {
                Some((short, other)) if *other != key => wrong.push(format!("{short} stands for {other} and {key}")),
                Some(_) => {}
                None => seen.push((text.text, key)),
            }
        }
        wrong
    }

    /// Whether the words have their own ground: a pill or a card above the paths.
    fn is_covered(&self, one: &Drawn<'_>) -> bool {
        let within = |area: &Rect| {
            area.x <= one.area.x + 1.0
                && area.right() >= one.area.right() - 1.0
                && area.y <= one.area.y + 1.0
                && area.bottom() >= one.area.bottom() - 1.0
        };
        let group = &self.picture.groups[one.group];
        let ground = group.marks.iter().any(|mark| match &mark.shape {
            Shape::Block(area, _) => within(area),
            _ => false,
        });
        ground || self.picture.covers.iter().any(within)
    }
}

/// Whether a text has a name: whole, shortened in the middle, or its last letters behind an ellipsis.
pub(super) fn is_named(text: &str, name: &str) -> bool {
    if text.contains(name) {
        return true;
    }
    text.match_indices('…').any(|(at, _)| {
        let (head, tail) = (&text[..at], &text[at + '…'.len_utf8()..]);
        let starts = (2..=name.len()).any(|many| name.get(..many).is_some_and(|part| head.ends_with(part)));
        let ends =
            (0..name.len().saturating_sub(1)).any(|from| name.get(from..).is_some_and(|part| tail.starts_with(part)));
        // The beginning is left out if other keys have the same ends.
        let last = name.len().saturating_sub(4);
        let is_end = (0..=last).any(|from| name.get(from..).is_some_and(|part| tail.starts_with(part)));
        starts && ends || is_end
    })
}

fn overlap(one: Rect, other: Rect) -> bool {
    one.x + 1.0 < other.right()
        && other.x + 1.0 < one.right()
        && one.y + 1.0 < other.bottom()
        && other.y + 1.0 < one.bottom()
}

/// Whether a path enters an area.
fn crosses(points: &[Point], area: Rect) -> bool {
    points.windows(2).any(|pair| {
        (0..=40).any(|step| {
            let share = f64::from(step) / 40.0;
            let x = pair[0].x + (pair[1].x - pair[0].x) * share;
            let y = pair[0].y + (pair[1].y - pair[0].y) * share;
            x > area.x + 1.0 && x < area.right() - 1.0 && y > area.y + 1.0 && y < area.bottom() - 1.0
        })
    })
}
