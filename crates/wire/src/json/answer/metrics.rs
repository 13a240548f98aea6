//! Sizes of item collections in responses.

use litemap::LiteMap;

use crate::json::request::members::{by_name, elements, list, members, needed, sorted, wrong_kind};
use crate::json::value::{read_value, write_value};
use crate::json::{Node, Writer, objects};
use crate::operation::body_member::Value;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::ItemCollectionMetrics;

impl Value for ItemCollectionMetrics {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let key = needed(node, "ItemCollectionKey")?;
        let (attribute, value) = members(key)?.next().ok_or_else(|| wrong_kind(key))?;
        let range = needed(node, "SizeEstimateRangeGB")?;
        let mut bounds = elements(range)?.map(|bound| Value::read(reader, name, bound));
        let mut bound = || bounds.next().unwrap_or_else(|| Err(wrong_kind(range)));
        Ok(Self {
            item_collection_key: (
                attribute.to_owned(),
                read_value(value, 0).map_err(|located| wrong_kind(located.node))?,
            ),
            size_estimate_range_gb: (bound()?, bound()?),
        })
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.object(|out| metrics_members(out, self));
    }
}

/// The sizes by table.
impl Value for LiteMap<String, Vec<ItemCollectionMetrics>> {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        by_name(sorted(node)?, |collections| {
            list(collections, |node| Value::read(reader, name, node))
        })
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.object(|out| {
            for (table, collections) in self {
                out.key(table);
                objects(out, collections, metrics_members);
            }
        });
    }
}

fn metrics_members(out: &mut Writer, metrics: &ItemCollectionMetrics) {
    let (key, value) = &metrics.item_collection_key;
    let (low, high) = metrics.size_estimate_range_gb;
    out.key("ItemCollectionKey");
    out.object(|out| {
        out.key(key);
        write_value(out, value);
    });
    out.key("SizeEstimateRangeGB");
    out.list(|out| {
        for bound in [low, high] {
            out.element();
            out.decimal(bound);
        }
    });
}
