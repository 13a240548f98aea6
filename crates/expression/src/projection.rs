//! The projection: the parts of an item to return.
//!
//! Must not know which attributes an index projects, or the cost of a part.

use hashrange_values::{Map, Path, Text, sort};

use crate::check::{Meanings, check_overlaps, check_structure};
use crate::evaluate::pick_sorted;
use crate::parser::Parser;
use crate::{ExpressionError, ExpressionKind, Mention, Scope};

/// A set of document paths, the parts to return of each item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    paths: Vec<Path>,
    /// The same paths in ascending order: list elements are returned in the order of the list (observed: projection-order).
    sorted: Vec<Path>,
    mentions: Vec<Mention>,
}

/// Reads a projection expression.
///
/// # Errors
/// The first problem that the service reports: size, syntax, reserved words, placeholders, overlapping paths.
pub fn parse_projection(text: &str, scope: &mut Scope<'_>) -> Result<Projection, ExpressionError> {
    let mut parser = Parser::new(ExpressionKind::Projection, text)?;
    let nodes = parser.projection()?;
    check_structure(&parser, 0..parser.tree.len())?;
    let mut meanings = Meanings::new(&parser.tree);
    let mut mentions = Vec::with_capacity(nodes.len());
    for id in nodes {
        meanings.resolve_path(&parser, scope, id)?;
        if let Some(path) = meanings.path(&parser.tree, id) {
            mentions.push(Mention {
                path: path.clone(),
                span: parser.tree.span(id),
            });
        }
    }
    check_overlaps(&parser, &mentions)?;
    let mut projection = Projection::new(mentions.iter().map(|mention| mention.path.clone()).collect());
    projection.mentions = mentions;
    Ok(projection)
}

impl Projection {
    /// Creates a projection from paths, for example from AttributesToGet.
    #[must_use]
    pub fn new(paths: Vec<Path>) -> Self {
        let mut sorted = paths.clone();
        sort(&mut sorted);
        Self {
            paths,
            sorted,
            mentions: Vec::new(),
        }
    }

    /// The parts of the item at the paths, in their original structure. Paths without a value are omitted.
    #[must_use]
    pub fn apply(&self, item: &Map) -> Map {
        pick_sorted(item, &self.sorted)
    }

    /// The paths in the given order.
    #[must_use]
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// The paths with their positions in the text; empty for a projection without a text.
    #[must_use]
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }

    /// The top-level attributes in the given order. An attribute can occur more than once.
    pub fn attributes(&self) -> impl Iterator<Item = &Text> {
        self.paths.iter().map(|path| &path.attribute)
    }
}
