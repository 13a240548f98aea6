//! Columns: the parts of an item that a `SELECT` returns, with their names.
//!
//! Unlike a projection, a column is at the top level of the returned item, wherever it is in the stored item. Must not
//! know tables.

use std::sync::Arc;

use hashrange_partiql::Column;
use hashrange_values::Item;

/// The returned item. Omits missing parts; an item without any of the parts is empty (observed: statement-columns).
pub(crate) fn pick(columns: Option<&[Column]>, item: Arc<Item>) -> Arc<Item> {
    let Some(columns) = columns else { return item };
    let parts = columns
        .iter()
        .filter_map(|column| Some((column.name.clone(), column.path.find(&item)?.clone())));
    Arc::new(parts.collect())
}

/// The item that a batch or transaction returns; `None` instead of an empty item, which their members cannot represent.
/// (Observed: statement-columns, for what writes return, and for TransactGetItems.)
pub(crate) fn pick_some(columns: Option<&[Column]>, item: Arc<Item>) -> Option<Arc<Item>> {
    Some(pick(columns, item)).filter(|item| !item.is_empty())
}
