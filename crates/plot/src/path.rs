//! Strings for the `d` attribute of an SVG path.
//!
//! Must not know scales: points are in drawing coordinates. A point that is not finite is a gap in the line.

use crate::number::push_compact;
use crate::rect::{Point, Rect};

/// A polyline through the points. Empty for no points.
pub fn line_path(points: &[Point]) -> String {
    let mut path = String::with_capacity(points.len() * 12);
    for run in runs(points) {
        push_run(&mut path, run);
    }
    path
}

/// A step line: each point's height extends to the next point, for a level that changes at a time.
pub fn step_path(points: &[Point]) -> String {
    let mut path = String::with_capacity(points.len() * 12);
    for run in runs(points) {
        push_steps(&mut path, run);
    }
    path
}

/// The area between a polyline and the height `baseline`.
pub fn area_path(points: &[Point], baseline: f64) -> String {
    closed_path(points, baseline, push_run)
}

/// The area between a step line and the height `baseline`.
pub fn step_area_path(points: &[Point], baseline: f64) -> String {
    closed_path(points, baseline, push_steps)
}

/// A cross in the middle of each rectangle, as one path: a mark that does not rely on colour.
pub fn crosses_path(rects: impl IntoIterator<Item = Rect>, most: f64) -> String {
    let mut path = String::new();
    for rect in rects {
        let (middle, arm) = (rect.center(), rect.width.min(rect.height).min(most) / 2.0);
        for (from, to) in [((-arm, -arm), (arm, arm)), ((arm, -arm), (-arm, arm))] {
            push_command(&mut path, 'M', Point::new(middle.x + from.0, middle.y + from.1));
            push_command(&mut path, 'L', Point::new(middle.x + to.0, middle.y + to.1));
        }
    }
    path
}

/// A curve between two points with horizontal ends, for example from a row on the left to a row on the right.
pub fn link_path(from: Point, to: Point) -> String {
    let middle = f64::midpoint(from.x, to.x);
    let mut path = String::with_capacity(48);
    push_command(&mut path, 'M', from);
    push_command(&mut path, 'C', Point::new(middle, from.y));
    push_command(&mut path, ' ', Point::new(middle, to.y));
    push_command(&mut path, ' ', to);
    path
}

/// The runs of finite points.
fn runs(points: &[Point]) -> impl Iterator<Item = &[Point]> {
    points
        .split(|point| !(point.x.is_finite() && point.y.is_finite()))
        .filter(|run| !run.is_empty())
}

fn push_run(path: &mut String, run: &[Point]) {
    let mut command = 'M';
    for point in run {
        push_command(path, command, *point);
        command = 'L';
    }
}

fn push_steps(path: &mut String, run: &[Point]) {
    let mut rest = run.iter();
    let Some(first) = rest.next() else { return };
    push_command(path, 'M', *first);
    for point in rest {
        path.push('H');
        push_compact(path, point.x);
        path.push('V');
        push_compact(path, point.y);
    }
}

fn closed_path(points: &[Point], baseline: f64, push_top: fn(&mut String, &[Point])) -> String {
    let mut path = String::with_capacity(points.len() * 12 + 16);
    for run in runs(points) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        push_top(&mut path, run);
        push_command(&mut path, 'L', Point::new(last.x, baseline));
        push_command(&mut path, 'L', Point::new(first.x, baseline));
        path.push('Z');
    }
    path
}

fn push_command(path: &mut String, command: char, point: Point) {
    path.push(command);
    push_compact(path, point.x);
    path.push(' ');
    push_compact(path, point.y);
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [Point; 3] = [Point::new(0.0, 10.0), Point::new(5.5, 2.0), Point::new(9.0, 4.256)];

    #[test]
    fn lines_areas_and_steps() {
        assert_eq!(line_path(&POINTS), "M0 10L5.5 2L9 4.26");
        assert_eq!(area_path(&POINTS, 70.0), "M0 10L5.5 2L9 4.26L9 70L0 70Z");
        assert_eq!(step_path(&POINTS), "M0 10H5.5V2H9V4.26");
        assert_eq!(step_area_path(&POINTS[..2], 70.0), "M0 10H5.5V2L5.5 70L0 70Z");
        assert_eq!(
            (line_path(&[]), area_path(&[], 1.0), step_path(&[])),
            Default::default()
        );
    }

    #[test]
    fn a_point_that_is_nowhere_is_a_gap() {
        let gapped = [POINTS[0], POINTS[1], Point::new(7.0, f64::NAN), POINTS[2]];
        assert_eq!(line_path(&gapped), "M0 10L5.5 2M9 4.26");
        assert_eq!(area_path(&gapped, 9.0), "M0 10L5.5 2L5.5 9L0 9ZM9 4.26L9 9L9 9Z");
    }

    #[test]
    fn a_cross_is_in_the_middle() {
        assert_eq!(crosses_path([Rect::new(0.0, 1.0, 4.0, 2.0)], 10.0), "M1 1L3 3M3 1L1 3");
    }

    #[test]
    fn a_link_leaves_and_arrives_level() {
        let path = link_path(Point::new(478.0, 43.0), Point::new(642.0, 83.0));
        assert_eq!(path, "M478 43C560 43 560 83 642 83");
    }
}
