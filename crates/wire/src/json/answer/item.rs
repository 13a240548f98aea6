//! Items in responses: one item under a name, or a list of items.

use std::sync::Arc;

use hashrange_values::Item;
use litemap::LiteMap;

use crate::json::request::members::{attributes, by_name, list, sorted};
use crate::json::value::write_map;
use crate::json::{Node, Writer, objects};
use crate::operation::body_member::Value;
use crate::reader::Reader;
use crate::rejection::Rejection;

impl Value for Arc<Item> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        attributes(reader, Some(node)).map(Self::new)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        item(out, name, Some(self));
    }
}

impl Value for Vec<Arc<Item>> {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, |node| Value::read(reader, name, node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        item_list(out, self);
    }
}

/// The items by table.
impl Value for LiteMap<String, Vec<Arc<Item>>> {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        by_name(sorted(node)?, |items| Value::read(reader, name, items))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.object(|out| {
            for (table, items) in self {
                out.key(table);
                item_list(out, items);
            }
        });
    }
}

/// The results of reads in a transaction, in their order: each with an item, or without one.
impl Value for Vec<Option<Arc<Item>>> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let found = |node: Node<'_>| node.member("Item").map(|item| Value::read(reader, "Item", item));
        list(node, |node| found(node).transpose())
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, |out, found| item(out, "Item", found.as_deref()));
    }
}

fn item_list(out: &mut Writer, items: &[Arc<Item>]) {
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
