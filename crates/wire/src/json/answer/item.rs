//! Items in responses: one item under a name, or a list of items.

use std::sync::Arc;

use hashrange_values::Item;

use crate::json::value::write_map;
use crate::json::writer::Writer;

pub(crate) fn item_list(out: &mut Writer, items: &[Arc<Item>]) {
    out.list(|out| {
        for item in items {
            out.element();
            write_map(out, item);
        }
    });
}

pub(crate) fn item(out: &mut Writer, name: &str, item: Option<&Item>) {
    if let Some(item) = item {
        out.key(name);
        write_map(out, item);
    }
}
