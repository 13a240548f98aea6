//! Columns: the parts of an item a `SELECT` asks for, under the names it answers with.
//!
//! Unlike a projection, a column stands at the top of the answer, wherever it stands in the item. Must not know tables.

use std::sync::Arc;

use hashrange_partiql::Column;
use hashrange_values::Item;

/// The item as it is answered. A part that is not there leaves no trace, and an item without any is empty (observed).
pub(crate) fn pick(columns: Option<&[Column]>, item: Arc<Item>) -> Arc<Item> {
    let Some(columns) = columns else { return item };
    let parts = columns.iter().filter_map(|column| Some((column.name.clone(), column.path.find(&item)?.clone())));
    Arc::new(parts.collect())
}

/// The item as a batch or transaction answers with it, whose members have no place for an empty one. (Observed for what
/// writes return, and for TransactGetItems.)
pub(crate) fn pick_some(columns: Option<&[Column]>, item: Arc<Item>) -> Option<Arc<Item>> {
    Some(pick(columns, item)).filter(|item| !item.is_empty())
}
