//! The last check of projections and updates: no path may be, hold, or contradict another.
//!
//! Must not know what is done at the paths.

use hashrange_values::{Path, Step, sort};

use super::path_notation;
use crate::parser::Parser;
use crate::{ExpressionError, Mention, Problem};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Clash {
    /// One is the other, or lies inside it.
    Overlap,
    /// At one place, one goes on with a name and the other with an index.
    Conflict,
}

/// Refuses the first clash the service would name: it looks at the newest path first (observed).
pub(crate) fn check_overlaps(parser: &Parser<'_>, mentions: &[Mention]) -> Result<(), ExpressionError> {
    // Clashing paths are neighbours once sorted: the common case is settled without comparing all pairs.
    let mut sorted: Vec<&Path> = mentions.iter().map(|mention| &mention.path).collect();
    sort(&mut sorted);
    if !sorted.windows(2).any(|pair| matches!(pair, [a, b] if clash(a, b).is_some())) {
        return Ok(());
    }
    for (at, newer) in mentions.iter().enumerate().rev() {
        for older in mentions.iter().take(at).rev() {
            let Some(clash) = clash(&older.path, &newer.path) else { continue };
            let (one, two) = (path_notation(&older.path), path_notation(&newer.path));
            let problem = match clash {
                Clash::Overlap => Problem::PathsOverlap { one, two },
                Clash::Conflict => Problem::PathsConflict { one, two },
            };
            return Err(parser.error(newer.span, problem));
        }
    }
    Ok(())
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
