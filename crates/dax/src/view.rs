//! A view: the part of an item that a read requests.
//!
//! The item cache stores whole items, because its only key is the primary key (documented: dax-concepts). So a read of
//! a part fetches the whole item and returns the part (inferred: whole-items-cached). The cost is the same.

use std::sync::Arc;

use hashrange_expression::{Projection, Scope, parse_projection};
use hashrange_values::{Item, Path, Text, has_duplicates};
use hashrange_wire::ExpressionAttributeNames;

/// The part of an item that a read requests. Without a projection, the whole item.
pub(crate) struct View(Option<Projection>);

impl View {
    /// Parses the parameters of a read of items with keys like `key`. `None` for invalid parameters, for which the
    /// table reports the error.
    pub(crate) fn read(
        expression: Option<&str>,
        attributes: Option<&[Text]>,
        names: Option<&ExpressionAttributeNames>,
        key: &Item,
    ) -> Option<Self> {
        let projection = match (expression, attributes) {
            (None, None) if names.is_none() => return Some(Self(None)),
            (Some(text), None) => {
                let mut scope = Scope::new(names.map(|names| &**names), None);
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
        // A key attribute has no inner path.
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
