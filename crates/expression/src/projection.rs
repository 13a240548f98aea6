//! The projection: which parts of an item are returned.
//!
//! Must not know which attributes an index holds, or what a part costs.

use hashrange_values::{Map, Path, Text, sort};

use crate::check::{Meanings, check_overlaps, check_structure};
use crate::evaluate::pick_sorted;
use crate::parser::Parser;
use crate::{ExpressionError, ExpressionKind, Mention, Scope};

/// A set of document paths to return of each item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    paths: Vec<Path>,
    /// The same paths in ascending order: list elements are returned in the order of the list (observed).
    sorted: Vec<Path>,
    mentions: Vec<Mention>,
}

/// Reads a projection expression.
///
/// # Errors
/// The first problem the service would name: size, syntax, reserved words, placeholders, paths against each other.
pub fn parse_projection(text: &str, scope: &mut Scope<'_>) -> Result<Projection, ExpressionError> {
    let mut parser = Parser::new(ExpressionKind::Projection, text)?;
    let nodes = parser.projection()?;
    check_structure(&parser, 0..parser.tree.len())?;
    let mut meanings = Meanings::new(&parser.tree);
    let mut mentions = Vec::with_capacity(nodes.len());
    for id in nodes {
        meanings.resolve_path(&parser, scope, id)?;
        if let Some(path) = meanings.path(&parser.tree, id) {
            mentions.push(Mention { path: path.clone(), span: parser.tree.span(id) });
        }
    }
    check_overlaps(&parser, &mentions)?;
    let mut projection = Projection::new(mentions.iter().map(|mention| mention.path.clone()).collect());
    projection.mentions = mentions;
    Ok(projection)
}

impl Projection {
    /// The projection on these paths, as of a list of attributes to get.
    #[must_use]
    pub fn new(paths: Vec<Path>) -> Self {
        let mut sorted = paths.clone();
        sort(&mut sorted);
        Self { paths, sorted, mentions: Vec::new() }
    }

    /// The parts of the item at the paths, each in its place; paths that lead nowhere leave no trace.
    #[must_use]
    pub fn apply(&self, item: &Map) -> Map {
        pick_sorted(item, &self.sorted)
    }

    /// The paths in the order given.
    #[must_use]
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// The paths with their places in the text; empty for a projection that was not read from one.
    #[must_use]
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }

    /// The top-level attributes, in the order given; one can occur more than once.
    pub fn attributes(&self) -> impl Iterator<Item = &Text> {
        self.paths.iter().map(|path| &path.attribute)
    }
}
