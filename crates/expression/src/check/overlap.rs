//! The last check of projections and updates: no path may equal, contain or contradict another path.
//!
//! Must not know the actions at the paths.

use hashrange_values::{Path, Step, sort};

use super::path_notation;
use crate::parser::Parser;
use crate::{ExpressionError, Mention, Problem, Span};

/// The maximum number of paths for which all pairs are compared directly. For more paths, a faster check first finds
/// whether any paths clash.
const COMPARED: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Clash {
    /// One path equals the other or is inside it.
    Overlap,
    /// After a common beginning, one path continues with a name and the other with an index.
    Conflict,
}

/// Refuses the clash that the service reports first.
pub(crate) fn check_overlaps(parser: &Parser<'_>, mentions: &[Mention]) -> Result<(), ExpressionError> {
    if mentions.len() < 2 {
        return Ok(());
    }
    let paths: Vec<&Path> = mentions.iter().map(|mention| &mention.path).collect();
    let Some((newer, problem)) = overlap(&paths) else {
        return Ok(());
    };
    let span = mentions
        .get(newer)
        .map_or(Span { start: 0, end: 0 }, |mention| mention.span);
    Err(parser.error(span, problem))
}

/// The clash that the service reports first, and the newer of the two paths. The service checks the newest path first
/// (observed: update-path-checks).
pub(crate) fn overlap(paths: &[&Path]) -> Option<(usize, Problem)> {
    if paths.len() > COMPARED && !clash_at_all(paths) {
        return None;
    }
    for (at, newer) in paths.iter().enumerate().rev() {
        for older in paths.iter().take(at).rev() {
            let Some(clash) = clash(older, newer) else { continue };
            let (one, two) = (path_notation(older), path_notation(newer));
            let problem = match clash {
                Clash::Overlap => Problem::PathsOverlap { one, two },
                Clash::Conflict => Problem::PathsConflict { one, two },
            };
            return Some((at, problem));
        }
    }
    None
}

/// Whether any paths clash. Clashing paths are adjacent after sorting, so comparing all pairs is mostly unnecessary.
fn clash_at_all(paths: &[&Path]) -> bool {
    let mut sorted = paths.to_vec();
    sort(&mut sorted);
    sorted
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if clash(a, b).is_some()))
}

fn clash(a: &Path, b: &Path) -> Option<Clash> {
    if a.attribute != b.attribute {
        return None;
    }
    match a.steps.iter().zip(&b.steps).find(|(one, two)| one != two) {
        None => Some(Clash::Overlap),
        Some((Step::Key(_), Step::Index(_)) | (Step::Index(_), Step::Key(_))) => Some(Clash::Conflict),
        Some(_) => None,
    }
}
