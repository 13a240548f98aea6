//! The mark of an item or entry, and the roles of its words. Must not know where a row is.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::SquareState;

use super::pen::Pen;

/// The mark of an item: a square, or a circle if lines show its expiry time. Hollow if expired, crossed if omitted.
pub(super) fn mark(pen: &mut Pen, state: SquareState, entry: bool, rect: Rect, in_line: bool) {
    let timed = matches!(
        state,
        SquareState::Expires(_) | SquareState::Expired(_) | SquareState::Found
    );
    let radius = if timed && in_line { rect.width / 2.0 } else { 2.0 };
    let role = match state {
        SquareState::Plain if entry => "entry",
        SquareState::Plain => "item",
        SquareState::Expires(_) => "item-live",
        SquareState::Expired(_) => "item-expired",
        SquareState::Found => "item-found",
        SquareState::Locked => "item-locked",
        SquareState::Filled => "item-filled",
        SquareState::Violation => "item-violation",
        SquareState::Ahead => "item-ahead",
    };
    pen.block(role, rect, radius);
    if state == SquareState::Violation {
        let inner = rect.inset(2.5, 2.5, 2.5, 2.5);
        pen.line(
            "cross",
            vec![Point::new(inner.x, inner.y), Point::new(inner.right(), inner.bottom())],
            1.5,
        );
        pen.line(
            "cross",
            vec![Point::new(inner.right(), inner.y), Point::new(inner.x, inner.bottom())],
            1.5,
        );
    }
}

pub(super) const fn key_role(entry: bool, hot: bool) -> &'static str {
    match (entry, hot) {
        (false, false) => "key",
        (false, true) => "key hot-key",
        (true, false) => "index-key",
        (true, true) => "index-key hot-key",
    }
}

pub(super) const fn state_role(state: SquareState) -> &'static str {
    match state {
        SquareState::Expired(_) | SquareState::Found | SquareState::Locked => "late",
        SquareState::Violation => "bad",
        _ => "faint",
    }
}
