//! A view: which part of an item a read asked for.
//!
//! The item cache holds whole items, as it knows them by their primary keys alone (documented). That a read of a part
//! fetches the whole item, and is served from it, follows from that (inferred). It costs the same.

use std::sync::Arc;

use hashrange_expression::{Projection, Scope, parse_projection};
use hashrange_values::{Item, Path, Text, has_duplicates};
use hashrange_wire::ExpressionAttributeNames;

/// The part of an item a read asked for; all of it without a projection.
pub(crate) struct View(Option<Projection>);

impl View {
    /// Reads the parameters of a read of items with keys like this. `None` when there is something to say against them:
    /// the table has the words for it.
    pub(crate) fn read(
        expression: Option<&str>,
        attributes: Option<&[Text]>,
        names: Option<&ExpressionAttributeNames>,
        key: &Item,
    ) -> Option<Self> {
        let projection = match (expression, attributes) {
            (None, None) if names.is_none() => return Some(Self(None)),
            (Some(text), None) => {
                let mut scope = Scope::new(names, None);
                scope.check().ok()?;
                let projection = parse_projection(text, &mut scope).ok()?;
                scope.finish().ok()?;
                projection
            }
            (None, Some(attributes)) if names.is_none() && !has_duplicates(attributes) => {
                Projection::new(attributes.iter().cloned().map(Path::top).collect())
            }
            _ => return None,
        };
        // Nothing lies inside a key attribute.
        let inside_key = |path: &Path| !path.steps.is_empty() && key.contains(&path.attribute);
        (!projection.paths().iter().any(inside_key)).then_some(Self(Some(projection)))
    }

    /// The part of this item.
    pub(crate) fn of(&self, item: &Arc<Item>) -> Arc<Item> {
        match &self.0 {
            Some(projection) => Arc::new(projection.apply(item)),
            None => Arc::clone(item),
        }
    }
}
